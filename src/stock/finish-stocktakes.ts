/**
 * Applies or drops a stocktake a few rows at a time, and saves its progress. Otherwise a long stocktake would block the
 * writes of every shop for seconds.
 */

import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { nextTurn } from '../base/index.ts';
import {
  changedRows,
  type InPieces,
  type Storage,
  stocktakeCounts,
  stocktakes,
  type Tx,
  workspaces,
} from '../storage/index.ts';
import { workspaceColumns, writeAudit } from '../workspaces/index.ts';
import { type MovementAuthor, move } from './movements.ts';

/** The maximum number of differences that one transaction adds to the ledger. Adding them takes some 5 ms. */
const MOVES = 60;
/** The number of differences after which the work pauses, so that other requests are served. */
const PIECE = 12;
/**
 * The maximum number of rows of `stocktakeCounts` that one transaction reads or deletes. This takes a millisecond or
 * two.
 */
const COUNTS = 1_000;

type Row = typeof stocktakes.$inferSelect;

/** Finishes the stocktakes that an earlier process left half done. */
export async function finishStocktakes(storage: Storage): Promise<void> {
  const left = storage.read
    .select({ stocktake: stocktakes, workspace: workspaceColumns })
    .from(stocktakes)
    .innerJoin(workspaces, eq(workspaces.seq, stocktakes.workspaceSeq))
    .where(isNotNull(stocktakes.doing))
    .all();
  for (const { stocktake, workspace } of left) {
    const actor = { type: stocktake.byType ?? 'system', id: stocktake.byId };
    await finishStocktake(storage, { workspace, actor, requestId: null }, stocktake.id);
  }
}

/**
 * Finishes one stocktake. Two callers may do so at the same time: each part of the work is still done only once. The
 * stocktake is found by its id, because another workspace may get the seq of a dropped one.
 */
export async function finishStocktake(storage: Storage, mover: MovementAuthor, id: string): Promise<void> {
  let isOver = false;
  while (!isOver) {
    await nextTurn(mover.workspace.seq);
    isOver = await storage.writeInPieces((tx) => goOn(tx, mover, id));
  }
}

/** Does the next part of a stocktake's work, in one transaction. @returns true if the stocktake is finished */
function* goOn(tx: Tx, mover: MovementAuthor, id: string): InPieces<boolean> {
  const stocktake = tx.db.select().from(stocktakes).where(eq(stocktakes.id, id)).get();
  if (stocktake === undefined || stocktake.doing === null) return true;
  return stocktake.doing === 'drop' ? dropSome(tx, stocktake) : yield* applySome(tx, mover, stocktake);
}

function* applySome(tx: Tx, mover: MovementAuthor, stocktake: Row): InPieces<boolean> {
  const { seq: stocktakeSeq } = stocktake;
  const counts = tx.db
    .select({
      productSeq: stocktakeCounts.productSeq,
      delta: sql<number>`${stocktakeCounts.counted} - ${stocktakeCounts.expected}`,
    })
    .from(stocktakeCounts)
    .where(and(eq(stocktakeCounts.stocktakeSeq, stocktakeSeq), gt(stocktakeCounts.productSeq, stocktake.doneTo)))
    .orderBy(stocktakeCounts.productSeq)
    .limit(COUNTS)
    .all();
  let [moves, looked, doneTo] = [0, 0, stocktake.doneTo];
  for (const { productSeq, delta } of counts) {
    if (moves === MOVES) break;
    if (delta !== 0) {
      move(tx, mover, { id: tx.newId(), productSeq, delta, kind: 'correction', stocktakeSeq });
      moves += 1;
      if (moves % PIECE === 0) yield;
    }
    looked += 1;
    doneTo = productSeq;
  }
  const isOver = looked === counts.length && looked < COUNTS;
  const change = isOver ? { doneTo, doing: null, appliedAt: tx.now } : { doneTo };
  tx.db.update(stocktakes).set(change).where(eq(stocktakes.seq, stocktakeSeq)).run();
  if (isOver) {
    auditStocktake(tx, mover, 'stocktake.applied', stocktake, {
      countedProducts: { from: null, to: stocktake.counted },
      changed: { from: null, to: stocktake.differing },
    });
  }
  return isOver;
}

function dropSome(tx: Tx, { seq }: Row): boolean {
  const some = sql`(SELECT product_seq FROM stocktake_counts WHERE stocktake_seq = ${seq} LIMIT ${COUNTS})`;
  const counts = and(eq(stocktakeCounts.stocktakeSeq, seq), sql`${stocktakeCounts.productSeq} IN ${some}`);
  const gone = changedRows(tx.db.delete(stocktakeCounts).where(counts).run());
  if (gone === COUNTS) return false;
  tx.db.delete(stocktakes).where(eq(stocktakes.seq, seq)).run();
  return true;
}

type AuditedAs = 'stocktake.applied' | 'stocktake.dropped';
type Counts = Readonly<Record<string, { readonly from: number | null; readonly to: number | null }>>;

export function auditStocktake(tx: Tx, ctx: MovementAuthor, action: AuditedAs, { id }: Row, changes: Counts): void {
  const { workspace, actor, requestId } = ctx;
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, action, subject: id, changes });
  tx.notify('stock', workspace.seq);
}
