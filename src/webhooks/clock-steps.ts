import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { LONGEST_MAIL_PAUSE_MS } from '../mail/index.ts';
import { clockSteps, deliveries, insertedSeq, mails, type Tx, webhookEndpoints } from '../storage/index.ts';
import type { RetryPolicy } from './retry-policy.ts';

/**
 * back, forward: the clock was moved by `byMs` while this process ran. unknown: it may have been set back while no
 * process ran.
 */
export type ClockStep = { readonly kind: 'back' | 'forward'; readonly byMs: number } | { readonly kind: 'unknown' };

const LEAST_TOLD_MS = 5_000;
const KEPT = 20;

export type ReportedStep = Extract<ClockStep, { readonly byMs: number }>;
export const isTold = (step: ClockStep): step is ReportedStep => step.kind !== 'unknown' && step.byMs >= LEAST_TOLD_MS;

/** Stores the step of the clock for `docket check`, which runs in another process. */
export function noteClockStep(tx: Tx, { kind, byMs }: ReportedStep): void {
  const row = { at: tx.now, byMs: kind === 'back' ? -byMs : byMs };
  const seq = insertedSeq(tx.db.insert(clockSteps).values(row).run());
  tx.db
    .delete(clockSteps)
    .where(lte(clockSteps.seq, seq - KEPT))
    .run();
}

/**
 * Keeps the promised pauses of retries after the clock was set back. Otherwise a clock set back by an hour would delay
 * them by an hour. After a step forward, retries that became due are sent at once, as after a downtime.
 */
export function adjustDueTimes(tx: Tx, policy: RetryPolicy, step: ClockStep): void {
  if (step.kind === 'forward') return;
  const endpoints = tx.db.select({ seq: webhookEndpoints.seq }).from(webhookEndpoints).all();
  for (const { seq } of endpoints) {
    if (step.kind === 'back') shift(tx, seq, step.byMs);
    else clamp(tx, seq, policy);
  }
  if (step.kind === 'back') shiftTheRest(tx, step.byMs);
  else clampTheRest(tx);
}

const retriesOf = (endpointSeq: number) =>
  and(eq(deliveries.endpointSeq, endpointSeq), eq(deliveries.state, sql`'pending'`), gt(deliveries.dueAt, 0));

function shift(tx: Tx, endpointSeq: number, byMs: number): void {
  tx.db
    .update(deliveries)
    .set({ dueAt: sql`max(1, ${deliveries.dueAt} - ${byMs})` })
    .where(retriesOf(endpointSeq))
    .run();
}

function shiftTheRest(tx: Tx, byMs: number): void {
  tx.db
    .update(webhookEndpoints)
    .set({ failingSince: sql`${webhookEndpoints.failingSince} - ${byMs}` })
    .where(isNotNull(webhookEndpoints.failingSince))
    .run();
  tx.db
    .update(webhookEndpoints)
    .set({ warnedAt: sql`${webhookEndpoints.warnedAt} - ${byMs}` })
    .where(isNotNull(webhookEndpoints.warnedAt))
    .run();
  tx.db
    .update(mails)
    .set({ dueAt: sql`max(0, ${mails.dueAt} - ${byMs})` })
    // Before a mail's first attempt, `dueAt` is only its place in the queue. A step of the clock must not change it.
    .where(and(eq(mails.state, sql`'pending'`), gt(mails.attempts, 0)))
    .run();
}

/** Limits the wait of each retry to its scheduled pause. A clock that was set back would prolong the wait. */
function clamp(tx: Tx, endpointSeq: number, policy: RetryPolicy): void {
  for (const [index, pauseMs] of policy.scheduleMs.entries()) {
    const latest = tx.now + pauseMs;
    tx.db
      .update(deliveries)
      .set({ dueAt: latest })
      .where(and(retriesOf(endpointSeq), gt(deliveries.dueAt, latest), eq(deliveries.attempts, index + 1)))
      .run();
  }
}

/**
 * Limits the wait of each pending mail to the longest pause between tries. Sets a future `warnedAt` to now, because it
 * would delay the endpoint's next warning.
 */
function clampTheRest(tx: Tx): void {
  const warnedAhead = gt(webhookEndpoints.warnedAt, tx.now);
  tx.db.update(webhookEndpoints).set({ warnedAt: tx.now }).where(warnedAhead).run();
  const latest = tx.now + LONGEST_MAIL_PAUSE_MS;
  tx.db
    .update(mails)
    .set({ dueAt: latest })
    .where(and(eq(mails.state, sql`'pending'`), gt(mails.dueAt, latest)))
    .run();
}
