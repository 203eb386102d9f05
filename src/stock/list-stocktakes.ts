import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { AppError, isUuid } from '../base/index.ts';
import { products, stocktakeCounts, stocktakes } from '../storage/index.ts';
import { namesOf, type ReadCtx } from '../workspaces/index.ts';
import { listProducts, type Product, type ProductPage, searchProducts } from './list-products.ts';

export interface Stocktake {
  readonly id: string;
  readonly startedAt: number;
  readonly actorName: string | null;
  /** The time when the stocktake was applied, in milliseconds since the epoch; null until then. */
  readonly appliedAt: number | null;
  /** True while the stocktake's differences are being written to the ledger. Nobody can count in that time. */
  readonly isApplying: boolean;
  /**
   * The number of counted products. `differing` is the number of products with a count that differs from the quantity
   * in Docket.
   */
  readonly counted: number;
  readonly differing: number;
  /**
   * The value, in kopecks, of the goods that were counted beyond the quantity in Docket. Each product is valued at its
   * price when it was counted. `shortage` is the value of the missing goods.
   */
  readonly surplus: number;
  readonly shortage: number;
}

export interface CountedProduct extends Product {
  /** The counted quantity in thousandths; null if nobody counted the product. */
  readonly counted: number | null;
  /** The quantity on hand when the product was counted, in thousandths; null if nobody counted the product. */
  readonly expected: number | null;
}

/** left: nobody has counted the product yet. differing: the count differs from the quantity in Docket. */
export type StocktakePart = 'all' | 'left' | 'counted' | 'differing';

/** Excludes a dropped stocktake whose counts are still being deleted. */
export const IS_LISTED = sql`${stocktakes.doing} IS NOT 'drop'`;

/** The maximum number of stocktakes in the list. It is enough for one stocktake a week for a year. */
const LISTED = 53;

export function listStocktakes(ctx: ReadCtx): readonly Stocktake[] {
  return read(ctx, sql`${stocktakes.workspaceSeq} = ${ctx.workspace.seq}`).map(({ stocktake }) => stocktake);
}

/** @throws not_found */
export const getStocktake = (ctx: ReadCtx, id: string): Stocktake => find(ctx, id).stocktake;

function find(ctx: ReadCtx, id: string): { readonly seq: number; readonly stocktake: Stocktake } {
  const own = sql`${stocktakes.workspaceSeq} = ${ctx.workspace.seq} AND ${stocktakes.id} = ${sql.param(id, stocktakes.id)}`;
  const found = isUuid(id) ? read(ctx, own)[0] : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_stocktake' });
  return found;
}

function read(ctx: ReadCtx, where: SQL) {
  const rows = ctx.storage.read
    .select()
    .from(stocktakes)
    .where(sql`${where} AND ${IS_LISTED}`)
    .orderBy(desc(stocktakes.seq))
    .limit(LISTED)
    .all();
  const names = namesOf(
    ctx,
    rows.map(({ actorType, actorId }) => ({ type: actorType, id: actorId })),
  );
  return rows.map(({ seq, id, startedAt, appliedAt, counted, differing, surplus, shortage, actorId, doing }) => {
    const [actorName, isApplying] = [names.get(actorId ?? '') ?? null, doing !== null];
    return {
      seq,
      stocktake: { id, startedAt, appliedAt, counted, differing, surplus, shortage, actorName, isApplying },
    };
  });
}

interface CountQuery {
  readonly id: string;
  readonly part: StocktakePart;
  readonly text?: string | undefined;
  readonly category?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface CountPage {
  readonly products: readonly CountedProduct[];
  readonly nextCursor: string | null;
}

/** Lists products with their counts, by name; `query.limit` is 1 to 500. @throws not_found, invalid_cursor */
export async function listCounts(ctx: ReadCtx, { id, part, text, category, ...page }: CountQuery): Promise<CountPage> {
  const { seq } = find(ctx, id);
  const filter = { text, category, among: partOf(seq, part) };
  return withCounts(ctx, seq, await searchProducts(ctx, { filter, ...page }));
}

/**
 * Returns one page of all products by name, each with its count in the stocktake. Products that nobody counted are
 * included.
 * @param page.limit 1 to 500
 * @throws not_found, invalid_cursor
 */
export function walkCounts(
  ctx: ReadCtx,
  { id, ...page }: { readonly id: string; readonly limit: number; readonly cursor?: string | undefined },
): CountPage {
  return withCounts(ctx, find(ctx, id).seq, listProducts(ctx, page));
}

function withCounts(ctx: ReadCtx, seq: number, { products: found, nextCursor }: ProductPage): CountPage {
  const counts = countsOf(ctx, seq, found);
  const none = { counted: null, expected: null };
  return { products: found.map((product) => ({ ...product, ...(counts.get(product.id) ?? none) })), nextCursor };
}

function partOf(seq: number, part: StocktakePart): SQL | undefined {
  const has = (more: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM stocktake_counts c WHERE c.stocktake_seq = ${seq} AND c.product_seq = ${products.seq}${more})`;
  switch (part) {
    case 'all':
      return undefined;
    case 'left':
      return sql`NOT ${has(sql``)}`;
    case 'counted':
      return has(sql``);
    case 'differing':
      return has(sql` AND c.counted <> c.expected`);
  }
}

function countsOf({ storage }: ReadCtx, seq: number, page: readonly Product[]) {
  const ids = page.map(({ id }) => id);
  const rows = storage.read
    .select({ id: products.id, counted: stocktakeCounts.counted, expected: stocktakeCounts.expected })
    .from(products)
    .innerJoin(stocktakeCounts, eq(stocktakeCounts.productSeq, products.seq))
    .where(sql`${inArray(products.id, ids)} AND ${stocktakeCounts.stocktakeSeq} = ${seq}`)
    .all();
  return new Map(rows.map(({ id, counted, expected }) => [id, { counted, expected }]));
}
