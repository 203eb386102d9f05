import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { afterAttempt, maxAttempts } from '../../src/webhooks/index.ts';
import { ladderOf } from '../../src/webhooks/ladder.ts';
import { HOUR, MINUTE, POLICY, SECOND } from '../support/scheduling.ts';

const NOW = Date.UTC(2026, 4, 20, 9, 30);
const failed = (attempt: number, at: number) =>
  ({ kind: 'scheduled', attempt, status: 'failed', httpCode: 500, at }) as const;

test('an event before its first attempt has all eight attempts ahead at their documented times', () => {
  const ladder = ladderOf(POLICY, { state: 'pending', attempts: 0, dueAt: 0 }, [], NOW);
  expect(ladder.map(({ state }) => state)).toEqual(['next', ...Array(7).fill('coming')]);
  expect(ladder[0]?.at).toBeNull();
  expect(ladder.at(-1)?.at).toBe(NOW + 27 * HOUR + 35 * MINUTE + 5 * SECOND);
});

test('past attempts keep their times and answers, and attempt 4 is planned from the due time of attempt 3', () => {
  const dueAt = NOW + 4 * MINUTE;
  const tries = [failed(2, NOW - MINUTE), failed(1, NOW - MINUTE - 5 * SECOND)];
  const ladder = ladderOf(POLICY, { state: 'pending', attempts: 2, dueAt }, tries, NOW);
  expect(ladder.slice(0, 4)).toEqual([
    { attempt: 1, state: 'failed', at: NOW - MINUTE - 5 * SECOND, httpCode: 500 },
    { attempt: 2, state: 'failed', at: NOW - MINUTE, httpCode: 500 },
    { attempt: 3, state: 'next', at: dueAt, httpCode: null },
    { attempt: 4, state: 'coming', at: dueAt + 30 * MINUTE, httpCode: null },
  ]);
});

test('an overdue retry postpones the retries after it', () => {
  const ladder = ladderOf(POLICY, { state: 'pending', attempts: 1, dueAt: NOW - HOUR }, [failed(1, NOW - HOUR)], NOW);
  expect(ladder[2]?.at).toBe(NOW + 5 * MINUTE);
});

test('after a successful resend the remaining attempts count as unneeded, and the resend is not listed', () => {
  const tries = [
    { kind: 'resend', attempt: 0, status: 'succeeded', httpCode: 200, at: NOW } as const,
    failed(1, NOW - MINUTE),
  ];
  const ladder = ladderOf(POLICY, { state: 'delivered', attempts: 1, dueAt: 0 }, tries, NOW);
  expect(ladder.map(({ state }) => state)).toEqual(['failed', ...Array(7).fill('unneeded')]);
});

test('resending an event that was given up starts a new series of attempts', () => {
  const first = [8, 7, 6, 5, 4, 3, 2, 1].map((attempt) => failed(attempt, NOW - (9 - attempt) * HOUR));
  const tries = [failed(1, NOW), ...first];
  const ladder = ladderOf(POLICY, { state: 'pending', attempts: 1, dueAt: NOW + 5 * SECOND }, tries, NOW);
  expect(ladder.map(({ state }) => state)).toEqual(['failed', 'next', ...Array(6).fill('coming')]);
  expect(ladder[0]?.at).toBe(NOW);
});

test('the planned times of attempts match the scheduler’s, with any retry schedule', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 10 * HOUR }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(pauses, (scheduleMs) => {
      const policy = { ...POLICY, scheduleMs };
      const ladder = ladderOf(policy, { state: 'pending', attempts: 0, dueAt: 0 }, [], NOW);
      expect(ladder).toHaveLength(maxAttempts(policy));
      let at = NOW;
      for (const rung of ladder.slice(1)) {
        const step = afterAttempt(policy, rung.attempt - 1, false, at);
        expect(rung.at).toBe(step.dueAt);
        at = step.dueAt;
      }
    }),
  );
});
