import { expect, test } from 'bun:test';
import { createLanes } from '../../src/base/index.ts';

function openLanes(atOnce?: number) {
  const inLane = createLanes(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const add = (name: string, lane: number): Promise<void> =>
    inLane(lane, () => {
      begun.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise;
    });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve();
    await settle();
  };
  return { add, begun, end, ends, settle };
}

test('a lane runs one task at a time, and another lane does not wait for it', async () => {
  const { add, begun, end, settle } = openLanes(2);
  for (const name of ['a1', 'a2', 'a3']) void add(name, 1);
  void add('b1', 2);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('a waiting lane precedes a lane that just had its turn', async () => {
  const { add, begun, end, settle } = openLanes(1);
  for (const name of ['a1', 'a2', 'a3']) void add(name, 1);
  void add('b1', 2);
  void add('c1', 3);
  await settle();
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a lane runs its next task after one that failed', async () => {
  const { add, begun, ends, settle } = openLanes();
  const first = add('a1', 1);
  void add('a2', 1);
  await settle();
  ends.get('a1')?.reject(new Error('no room'));
  await expect(first).rejects.toThrow('no room');
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
});
