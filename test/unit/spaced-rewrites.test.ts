import { expect, test } from 'bun:test';
import { spaceRewrites } from '../../src/worker/spaced-rewrites.ts';

/** The duration of a rewrite is set by the test. */
function openRewrites() {
  const state = { nowMs: 0, takesMs: 3_000, done: true, count: 0 };
  const ask = spaceRewrites({ monotonic: () => state.nowMs }, async () => {
    state.count += 1;
    state.nowMs += state.takesMs;
    return state.done;
  });
  return { state, ask };
}

test('after a rewrite others write for twenty times as long, and the next one serves all requests', async () => {
  const { state, ask } = openRewrites();
  expect(await ask('a')).toBe(true);
  for (const id of ['b', 'c', 'b']) expect(await ask(id)).toBe(false);
  state.nowMs += 59_999;
  expect([await ask('b'), state.count]).toEqual([false, 1]);
  state.nowMs += 1;
  expect([await ask('c'), await ask('b'), state.count]).toEqual([true, true, 2]);
  // The last rewrite served the earlier requests. This request has the same id, but is for another forgetting.
  expect([await ask('b'), state.count]).toEqual([false, 2]);
});

test('requests of a failed rewrite stay open until one succeeds', async () => {
  const { state, ask } = openRewrites();
  Object.assign(state, { done: false, takesMs: 0 });
  expect([await ask('a'), await ask('b')]).toEqual([false, false]);
  state.done = true;
  expect([await ask('a'), await ask('b'), state.count]).toEqual([true, true, 3]);
});
