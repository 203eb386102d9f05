import { expect, test } from 'bun:test';
import { createFairQueue, type Turn } from '../../src/people/fair-queue.ts';

const stranger = (...groups: string[]): Turn => ({ known: false, groups });
const known = (person: string): Turn => ({ known: true, groups: [person] });

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A queue that runs one call at a time. Each call ends at the test's command. */
function openQueue() {
  const queue = createFairQueue(1);
  const order: string[] = [];
  const refused: string[] = [];
  let end = (): void => undefined;
  const add = (name: string, turn: Turn): Promise<void> =>
    queue
      .run(
        turn,
        () => new Error('full'),
        () => {
          order.push(name);
          return new Promise<void>((resolve) => {
            end = resolve;
          });
        },
      )
      .catch(() => void refused.push(name));
  /** Ends the running work, and resolves once the next work has begun. */
  const step = async (): Promise<void> => {
    end();
    await settle();
  };
  return { add, step, order, refused };
}

test('a caller waits for only one of many callers from another network', async () => {
  const { add, step, order } = openQueue();
  for (let at = 0; at < 20; at += 1) void add(`crowd ${at}`, stranger('203.0.113.0/24'));
  void add('honest', stranger('198.51.100.0/24'));
  await step();
  expect(order).toEqual(['crowd 0', 'honest']);
  await step();
  expect(order.at(-1)).toBe('crowd 1');
});

test('each /48 has one share of turns, divided among its /56 and /64 networks', async () => {
  const { add, step, order } = openQueue();
  for (let at = 0; at < 20; at += 1) void add(`line ${at}`, stranger('s::/48', 's:0::/56', `s:${at}::/64`));
  void add('other customer', stranger('s::/48', 's:1::/56', 's:100::/64'));
  void add('other site', stranger('t::/48', 't:0::/56', 't:0::/64'));
  for (let at = 0; at < 4; at += 1) await step();
  expect(order).toEqual(['line 0', 'other site', 'other customer', 'line 1', 'line 2']);
});

test('a known person gets a turn before all waiting strangers, and several known people take turns', async () => {
  const { add, step, order } = openQueue();
  void add('first', stranger('a'));
  void add('stranger', stranger('b'));
  for (const name of ['mine', 'mine again']) void add(name, known('me'));
  void add('yours', known('you'));
  for (let at = 0; at < 4; at += 1) await step();
  expect(order).toEqual(['first', 'mine', 'yours', 'mine again', 'stranger']);
});

test('strangers get one turn in four while a member signs in endlessly', async () => {
  const { add, step, order } = openQueue();
  for (let at = 0; at < 20; at += 1) void add('mine', known('me'));
  for (const name of ['a', 'b']) void add(name, stranger(name));
  for (let at = 0; at < 8; at += 1) await step();
  expect(order).toEqual(['mine', 'mine', 'mine', 'a', 'mine', 'mine', 'mine', 'b', 'mine']);
});

test('a full queue drops the last caller of the network with the most waiting callers', async () => {
  const { add, step, order, refused } = openQueue();
  for (let at = 0; at <= 60; at += 1) void add(`crowd ${at}`, stranger('s::/48', `s:${at}::/56`, `s:${at}::/64`));
  await settle();
  // One call is under way, and fifty wait.
  expect(refused).toHaveLength(10);
  void add('honest', stranger('t::/48', 't:0::/56', 't:0::/64'));
  void add('known', known('me'));
  await settle();
  expect(refused).not.toContain('honest');
  expect(refused).toHaveLength(11);
  for (let at = 0; at < 2; at += 1) await step();
  expect(order).toEqual(['crowd 0', 'known', 'honest']);
});

test('the next caller’s work begins after the previous caller’s work has failed', async () => {
  const queue = createFairQueue(1);
  const fails = queue.run(stranger('a'), Error, () => Promise.reject(new Error('failed')));
  const next = queue.run(stranger('a'), Error, async () => 'done');
  expect(await fails.catch((error: Error) => error.message)).toBe('failed');
  expect(await next).toBe('done');
});
