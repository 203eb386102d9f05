import type { FailureReason, Random } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import {
  type AttemptOutcome,
  addEndpoint,
  afterAttempt,
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

/** The demo's webhooks: addresses that nothing is really sent to, and attempts good and bad as a month brings them. */

const HOUR_MS = 3_600_000;
/** The seed's pauses; nobody is told of what only seems to fail. */
const POLICY: RetryPolicy = {
  scheduleMs: [5_000, 300_000, 1_800_000, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  warnAfter: Number.MAX_SAFE_INTEGER,
  suspendAfterMs: Number.MAX_SAFE_INTEGER,
};
const PAGE = 500;
/** example.com belongs to nobody's shop (RFC 2606). */
const ENDPOINTS = [
  { url: 'https://shop.example.com/docket', events: EVENT_TYPES },
  { url: 'https://till.example.com/hooks/orders', events: ['order.created', 'order.payment.created'] },
] as const;
const unchecked = { check: async (url: string) => ({ url, problem: null }) };

interface Fault {
  readonly reason: FailureReason;
  readonly httpCode: number | null;
  readonly response: string | null;
  readonly durationMs: number;
}

const BUSY: Fault = { reason: 'status', httpCode: 503, response: 'Service Unavailable', durationMs: 41 };
const SLOW: Fault = { reason: 'timeout', httpCode: null, response: null, durationMs: 15_000 };
const EXPIRED: Fault = { reason: 'certificate_expired', httpCode: null, response: null, durationMs: 63 };

/** Before the orders are made, so that they find endpoints to tell. @returns their ids */
export async function addDemoEndpoints(ctx: Ctx, random: Random): Promise<string[]> {
  const ids: string[] = [];
  for (const endpoint of ENDPOINTS) {
    const deps = { random, outbound: unchecked };
    ids.push((await addEndpoint(ctx.storage, deps, ctx.workspace, endpoint, COMMAND_ACTOR)).id);
  }
  return ids;
}

/** After them: what became of each delivery until now. The endpoints are then switched off, for nobody listens there. */
export async function makeDemoAttempts(ctx: Ctx, ids: readonly string[], nowMs: number): Promise<number> {
  let made = 0;
  for (const [which, { endpointSeq }] of waitingEndpoints(ctx.storage.read).entries()) {
    made += await settleAll(ctx.storage, endpointSeq, which, nowMs);
  }
  for (const id of ids) {
    await updateEndpoint(ctx.storage, unchecked, ctx.workspace, id, { enabled: false }, COMMAND_ACTOR);
  }
  return made;
}

async function settleAll(storage: Storage, endpointSeq: number, which: number, nowMs: number): Promise<number> {
  let made = 0;
  let at = 0;
  for (let after = 0; ; ) {
    const page = firstAttempts(storage.read, endpointSeq, after, PAGE);
    const outcomes = page.flatMap((delivery) => {
      at += 1;
      return attemptsOf(delivery, endpointSeq, faultsOf(which, at, occurredMs(delivery), nowMs), nowMs);
    });
    outcomes.sort((a, b) => a.at - b.at);
    await storage.write((tx) => settleAttempts(tx, POLICY, { publicUrl: null }, outcomes));
    made += outcomes.length;
    const last = page.at(-1);
    if (last === undefined) return made;
    after = last.eventSeq;
  }
}

const occurredMs = ({ body }: DueDelivery): number => Date.parse(String(JSON.parse(body).occurredAt));

/** Which attempts fail before one succeeds: now and then one or three, and of the till all since its certificate ran out. */
function faultsOf(which: number, at: number, occurredAtMs: number, nowMs: number): readonly Fault[] {
  if (which === 1 && nowMs - occurredAtMs < 20 * HOUR_MS) return Array(POLICY.scheduleMs.length + 1).fill(EXPIRED);
  if (at % 97 === 60) return [SLOW, BUSY, BUSY];
  return at % 23 === 7 ? [BUSY] : [];
}

function attemptsOf(
  delivery: DueDelivery,
  endpointSeq: number,
  faults: readonly Fault[],
  nowMs: number,
): AttemptOutcome[] {
  const outcomes: AttemptOutcome[] = [];
  let dueAt = occurredMs(delivery);
  for (let attempt = 1; dueAt < nowMs; attempt += 1) {
    const fault = faults[attempt - 1];
    const good = { reason: null, httpCode: 200, response: null, durationMs: 60 + ((delivery.eventSeq * 37) % 240) };
    const { durationMs, ...result } = fault ?? good;
    const overMs = dueAt + durationMs;
    outcomes.push({
      ...{ endpointSeq, eventSeq: delivery.eventSeq, kind: 'scheduled', attempt, requestSeq: null },
      ...result,
      ...{ durationMs, at: overMs },
    });
    const next = afterAttempt(POLICY, attempt, fault === undefined, overMs);
    if (next.state !== 'pending') break;
    dueAt = next.dueAt;
  }
  return outcomes;
}
