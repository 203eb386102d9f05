import { and, eq, sql } from 'drizzle-orm';
import { AppError, type Issue, isUuid, validationFailed } from '../base/index.ts';
import {
  type Db,
  given,
  givenEach,
  givenRaw,
  indexText,
  insertedSeq,
  prepared,
  products,
  stockMovements,
  type Tx,
} from '../storage/index.ts';
import { type Changes, diff, isSame, writeAudit } from '../workspaces/index.ts';
import { type MovementAuthor, move, type StockCtx } from './movements.ts';
import { putPicture, readPicture, type SentPicture } from './pictures.ts';
import {
  checkProduct,
  checkReason,
  type ProductFields,
  productSearchText,
  readOnHand,
  readSent,
} from './product-fields.ts';

export type ProductRow = typeof products.$inferSelect;

interface NewProduct extends ProductFields {
  /**
   * The shop's own id of the product, which the items of orders have too. If absent, the product's id in Docket is
   * used.
   */
  readonly externalId?: string | undefined;
  readonly name: string;
  readonly sku: string | null;
  /** The initial quantity on hand, in thousandths. */
  readonly quantity: number;
}

const statements = prepared((db) => ({
  byExternalId: db
    .select()
    .from(products)
    .where(and(eq(products.workspaceSeq, given('workspaceSeq')), eq(products.externalId, given('externalId'))))
    .prepare(),
  byId: db
    .select()
    .from(products)
    .where(and(eq(products.workspaceSeq, given('workspaceSeq')), eq(products.id, sql.param(given('id'), products.id))))
    .prepare(),
  byBarcode: db
    .select()
    .from(products)
    .where(and(eq(products.workspaceSeq, given('workspaceSeq')), eq(products.barcode, given('barcode'))))
    .prepare(),
  insert: db
    .insert(products)
    .values({
      ...givenEach('id', 'workspaceSeq', 'externalId', 'name', 'sku', 'price', 'category', 'warnBelow', 'barcode'),
      quantity: 0,
      searchText: given('searchText'),
      createdAt: given('now'),
      updatedAt: given('now'),
    })
    .prepare(),
  update: db
    .update(products)
    .set({
      externalId: givenRaw('externalId'),
      name: givenRaw('name'),
      sku: givenRaw('sku'),
      price: givenRaw('price'),
      category: givenRaw('category'),
      warnBelow: givenRaw('warnBelow'),
      barcode: givenRaw('barcode'),
      searchText: givenRaw('searchText'),
      version: sql`${products.version} + 1`,
      updatedAt: givenRaw('now'),
    })
    .where(eq(products.seq, given('seq')))
    .prepare(),
}));

const findById = (db: Db, workspaceSeq: number, id: string): ProductRow | undefined =>
  isUuid(id) ? statements(db).byId.get({ workspaceSeq, id }) : undefined;

/**
 * Finds a product by an id from an order or a file: first by the shop's own id, then by Docket's. Orders and files may
 * still have Docket's id after the shop set its own.
 */
export const findByAnyId = (db: Db, workspaceSeq: number, id: string): ProductRow | undefined =>
  statements(db).byExternalId.get({ workspaceSeq, externalId: id }) ?? findById(db, workspaceSeq, id);

/**
 * Returns the issue to report if another product than `own` has the barcode, given in the stored form (readBarcode).
 */
export function barcodeTaken(
  db: Db,
  workspaceSeq: number,
  { barcode, own }: { readonly barcode: string | null | undefined; readonly own: number | undefined },
): Issue | undefined {
  const holder = typeof barcode === 'string' ? statements(db).byBarcode.get({ workspaceSeq, barcode }) : undefined;
  if (holder === undefined || holder.seq === own) return undefined;
  return { path: 'barcode', rule: 'barcode_taken', name: holder.name };
}

function checkFree(tx: Tx, { workspace }: MovementAuthor, { externalId, barcode }: ProductFields, own?: number): void {
  const holder = externalId === undefined ? undefined : findByAnyId(tx.db, workspace.seq, externalId);
  if (holder !== undefined && holder.seq !== own) {
    throw validationFailed([{ path: 'id', rule: 'product_id_taken' }]);
  }
  const taken = barcodeTaken(tx.db, workspace.seq, { barcode, own });
  if (taken !== undefined) throw validationFailed([taken]);
}

/** @throws not_found */
export function getProduct(tx: Tx, { workspace }: MovementAuthor, id: string): ProductRow {
  const found = findById(tx.db, workspace.seq, id);
  if (found === undefined) throw new AppError({ rule: 'no_product' });
  return found;
}

function audit(
  tx: Tx,
  { workspace, actor, requestId }: MovementAuthor,
  what: 'added' | 'updated' | 'corrected',
  subject: string,
  changes: Changes,
): void {
  tx.notify('stock', workspace.seq);
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, action: `product.${what}`, subject, changes });
}

/** Writes a product's words to the search index (product_search in migrations/0051_baseline.sql). */
function indexProduct({ db }: Tx, seq: number, searchText: string): void {
  db.run(sql`INSERT OR REPLACE INTO product_search (rowid, text) VALUES (${seq}, ${indexText(searchText)})`);
}

/** Adds a product, and its quantity on hand as the first line of its ledger. */
export function insertProduct(
  tx: Tx,
  mover: MovementAuthor,
  product: NewProduct,
  kind: 'opening' | 'import',
): Pick<ProductRow, 'id' | 'seq'> {
  const { quantity, price = null, category = null, warnBelow = null, barcode = null, ...given } = product;
  const id = tx.newId();
  const fields = { ...given, externalId: given.externalId ?? id };
  const row = {
    id,
    workspaceSeq: mover.workspace.seq,
    ...fields,
    price,
    category,
    warnBelow,
    barcode,
    searchText: productSearchText({ id, ...fields, category, barcode }),
    now: tx.now,
  };
  const productSeq = insertedSeq(statements(tx.db).insert.run(row));
  indexProduct(tx, productSeq, row.searchText);
  if (quantity !== 0) move(tx, mover, { id: tx.newId(), productSeq, delta: quantity, kind });
  return { id, seq: productSeq };
}

/** Adds a product, and returns its id in Docket. @throws validation_failed */
export async function addProduct(
  ctx: StockCtx,
  input: Omit<NewProduct, 'quantity'> & { readonly pieces: number; readonly picture?: SentPicture },
): Promise<string> {
  const issues: Issue[] = [];
  const { pieces, picture: sentPicture, ...sent } = input;
  const fields = readSent(sent, issues);
  checkProduct(fields, issues);
  const quantity = readOnHand('quantity', pieces, issues);
  const picture = readPicture(sentPicture, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    checkFree(tx, ctx, fields);
    const { id, seq } = insertProduct(tx, ctx, { ...fields, quantity }, 'opening');
    const externalId = fields.externalId ?? id;
    audit(tx, ctx, 'added', externalId, diff({}, { ...fields, warnBelow: sent.warnBelow, quantity: pieces }));
    putPicture(tx, ctx, { seq, externalId, picture: null }, picture ?? null);
    return id;
  });
}

export function patchProduct(tx: Tx, before: ProductRow, patch: ProductFields): Changes {
  const changes = diff(before, patch);
  if (isSame(changes)) return changes;
  const after = { ...before, ...Object.fromEntries(Object.entries(patch).filter(isGiven)) };
  const searchText = productSearchText(after);
  const { seq, externalId, name, sku, price, category, warnBelow, barcode } = after;
  const row = { seq, externalId, name, sku, price, category, warnBelow, barcode };
  statements(tx.db).update.run({ ...row, searchText, now: tx.now });
  if (searchText !== before.searchText) indexProduct(tx, before.seq, searchText);
  return changes;
}

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

/** @throws not_found, validation_failed */
export async function updateProduct(
  ctx: StockCtx,
  { id, picture: sentPicture, ...sent }: ProductFields & { readonly id: string; readonly picture?: SentPicture },
): Promise<void> {
  const issues: Issue[] = [];
  const patch = readSent(sent, issues);
  checkProduct(patch, issues);
  const picture = readPicture(sentPicture, issues);
  if (issues.length > 0) throw validationFailed(issues);
  await ctx.storage.write((tx) => {
    const before = getProduct(tx, ctx, id);
    checkFree(tx, ctx, patch, before.seq);
    const changes = patchProduct(tx, before, patch);
    if (!isSame(changes)) audit(tx, ctx, 'updated', before.externalId, inPieces(withoutMadeId(changes, before.id)));
    if (picture !== undefined) putPicture(tx, ctx, before, picture);
  });
}

/** Hides ids created by Docket from the history, because other pages do not show these ids either. */
function withoutMadeId({ externalId, ...others }: Changes, madeId: string): Changes {
  if (externalId === undefined) return others;
  const told = (id: unknown): unknown => (id === madeId ? null : id);
  return { ...others, externalId: { from: told(externalId.from), to: told(externalId.to) } };
}

/**
 * Converts quantities to pieces for the history. Amounts stay in kopecks, like the amounts of orders, and the page
 * shows them as money.
 */
function inPieces({ warnBelow, ...others }: Changes): Changes {
  if (warnBelow === undefined) return others;
  const pieces = (value: unknown): number | null => (typeof value === 'number' ? value / 1000 : null);
  return { ...others, warnBelow: { from: pieces(warnBelow.from), to: pieces(warnBelow.to) } };
}

interface Correction {
  readonly id: string;
  /** The id of the form. The same form sent twice counts once. */
  readonly formId: string;
  /** `by` adds a signed difference; `to` sets the counted quantity. */
  readonly way: 'by' | 'to';
  readonly pieces: number;
  readonly reason: string;
}

/** Corrects the stock and returns the difference in pieces. @throws not_found, validation_failed, made_already */
export async function correctStock(ctx: StockCtx, input: Correction): Promise<number> {
  const issues: Issue[] = [];
  const wanted = readOnHand('quantity', input.pieces, issues);
  checkReason(input.reason, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const before = getProduct(tx, ctx, input.id);
    const reason = input.reason.trim();
    const known = tx.db.select().from(stockMovements).where(eq(stockMovements.id, input.formId)).get();
    const isOwn = known?.workspaceSeq === ctx.workspace.seq;
    if (known !== undefined && isOwn) {
      const made = input.way === 'by' ? known.delta : known.quantityAfter;
      if (known.productSeq === before.seq && made === wanted && known.reason === reason) return known.delta / 1000;
      throw new AppError({ rule: 'made_already' });
    }
    const delta = input.way === 'by' ? wanted : wanted - before.quantity;
    if (delta === 0) return 0;
    // A ledger line of another workspace may already have this id. The new line then gets a different one.
    const lineId = known === undefined ? input.formId : tx.newId();
    move(tx, ctx, { id: lineId, productSeq: before.seq, delta, kind: 'correction', reason });
    const quantity = { from: before.quantity / 1000, to: (before.quantity + delta) / 1000 };
    audit(tx, ctx, 'corrected', before.externalId, { quantity, reason: { from: null, to: reason } });
    return delta / 1000;
  });
}
