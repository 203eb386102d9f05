/**
 * The number of waiting deliveries of each endpoint is stored. A suspended endpoint may have a million, and counting
 * them would take long.
 */

import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  type Db,
  given,
  type KeptSums,
  prepared,
  type Tx,
  waitingDeliveries,
  webhookEndpoints,
} from '../storage/index.ts';

/**
 * Adds to the stored number of waiting deliveries of an endpoint. Call it whenever that number changes.
 * @param by the change of the number; negative for a decrease
 */
export function countWaiting(tx: Tx, endpointSeq: number, by: number): void {
  tx.add(keepWaiting, [endpointSeq], [by]);
}

const statements = prepared((db) => ({
  add: db
    .insert(waitingDeliveries)
    .values({ endpointSeq: given('endpointSeq'), deliveries: given('by') })
    .onConflictDoUpdate({
      target: waitingDeliveries.endpointSeq,
      set: { deliveries: sql`deliveries + excluded.deliveries` },
    })
    .prepare(),
}));

const keepWaiting: KeptSums = ({ db }, sums) => {
  for (const { key, amounts } of sums) statements(db).add.run({ endpointSeq: key[0], by: amounts[0] });
};

/**
 * Returns the number of waiting deliveries by endpoint, without removed endpoints.
 * @param workspaceSeq absent for the whole installation
 */
export function readWaiting(db: Db, workspaceSeq?: number): ReadonlyMap<number, number> {
  const here = workspaceSeq === undefined ? undefined : eq(webhookEndpoints.workspaceSeq, workspaceSeq);
  const rows = db
    .select({ seq: waitingDeliveries.endpointSeq, n: waitingDeliveries.deliveries })
    .from(waitingDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.seq, waitingDeliveries.endpointSeq))
    .where(and(isNull(webhookEndpoints.removedAt), here))
    .all();
  return new Map(rows.map(({ seq, n }) => [seq, n]));
}

/** Returns an endpoint's number of waiting deliveries at the last commit. */
export const waitingOf = (db: Db, endpointSeq: number): number =>
  db
    .select({ n: waitingDeliveries.deliveries })
    .from(waitingDeliveries)
    .where(eq(waitingDeliveries.endpointSeq, endpointSeq))
    .get()?.n ?? 0;

export const sumWaiting = (db: Db, workspaceSeq?: number): number =>
  [...readWaiting(db, workspaceSeq).values()].reduce((sum, n) => sum + n, 0);
