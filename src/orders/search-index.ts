import { sql } from 'drizzle-orm';
import { indexText, markIndexed, type Tx } from '../storage/index.ts';
import type { Order } from './order.ts';

/**
 * The index of what orders are found by (order_search in migrations/0051_baseline.sql). One order alone would cost a create 37 microseconds, of 128
 * at once each costs 15: so they go in with each order whose seq that number divides. Those behind are looked through one by one.
 */
const INDEXED_AT_ONCE = 128;
/**
 * Texts in the index lie in segments, which are merged in steps of this many pages (0.4 ms each). By itself FTS5 would
 * merge whole levels within a create, which held everybody up for 60 to 100 ms.
 */
const MERGED_PAGES = 4;
/** More often than there is something to merge; a step that finds nothing takes 10 microseconds. */
const MERGED_EVERY = 16;

export function indexNew(tx: Tx, seq: number): void {
  if (seq % INDEXED_AT_ONCE === 0) indexUpTo(tx, seq);
  else if (seq % MERGED_EVERY === 0) mergeSome(tx);
}

const mergeSome = (tx: Tx): void =>
  void tx.db.run(sql`INSERT INTO order_search (order_search, rank) VALUES ('merge', ${MERGED_PAGES})`);

/** All orders that are not in the index yet. @param upTo seq of the last of them */
export function indexUpTo(tx: Tx, upTo: number): void {
  const rows = tx.db.all<{ seq: number; text: string }>(sql`SELECT seq, search_text AS text FROM orders
    WHERE seq > (SELECT seq FROM order_search_state) AND seq <= ${upTo} ORDER BY seq`);
  const texts = JSON.stringify(rows.map(({ seq, text }) => [seq, indexText(text)]));
  tx.db.run(
    sql`INSERT INTO order_search (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(${texts}) ORDER BY key`,
  );
  tx.db.run(sql.raw(markIndexed(upTo)));
}

/** An order whose search text has changed; one that is not in the index yet goes in with the others. */
export function indexChanged(tx: Tx, before: Order, { seq, searchText }: Order): void {
  if (before.searchText === searchText) return;
  tx.db.run(sql`INSERT OR REPLACE INTO order_search (rowid, text)
    SELECT ${seq}, ${indexText(searchText)} FROM order_search_state WHERE seq >= ${seq}`);
  mergeSome(tx);
}
