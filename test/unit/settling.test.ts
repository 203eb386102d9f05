import { expect, spyOn, test } from 'bun:test';
import type { AttemptOutcome } from '../../src/webhooks/index.ts';
import { createSettling, type Report } from '../../src/worker/settling.ts';
import { until } from '../support/until.ts';
import { fakeClock } from '../support/world.ts';

const HOUR = 3_600_000;

const outcome = (eventSeq: number, at: number): AttemptOutcome => ({
  endpointSeq: 1,
  eventSeq,
  kind: 'scheduled',
  attempt: 1,
  requestSeq: null,
  reason: 'connection_closed',
  httpCode: null,
  response: null,
  durationMs: 1,
  at,
});

/** Returns a settling whose first report stays unfinished until `open` is called. */
function settlingBehindAReport() {
  const clock = fakeClock();
  const gate = Promise.withResolvers<void>();
  const reports: Report[] = [];
  const settle = async (report: Report): Promise<void> => {
    reports.push(report);
    await gate.promise;
  };
  const settling = createSettling({ clock, settle, settled() {}, failed() {} });
  const startMs = clock.now();
  settling.attempt(outcome(1, startMs));
  return { clock, settling, reports, startMs, open: gate.resolve };
}

test('when the clock is set back, the times of unwritten outcomes move back by the same amount', async () => {
  const { clock, settling, reports, startMs, open } = settlingBehindAReport();
  await until('the first report', () => reports.length === 1);
  settling.attempt(outcome(2, startMs));
  settling.mail({ seq: 7, attempts: 0, createdAt: startMs, result: 'failed', error: 'no', at: startMs });
  clock.set(startMs - 12 * HOUR);
  // This outcome arrives before the scheduler has checked the clock.
  settling.attempt(outcome(3, clock.now()));
  settling.lookAtClock();
  open();
  await settling.idle();
  const [first, second] = reports;
  expect(first?.attempts.map(({ at }) => at)).toEqual([startMs]);
  expect(second?.clockSteps).toEqual([{ kind: 'back', byMs: 12 * HOUR }]);
  expect(second?.attempts.map(({ at }) => at - startMs)).toEqual([-12 * HOUR, -12 * HOUR]);
  expect(second?.mails.map(({ at }) => at - startMs)).toEqual([-12 * HOUR]);
});

test('the recorded time of an attempt is moved back if the clock was set back after the attempt', async () => {
  const { clock, settling, reports, startMs, open } = settlingBehindAReport();
  await until('the first report', () => reports.length === 1);
  clock.set(startMs - HOUR);
  settling.attempt(outcome(2, startMs));
  open();
  await settling.idle();
  expect(reports[1]?.clockSteps).toEqual([{ kind: 'back', byMs: HOUR }]);
  expect(reports[1]?.attempts.map(({ at }) => at - startMs)).toEqual([-HOUR]);
});

test.each([
  [30, 30],
  [400, 50],
])(
  'after a large report that took %p ms, the next one waits %p ms and has all outcomes until then',
  async (tookMs, pauseMs) => {
    const clock = fakeClock();
    using pauses = spyOn(globalThis, 'setTimeout');
    const sizes: number[] = [];
    const add = (): void => {
      for (let seq = 0; seq < 300; seq += 1) settling.attempt(outcome(seq, clock.now()));
    };
    const settling = createSettling({
      clock,
      async settle({ attempts }) {
        sizes.push(attempts.length);
        clock.advance(tookMs);
      },
      settled() {
        if (sizes.length > 1) return;
        add();
        setImmediate(add);
      },
      failed() {},
    });
    add();
    await settling.idle();
    expect(sizes).toEqual([300, 600]);
    expect(pauses.mock.calls.map(([, ms]) => ms)).toEqual([pauseMs, pauseMs]);
  },
);
