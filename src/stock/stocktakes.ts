import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { AppError, type Issue, isUuid, validationFailed } from '../base/index.ts';
import { products, stocktakeCounts, stocktakes, type Tx } from '../storage/index.ts';
import { writeAudit } from '../workspaces/index.ts';
import { getProduct } from './change-products.ts';
import { type Mover, move, type StockCtx } from './movements.ts';
import { readWarning } from './product-fields.ts';

/**
 * A stocktake: people count what lies on the shelves, product by product, and apply all that they counted at once. A
 * count is held against what was on hand at its own moment. So what orders took before and after it stays taken. A
 * product that nobody counted stays as it is.
 */

/** Kopecks. A difference may be worth more than the file can hold, and must not keep the rest from being applied. */
export const MOST_WORTH = Number.MAX_SAFE_INTEGER;
/** Differences that are put into the ledger before others are served. */
const PIECE = 50;

type Row = typeof stocktakes.$inferSelect;

const unknownStocktake = (): AppError => new AppError({ rule: 'no_stocktake' });

function findRow(tx: Tx, { workspace }: Mover, id: string): Row {
  const found = isUuid(id)
    ? tx.db
        .select()
        .from(stocktakes)
        .where(and(eq(stocktakes.workspaceSeq, workspace.seq), eq(stocktakes.id, id)))
        .get()
    : undefined;
  if (found === undefined) throw unknownStocktake();
  return found;
}

function findOpen(tx: Tx, ctx: Mover, id: string): Row {
  const found = findRow(tx, ctx, id);
  if (found.appliedAt !== null) throw new AppError({ rule: 'stocktake_over' });
  return found;
}

/** Starts a stocktake; people who start one at the same time count in the same one. @returns its id */
export function startStocktake(ctx: StockCtx): Promise<string> {
  return ctx.storage.write((tx) => {
    const workspaceSeq = ctx.workspace.seq;
    const open = tx.db
      .select({ id: stocktakes.id })
      .from(stocktakes)
      .where(and(eq(stocktakes.workspaceSeq, workspaceSeq), isNull(stocktakes.appliedAt)))
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
  /** The stocktake's. */
  readonly id: string;
  /** In Docket. */
  readonly productId: string;
  /** Null takes the count back. */
  readonly pieces: number | null;
}

/**
 * Keeps the count of a product; its last count applies.
 *
 * @returns thousandths on hand that the count is held against; null where it was taken back
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
      tx.db
        .delete(stocktakeCounts)
        .where(and(eq(stocktakeSeq, key.stocktakeSeq), eq(productSeq, key.productSeq)))
        .run();
    } else {
      const kept = { counted, expected: product.quantity };
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
 * Puts the differences into the ledger, all in one transaction. A stocktake that was applied already is left alone.
 *
 * @returns the number of products whose stock it changed
 * @throws not_found
 */
export function applyStocktake(ctx: StockCtx, id: string): Promise<number> {
  return ctx.storage.writeInPieces(function* (tx) {
    const stocktake = findRow(tx, ctx, id);
    if (stocktake.appliedAt !== null) return stocktake.differing;
    const rows = tx.db
      .select({
        productSeq: stocktakeCounts.productSeq,
        delta: sql<number>`${stocktakeCounts.counted} - ${stocktakeCounts.expected}`,
        price: products.price,
      })
      .from(stocktakeCounts)
      .innerJoin(products, eq(products.seq, stocktakeCounts.productSeq))
      .where(eq(stocktakeCounts.stocktakeSeq, stocktake.seq))
      .all();
    const differing = rows.filter(({ delta }) => delta !== 0);
    for (const [at, { productSeq, delta }] of differing.entries()) {
      move(tx, ctx, { id: tx.newId(), productSeq, delta, kind: 'correction', stocktakeSeq: stocktake.seq });
      if (at % PIECE === PIECE - 1) yield;
    }
    const outcome = { counted: rows.length, differing: differing.length, ...worthOf(differing) };
    tx.db
      .update(stocktakes)
      .set({ appliedAt: tx.now, ...outcome })
      .where(eq(stocktakes.seq, stocktake.seq))
      .run();
    const changes = {
      countedProducts: { from: null, to: outcome.counted },
      changed: { from: null, to: outcome.differing },
    };
    auditStocktake(tx, ctx, 'stocktake.applied', stocktake, changes);
    return differing.length;
  });
}

interface Difference {
  /** Thousandths. */
  readonly delta: number;
  readonly price: number | null;
}

/** Kopecks of what was there beyond the books, and of what was missing, at the prices of the list. */
function worthOf(differences: readonly Difference[]): { surplus: number; shortage: number } {
  const worth = differences.map(({ delta, price }) => Math.round((delta * (price ?? 0)) / 1000));
  const sum = (some: readonly number[]): number =>
    Math.min(
      some.reduce((all, one) => all + Math.abs(one), 0),
      MOST_WORTH,
    );
  return { surplus: sum(worth.filter((one) => one > 0)), shortage: sum(worth.filter((one) => one < 0)) };
}

/** Ends a stocktake of which nothing comes. @throws not_found, precondition_failed */
export function dropStocktake(ctx: StockCtx, id: string): Promise<void> {
  return ctx.storage.write((tx) => {
    const stocktake = findOpen(tx, ctx, id);
    const counts = tx.db.select({ number: count() }).from(stocktakeCounts);
    const counted = counts.where(eq(stocktakeCounts.stocktakeSeq, stocktake.seq)).get()?.number ?? 0;
    tx.db.delete(stocktakes).where(eq(stocktakes.seq, stocktake.seq)).run();
    auditStocktake(tx, ctx, 'stocktake.dropped', stocktake, { countedProducts: { from: counted, to: null } });
  });
}

type AuditedAs = 'stocktake.applied' | 'stocktake.dropped';
type Counts = Readonly<Record<string, { readonly from: number | null; readonly to: number | null }>>;

function auditStocktake(tx: Tx, ctx: Mover, action: AuditedAs, { id }: Row, changes: Counts): void {
  const { workspace, actor, requestId } = ctx;
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, action, subject: id, changes });
  tx.notify('stock', workspace.seq);
}
