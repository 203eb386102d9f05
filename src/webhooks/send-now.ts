import { and, count, desc, eq } from 'drizzle-orm';
import { AppError, HOUR_MS, isUuid } from '../base/index.ts';
import { events, insertedSeq, type Tx, webhookAttempts, webhookRequests } from '../storage/index.ts';
import { hasAutomation, type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { type EndpointRow, getEndpoint } from './endpoints.ts';
import { type EventType, sampleType, TEST_EVENT, testEventBody } from './events.ts';
import { planRequired } from './plan.ts';
import { sampleBody } from './samples.ts';

/** A resend, test or sample that a person requested. `findOutcome` returns its outcome. */
export interface SendRequest {
  readonly eventId: string;
  readonly endpointSeq: number;
  readonly requestSeq: number;
}

/**
 * Returns an endpoint to which a person may send an event now.
 * @throws not_found, plan_required, or rate_limited if too many requests already wait
 */
function getOpenEndpoint(tx: Tx, workspace: Workspace, id: string): EndpointRow {
  const endpoint = getEndpoint(tx.db, workspace, id);
  if (!hasAutomation(workspace)) throw planRequired();
  const waiting = tx.db
    .select({ n: count() })
    .from(webhookRequests)
    .where(eq(webhookRequests.endpointSeq, endpoint.seq));
  if ((waiting.get()?.n ?? 0) >= WAITING_AT_MOST)
    throw new AppError({ rule: 'sends_waiting', most: WAITING_AT_MOST }, { retryAfter: RETRY_SECONDS });
  return endpoint;
}

/**
 * The maximum number of requested attempts that may wait for one endpoint. Further requests are refused. They may be
 * repeated after 15 s, because by then even attempts at a hanging endpoint have ended.
 */
const WAITING_AT_MOST = 20;
const RETRY_SECONDS = 15;

/**
 * The maximum number of resends of one event in an hour. A person needs only a few. More would fill the event's
 * history, which is read whenever the event is shown.
 */
const RESENDS_AN_HOUR = 20;

function refuseMoreOf(tx: Tx, endpointSeq: number, eventSeq: number): void {
  const waiting = tx.db
    .select({ n: count() })
    .from(webhookRequests)
    .where(and(eq(webhookRequests.endpointSeq, endpointSeq), eq(webhookRequests.eventSeq, eventSeq)));
  const earlier = tx.db
    .select({ at: webhookAttempts.at })
    .from(webhookAttempts)
    .where(
      and(
        eq(webhookAttempts.eventSeq, eventSeq),
        eq(webhookAttempts.endpointSeq, endpointSeq),
        eq(webhookAttempts.kind, 'resend'),
      ),
    )
    .orderBy(desc(webhookAttempts.number))
    .limit(1)
    .offset(Math.max(0, RESENDS_AN_HOUR - 1 - (waiting.get()?.n ?? 0)))
    .get();
  // An attempt with a future time was written before the clock was set back, so it does not count.
  const waitMs = earlier === undefined || earlier.at > tx.now ? 0 : earlier.at + HOUR_MS - tx.now;
  if (waitMs <= 0) return;
  const retryAfter = Math.ceil(waitMs / 1_000);
  const minutes = Math.ceil(retryAfter / 60);
  throw new AppError({ rule: 'resends', most: RESENDS_AN_HOUR, minutes }, { retryAfter });
}

function request(tx: Tx, endpoint: EndpointRow, eventSeq: number, kind: 'resend' | 'test'): number {
  const inserted = tx.db
    .insert(webhookRequests)
    .values({ endpointSeq: endpoint.seq, eventSeq, kind, createdAt: tx.now })
    .run();
  tx.notify('endpoints', endpoint.workspaceSeq);
  return insertedSeq(inserted);
}

/**
 * Sends a test event, or a sample of `event`. The endpoint may be off, or not have selected that type.
 * @throws not_found, plan_required, rate_limited
 */
export function sendTest(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, event }: { readonly id: string; readonly event?: EventType | undefined },
): Promise<SendRequest> {
  return storage.write((tx) => {
    const endpoint = getOpenEndpoint(tx, workspace, id);
    const eventId = tx.newId();
    const inserted = tx.db
      .insert(events)
      .values({
        id: eventId,
        workspaceSeq: workspace.seq,
        type: event === undefined ? TEST_EVENT : sampleType(event),
        body: event === undefined ? testEventBody(eventId, tx.now) : sampleBody(eventId, event, tx.now),
        occurredAt: tx.now,
      })
      .run();
    const requestSeq = request(tx, endpoint, insertedSeq(inserted), 'test');
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.test_sent',
      subject: id,
      ...(event === undefined ? {} : { changes: { events: { from: null, to: event } } }),
    });
    return { eventId, endpointSeq: endpoint.seq, requestSeq };
  });
}

/**
 * Resends one event at once. A success ends the event's scheduled retries; otherwise they continue unchanged.
 * @throws not_found if the endpoint or event does not exist; plan_required, rate_limited
 */
export function resendEvent(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, eventId }: { readonly id: string; readonly eventId: string },
): Promise<SendRequest> {
  return storage.write((tx) => {
    const endpoint = getOpenEndpoint(tx, workspace, id);
    // Only the seq is read, because the event's body may be as large as an order.
    const event = isUuid(eventId)
      ? tx.db
          .select({ seq: events.seq })
          .from(events)
          .where(and(eq(events.id, eventId), eq(events.workspaceSeq, workspace.seq)))
          .get()
      : undefined;
    if (event === undefined) throw new AppError({ rule: 'no_event' });
    refuseMoreOf(tx, endpoint.seq, event.seq);
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.event_resent',
      subject: id,
      changes: { eventId: { from: null, to: eventId } },
    });
    return { eventId, endpointSeq: endpoint.seq, requestSeq: request(tx, endpoint, event.seq, 'resend') };
  });
}
