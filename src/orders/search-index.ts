import { sql } from 'drizzle-orm';
import { indexingOrders, type Tx } from '../storage/index.ts';
import type { Order } from './order.ts';

/**
 * The index of what orders are found by (migrations/0027_order_search.sql). One order alone would cost a create 37 microseconds, of 512
 * at once each costs 4: so they go in with each order whose seq that number divides. Those behind are looked through one by one.
 */
export const INDEXED_AT_ONCE = 512;

export function indexNew(tx: Tx, seq: number): void {
  if (seq % INDEXED_AT_ONCE !== 0) return;
  for (const statement of indexingOrders(seq)) tx.db.run(sql.raw(statement));
}

/** An order whose number, name or phone has changed; one that is not in the index yet goes in with the others. */
export function indexChanged(tx: Tx, before: Order, { seq, searchText }: Order): void {
  if (before.searchText === searchText) return;
  tx.db.run(sql`INSERT OR REPLACE INTO order_search (rowid, text)
    SELECT ${seq}, ${searchText} FROM order_search_state WHERE seq >= ${seq}`);
}
