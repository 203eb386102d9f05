/**
 * The demo's webhooks, with a month of good and failed attempts. No real receiver gets a request: the first webhook is
 * switched off, the other hosts do not resolve. The second is being retried, the third suspended.
 */

import { DAY_MS, type FailureReason, HOUR_MS, parseDurations, type Random } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import {
  type AttemptOutcome,
  addEndpoint,
  afterAttempt,
  DEFAULT_RETRY_SCHEDULE,
  type DueDelivery,
  EVENT_TYPES,
  firstAttempts,
  type RetryPolicy,
  settleAttempts,
  updateEndpoint,
  waitingEndpoints,
} from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { COMMAND_ACTOR } from './command.ts';

const POLICY: RetryPolicy = {
  scheduleMs: parseDurations('the schedule', DEFAULT_RETRY_SCHEDULE),
  warnAfter: 4,
  suspendAfterMs: 5 * DAY_MS,
};
const PAGE = 500;
/** example.com belongs to no shop, and no real name ends in .invalid (RFC 2606). */
const ENDPOINTS = [
  { url: 'https://shop.example.com/docket', events: EVENT_TYPES },
  { url: 'https://till.invalid/hooks/orders', events: ['order.created', 'order.payment.created'] },
  { url: 'https://crm.invalid/docket', events: ['order.created', 'order.status.changed'] },
] as const;
const [OFF, FAILING, SUSPENDED] = [0, 1, 2];
const FAILING_SINCE_MS = 20 * HOUR_MS;
const SUSPENDED_SINCE_MS = 9 * DAY_MS;
const unchecked = { check: async (url: string) => ({ url, problem: null }) };

interface Fault {
  readonly reason: FailureReason;
  readonly httpCode: number | null;
  readonly response: string | null;
  readonly durationMs: number;
}

const BUSY: Fault = { reason: 'status', httpCode: 503, response: 'Service Unavailable', durationMs: 41 };
const SLOW: Fault = { reason: 'timeout', httpCode: null, response: null, durationMs: 15_000 };
const GONE: Fault = { reason: 'name_not_found', httpCode: null, response: null, durationMs: 12 };
const BROKEN: Fault = { reason: 'status', httpCode: 500, response: 'Internal Server Error', durationMs: 870 };

/**
 * Adds the endpoints. Must be called before the orders are made, so that their events have a receiver.
 * @returns the ids of the endpoints
 */
export async function addDemoEndpoints(ctx: Ctx, random: Random): Promise<string[]> {
  const ids: string[] = [];
  for (const endpoint of ENDPOINTS) {
    const deps = { random, outbound: unchecked };
    ids.push(
      (await addEndpoint({ storage: ctx.storage, ...deps, workspace: ctx.workspace, actor: COMMAND_ACTOR }, endpoint))
        .id,
    );
  }
  return ids;
}

/**
 * Adds each delivery's attempts up to now, successful and failed ones. Must be called after the orders are made. No
 * mail is sent about the failed attempts.
 */
export async function makeDemoAttempts(ctx: Ctx, ids: readonly string[], nowMs: number): Promise<number> {
  let made = 0;
  for (const [which, { endpointSeq }] of waitingEndpoints(ctx.storage.read).entries()) {
    made += await settleAll(ctx.storage, endpointSeq, which, nowMs);
  }
  const off = ids[OFF];
  if (off !== undefined) {
    await updateEndpoint(
      { storage: ctx.storage, outbound: unchecked, workspace: ctx.workspace, actor: COMMAND_ACTOR },
      { id: off, enabled: false },
    );
  }
  return made;
}

async function settleAll(storage: Storage, endpointSeq: number, which: number, nowMs: number): Promise<number> {
  const outcomes: AttemptOutcome[] = [];
  let at = 0;
  for (let after = 0; ; ) {
    const page = firstAttempts(storage.read, endpointSeq, after, PAGE);
    for (const delivery of page) {
      at += 1;
      outcomes.push(...attemptsOf(delivery, endpointSeq, faultsOf(which, at, nowMs), nowMs));
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.eventSeq;
  }
  const told = untilSuspended(outcomes.sort((a, b) => a.at - b.at));
  for (let from = 0; from < told.length; from += PAGE) {
    await storage.write((tx) => settleAttempts(tx, POLICY, null, told.slice(from, from + PAGE)));
  }
  return told.length;
}

function untilSuspended(outcomes: readonly AttemptOutcome[]): readonly AttemptOutcome[] {
  let since: number | undefined;
  for (const [index, { reason, at, attempt }] of outcomes.entries()) {
    since = reason === null ? undefined : (since ?? at);
    const isEnough = since !== undefined && at - since >= POLICY.suspendAfterMs && attempt >= POLICY.warnAfter;
    if (isEnough) return outcomes.slice(0, index + 1);
  }
  return outcomes;
}

const occurredMs = ({ body }: DueDelivery): number => Date.parse(String(JSON.parse(body).occurredAt));

/** Returns the fault of the `attempt`th try at a moment; undefined if the try succeeds. */
type Weather = (attempt: number, atMs: number) => Fault | undefined;

function faultsOf(which: number, at: number, nowMs: number): Weather {
  const passing = at % 97 === 60 ? [SLOW, BUSY, BUSY] : at % 23 === 7 ? [BUSY] : [];
  return (attempt, atMs) => {
    if (which === FAILING && nowMs - atMs < FAILING_SINCE_MS) return GONE;
    if (which === SUSPENDED && nowMs - atMs < SUSPENDED_SINCE_MS) return BROKEN;
    return passing[attempt - 1];
  };
}

function attemptsOf(delivery: DueDelivery, endpointSeq: number, weather: Weather, nowMs: number): AttemptOutcome[] {
  const outcomes: AttemptOutcome[] = [];
  const { eventSeq } = delivery;
  let dueAt = occurredMs(delivery);
  for (let attempt = 1; dueAt < nowMs; attempt += 1) {
    const fault = weather(attempt, dueAt);
    const good = { reason: null, httpCode: 200, response: null, durationMs: 60 + ((eventSeq * 37) % 240) };
    const { durationMs, ...result } = fault ?? good;
    const overMs = dueAt + durationMs;
    outcomes.push({
      endpointSeq,
      eventSeq,
      kind: 'scheduled',
      attempt,
      requestSeq: null,
      ...result,
      durationMs,
      at: overMs,
    });
    const next = afterAttempt(POLICY, attempt, fault === undefined, overMs);
    if (next.state !== 'pending') break;
    dueAt = next.dueAt;
  }
  return outcomes;
}
