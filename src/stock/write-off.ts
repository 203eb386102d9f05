import { asc, eq } from 'drizzle-orm';
import { type JsonObject, parseStored, scalarText } from '../base/index.ts';
import {
  changedRows,
  type Db,
  given,
  givenEach,
  type orders,
  prepared,
  products,
  stockMovements,
  stockWriteOffs,
  type Tx,
} from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { findByAnyId } from './change-products.ts';
import { move } from './movements.ts';

type EnteredOrder = Pick<typeof orders.$inferSelect, 'seq' | 'version' | 'statusId' | 'products'>;

const statements = prepared((db) => ({
  mark: db
    .insert(stockWriteOffs)
    .values(givenEach('orderSeq', 'workspaceSeq', 'statusId', 'version', 'at'))
    .onConflictDoNothing()
    .prepare(),
  noteChanged: db
    .update(stockWriteOffs)
    .set({ productsChanged: true })
    .where(eq(stockWriteOffs.orderSeq, given('orderSeq')))
    .prepare(),
}));

/**
 * Takes an order's goods from stock once; later calls record nothing. Call it in the transaction in which the order
 * enters a status that takes goods.
 */
export function writeOffOnEntry(tx: Tx, ctx: Ctx, order: EnteredOrder): void {
  const marked = statements(tx.db).mark.run({
    orderSeq: order.seq,
    workspaceSeq: ctx.workspace.seq,
    statusId: order.statusId,
    version: order.version,
    at: tx.now,
  });
  if (changedRows(marked) === 0) return;
  const taken = new Map<number, number>();
  for (const [id, thousandths] of quantitiesOf(order.products)) {
    const { seq } = findByAnyId(tx.db, ctx.workspace.seq, id) ?? {};
    if (seq !== undefined) taken.set(seq, (taken.get(seq) ?? 0) + thousandths);
  }
  for (const [productSeq, thousandths] of taken) {
    if (thousandths === 0) continue;
    move(tx, ctx, { id: tx.newId(), productSeq, delta: -thousandths, kind: 'write_off', orderSeq: order.seq });
  }
}

/**
 * Records that an order's products have changed after its goods were taken from stock. Call it in the transaction of
 * that change.
 */
export const noteProductsChanged = (tx: Tx, orderSeq: number): void =>
  void statements(tx.db).noteChanged.run({ orderSeq });

/**
 * Returns the quantities of an order's items in thousandths, by product id. Items without an id are skipped, because
 * they belong to no product.
 */
function quantitiesOf(items: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { id: sent, quantity } of parseStored<readonly JsonObject[]>(items)) {
    // 55 and "55" are one product (contract, section 3).
    const id = scalarText(sent) ?? '';
    if (id === '') continue;
    sums.set(id, (sums.get(id) ?? 0) + Math.round(Number(quantity) * 1000));
  }
  return sums;
}

export interface WriteOff {
  readonly at: number;
  readonly statusId: string;
  /** True if the order's products changed after the write-off. Stock ignores this (seed, orders/update, rule 5). */
  readonly changedSince: boolean;
  readonly movements: readonly {
    readonly productId: string;
    readonly externalId: string;
    readonly name: string;
    /** The change of the quantity in thousandths, always below 0. */
    readonly delta: number;
  }[];
}

/** Finds the write-off of an order; undefined if the order never entered a status that takes goods from stock. */
export function findWriteOff(db: Db, orderSeq: number): WriteOff | undefined {
  const found = db.select().from(stockWriteOffs).where(eq(stockWriteOffs.orderSeq, orderSeq)).get();
  if (found === undefined) return undefined;
  const movements = db
    .select({
      productId: products.id,
      externalId: products.externalId,
      name: products.name,
      delta: stockMovements.delta,
    })
    .from(stockMovements)
    .innerJoin(products, eq(products.seq, stockMovements.productSeq))
    .where(eq(stockMovements.orderSeq, orderSeq))
    .orderBy(asc(stockMovements.seq))
    .all();
  return { at: found.at, statusId: found.statusId, changedSince: found.productsChanged, movements };
}
