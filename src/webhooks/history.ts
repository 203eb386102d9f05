import { and, desc, eq, gt } from 'drizzle-orm';
import { FAILURE_REASONS, type FailureReason } from '../base/index.ts';
import { events, type Storage, webhookAttempts, webhookRequests } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { findEndpoint } from './endpoints.ts';
import type { SendRequest } from './send-now.ts';

/** One attempt as an owner reads it (contract, section 5). */
export interface AttemptRecord {
  readonly eventId: string;
  readonly type: string;
  readonly kind: 'scheduled' | 'resend' | 'test';
  /** 1 to 8 of a scheduled one; 0 of one that a person asked for. */
  readonly attempt: number;
  readonly status: 'succeeded' | 'failed';
  readonly httpCode: number | null;
  /** Milliseconds. */
  readonly responseTime: number;
  readonly reason: FailureReason | null;
  /** The first 1,024 bytes of the answer to a failed attempt. */
  readonly response: string | null;
  readonly at: number;
}

/** How many attempts the owner sees (seed, Limits). */
const SHOWN = 50;

const columns = {
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

function withStatus<T extends { readonly reason: string | null }>(row: T) {
  const status = row.reason === null ? ('succeeded' as const) : ('failed' as const);
  return { ...row, status, reason: FAILURE_REASONS.find((reason) => reason === row.reason) ?? null };
}

/** The last 50 of an endpoint, newest first; undefined when the workspace has no such endpoint. */
export function listAttempts(storage: Storage, workspace: Workspace, id: string): AttemptRecord[] | undefined {
  const endpoint = findEndpoint(storage.read, workspace, id);
  if (endpoint === undefined) return undefined;
  return storage.read
    .select(columns)
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(eq(webhookAttempts.endpointSeq, endpoint.seq))
    .orderBy(desc(webhookAttempts.number))
    .limit(SHOWN)
    .all()
    .map(withStatus);
}

/** What became of something that a person asked to have sent; undefined while it is not over. */
export function findOutcome(storage: Storage, request: SendRequest): AttemptRecord | undefined {
  const db = storage.read;
  const waiting = db
    .select({ seq: webhookRequests.seq })
    .from(webhookRequests)
    .where(eq(webhookRequests.seq, request.requestSeq))
    .get();
  if (waiting !== undefined) return undefined;
  const row = db
    .select(columns)
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
