import { expect, test } from 'bun:test';
import { createCallTurns, createTurns } from '../../src/http/turns.ts';

function turnedByHand(mostMs: number) {
  const later: (() => void)[] = [];
  const begun: string[] = [];
  let nowMs = 0;
  const turns = createTurns<string>({ mostMs, monotonic: () => nowMs, later: (then) => later.push(then) });
  const settle = async (): Promise<void> => {
    for (let at = 0; at < 5; at += 1) await Promise.resolve();
  };
  return {
    turns,
    begun,
    later,
    take(ms: number): void {
      nowMs += ms;
    },
    ask(name: string): void {
      const wait = turns.pass(name[0] ?? '');
      if (wait === undefined) begun.push(name);
      else void wait.then(() => begun.push(name));
    },
    async goOn(): Promise<void> {
      turns.goOn();
      await settle();
    },
    async turn(): Promise<void> {
      for (const then of later.splice(0)) then();
      await settle();
    },
  };
}

test('with a time limit of 0 ms, one waiting call begins in each turn of the event loop, and calls alternate between groups', async () => {
  const { turns, ask, turn, begun } = turnedByHand(0);
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name);
  expect(begun).toEqual(['a1']);
  expect([turns.waiting('a'), turns.waiting('b')]).toEqual([3, 0]);
  ask('b1');
  for (let at = 0; at < 2; at += 1) await turn();
  ask('c1');
  for (let at = 0; at < 3; at += 1) await turn();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'a4']);
  // Nobody is waiting, so the next call begins at once.
  await turn();
  ask('a5');
  expect(begun.at(-1)).toBe('a5');
});

test('a call begins at once if the event loop’s turn has time left, and waiting calls alternate between groups', async () => {
  const { ask, take, turn, goOn, begun } = turnedByHand(2);
  ask('a1');
  ask('a2');
  take(2);
  for (const name of ['a3', 'a4', 'a5']) ask(name);
  expect(begun).toEqual(['a1', 'a2']);
  await turn();
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  // Group b has no waiting calls, so b1 begins at once. a6 waits behind a4 and a5.
  ask('b1');
  ask('a6');
  expect(begun.slice(3)).toEqual(['b1']);
  // A call that was short leaves time for the next one.
  await goOn();
  expect(begun.slice(4)).toEqual(['a4']);
  take(2);
  ask('b2');
  await goOn();
  expect(begun.slice(5)).toEqual([]);
  await turn();
  await turn();
  take(2);
  await turn();
  expect(begun.slice(5).toSorted()).toEqual(['a5', 'a6', 'b2']);
  expect(begun.indexOf('a5')).toBeLessThan(begun.indexOf('a6'));
});

test('no turn of the event loop is requested while nobody waits', async () => {
  const { ask, turn, later } = turnedByHand(2);
  ask('a1');
  await turn();
  expect(later).toEqual([]);
});

test('a workspace’s calls wait only if a page or another workspace was active lately', async () => {
  let nowMs = 0;
  const turns = createCallTurns({ monotonic: () => nowMs });
  /** Three calls of 5 ms each in one turn of the event loop. @returns which of them begin at once */
  const crowd = async (): Promise<boolean[]> => {
    const begun = Array.from({ length: 3 }, () => {
      nowMs += 5;
      return turns.pass(1) === undefined;
    });
    for (let at = 0; at < 5; at += 1) await new Promise((resolve) => setImmediate(resolve));
    return begun;
  };
  await crowd();
  nowMs += 10_000;
  expect(await crowd()).toEqual([true, true, true]);
  turns.notePage();
  expect(await crowd()).toEqual([true, false, false]);
  nowMs += 10_000;
  expect(await crowd()).toEqual([true, true, true]);
  turns.pass(2);
  expect((await crowd()).slice(1)).toEqual([false, false]);
});
