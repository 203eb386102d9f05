import { and, eq } from 'drizzle-orm';
import { AppError, isUuid } from '../base/index.ts';
import { events, insertedSeq, type Tx, webhookRequests } from '../storage/index.ts';
import { hasAutomation, type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';
import { type EventType, sampleType, TEST_EVENT, testEventBody } from './events.ts';
import { planRequired } from './plan.ts';
import { sampleBody } from './samples.ts';

/** Something that a person asked to have sent; `findOutcome` tells what became of it. */
export interface SendRequest {
  readonly eventId: string;
  readonly endpointSeq: number;
  readonly requestSeq: number;
}

const noEndpoint = (): AppError => new AppError({ rule: 'no_endpoint' });

function getEndpoint(tx: Tx, workspace: Workspace, id: string): EndpointRow {
  const endpoint = findEndpoint(tx.db, workspace, id);
  if (endpoint === undefined) throw noEndpoint();
  if (!hasAutomation(workspace)) throw planRequired();
  return endpoint;
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
 * Sends an event of a type of its own, so that a receiver can tell it from an order's; or a sample of an event, with
 * ids of zeros. Both go out whatever the endpoint has selected and in whatever state it is.
 *
 * @param event to send a sample of; left out, a test event
 * @throws not_found, plan_required
 */
export function sendTest(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, event }: { readonly id: string; readonly event?: EventType | undefined },
): Promise<SendRequest> {
  return storage.write((tx) => {
    const endpoint = getEndpoint(tx, workspace, id);
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
 * Sends one event again, at once and beside its schedule, which goes on as it was unless this succeeds.
 *
 * @throws not_found when endpoint or event is not there; plan_required
 */
export function resendEvent(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, eventId }: { readonly id: string; readonly eventId: string },
): Promise<SendRequest> {
  return storage.write((tx) => {
    const endpoint = getEndpoint(tx, workspace, id);
    const event = isUuid(eventId)
      ? tx.db
          .select({ seq: events.seq })
          .from(events)
          .where(and(eq(events.id, eventId), eq(events.workspaceSeq, workspace.seq)))
          .get()
      : undefined;
    if (event === undefined) throw new AppError({ rule: 'no_event' });
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
