import { expect, test } from 'bun:test';
import { createDoor } from '../../src/http/door.ts';

/** An event loop whose turns the test makes. */
function turnedByHand() {
  const later: (() => void)[] = [];
  const door = createDoor((then) => later.push(then));
  return {
    door,
    async turn() {
      for (const then of later.splice(0)) then();
      for (let at = 0; at < 5; at += 1) await Promise.resolve();
    },
  };
}

test('the first of several simultaneous requests starts at once, the others a turn apart, in their order', async () => {
  const { door, turn } = turnedByHand();
  const begun: number[] = [];
  const ask = (at: number): void => {
    const wait = door.pass();
    if (wait === undefined) begun.push(at);
    else void wait.then(() => begun.push(at));
  };
  for (const at of [1, 2, 3]) ask(at);
  expect(begun).toEqual([1]);
  await turn();
  expect(begun).toEqual([1, 2]);
  ask(4);
  await turn();
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  // No request is waiting, so the next one begins at once.
  await turn();
  expect(door.pass()).toBeUndefined();
});
