import { and, desc, eq } from 'drizzle-orm';
import { type Db, deliveries, events, webhookAttempts } from '../storage/index.ts';
import { type ReadCtx, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { findTarget } from './due.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';
import { findEvent, toldType } from './events.ts';
import { type AttemptRecord, attemptColumns, withStatus } from './history.ts';
import { ladderOf, type ScheduledAttempt } from './ladder.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { requestHeaders } from './sign.ts';

export interface DeliveryRecord {
  readonly eventId: string;
  readonly type: string;
  /** The body, byte for byte as it is sent. */
  readonly body: string;
  /** The state of the delivery; null for a test or a missed event, which has no schedule. */
  readonly state: 'pending' | 'delivered' | 'failed' | null;
  readonly ladder: readonly ScheduledAttempt[];
  /** The newest attempts, newest first. */
  readonly tries: readonly AttemptRecord[];
}

export function readDelivery(
  { storage, policy, workspace, nowMs }: ReadCtx & { readonly policy: RetryPolicy; readonly nowMs: number },
  { id, eventId }: { readonly id: string; readonly eventId: string },
): DeliveryRecord | undefined {
  const db = storage.read;
  const endpoint = findEndpoint(db, workspace, id);
  const event = findEvent(db, workspace, eventId);
  if (endpoint === undefined || event === undefined) return undefined;
  const delivery = db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.endpointSeq, endpoint.seq), eq(deliveries.eventSeq, event.seq)))
    .get();
  const tries = triesOf(db, endpoint, event.seq);
  // `tries` has only the newest attempts. They may all be resends by hand, so the scheduled attempts are read
  // separately.
  const scheduled = (): AttemptRecord[] => triesOf(db, endpoint, event.seq, 'scheduled');
  return {
    eventId: event.id,
    type: toldType(event.type),
    body: event.body,
    state: delivery?.state ?? null,
    ladder: delivery === undefined ? [] : ladderOf(policy, delivery, scheduled(), nowMs),
    tries,
  };
}

const SHOWN = 50;

function triesOf(db: Db, endpoint: EndpointRow, eventSeq: number, kind?: AttemptRecord['kind']): AttemptRecord[] {
  return db
    .select(attemptColumns)
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(
      and(
        eq(webhookAttempts.eventSeq, eventSeq),
        eq(webhookAttempts.endpointSeq, endpoint.seq),
        kind === undefined ? undefined : eq(webhookAttempts.kind, kind),
      ),
    )
    .orderBy(desc(webhookAttempts.number))
    .limit(SHOWN)
    .all()
    .map(withStatus);
}

interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Signs an event's request; undefined if the workspace lacks the endpoint or event. Anyone can send the signed request
 * without Docket, so signing is recorded like a manual resend.
 */
export function signRequest(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, eventId }: { readonly id: string; readonly eventId: string },
): Promise<SignedRequest | undefined> {
  return storage.write((tx) => {
    const endpoint = findEndpoint(tx.db, workspace, id);
    const event = findEvent(tx.db, workspace, eventId);
    const target = endpoint === undefined ? undefined : findTarget(tx, endpoint.seq, tx.now);
    if (target === undefined || event === undefined) return undefined;
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.event_signed',
      subject: id,
      changes: { eventId: { from: null, to: eventId } },
    });
    return { url: target.url, headers: requestHeaders(target.secrets, event.body, tx.now), body: event.body };
  });
}
