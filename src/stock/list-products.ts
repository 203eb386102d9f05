import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { AppError, firstPart, isUuid, nextTurn } from '../base/index.ts';
import {
  type Db,
  foldText,
  gramsOf,
  lookUp,
  orders,
  products,
  stockMovements,
  stocktakes,
  withinWorkspace,
} from '../storage/index.ts';
import { type Authorship, namesOf, type ReadCtx } from '../workspaces/index.ts';
import type { MovementKind } from './movements.ts';
import { BY_NAME, type Part, PLACE, type Place, readPart } from './parts-by-name.ts';
import { readBarcode } from './product-fields.ts';

export interface Product {
  readonly id: string;
  readonly externalId: string;
  readonly name: string;
  readonly sku: string | null;
  /** The quantity on hand, in thousandths. */
  readonly quantity: number;
  /** The price in kopecks. */
  readonly price: number | null;
  readonly category: string | null;
  /** The warning level in thousandths: the list warns if less is on hand. */
  readonly warnBelow: number | null;
  readonly barcode: string | null;
  /** The version of the product's picture, which is part of the picture's address; null without a picture. */
  readonly picture: number | null;
}

interface ProductFilter {
  readonly text?: string | undefined;
  readonly belowZero?: boolean | undefined;
  readonly runningLow?: boolean | undefined;
  readonly category?: string | undefined;
  readonly among?: SQL | undefined;
}

export interface ProductPage {
  readonly products: readonly Product[];
  readonly nextCursor: string | null;
}

export interface Movement extends Authorship {
  readonly id: string;
  /** The change of the quantity, in thousandths. */
  readonly delta: number;
  readonly quantityAfter: number;
  readonly kind: MovementKind;
  readonly reason: string | null;
  readonly order: { readonly id: string; readonly num: string } | null;
  readonly stocktakeId: string | null;
}

interface MovementPage {
  readonly movements: readonly Movement[];
  readonly nextCursor: string | null;
}

const productColumns = {
  id: products.id,
  externalId: products.externalId,
  name: products.name,
  sku: products.sku,
  quantity: products.quantity,
  price: products.price,
  category: products.category,
  warnBelow: products.warnBelow,
  barcode: products.barcode,
  picture: products.picture,
};

function placeOf<T extends { readonly seq: number }>(cursor: string | undefined, find: (id: string) => T | undefined) {
  if (cursor === undefined) return undefined;
  const place = isUuid(cursor) ? find(cursor) : undefined;
  if (place === undefined) throw new AppError({ rule: 'list_cursor' });
  return place;
}

const ownOf = ({ workspace }: ReadCtx): SQL => sql`${products.workspaceSeq} = ${workspace.seq}`;

const IS_BELOW = sql`${products.quantity} < 0`;
const IS_LOW = sql`${products.quantity} < ${products.warnBelow}`;

const SHORT_AT_MOST = 1_000;

/** Returns the number of products below zero, up to `SHORT_AT_MOST`. */
export const countBelow = (ctx: ReadCtx): number => countShort(ctx, IS_BELOW);
/** Returns the number of products below their warning level, up to `SHORT_AT_MOST`. */
export const countLow = (ctx: ReadCtx): number => countShort(ctx, IS_LOW);

function countShort(ctx: ReadCtx, isShort: SQL): number {
  const some = sql`SELECT 1 FROM ${products} WHERE ${ownOf(ctx)} AND ${isShort} LIMIT ${SHORT_AT_MOST}`;
  return ctx.storage.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM (${some})`)[0]?.count ?? 0;
}

const CATEGORIES_AT_MOST = 200;

/** Lists the categories in use, sorted by name. Each costs one search of the index, however many products it has. */
export function listCategories({ storage, workspace }: ReadCtx): string[] {
  const next = (after: SQL): SQL =>
    sql`(SELECT min(category) FROM products WHERE workspace_seq = ${workspace.seq} AND category > ${after})`;
  return storage.read
    .all<{ name: string }>(
      sql`WITH RECURSIVE used (name) AS (
        SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`used.name`)} FROM used WHERE used.name IS NOT NULL
      ) SELECT name FROM used WHERE name IS NOT NULL LIMIT ${CATEGORIES_AT_MOST}`,
    )
    .map(({ name }) => name);
}

const placeOfCursor = (ctx: ReadCtx, cursor: string | undefined): Place | undefined =>
  placeOf(cursor, (id) =>
    ctx.storage.read
      .select(PLACE)
      .from(products)
      .where(sql`${ownOf(ctx)} AND ${products.id} = ${sql.param(id, products.id)}`)
      .get(),
  );

const listOf = (few: string): SQL => sql`json_each(${few}) AS few`;
const IS_LISTED = sql`${products.seq} = few.value`;

interface Wanted extends Part {
  readonly where: readonly SQL[];
  readonly limit: number;
  /**
   * The seqs of all products that may match, as a JSON list. A cross join makes SQLite look up these products first.
   */
  readonly few?: string | undefined;
}

/** Lists the products that meet all conditions, sorted by name. */
function findByName({ storage }: ReadCtx, { where, limit, few, ...part }: Wanted): Product[] {
  return readPart(part, limit, (range, most) => {
    const select = storage.read.select(productColumns);
    const all = and(...where, range);
    if (few === undefined) return select.from(products).where(all).orderBy(BY_NAME).limit(most).all();
    const found = select.from(listOf(few)).crossJoin(products);
    return found.where(and(all, IS_LISTED)).orderBy(BY_NAME).limit(most).all();
  });
}

/**
 * Cuts off the row beyond the page, and creates the cursor of the next page.
 * @param rows one row more than the page, if another page follows
 */
function pageOf(rows: readonly Product[], limit: number): ProductPage {
  const page = rows.slice(0, limit);
  return { products: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

interface ProductQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * @param limit 1 to 500
 * @throws invalid_cursor
 */
export function listProducts(ctx: ReadCtx, { limit, cursor }: ProductQuery): ProductPage {
  const after = placeOfCursor(ctx, cursor);
  return pageOf(findByName(ctx, { where: [ownOf(ctx)], limit: limit + 1, after }), limit);
}

/**
 * Lists the products that have a price, sorted by category. Products without a category come last. @param limit 1 to
 * 500
 */
export function listPriced(ctx: ReadCtx, limit: number): Pick<ProductPage, 'products'> & { readonly more: boolean } {
  const find = (filed: SQL, most: number): Product[] =>
    ctx.storage.read
      .select(productColumns)
      .from(products)
      .where(sql`${ownOf(ctx)} AND ${products.price} IS NOT NULL AND ${products.category} ${filed}`)
      .orderBy(sql`${products.category}, ${BY_NAME}`)
      .limit(most)
      .all();
  const filed = find(sql`IS NOT NULL`, limit + 1);
  const all = [...filed, ...find(sql`IS NULL`, limit + 1 - filed.length)];
  return { products: all.slice(0, limit), more: all.length > limit };
}

/**
 * The maximum number of rows that one step checks if no words are searched for. With more words, a step checks fewer
 * rows, so that it takes only a millisecond or two. `fitting` lowers the number further if the texts of the rows are
 * long.
 */
const LOOKED_AT = 4_000;
const rowsFor = (words: readonly string[]): number => Math.ceil(LOOKED_AT / (words.length + 1));
/**
 * The maximum number of rows in the first step of a search. It is small, because the length of the texts is not known
 * yet. Each long text costs another read of a database page.
 */
const WEIGHED_FIRST = 250;

/**
 * Returns true if a filter excludes some of the products that are below zero or run low. A search through these
 * products may be long, so it must run in steps.
 */
const isNarrowed = ({ category, among, belowZero, runningLow }: ProductFilter): boolean =>
  category !== undefined || among !== undefined || (belowZero === true && runningLow === true);

/**
 * Finds the products that match a filter, sorted by name. If few products contain the words, an index finds them. The
 * index cannot help with many products, long texts or words without trigrams. The products are then checked in steps,
 * because there may be half a million.
 * @throws invalid_cursor
 */
export async function searchProducts(
  ctx: ReadCtx,
  { filter, limit, cursor }: ProductQuery & { readonly filter: ProductFilter },
): Promise<ProductPage> {
  const words = foldText(filter.text ?? '')
    .split(' ')
    .filter((word) => word !== '');
  await nextTurn(ctx.workspace.seq);
  const few = findFew(ctx.storage.read, words);
  const where: SQL[] = [
    few === undefined ? ownOf(ctx) : sql`+${ownOf(ctx)}`,
    ...words.map((word) => sql`instr(${products.searchText}, ${word}) > 0`),
    ...(filter.belowZero === true ? [IS_BELOW] : []),
    ...(filter.runningLow === true ? [IS_LOW] : []),
    // The plus keeps SQLite from the index of categories, which would read the whole category in each step.
    ...(filter.category === undefined ? [] : [sql`+${products.category} = ${filter.category}`]),
    ...(filter.among === undefined ? [] : [filter.among]),
  ];
  // One index has the products with stock below zero, sorted by name. Another index has those that run low. A search by
  // only one of these conditions takes one query on the index, and no steps.
  const isShort = filter.belowZero === true || filter.runningLow === true;
  const isWalked = few === undefined && !(isShort && words.length === 0 && !isNarrowed(filter));
  const rows: Product[] = [];
  let after = placeOfCursor(ctx, cursor);
  let upTo: Place | undefined;
  let most = Math.min(rowsFor(words), WEIGHED_FIRST);
  do {
    await nextTurn(ctx.workspace.seq);
    if (isWalked) [upTo, most] = nextStep(ctx, after, { most, words });
    rows.push(...findByName(ctx, { where, limit: limit + 1 - rows.length, few, after, upTo }));
    after = upTo;
  } while (rows.length <= limit && upTo !== undefined);
  return pageOf(rows, limit);
}

/** SQLite returns the length of a text in bytes without reading the text itself. */
const WEIGHT = { bytes: sql<number>`octet_length(${products.searchText})` };

/** Returns how many of these rows can be searched for the words in one step, at least one. */
const fitting = (rows: readonly { readonly bytes: number }[], words: readonly string[]): number =>
  firstPart(rows, ({ bytes }) => bytes * Math.max(1, words.length)).length;

interface StepBound {
  readonly most: number;
  readonly words: readonly string[];
}

/**
 * Plans one step through the list. Returns the step's last position, or undefined if the step reaches the end of the
 * list. Also returns the maximum number of rows for the next step.
 */
function nextStep(ctx: ReadCtx, after: Place | undefined, { most, words }: StepBound): [Place | undefined, number] {
  const { read } = ctx.storage;
  const list = read.select({ ...WEIGHT, seq: products.seq }).from(products);
  const rows = readPart({ after }, most, (range, atMost) =>
    list
      .where(and(ownOf(ctx), range))
      .orderBy(BY_NAME)
      .limit(atMost)
      .all(),
  );
  const count = fitting(rows, words);
  const isLast = count === rows.length && count < most;
  // About `count` rows will fit into the next step. The limit is twice that number, in case the texts are shorter.
  const last = isLast ? undefined : rows[count - 1];
  const place = last && read.select(PLACE).from(products).where(eq(products.seq, last.seq)).get();
  return [place, Math.min(rowsFor(words), 2 * count)];
}

/** The number of products that can be sorted by name in a millisecond or two. */
const FEW = 1_000;

/**
 * Returns the seqs, as JSON, of all products that may contain the words. Returns undefined if they are many or have
 * long texts, or if the words have no trigrams. The index covers all workspaces, so the seqs may include products of
 * other workspaces. The caller must exclude those products.
 */
function findFew(db: Db, words: readonly string[]): string | undefined {
  const grams = gramsOf(words.map((word) => [word]));
  if (grams === undefined) return undefined;
  const newest = db.all<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM products`)[0]?.seq ?? 0;
  const most = Math.min(FEW, rowsFor(words));
  const { seqs, last } = lookUp(db, 'product_search', { words: grams, newest, below: newest + 1, most });
  if (last > 0) return undefined;
  const few = JSON.stringify(seqs);
  const weights = db.select(WEIGHT).from(listOf(few)).crossJoin(products).where(IS_LISTED).all();
  return fitting(weights, words) === weights.length ? few : undefined;
}

export const findScanned = ({ storage, workspace }: ReadCtx, code: string): Product | undefined =>
  storage.read
    .select(productColumns)
    .from(products)
    .where(and(eq(products.workspaceSeq, workspace.seq), eq(products.barcode, readBarcode(code))))
    .get();

/** @throws not_found */
export function getProduct({ storage, workspace }: ReadCtx, id: string): Product {
  const found = isUuid(id)
    ? storage.read
        .select(productColumns)
        .from(products)
        .where(sql`${products.workspaceSeq} = ${workspace.seq} AND ${products.id} = ${sql.param(id, products.id)}`)
        .get()
    : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_product' });
  return found;
}

export const nameProducts = ({ storage, workspace }: ReadCtx, ids: readonly string[]): [string, string][] =>
  storage.read
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(withinWorkspace(products.workspaceSeq, workspace.seq), inArray(products.id, ids.filter(isUuid))))
    .all()
    .map(({ id, name }) => [id, name]);

/**
 * Lists a product's ledger. A line is only ever removed together with its product. @throws not_found, invalid_cursor
 */
export function listMovements(
  { storage, workspace }: ReadCtx,
  {
    productId,
    limit,
    cursor,
  }: { readonly productId: string; readonly limit: number; readonly cursor?: string | undefined },
): MovementPage {
  getProduct({ storage, workspace }, productId);
  const db = storage.read;
  const ofProduct = sql`${stockMovements.productSeq} = (SELECT p.seq FROM products p WHERE p.id = ${sql.param(productId, products.id)})`;
  const before = placeOf(cursor, (id) =>
    db
      .select({ seq: stockMovements.seq })
      .from(stockMovements)
      .where(sql`${ofProduct} AND ${stockMovements.id} = ${sql.param(id, stockMovements.id)}`)
      .get(),
  );
  const rows = db
    .select({ movement: stockMovements, order: { id: orders.id, num: orders.num }, stocktakeId: stocktakes.id })
    .from(stockMovements)
    .leftJoin(orders, sql`${orders.seq} = ${stockMovements.orderSeq}`)
    .leftJoin(stocktakes, sql`${stocktakes.seq} = ${stockMovements.stocktakeSeq}`)
    .where(before === undefined ? ofProduct : sql`${ofProduct} AND ${stockMovements.seq} < ${before.seq}`)
    .orderBy(sql`${stockMovements.seq} DESC`)
    .limit(limit + 1)
    .all()
    .map(({ movement, ...of }) => ({
      ...movement,
      ...of,
      actor: { type: movement.actorType, id: movement.actorId },
    }));
  const page = rows.slice(0, limit);
  const names = namesOf(
    { storage, workspace },
    page.map(({ actor }) => actor),
  );
  return {
    movements: page.map((row) => ({
      id: row.id,
      at: row.at,
      delta: row.delta,
      quantityAfter: row.quantityAfter,
      kind: row.kind,
      reason: row.reason,
      order: row.order,
      stocktakeId: row.stocktakeId,
      requestId: row.requestId,
      actor: row.actor,
      actorName: names.get(row.actor.id ?? '') ?? null,
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
