import { and, desc, eq, gt } from 'drizzle-orm';
import { type FailureReason, toFailureReason } from '../base/index.ts';
import { deliveries, events, type Storage, webhookAttempts, webhookRequests } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { findEndpoint } from './endpoints.ts';
import { orderOf, toldType } from './events.ts';
import type { SendRequest } from './send-now.ts';

/** One attempt as an owner sees it (contract, section 5). */
export interface AttemptRecord {
  readonly eventId: string;
  readonly type: string;
  readonly kind: 'scheduled' | 'resend' | 'test';
  /** The number of a scheduled attempt, from 1; 0 for an attempt that a person requested. */
  readonly attempt: number;
  readonly status: 'succeeded' | 'failed';
  readonly httpCode: number | null;
  /** The response time in milliseconds. */
  readonly responseTime: number;
  readonly reason: FailureReason | null;
  /** The first 1,024 bytes of the answer to a failed attempt. */
  readonly response: string | null;
  readonly at: number;
}

/** The number of attempts that the owner sees (seed, Limits). */
const SHOWN = 50;

export const attemptColumns = {
  eventId: events.id,
  type: events.type,
  kind: webhookAttempts.kind,
  attempt: webhookAttempts.attempt,
  httpCode: webhookAttempts.httpCode,
  responseTime: webhookAttempts.responseTime,
  reason: webhookAttempts.reason,
  response: webhookAttempts.response,
  at: webhookAttempts.at,
};

export function withStatus<T extends { readonly reason: string | null; readonly type: string }>(row: T) {
  const status = row.reason === null ? ('succeeded' as const) : ('failed' as const);
  return {
    ...row,
    type: toldType(row.type),
    status,
    reason: toFailureReason(row.reason),
  };
}

/** Lists the last 50 attempts of an endpoint, newest first. Returns undefined if the workspace has no such endpoint. */
export function listAttempts({ storage, workspace }: ReadCtx, id: string): AttemptRecord[] | undefined {
  const endpoint = findEndpoint(storage.read, workspace, id);
  if (endpoint === undefined) return undefined;
  return storage.read
    .select(attemptColumns)
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(eq(webhookAttempts.endpointSeq, endpoint.seq))
    .orderBy(desc(webhookAttempts.number))
    .limit(SHOWN)
    .all()
    .map(withStatus);
}

/** Finds the outcome of a requested attempt; undefined until it is finished. */
export function findOutcome(storage: Storage, request: SendRequest): AttemptRecord | undefined {
  const db = storage.read;
  const waiting = db
    .select({ seq: webhookRequests.seq })
    .from(webhookRequests)
    .where(eq(webhookRequests.seq, request.requestSeq))
    .get();
  if (waiting !== undefined) return undefined;
  const row = db
    .select(attemptColumns)
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(
      and(
        eq(webhookAttempts.endpointSeq, request.endpointSeq),
        eq(events.id, request.eventId),
        gt(webhookAttempts.number, 0),
        eq(webhookAttempts.attempt, 0),
      ),
    )
    .orderBy(desc(webhookAttempts.number))
    .limit(1)
    .get();
  return row === undefined ? undefined : withStatus(row);
}

interface ToldAttempt extends AttemptRecord {
  /** The order of the event; null for a test and for a sample. */
  readonly order: { readonly id: string; readonly num: string } | null;
  /**
   * The time of the next attempt at the same event, in milliseconds since the epoch. Null if none is planned, 0 if it
   * is due at once.
   */
  readonly nextAt: number | null;
}

export function listToldAttempts({ storage, workspace }: ReadCtx, id: string): ToldAttempt[] | undefined {
  const endpoint = findEndpoint(storage.read, workspace, id);
  if (endpoint === undefined) return undefined;
  const rows = storage.read
    .select({
      ...attemptColumns,
      body: events.body,
      state: deliveries.state,
      done: deliveries.attempts,
      dueAt: deliveries.dueAt,
    })
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .leftJoin(
      deliveries,
      and(eq(deliveries.endpointSeq, webhookAttempts.endpointSeq), eq(deliveries.eventSeq, webhookAttempts.eventSeq)),
    )
    .where(eq(webhookAttempts.endpointSeq, endpoint.seq))
    .orderBy(desc(webhookAttempts.number))
    .limit(SHOWN)
    .all();
  return rows.map(({ body, state, done, dueAt, ...row }) => {
    const isLast = row.kind === 'scheduled' && state === 'pending' && done === row.attempt;
    return { ...withStatus(row), order: orderOf(body), nextAt: isLast ? dueAt : null };
  });
}
