import { expect, test } from 'bun:test';
import { nextTurn, readJsonBody, sortInSteps } from '../../src/base/index.ts';
import { fakeClock } from '../support/world.ts';

async function work(name: string, workspace: number, steps: number, done: string[]): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await nextTurn(workspace);
    done.push(name);
  }
}

test('workspaces take turns, however much one of them requests', async () => {
  const done: string[] = [];
  const crowd = Array.from({ length: 24 }, () => work('crowd', 1, 4, done));
  await Promise.all([...crowd, work('one', 2, 4, done), work('another', 3, 4, done)]);
  expect(done.slice(0, 12)).toEqual(Array.from({ length: 4 }, () => ['crowd', 'one', 'another']).flat());
  expect(done.length).toBe(24 * 4 + 8);
});

test('one workspace’s tasks take turns in order of arrival', async () => {
  const done: string[] = [];
  await Promise.all(['a', 'b', 'c'].map((name) => work(name, 1, 2, done)));
  expect(done).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

test('other work gets several turns of the event loop between any two steps of heavy work', async () => {
  let others = 0;
  let isOver = false;
  const count = (): void => {
    others += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const step = async (workspace: number): Promise<void> => {
    for (let at = 0; at < 5; at += 1) {
      await nextTurn(workspace);
      seen.push(others);
    }
  };
  await Promise.all([step(1), step(1), step(2), step(3)]);
  isOver = true;
  const between = seen.slice(1).map((at, before) => at - (seen[before] ?? 0));
  expect(Math.min(...between)).toBeGreaterThanOrEqual(3);
});

test('an abandoned turn does not delay others', async () => {
  void nextTurn(1);
  void nextTurn(1);
  const done: string[] = [];
  await work('one', 2, 2, done);
  expect(done).toEqual(['one', 'one']);
});

const BOUNDS = { maxBytes: 100_000, maxDepth: 20, tooDeep: { rule: 'body_too_deep', most: 20 } } as const;

test('large bodies of a workspace take turns, and a small body waits for none of them', async () => {
  const done: string[] = [];
  const read = async (name: string, group: number, size: number): Promise<void> => {
    const body = '{}'.padEnd(size);
    const headers = { 'content-type': 'application/json', 'content-length': `${size}` };
    const request = new Request('http://localhost/', { method: 'POST', headers, body });
    await readJsonBody(request, BOUNDS, { clock: fakeClock(), takeRoom: () => undefined, group });
    done.push(name);
  };
  const large = ['crowd', 'crowd', 'one', 'crowd'].map((name) => read(name, name === 'one' ? 2 : 1, 20_000));
  await Promise.all([...large, read('small', 1, 10_000)]);
  expect(done).toEqual(['small', 'crowd', 'one', 'crowd', 'crowd']);
});

test('sorting in steps gives the usual order with a limited number of comparisons a step', () => {
  const rows = Array.from({ length: 20_001 }, (_, at) => ({ at, day: (at * 7_919) % 997 }));
  let [compared, most] = [0, 0];
  const byDay = (a: { day: number }, b: { day: number }): number => {
    compared += 1;
    return a.day - b.day;
  };
  const steps = sortInSteps(rows, byDay);
  let step = steps.next();
  while (step.done !== true) {
    most = Math.max(most, compared);
    compared = 0;
    step = steps.next();
  }
  expect(step.value).toEqual(rows.toSorted((a, b) => a.day - b.day));
  expect(Math.max(most, compared)).toBeLessThan(5_000);
  expect([sortInSteps([], byDay).next().value, rows[0]?.at]).toEqual([[], 0]);
});
