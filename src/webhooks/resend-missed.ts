import { and, asc, gt } from 'drizzle-orm';
import { AppError, firstIdAt } from '../base/index.ts';
import { deliveries, events, type Storage, type Tx } from '../storage/index.ts';
import { type Actor, type Workspace, writeAudit } from '../workspaces/index.ts';
import { type EndpointRow, findEndpoint } from './endpoints.ts';
import { deliveryHere, isMissed } from './missed.ts';
import { DUE_AT_ONCE } from './retry-policy.ts';

/** A few milliseconds of the writer's time. */
const EVENTS_A_STEP = 500;

export interface Resent {
  /** Given up after the last attempt; they begin their schedule anew. */
  readonly failed: number;
  /** Occurred while the endpoint was off or suspended, and had no delivery. */
  readonly missed: number;
}

/**
 * Sends all that failed or was missed since a moment: events of the types that the endpoint has selected, not older than
 * itself. What still waits or has arrived is left alone. In steps that leave others room to write.
 *
 * @param sinceMs milliseconds since the epoch
 * @throws not_found
 */
export async function resendMissed(
  storage: Storage,
  workspace: Workspace,
  id: string,
  sinceMs: number,
  actor: Actor,
): Promise<Resent> {
  let after = firstIdAt(sinceMs);
  const total = { failed: 0, missed: 0 };
  for (;;) {
    const step = await storage.write((tx) => {
      const endpoint = findEndpoint(tx.db, workspace, id);
      if (endpoint === undefined) throw new AppError('not_found', 'There is no such endpoint in this workspace.');
      return resendStep(tx, endpoint, sinceMs, after);
    });
    total.failed += step.failed;
    total.missed += step.missed;
    if (step.lastId === undefined) break;
    after = step.lastId;
  }
  await storage.write((tx) =>
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.missed_resent',
      subject: id,
      changes: { since: { from: null, to: sinceMs }, events: { from: null, to: total.failed + total.missed } },
    }),
  );
  return total;
}

function resendStep(tx: Tx, endpoint: EndpointRow, sinceMs: number, afterId: string) {
  // Ids are in the order of their birth, so that their index serves as one of time.
  const rows = tx.db
    .select({ id: events.id, seq: events.seq, state: deliveries.state })
    .from(events)
    .leftJoin(deliveries, deliveryHere(endpoint))
    .where(and(gt(events.id, afterId), isMissed(endpoint, sinceMs)))
    .orderBy(asc(events.id))
    .limit(EVENTS_A_STEP)
    .all();
  for (const { seq } of rows) sendAnew(tx, endpoint.seq, seq);
  if (rows.length > 0) tx.notify('endpoints', endpoint.seq);
  const failed = rows.filter((row) => row.state === 'failed').length;
  return {
    failed,
    missed: rows.length - failed,
    lastId: rows.length < EVENTS_A_STEP ? undefined : rows.at(-1)?.id,
  };
}

function sendAnew(tx: Tx, endpointSeq: number, eventSeq: number): void {
  const fresh = { state: 'pending' as const, attempts: 0, dueAt: DUE_AT_ONCE };
  tx.db
    .insert(deliveries)
    .values({ endpointSeq, eventSeq, ...fresh })
    .onConflictDoUpdate({ target: [deliveries.endpointSeq, deliveries.eventSeq], set: fresh })
    .run();
}
