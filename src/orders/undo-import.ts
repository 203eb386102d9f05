import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import type { ImportKind } from '../imports/index.ts';
import { given, importMade, imports, orders, prepared, type Storage } from '../storage/index.ts';
import { type Ctx, writeAudit } from '../workspaces/index.ts';
import { takeOut } from './delete-order.ts';
import { freeKey } from './repeat-key.ts';

const statements = prepared((db) => ({
  bySeq: db
    .select()
    .from(orders)
    .where(eq(orders.seq, given('seq')))
    .prepare(),
}));

/** Anything that happens to an order makes another version of it. */
const FIRST_VERSION = 1;

/**
 * Deletes the orders that an import made, each as by hand: with its history and its event. One that was changed since stays. The row
 * of a file that made a deleted one can be imported again.
 */
export const undoOfOrders = (storage: Storage): NonNullable<ImportKind['undo']> => ({
  takeBack(tx, { workspace, actor, requestId }, made) {
    const order = statements(tx.db).bySeq.get({ seq: made });
    if (order === undefined || order.deletedAt !== null) return 'gone';
    if (order.version !== FIRST_VERSION) return 'kept';
    const ctx: Ctx = { storage, workspace, source: order.source, actor, requestId };
    takeOut(tx, ctx, { id: order.id });
    freeKey(tx, order);
    return 'deleted';
  },
  finish(tx, { workspace, actor, requestId }, { deleted = 0, kept = 0 }) {
    const changes = { orders: { from: null, to: deleted }, kept: { from: null, to: kept } };
    writeAudit(tx, {
      workspaceSeq: workspace.seq,
      actor,
      requestId,
      subject: workspace.id,
      action: 'orders.import_undone',
      changes,
    });
    tx.notify('orders', workspace.seq);
  },
});

/** The effects that an undo of an import would have. */
interface UndoPreview {
  readonly deleted: number;
  /** Changed since, so they stay. */
  readonly kept: number;
  /** The first of those that stay. */
  readonly keptOrders: readonly { readonly id: string; readonly num: string }[];
}

const NAMED = 20;

/** Counts the effects that an undo of an import would have; of an import that is none, or not here, there are none. */
export function previewUndo(
  { storage: { read }, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  id: string,
): UndoPreview {
  const ofImport = isUuid(id) ? and(eq(imports.workspaceSeq, workspace.seq), eq(imports.id, id)) : sql`false`;
  const isChanged = ne(orders.version, FIRST_VERSION);
  const here = and(ofImport, isNull(orders.deletedAt));
  const made = eq(importMade.importSeq, imports.seq);
  const counts = read
    .select({ kept: sql<number>`coalesce(sum(${isChanged}), 0)`, all: count() })
    .from(imports)
    .innerJoin(importMade, made)
    .innerJoin(orders, eq(orders.seq, importMade.madeSeq))
    .where(here)
    .get();
  const keptOrders = read
    .select({ id: orders.id, num: orders.num })
    .from(imports)
    .innerJoin(importMade, made)
    .innerJoin(orders, eq(orders.seq, importMade.madeSeq))
    .where(and(here, isChanged))
    .limit(NAMED)
    .all();
  const { kept = 0, all = 0 } = counts ?? {};
  return { deleted: all - kept, kept, keptOrders };
}
