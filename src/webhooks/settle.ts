import { and, desc, eq, gte, isNull, ne, or, sql } from 'drizzle-orm';
import type { OutboundResult } from '../base/index.ts';
import type { MailedFacts } from '../mail/index.ts';
import {
  changedRows,
  deliveries,
  events,
  forgettings,
  forgottenOrders,
  given,
  givenEach,
  givenNumber,
  givenRaw,
  limitTo,
  prepared,
  type Tx,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
} from '../storage/index.ts';
import { afterAttempt, DUE_AT_ONCE, type Health, healthAfter, type RetryPolicy } from './retry-policy.ts';
import { tellOwners } from './tell-owners.ts';
import { countWaiting } from './waiting.ts';

export interface AttemptOutcome extends OutboundResult {
  readonly endpointSeq: number;
  readonly eventSeq: number;
  readonly kind: 'scheduled' | 'resend' | 'test';
  /** The number of the scheduled attempt, from 1; 0 for an attempt that a person requested. */
  readonly attempt: number;
  readonly requestSeq: number | null;
  /**
   * The milliseconds from the due time to the start of the attempt; absent if it began on time. Only the metrics use
   * it.
   */
  readonly delayMs?: number;
  /** The end of the attempt, in milliseconds since the epoch. */
  readonly at: number;
}

const ofDelivery = and(eq(deliveries.endpointSeq, given('endpointSeq')), eq(deliveries.eventSeq, given('eventSeq')));

const lastColumns = {
  lastReason: givenRaw('reason'),
  lastHttpCode: givenRaw('httpCode'),
  lastAt: givenRaw('at'),
};

const statements = prepared((db) => ({
  endpoint: db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.seq, given('endpointSeq')))
    .prepare(),
  // The attempt number is compared before it is set, so that an outcome that arrives twice counts once.
  compareAndSet: db
    .update(deliveries)
    .set({
      state: givenRaw('state'),
      attempts: givenRaw('attempt'),
      dueAt: givenRaw('dueAt'),
      ...lastColumns,
    })
    .where(and(ofDelivery, eq(deliveries.state, 'pending'), eq(deliveries.attempts, sql`${given('attempt')} - 1`)))
    .prepare(),
  // The number of an endpoint's last attempt is read once for many attempts. A read in each insert would cost more than
  // all other work.
  lastNumber: db
    .select({ number: webhookAttempts.number })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.endpointSeq, givenNumber('endpointSeq')))
    .orderBy(desc(webhookAttempts.number))
    .limit(limitTo(1))
    .prepare(),
  record: db
    .insert(webhookAttempts)
    .values({
      ...givenEach('endpointSeq', 'number', 'eventSeq', 'kind', 'attempt', 'reason', 'httpCode'),
      responseTime: given('durationMs'),
      ...givenEach('response', 'at'),
    })
    .prepare(),
}));

/**
 * Finds an event if the client of its order was forgotten after the event. The receiver's answer may repeat the
 * client's data, so it must not be stored.
 */
const ofForgotten = prepared((db) =>
  db
    .select({ seq: events.seq })
    .from(events)
    .innerJoin(forgottenOrders, eq(forgottenOrders.orderSeq, events.orderSeq))
    .innerJoin(forgettings, eq(forgettings.seq, forgottenOrders.forgettingSeq))
    .where(
      and(
        eq(events.seq, givenNumber('eventSeq')),
        or(isNull(forgettings.finishedAt), gte(forgettings.finishedAt, events.occurredAt)),
      ),
    )
    .limit(limitTo(1))
    .prepare(),
);

const keptOf = (tx: Tx, { response, eventSeq }: AttemptOutcome): string | null =>
  response === null || ofForgotten(tx.db).get({ eventSeq }) !== undefined ? null : response;

const requestStatements = prepared((db) => ({
  endRequest: db
    .delete(webhookRequests)
    .where(eq(webhookRequests.seq, given('requestSeq')))
    .prepare(),
  stands: db.select({ state: deliveries.state }).from(deliveries).where(ofDelivery).prepare(),
  finish: db
    .insert(deliveries)
    .values({
      ...givenEach('endpointSeq', 'eventSeq'),
      state: 'delivered',
      attempts: 0,
      dueAt: DUE_AT_ONCE,
      lastReason: null,
      lastHttpCode: given('httpCode'),
      lastAt: given('at'),
    })
    .onConflictDoUpdate({
      target: [deliveries.endpointSeq, deliveries.eventSeq],
      set: { state: 'delivered', dueAt: DUE_AT_ONCE, ...lastColumns },
      setWhere: ne(deliveries.state, 'delivered'),
    })
    .prepare(),
}));

/** Records outcomes of attempts and their effects. A repeated outcome, or one of a removed endpoint, is ignored. */
export function settleAttempts(
  tx: Tx,
  policy: RetryPolicy,
  telling: MailedFacts | null,
  outcomes: readonly AttemptOutcome[],
): void {
  const byEndpoint = Map.groupBy(outcomes, (outcome) => outcome.endpointSeq);
  for (const [endpointSeq, own] of byEndpoint) settleEndpoint(tx, policy, telling, endpointSeq, own);
}

function settleEndpoint(
  tx: Tx,
  policy: RetryPolicy,
  telling: MailedFacts | null,
  endpointSeq: number,
  outcomes: readonly AttemptOutcome[],
): void {
  const endpoint = statements(tx.db).endpoint.get({ endpointSeq });
  if (endpoint === undefined || endpoint.removedAt !== null) return;
  const before: Health = endpoint;
  let health: Health = before;
  let number = statements(tx.db).lastNumber.get({ endpointSeq })?.number ?? 0;
  for (const outcome of outcomes) {
    if (!advance(tx, policy, outcome)) continue;
    number += 1;
    statements(tx.db).record.run({ ...outcome, response: keptOf(tx, outcome), number });
    const succeeded = outcome.reason === null;
    // If a requested attempt succeeds, the endpoint is healthy again. If it fails, the endpoint's health does not
    // change.
    if (outcome.kind !== 'scheduled' && !succeeded) continue;
    const verdict = healthAfter(policy, health, outcome.attempt, succeeded, outcome.at);
    health = verdict.health;
    if (telling === null) continue;
    for (const news of verdict.tell)
      tellOwners(tx, { ...telling, policy }, { ...endpoint, ...health }, news, outcome.at);
  }
  saveHealth(tx, endpointSeq, before, health);
  if (health.suspendedAt !== before.suspendedAt) tx.notify('endpoints', endpoint.workspaceSeq);
  tx.notify('settled', endpoint.workspaceSeq);
}

function advance(tx: Tx, policy: RetryPolicy, outcome: AttemptOutcome): boolean {
  const { endRequest, stands, finish } = requestStatements(tx.db);
  const succeeded = outcome.reason === null;
  const { attempt, requestSeq } = outcome;
  if (outcome.kind === 'scheduled') {
    const { state, dueAt } = afterAttempt(policy, attempt, succeeded, outcome.at);
    const isNews = changedRows(statements(tx.db).compareAndSet.run({ ...outcome, state, dueAt })) > 0;
    if (isNews && state !== 'pending') countWaiting(tx, outcome.endpointSeq, -1);
    return isNews;
  }
  if (changedRows(endRequest.run({ requestSeq })) === 0) return false;
  if (succeeded && outcome.kind === 'resend') {
    if (stands.get({ ...outcome })?.state === 'pending') countWaiting(tx, outcome.endpointSeq, -1);
    finish.run({ ...outcome });
  }
  return true;
}

function saveHealth(
  tx: Tx,
  endpointSeq: number,
  before: Health,
  { failingSince, warnedAt, suspendedAt }: Health,
): void {
  const same =
    failingSince === before.failingSince && warnedAt === before.warnedAt && suspendedAt === before.suspendedAt;
  if (same) return;
  tx.db
    .update(webhookEndpoints)
    .set({ failingSince, warnedAt, suspendedAt })
    .where(eq(webhookEndpoints.seq, endpointSeq))
    .run();
}
