import { eq, sql } from 'drizzle-orm';
import { auditImport, handOn, type ImportKind, type MadeRows } from '../imports/index.ts';
import { type Db, given, importMade, prepared, products, stockMovements } from '../storage/index.ts';
import { barcodeTaken, findByAnyId, type ProductRow, patchProduct } from './change-products.ts';
import { move } from './movements.ts';

/**
 * True if orders have taken goods from the product. Undoing an import keeps such a product, because deleting it would
 * also delete its stock movements.
 */
const isSold = sql`EXISTS (SELECT 1 FROM ${stockMovements}
  WHERE ${stockMovements.productSeq} = ${products.seq} AND ${stockMovements.kind} = 'write_off')`;

export const IMPORTED_PRODUCTS: MadeRows = {
  table: sql`${products}`,
  seq: sql`${products.seq}`,
  id: sql`${products.id}`,
  name: sql`${products.name}`,
  isGone: sql`0`,
  isChanged: sql`(${products.version} <> ${importMade.version} OR (${importMade.before} IS NULL AND ${isSold}))`,
};

const statements = prepared((db) => ({
  bySeq: db
    .select()
    .from(products)
    .where(eq(products.seq, given('seq')))
    .prepare(),
}));

export const versionOf = (db: Db, seq: number): number => statements(db).bySeq.get({ seq })?.version ?? 0;

interface Before extends Pick<ProductRow, 'externalId' | 'name' | 'sku' | 'price' | 'category' | 'warnBelow'> {
  /** The barcode; absent in rows of an older version of Docket, which had no barcodes. */
  readonly barcode?: string | null;
  /** The version of the row; absent in rows of an older version of Docket. */
  readonly version?: number;
  /** The change that the import made to the quantity on hand, in thousandths. */
  readonly delta: number;
}

/**
 * Writes the product as it was before the import, as JSON. A newer version of Docket must read the text of an older
 * one. So fields may be added but never changed.
 */
export function writeBefore(product: ProductRow, delta: number): string {
  const { externalId, name, sku, price, category, warnBelow, barcode, version } = product;
  return JSON.stringify({
    externalId,
    name,
    sku,
    price,
    category,
    warnBelow,
    barcode,
    version,
    delta,
  } satisfies Before);
}

/**
 * Removes the products that the import added, and restores the fields of those that it changed. Takes back the added
 * quantities. Goods that orders took in the meantime stay deducted.
 */
export const UNDO_OF_PRODUCTS: ImportKind['undo'] = {
  rows: IMPORTED_PRODUCTS,
  takeBack(tx, job, { seq, before }) {
    if (before === null) {
      tx.db.delete(stockMovements).where(eq(stockMovements.productSeq, seq)).run();
      tx.db.run(sql`DELETE FROM product_search WHERE rowid = ${seq}`);
      tx.db.delete(products).where(eq(products.seq, seq)).run();
      return;
    }
    const product = statements(tx.db).bySeq.get({ seq });
    if (product === undefined) return;
    const { delta, barcode, externalId, version, ...fields }: Before = JSON.parse(before);
    // The product gets its earlier id and barcode back, unless another product has them now.
    const holder = findByAnyId(tx.db, job.workspace.seq, externalId) ?? product;
    const id = holder.seq === seq ? { externalId } : {};
    const taken = barcodeTaken(tx.db, job.workspace.seq, { barcode, own: seq });
    patchProduct(tx, product, { ...fields, ...id, barcode: taken === undefined ? barcode : null });
    if (delta !== 0) move(tx, job, { id: tx.newId(), productSeq: seq, delta: -delta, kind: 'import' });
    handOn(tx, job, { seq, from: version, to: versionOf(tx.db, seq) });
  },
  join(first, second) {
    const [before, { delta }]: readonly [Before, Before] = [JSON.parse(first), JSON.parse(second)];
    return JSON.stringify({ ...before, delta: before.delta + delta } satisfies Before);
  },
  finish(tx, job, { deleted = 0, reverted = 0, kept = 0 }) {
    auditImport(tx, job, 'product.import_undone', { removed: deleted, changed: reverted, kept });
    tx.notify('stock', job.workspace.seq);
  },
};
