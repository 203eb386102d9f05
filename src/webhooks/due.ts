/**
 * The queries by which the scheduler finds due deliveries. The database does not record which deliveries have a running
 * attempt. So the queries return these deliveries too, and the scheduler must skip them.
 */

import { and, asc, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import {
  type Db,
  deliveries,
  events,
  given,
  givenNumber,
  limitTo,
  prepared,
  type Reader,
  sealedFor,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
  workspaces,
} from '../storage/index.ts';
import { DUE_AT_ONCE } from './retry-policy.ts';

export interface DueDelivery {
  readonly eventSeq: number;
  readonly orderSeq: number | null;
  /**
   * The body, which also contains the event's id (`eventIdOf`). A separate read of the id would make each attempt a
   * tenth slower.
   */
  readonly body: string;
  /** The number of attempts already made on the retry schedule. Resends by hand do not count. */
  readonly attempts: number;
  /** The planned time, in milliseconds since the epoch. For a first attempt it is the event's time. */
  readonly dueAt: number;
}

export interface DueRequest extends Omit<DueDelivery, 'attempts' | 'dueAt'> {
  readonly requestSeq: number;
  readonly endpointSeq: number;
  readonly kind: 'resend' | 'test';
}

export interface Target {
  readonly endpointSeq: number;
  readonly workspaceSeq: number;
  readonly url: string;
  /** The secrets, the current one first. The previous one follows for 24 hours after a rotation. */
  readonly secrets: readonly string[];
  /**
   * True if events may be sent. The endpoint must be on and not suspended. A seal key of this installation must decrypt
   * its secret. Its workspace must have webhooks on and a plan that includes them.
   */
  readonly active: boolean;
}

interface WaitingEndpoint {
  readonly endpointSeq: number;
  readonly workspaceSeq: number;
  /** The earliest event that waits for its first attempt. */
  readonly firstEventSeq: number | null;
  readonly nextRetryAt: number | null;
}

const isPending = eq(deliveries.state, sql`'pending'`);
const ofEndpoint = eq(deliveries.endpointSeq, givenNumber('endpointSeq'));
/**
 * The number is part of the statement. With a bound value SQLite would plan the query again each time (`givenNumber`).
 */
const AT_ONCE = sql.raw(String(DUE_AT_ONCE));
const columns = {
  eventSeq: deliveries.eventSeq,
  orderSeq: events.orderSeq,
  body: events.body,
  attempts: deliveries.attempts,
  dueAt: sql<number>`max(${deliveries.dueAt}, ${events.occurredAt})`,
};

const isOpen = and(
  eq(webhookEndpoints.enabled, sql`1`),
  isNull(webhookEndpoints.suspendedAt),
  isNull(webhookEndpoints.removedAt),
  eq(workspaces.webhooksEnabled, sql`1`),
  ne(workspaces.plan, sql`'free'`),
);

/** Exported for the test of the query plans. */
export const deliveryStatements = prepared((db) => ({
  firsts: db
    .select(columns)
    .from(deliveries)
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .where(and(ofEndpoint, isPending, eq(deliveries.dueAt, AT_ONCE), gt(deliveries.eventSeq, givenNumber('after'))))
    .orderBy(asc(deliveries.eventSeq))
    .limit(limitTo(given('limit')))
    .prepare(),
  retries: db
    .select(columns)
    .from(deliveries)
    .innerJoin(events, eq(events.seq, deliveries.eventSeq))
    .where(and(ofEndpoint, isPending, gt(deliveries.dueAt, AT_ONCE), lte(deliveries.dueAt, givenNumber('now'))))
    .orderBy(asc(deliveries.dueAt))
    .limit(limitTo(given('limit')))
    .prepare(),
  nextRetry: db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(ofEndpoint, isPending, gt(deliveries.dueAt, givenNumber('after'))))
    .orderBy(asc(deliveries.dueAt))
    .limit(limitTo(1))
    .prepare(),
}));

export const endpointStatements = prepared((db) => ({
  target: db
    .select({
      endpointSeq: webhookEndpoints.seq,
      id: webhookEndpoints.id,
      workspaceSeq: webhookEndpoints.workspaceSeq,
      url: webhookEndpoints.url,
      secret: webhookEndpoints.secret,
      previousSecret: webhookEndpoints.previousSecret,
      previousSecretUntil: webhookEndpoints.previousSecretUntil,
      active: sql<number>`${isOpen}`,
    })
    .from(webhookEndpoints)
    .innerJoin(workspaces, eq(workspaces.seq, webhookEndpoints.workspaceSeq))
    .where(and(eq(webhookEndpoints.seq, givenNumber('endpointSeq')), isNull(webhookEndpoints.removedAt)))
    .prepare(),
  waiting: db
    .select({
      endpointSeq: webhookEndpoints.seq,
      workspaceSeq: webhookEndpoints.workspaceSeq,
      firstEventSeq: sql<number | null>`(SELECT min(event_seq) FROM deliveries AS d
        WHERE d.endpoint_seq = ${webhookEndpoints.seq} AND d.state = 'pending' AND d.due_at = 0)`,
      nextRetryAt: sql<number | null>`(SELECT min(due_at) FROM deliveries AS d
        WHERE d.endpoint_seq = ${webhookEndpoints.seq} AND d.state = 'pending' AND d.due_at > 0)`,
    })
    .from(webhookEndpoints)
    .innerJoin(workspaces, eq(workspaces.seq, webhookEndpoints.workspaceSeq))
    .where(isOpen)
    .prepare(),
  last: db
    .select({ reason: webhookAttempts.reason, durationMs: webhookAttempts.responseTime })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.endpointSeq, givenNumber('endpointSeq')))
    .orderBy(desc(webhookAttempts.number))
    .limit(limitTo(1))
    .prepare(),
}));

export const requestStatements = prepared((db) => ({
  /** Reads the index once for each endpoint, however many requests the endpoint has. */
  asked: db
    .select({ seq: webhookEndpoints.seq })
    .from(webhookEndpoints)
    .where(sql`EXISTS (SELECT 1 FROM webhook_requests AS r WHERE r.endpoint_seq = ${webhookEndpoints.seq})`)
    .prepare(),
  due: db
    .select({
      requestSeq: webhookRequests.seq,
      endpointSeq: webhookRequests.endpointSeq,
      kind: webhookRequests.kind,
      eventSeq: webhookRequests.eventSeq,
      orderSeq: events.orderSeq,
      body: events.body,
    })
    .from(webhookRequests)
    // A cross join makes SQLite read the requests before the events. With an inner join, outdated statistics could make
    // SQLite read all events first.
    .crossJoin(events)
    .where(
      and(
        eq(webhookRequests.endpointSeq, givenNumber('endpointSeq')),
        gt(webhookRequests.seq, givenNumber('after')),
        eq(events.seq, webhookRequests.eventSeq),
      ),
    )
    .orderBy(asc(webhookRequests.seq))
    .limit(limitTo(given('limit')))
    .prepare(),
}));

/** Returns first attempts of an endpoint, in the order in which their events occurred. */
export const firstAttempts = (db: Db, endpointSeq: number, afterEventSeq: number, limit: number): DueDelivery[] =>
  deliveryStatements(db).firsts.all({ endpointSeq, after: afterEventSeq, limit });

/** Returns the due retries of an endpoint, the most overdue first. */
export const dueRetries = (db: Db, endpointSeq: number, nowMs: number, limit: number): DueDelivery[] =>
  deliveryStatements(db).retries.all({ endpointSeq, now: nowMs, limit });

export const nextRetryAfter = (db: Db, endpointSeq: number, afterMs: number): number | undefined =>
  deliveryStatements(db).nextRetry.get({ endpointSeq, after: afterMs })?.dueAt;

export function findTarget(
  { db, secrets: sealed }: Pick<Reader, 'db' | 'secrets'>,
  endpointSeq: number,
  nowMs: number,
): Target | undefined {
  const row = endpointStatements(db).target.get({ endpointSeq });
  if (row === undefined) return undefined;
  const { id, secret, previousSecret, previousSecretUntil, active, ...target } = row;
  const overlaps = previousSecret !== null && previousSecretUntil !== null && nowMs < previousSecretUntil;
  const open = (text: string): string | undefined => sealed.open(text, sealedFor.endpoint(id));
  const present = open(secret);
  const before = overlaps ? open(previousSecret) : undefined;
  const secrets = [present, before].filter((it) => it !== undefined);
  return { ...target, secrets, active: active === 1 && present !== undefined };
}

export function lastAttempt(
  db: Db,
  endpointSeq: number,
): { readonly succeeded: boolean; readonly durationMs: number } | undefined {
  const last = endpointStatements(db).last.get({ endpointSeq });
  return last && { succeeded: last.reason === null, durationMs: last.durationMs };
}

export const waitingEndpoints = (db: Db): WaitingEndpoint[] =>
  endpointStatements(db)
    .waiting.all()
    .filter((row) => row.firstEventSeq !== null || row.nextRetryAt !== null);

export const askedEndpoints = (db: Db): number[] =>
  requestStatements(db)
    .asked.all()
    .map(({ seq }) => seq);

/**
 * Returns people's requests to send something to an endpoint, oldest first.
 * @param afterSeq the seq of the last request already read
 */
export const dueRequests = (db: Db, endpointSeq: number, afterSeq: number, limit: number): DueRequest[] =>
  requestStatements(db).due.all({ endpointSeq, after: afterSeq, limit });
