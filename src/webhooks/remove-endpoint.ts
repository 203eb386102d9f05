import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { withoutSecrets } from '../base/index.ts';
import {
  changedRows,
  deliveries,
  type Storage,
  type Tx,
  uncheckedOf,
  waitingDeliveries,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
} from '../storage/index.ts';
import { type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { findEndpoint } from './endpoints.ts';

/** The maximum number of rows that one step deletes. Such a step takes a few milliseconds of the writer's time. */
const ROWS_A_STEP = 500;

/**
 * Removes an endpoint. From the first step on, nobody sees the endpoint and nothing is sent to it. Its history is
 * deleted in steps, with other writes between them. After a crash, the scheduler deletes the rest.
 * @returns false if the workspace has no such endpoint
 */
export async function removeEndpoint({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<boolean> {
  const endpointSeq = await storage.write((tx) => {
    const endpoint = findEndpoint(tx.db, workspace, id);
    if (endpoint === undefined) return undefined;
    tx.db
      .update(webhookEndpoints)
      .set({ removedAt: tx.now, updatedAt: tx.now })
      .where(eq(webhookEndpoints.seq, endpoint.seq))
      .run();
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      action: 'webhook_endpoint.removed',
      subject: id,
      changes: { url: { from: withoutSecrets(endpoint.url), to: null } },
    });
    tx.notify('endpoints', endpoint.workspaceSeq);
    return endpoint.seq;
  });
  if (endpointSeq === undefined) return false;
  await sweepEndpoint(uncheckedOf(storage), endpointSeq);
  return true;
}

/** Deletes the remaining rows of removed endpoints when the scheduler starts. */
export async function sweepRemovedEndpoints(storage: Storage): Promise<void> {
  const removed = storage.read
    .select({ seq: webhookEndpoints.seq })
    .from(webhookEndpoints)
    .where(isNotNull(webhookEndpoints.removedAt))
    .all();
  for (const { seq } of removed) await sweepEndpoint(storage, seq);
}

async function sweepEndpoint(storage: Storage, endpointSeq: number): Promise<void> {
  while (!(await storage.write((tx) => sweepStep(tx, endpointSeq)))) {
    // Each step is a write of its own, so that other writers run in between.
  }
}

function sweepStep(tx: Tx, endpointSeq: number): boolean {
  const removeSome = (table: typeof deliveries | typeof webhookAttempts, key: SQL, rows: SQL): number =>
    changedRows(
      tx.db
        .delete(table)
        .where(and(eq(table.endpointSeq, endpointSeq), sql`${key} IN (${rows})`))
        .run(),
    );
  const attempts = removeSome(
    webhookAttempts,
    sql`number`,
    sql`SELECT number FROM webhook_attempts WHERE endpoint_seq = ${endpointSeq} LIMIT ${ROWS_A_STEP}`,
  );
  if (attempts > 0) return false;
  const waiting = removeSome(
    deliveries,
    sql`event_seq`,
    sql`SELECT event_seq FROM deliveries WHERE endpoint_seq = ${endpointSeq} LIMIT ${ROWS_A_STEP}`,
  );
  if (waiting > 0) return false;
  tx.db.delete(webhookRequests).where(eq(webhookRequests.endpointSeq, endpointSeq)).run();
  tx.db.delete(waitingDeliveries).where(eq(waitingDeliveries.endpointSeq, endpointSeq)).run();
  tx.db
    .delete(webhookEndpoints)
    .where(inArray(webhookEndpoints.seq, [endpointSeq]))
    .run();
  return true;
}
