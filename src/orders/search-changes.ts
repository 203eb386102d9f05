import { lte } from 'drizzle-orm';
import { given, givenRaw, insertedSeq, prepared, searchChanges, type Tx } from '../storage/index.ts';
import type { Order } from './order.ts';

/**
 * The number of stored changes, some 7 MB. If the search index lacks more changes than this, it must be rebuilt, which
 * slows all searches. The number is high, so that one workspace's changes do not cause a rebuild.
 */
const KEPT = 200_000;
/**
 * The number of old changes that one statement removes. One statement for each change would cost as much as recording
 * the change.
 */
const REMOVED_AT_ONCE = 100;

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

const INDEXED = ['searchText', 'client', 'statusId', 'price', 'paidAmount', 'paymentStatus', 'deletedAt'] as const;

/** Records a changed order for the search index; `forgets` demands that the former text leaves the index's file. */
export function noteSearchChange(tx: Tx, before: Order, after: Order, forgets = false): void {
  if (INDEXED.every((column) => before[column] === after[column])) return;
  const { seq } = after;
  const { insert, forget } = statements(tx.db);
  const textChanged = Number(before.searchText !== after.searchText || before.client !== after.client);
  const number = insertedSeq(insert.run({ orderSeq: seq, forgets: Number(forgets), textChanged }));
  if (number % REMOVED_AT_ONCE === 0) forget.run({ number: number - KEPT });
}
