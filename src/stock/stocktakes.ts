/**
 * A stocktake compares each count with the quantity on hand when the product was counted, and applies only the
 * difference. So orders before and after the count keep their effect. A product that nobody counted stays as it is.
 */

import { and, eq, isNull } from 'drizzle-orm';
import { AppError, type Issue, isUuid, MAX_KOPECKS, validationFailed } from '../base/index.ts';
import { stocktakeCounts, stocktakes, type Tx, uncheckedOf } from '../storage/index.ts';
import { getProduct } from './change-products.ts';
import { auditStocktake, finishStocktake } from './finish-stocktakes.ts';
import { IS_LISTED } from './list-stocktakes.ts';
import type { MovementAuthor, StockCtx } from './movements.ts';
import { readWarning } from './product-fields.ts';

/** The bound on the worth of one difference, in kopecks. It keeps sums small enough for the database. */
const MOST_WORTH = MAX_KOPECKS;

type Row = typeof stocktakes.$inferSelect;

function findRow(tx: Tx, { workspace }: MovementAuthor, id: string): Row {
  const found = isUuid(id)
    ? tx.db
        .select()
        .from(stocktakes)
        .where(and(eq(stocktakes.workspaceSeq, workspace.seq), eq(stocktakes.id, id), IS_LISTED))
        .get()
    : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_stocktake' });
  return found;
}

function findOpen(tx: Tx, ctx: MovementAuthor, id: string): Row {
  const found = findRow(tx, ctx, id);
  if (found.appliedAt !== null || found.doing !== null) throw new AppError({ rule: 'stocktake_over' });
  return found;
}

/**
 * Starts a stocktake, or returns the one that is still open, even if it is being applied.
 * @returns the id of the stocktake
 */
export function startStocktake(ctx: StockCtx): Promise<string> {
  return ctx.storage.write((tx) => {
    const workspaceSeq = ctx.workspace.seq;
    const open = tx.db
      .select({ id: stocktakes.id })
      .from(stocktakes)
      .where(and(eq(stocktakes.workspaceSeq, workspaceSeq), isNull(stocktakes.appliedAt), IS_LISTED))
      .get();
    if (open !== undefined) return open.id;
    const id = tx.newId();
    const { type: actorType, id: actorId } = ctx.actor;
    tx.db.insert(stocktakes).values({ id, workspaceSeq, actorType, actorId, startedAt: tx.now }).run();
    tx.notify('stock', workspaceSeq);
    return id;
  });
}

interface Count {
  readonly id: string;
  readonly productId: string;
  /** The counted pieces; null removes the count. */
  readonly pieces: number | null;
}

/**
 * Saves, replaces or removes a count. Returns the quantity on hand in thousandths; null if the count was removed.
 * @throws not_found, precondition_failed, validation_failed
 */
export async function countProduct(ctx: StockCtx, { id, productId, pieces }: Count): Promise<number | null> {
  const issues: Issue[] = [];
  const counted = pieces === null ? null : readWarning('counted', pieces, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const stocktake = findOpen(tx, ctx, id);
    const product = getProduct(tx, ctx, productId);
    const key = { stocktakeSeq: stocktake.seq, productSeq: product.seq };
    if (counted === null) {
      const { stocktakeSeq, productSeq } = stocktakeCounts;
      const own = and(eq(stocktakeSeq, key.stocktakeSeq), eq(productSeq, key.productSeq));
      tx.db.delete(stocktakeCounts).where(own).run();
    } else {
      const { quantity: expected, price } = product;
      const kept = { counted, expected, worth: worthOf(counted - expected, price ?? 0) };
      const { stocktakeSeq, productSeq } = stocktakeCounts;
      tx.db
        .insert(stocktakeCounts)
        .values({ ...key, ...kept })
        .onConflictDoUpdate({ target: [stocktakeSeq, productSeq], set: kept })
        .run();
    }
    tx.notify('stock', ctx.workspace.seq);
    return counted === null ? null : product.quantity;
  });
}

/**
 * Returns the worth of a difference in kopecks, below 0 for missing goods.
 * @param delta in thousandths
 * @param price in kopecks
 */
function worthOf(delta: number, price: number): number {
  const worth = Math.min(Math.round((Math.abs(delta) * price) / 1000), MOST_WORTH);
  return delta < 0 ? -worth : worth;
}

/**
 * Writes the differences to the ledger a few at a time, and returns the number of changed products. After a crash, the
 * next process continues. A repeated call changes nothing.
 * @throws not_found
 */
export async function applyStocktake(ctx: StockCtx, id: string): Promise<number> {
  const { differing } = await ctx.storage.write((tx) => {
    const stocktake = findRow(tx, ctx, id);
    if (stocktake.appliedAt === null && stocktake.doing === null) {
      const { type: byType, id: byId } = ctx.actor;
      tx.db.update(stocktakes).set({ doing: 'apply', byType, byId }).where(eq(stocktakes.seq, stocktake.seq)).run();
      tx.notify('stock', ctx.workspace.seq);
    }
    return stocktake;
  });
  await finishStocktake(uncheckedOf(ctx.storage), ctx, id);
  return differing;
}

/** @throws not_found, precondition_failed */
export async function dropStocktake(ctx: StockCtx, id: string): Promise<void> {
  await ctx.storage.write((tx) => {
    const stocktake = findOpen(tx, ctx, id);
    tx.db.update(stocktakes).set({ doing: 'drop' }).where(eq(stocktakes.seq, stocktake.seq)).run();
    auditStocktake(tx, ctx, 'stocktake.dropped', stocktake, { countedProducts: { from: stocktake.counted, to: null } });
  });
  await finishStocktake(uncheckedOf(ctx.storage), ctx, id);
}
