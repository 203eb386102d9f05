import { sql } from 'drizzle-orm';
import { auditImport, type ImportKind, type MadeRows } from '../imports/index.ts';
import { importMade, orders, type Storage } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { takeOut } from './delete-order.ts';
import { findOrderBySeq } from './order.ts';
import { freeKey } from './repeat-key.ts';

/**
 * The rows to delete when a user undoes an import of orders. An order changed since the import has a higher version and
 * is kept. An order with an unfinished schedule is also kept, because somebody relies on the schedule.
 */
export const IMPORTED_ORDERS: MadeRows = {
  table: sql`${orders}`,
  seq: sql`${orders.seq}`,
  id: sql`${orders.id}`,
  name: sql`${orders.num}`,
  isGone: sql`${orders.deletedAt} IS NOT NULL`,
  isChanged: sql`(${orders.version} <> ${importMade.version}
    OR EXISTS (SELECT 1 FROM order_schedules WHERE order_seq = ${orders.seq} AND open_from IS NOT NULL))`,
};

/**
 * Deletes the orders that an import created, as a person would: each deletion is recorded in the order's history and
 * sends an event. Orders changed since the import are kept. The row of a deleted order can be imported again.
 */
export const undoOfOrders = (storage: Storage): ImportKind['undo'] => ({
  rows: IMPORTED_ORDERS,
  takeBack(tx, { workspace, actor, requestId }, { seq }) {
    const order = findOrderBySeq(tx.db, seq);
    if (order === undefined) return;
    const ctx: Ctx = { storage, workspace, source: order.source, actor, requestId };
    takeOut(tx, ctx, { id: order.id });
    freeKey(tx, order);
  },
  finish(tx, job, { deleted = 0, kept = 0 }) {
    auditImport(tx, job, 'orders.import_undone', { orders: deleted, kept });
    tx.notify('orders', job.workspace.seq);
  },
});
