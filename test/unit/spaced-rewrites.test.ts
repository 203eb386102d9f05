import { expect, test } from 'bun:test';
import { spaceRewrites } from '../../src/worker/spaced-rewrites.ts';

const [SECOND, HOUR] = [1_000, 3_600_000];
const NOTHING = { orders: 0, inquiries: 0, clients: 0, mails: 0, answers: 0, notes: 0, views: 0, backups: 0 };

function openRewrites() {
  const state = { nowMs: 0, takesMs: 3_000, done: true, count: 0, quick: true };
  const rewrite = async () => {
    state.count += 1;
    state.nowMs += state.takesMs;
    return state.done;
  };
  const waiting = new Set<string>();
  const request = spaceRewrites({
    clock: { monotonic: () => state.nowMs },
    rewrite,
    waiting: () => [...waiting],
    isQuick: () => state.quick,
  });
  const ask = async (id: string, workspaceSeq = 1, orders = 1): Promise<boolean> => {
    waiting.add(id);
    const isServed = await request({ id, workspaceSeq, counts: { ...NOTHING, orders } });
    if (isServed) waiting.delete(id);
    return isServed;
  };
  return { state, ask, waiting };
}

test('requests to rewrite the database file wait for twenty times the last rewrite’s duration, then one rewrite serves all', async () => {
  const { state, ask } = openRewrites();
  expect(await ask('a')).toBe(true);
  for (const id of ['b', 'c', 'b']) expect(await ask(id)).toBe(false);
  state.nowMs += 59_999;
  expect([await ask('b'), state.count]).toEqual([false, 1]);
  state.nowMs += 1;
  expect([await ask('c'), await ask('b'), state.count]).toEqual([true, true, 2]);
  // The last rewrite served all earlier requests. This is a new request with the id `b`, so it has to wait.
  expect([await ask('b'), state.count]).toEqual([false, 2]);
});

test('requests for a rewrite of the database file stay open after a failure, until a rewrite succeeds', async () => {
  const { state, ask } = openRewrites();
  Object.assign(state, { done: false, takesMs: 0 });
  expect([await ask('a'), await ask('b')]).toEqual([false, false]);
  state.done = true;
  expect([await ask('a'), await ask('b'), state.count]).toEqual([true, true, 3]);
});

test('one workspace’s forgettings rewrite a large database file at most hourly, or at most daily if they found nothing', async () => {
  const { state, ask } = openRewrites();
  state.quick = false;
  const nothing = (id: string) => ask(id, 1, 0);
  expect([await nothing('a'), state.count]).toEqual([true, 1]);
  state.nowMs += 23 * HOUR;
  expect([await nothing('b'), state.count]).toEqual([false, 1]);
  // The daily limit does not apply to request `c`, because its forgetting found data. The same rewrite also serves
  // request `b`.
  expect([await ask('c'), await nothing('b'), state.count]).toEqual([true, true, 2]);
  state.nowMs += 0.5 * HOUR;
  expect([await ask('d'), state.count]).toEqual([false, 2]);
  // The hourly limit counts for each workspace separately, so workspace 2 gets a rewrite at once. It also serves the
  // waiting request `d` of workspace 1.
  expect([await ask('e', 2), await ask('d'), state.count]).toEqual([true, true, 3]);
  state.nowMs += HOUR;
  expect([await nothing('f'), await ask('g'), state.count]).toEqual([true, false, 4]);
  state.nowMs += 60 * SECOND;
  expect([await ask('g'), state.count]).toEqual([true, 5]);
});

test('a failed rewrite of a large database file is repeated at the next request, not after an hour', async () => {
  const { state, ask } = openRewrites();
  Object.assign(state, { quick: false, done: false, takesMs: 0 });
  expect(await ask('a')).toBe(false);
  state.done = true;
  expect([await ask('a'), state.count]).toEqual([true, 2]);
});

test('the first rewrite after a restart serves all requests that were waiting before the restart', async () => {
  const { state, ask, waiting } = openRewrites();
  state.quick = false;
  for (const id of ['a', 'b', 'c']) waiting.add(id);
  expect([await ask('a'), await ask('b'), await ask('c'), state.count]).toEqual([true, true, true, 1]);
});
