import { lte } from 'drizzle-orm';
import { given, givenRaw, insertedSeq, prepared, searchChanges, type Tx } from '../storage/index.ts';
import type { Order } from './order.ts';

/** Changes that are kept. An index of searches that lacks more of them is made again. */
const KEPT = 20_000;

const statements = prepared((db) => ({
  insert: db
    .insert(searchChanges)
    .values({ orderSeq: given('orderSeq'), forgets: givenRaw('forgets'), textChanged: givenRaw('textChanged') })
    .prepare(),
  forget: db
    .delete(searchChanges)
    .where(lte(searchChanges.number, given('number')))
    .prepare(),
}));

/** The columns that the index is made of: the text, and what the sums of clients are. */
const INDEXED = ['searchText', 'client', 'statusId', 'price', 'paidAmount', 'paymentStatus', 'deletedAt'] as const;

/**
 * Notes a changed order for the index of searches. That is written behind the orders (src/storage/search), and sees
 * new ones by itself.
 *
 * @param forgets whether what the index holds of the former text must leave its file
 */
export function noteSearchChange(tx: Tx, before: Order, after: Order, forgets = false): void {
  if (INDEXED.every((column) => before[column] === after[column])) return;
  const { seq } = after;
  const { insert, forget } = statements(tx.db);
  const textChanged = Number(before.searchText !== after.searchText);
  const number = insertedSeq(insert.run({ orderSeq: seq, forgets: Number(forgets), textChanged }));
  forget.run({ number: number - KEPT });
}
