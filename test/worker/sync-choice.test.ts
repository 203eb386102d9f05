import { expect, test } from 'bun:test';
import { createSyncChoice } from '../../src/worker/index.ts';
import { fakeWorld } from '../support/world.ts';

const DESCRIPTOR = 7;

function disk() {
  let [nowMs, tookMs, underWay] = [0, 0.1, 1];
  const made: string[] = [];
  const sync = createSyncChoice({
    thread: {
      sync(descriptor) {
        expect(descriptor).toBe(DESCRIPTOR);
        return Promise.resolve(tookMs);
      },
    },
    clock: { ...fakeWorld().clock, monotonic: () => nowMs },
    underWay: () => underWay,
    measured: (place) => void made.push(place),
    syncHere(descriptor) {
      expect(descriptor).toBe(DESCRIPTOR);
      if (Number.isNaN(tookMs)) throw new Error('EIO');
      nowMs += tookMs;
    },
  });
  return {
    takes(ms: number): void {
      tookMs = ms;
    },
    beside(requests: number): void {
      underWay = requests;
    },
    /** Syncs this many times. @returns where the syncs ran: `16 thread, 24 event_loop` */
    async sync(times: number, changes = 1): Promise<string> {
      made.length = 0;
      for (let n = 0; n < times; n += 1) await sync(DESCRIPTOR, changes);
      return Array.from(
        made.join(' ').matchAll(/(\w+)(?: \1)*/g),
        ([run, place]) => `${run.split(' ').length} ${place}`,
      ).join(', ');
    },
  };
}

test('a disk counts as quick after sixteen quick syncs in the sync thread', async () => {
  const { sync } = disk();
  expect(await sync(40)).toBe('16 thread, 24 event_loop');
});

test('a disk that becomes slow blocks the event loop for only one sync', async () => {
  const { sync, takes } = disk();
  await sync(100);
  takes(20);
  expect(await sync(50)).toBe('1 event_loop, 49 thread');
  takes(0.1);
  expect(await sync(50)).toBe('16 thread, 34 event_loop');
});

test('a disk that becomes slower is synced in the sync thread after two slow syncs in a row, but not after a single slow sync', async () => {
  const { sync, takes } = disk();
  await sync(100);
  takes(1);
  expect(await sync(1)).toBe('1 event_loop');
  takes(0.1);
  expect(await sync(30)).toBe('30 event_loop');
  takes(1);
  expect(await sync(10)).toBe('2 event_loop, 8 thread');
});

test('a sync runs in the sync thread if more requests are under way than the sync has changes', async () => {
  const { sync, beside } = disk();
  await sync(100);
  beside(3);
  expect(await sync(5, 2)).toBe('5 thread');
  expect(await sync(5, 3)).toBe('5 event_loop');
});

test('a failed sync on the event loop is reported as failed', async () => {
  const { sync, takes } = disk();
  await sync(100);
  takes(Number.NaN);
  expect(await sync(1).catch(String)).toContain('EIO');
});
