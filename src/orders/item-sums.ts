/**
 * This file stores ordered quantities by day, status and item name, because a month may have ten million orders. The
 * transaction of each change updates the quantities, and `docket check` compares them with the orders.
 */

import { lineAmount } from '../base/index.ts';
import { itemDays, keepIn, type Tx } from '../storage/index.ts';
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

const keepItems = keepIn(itemDays, {
  key: ['workspaceSeq', 'date', 'statusId', 'name'],
  sums: ['lines', 'pieces', 'thousandths', 'amount'],
});
