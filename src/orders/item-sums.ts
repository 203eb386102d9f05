/**
 * This file stores ordered quantities by day, status and item name, because a month may have ten million orders. The
 * transaction of each change updates the quantities, and `docket check` compares them with the orders.
 */

import { and, eq, type SQL, sql } from 'drizzle-orm';
import { lineAmount } from '../base/index.ts';
import { given, givenEach, itemDays, type KeptSums, prepared, type Tx } from '../storage/index.ts';
import type { Order } from './order.ts';
import type { Product } from './pricing.ts';

type ItemSource = Pick<Order, 'workspaceSeq' | 'date' | 'statusId' | 'products'>;

const THOUSAND = 1_000;

export type ReadItems = (products: string) => readonly Product[];

/**
 * Parses items with JSON.parse, which rounds long numbers. A parser that keeps every digit would be several times
 * slower. An item's quantity and price are too short to be rounded.
 */
export const readItems: ReadItems = (products) => JSON.parse(products);

interface AddedItems {
  /** 1 adds the items, -1 subtracts them. */
  readonly sign: 1 | -1;
  readonly read: ReadItems;
}

export function addItems(
  tx: Tx,
  { workspaceSeq, date, statusId, products }: ItemSource,
  { sign, read }: AddedItems,
): void {
  for (const { name, quantity, price } of read(products)) {
    const thousandths = Math.round(quantity * THOUSAND);
    // Pieces and thousandths are stored separately. If a sum were stored in thousandths only, 92 orders of the largest
    // quantities would exceed a safe integer.
    const pieces = Math.floor(thousandths / THOUSAND);
    const amount = lineAmount(thousandths, Math.round(price * 100));
    tx.add(
      keepItems,
      [workspaceSeq, date, statusId, JSON.stringify(name)],
      [sign, sign * pieces, sign * (thousandths % THOUSAND), sign * amount],
    );
  }
}

const added = (column: SQL): SQL<number> => sql<number>`${column} + excluded.${column}`;
const ofItem = and(
  eq(itemDays.workspaceSeq, given('workspaceSeq')),
  eq(itemDays.date, given('date')),
  eq(itemDays.statusId, given('statusId')),
  eq(itemDays.name, given('name')),
);

const statements = prepared((db) => ({
  add: db
    .insert(itemDays)
    .values(givenEach('workspaceSeq', 'date', 'statusId', 'name', 'lines', 'pieces', 'thousandths', 'amount'))
    .onConflictDoUpdate({
      target: [itemDays.workspaceSeq, itemDays.date, itemDays.statusId, itemDays.name],
      set: {
        lines: added(sql`lines`),
        pieces: added(sql`pieces`),
        thousandths: added(sql`thousandths`),
        amount: added(sql`amount`),
      },
    })
    .prepare(),
  drop: db
    .delete(itemDays)
    .where(and(ofItem, eq(itemDays.lines, 0)))
    .prepare(),
}));

const keepItems: KeptSums = function* ({ db }, sums) {
  const { add, drop } = statements(db);
  for (const { key, amounts } of sums) {
    const [workspaceSeq, date, statusId, name] = key;
    const [lines = 0, pieces, thousandths, amount] = amounts;
    add.run({ workspaceSeq, date, statusId, name, lines, pieces, thousandths, amount });
    if (lines < 0) drop.run({ workspaceSeq, date, statusId, name });
    yield;
  }
};
