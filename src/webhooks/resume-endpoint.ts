import { and, eq, isNull, max } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { events, type Tx, webhookAttempts, webhookEndpoints } from '../storage/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';

interface ResumeResult {
  readonly wasSuspended: boolean;
  readonly resumed: boolean;
}

/**
 * Ends a suspension. Waiting deliveries are sent, and earlier failures no longer count.
 * @param afterTest the endpoint resumes only if this test event has arrived there
 * @returns whether the endpoint was suspended, and whether this call resumed it; undefined without such an endpoint
 */
export function resumeEndpoint(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, afterTest }: { readonly id: string; readonly afterTest?: string | undefined },
): Promise<ResumeResult | undefined> {
  return storage.write((tx) => {
    const endpoint = findEndpoint(tx.db, workspace, id);
    if (endpoint === undefined) return undefined;
    if (endpoint.suspendedAt === null) return { wasSuspended: false, resumed: false };
    if (afterTest !== undefined && !hasArrived(tx, endpoint, afterTest)) return { wasSuspended: true, resumed: false };
    tx.db
      .update(webhookEndpoints)
      .set({ suspendedAt: null, failingSince: null, resumedAfter: lastNumber(tx, endpoint), updatedAt: tx.now })
      .where(eq(webhookEndpoints.seq, endpoint.seq))
      .run();
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'webhook_endpoint.resumed', subject: id });
    tx.notify('endpoints', endpoint.workspaceSeq);
    return { wasSuspended: true, resumed: true };
  });
}

const lastNumber = (tx: Tx, { seq }: EndpointRow): number =>
  tx.db
    .select({ number: max(webhookAttempts.number) })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.endpointSeq, seq))
    .get()?.number ?? 0;

function hasArrived(tx: Tx, endpoint: EndpointRow, eventId: string): boolean {
  if (!isUuid(eventId)) return false;
  const success = and(
    eq(webhookAttempts.endpointSeq, endpoint.seq),
    eq(webhookAttempts.kind, 'test'),
    isNull(webhookAttempts.reason),
    eq(events.id, eventId),
  );
  const found = tx.db
    .select({ number: webhookAttempts.number })
    .from(webhookAttempts)
    .innerJoin(events, eq(events.seq, webhookAttempts.eventSeq))
    .where(success)
    .limit(1)
    .get();
  return found !== undefined;
}
