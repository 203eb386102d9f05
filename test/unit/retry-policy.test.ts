import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { afterAttempt, type Health, healthAfter, WARNING_PAUSE_MS } from '../../src/webhooks/retry-policy.ts';
import { DAY, HOUR, POLICY, SECOND } from '../support/scheduling.ts';
import { START_MS } from '../support/world.ts';

test('the eighth failure or any success ends a delivery', () => {
  expect(afterAttempt(POLICY, 8, false, START_MS).state).toBe('failed');
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(afterAttempt(POLICY, attempt, true, START_MS).state).toBe('delivered');
  }
});

test('a retry schedule allows one attempt more than it has pauses, and each pause counts from a failure', () => {
  const schedules = fc.array(fc.integer({ min: 0, max: DAY }), { maxLength: 20 });
  fc.assert(
    fc.property(schedules, fc.array(fc.nat(20 * SECOND), { minLength: 25, maxLength: 25 }), (scheduleMs, took) => {
      let dueAt = START_MS;
      let attempts = 0;
      for (;;) {
        attempts += 1;
        const overAt = dueAt + (took[attempts] ?? 0);
        const next = afterAttempt({ ...POLICY, scheduleMs }, attempts, false, overAt);
        if (next.state !== 'pending') break;
        expect(next.dueAt - overAt).toBe(scheduleMs[attempts - 1] ?? -1);
        dueAt = next.dueAt;
      }
      expect(attempts).toBe(scheduleMs.length + 1);
    }),
  );
});

const WELL: Health = { failingSince: null, warnedAt: null, suspendedAt: null };

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.nat(HOUR), fc.nat(3 * DAY)),
    attempt: fc.integer({ min: 1, max: 8 }),
    succeeded: fc.boolean(),
  }),
  { maxLength: 60 },
);

test('two warnings are at least 24 hours apart, and none comes before a fourth failure', () => {
  fc.assert(
    fc.property(steps, (story) => {
      let health = WELL;
      let nowMs = START_MS;
      let warnedMs = Number.NEGATIVE_INFINITY;
      for (const { pauseMs, attempt, succeeded } of story) {
        nowMs += pauseMs;
        const verdict = healthAfter(POLICY, health, attempt, succeeded, nowMs);
        health = verdict.health;
        if (!verdict.tell.includes('warning')) continue;
        expect(succeeded).toBe(false);
        expect(attempt).toBeGreaterThanOrEqual(4);
        expect(nowMs - warnedMs).toBeGreaterThanOrEqual(WARNING_PAUSE_MS);
        warnedMs = nowMs;
      }
    }),
  );
});

test('an endpoint is suspended if a fourth or later attempt fails after five days of failures, and otherwise not', () => {
  fc.assert(
    fc.property(steps, (story) => {
      let health = WELL;
      let nowMs = START_MS;
      let firstFailureMs: number | undefined;
      for (const { pauseMs, attempt, succeeded } of story) {
        nowMs += pauseMs;
        firstFailureMs = succeeded ? undefined : (firstFailureMs ?? nowMs);
        const long = firstFailureMs !== undefined && nowMs - firstFailureMs >= 5 * DAY;
        const verdict = healthAfter(POLICY, health, attempt, succeeded, nowMs);
        const suspends = !succeeded && attempt >= 4 && long;
        expect(verdict.tell.includes('suspension')).toBe(suspends);
        if (suspends) return;
        health = verdict.health;
      }
    }),
  );
});

test.each([1, 2, 8, 100])(
  'an endpoint can be suspended at its fourth failure but not at its third, if warnings begin after %i failures',
  (warnAfter) => {
    const policy = { ...POLICY, warnAfter };
    const failing: Health = { failingSince: START_MS, warnedAt: null, suspendedAt: null };
    const nowMs = START_MS + 5 * DAY;
    expect(healthAfter(policy, failing, 3, false, nowMs).health.suspendedAt).toBeNull();
    const { health, tell } = healthAfter(policy, failing, 4, false, nowMs);
    expect([health.suspendedAt, tell.at(-1)]).toEqual([nowMs, 'suspension']);
  },
);

test.each([
  ['never warned', null, ['warning', 'suspension']],
  ['warned a day ago', START_MS + 4 * DAY, ['warning', 'suspension']],
  ['warned an hour ago', START_MS + 5 * DAY - HOUR, ['suspension']],
])(
  'the suspension of an endpoint also sends a warning, unless the last warning is less than a day old: %s',
  (_, warnedAt, told) => {
    const failing: Health = { failingSince: START_MS, warnedAt, suspendedAt: null };
    expect(healthAfter(POLICY, failing, 4, false, START_MS + 5 * DAY).tell).toEqual(told as never);
  },
);

test('a failure after the suspension causes no mail', () => {
  const suspended: Health = { failingSince: START_MS, warnedAt: null, suspendedAt: START_MS + 5 * DAY };
  expect(healthAfter(POLICY, suspended, 8, false, START_MS + 9 * DAY).tell).toEqual([]);
});
