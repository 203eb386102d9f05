import type { Database } from 'bun:sqlite';

const NUL = '\0';

/**
 * Two statements that put the orders which are not in the index of searches yet into it.
 *
 * @param upTo seq of the last of them
 */
export const indexingOrders = (upTo: number): readonly string[] => [
  `INSERT INTO order_search (rowid, text)
    SELECT seq, search_text FROM orders WHERE seq > (SELECT seq FROM order_search_state) AND seq <= ${upTo}`,
  `UPDATE order_search_state SET seq = ${upTo}, in_order = in_order AND NOT EXISTS (
      SELECT 1 FROM (
        SELECT created_at, lag(created_at) OVER (ORDER BY seq) AS before FROM orders
        WHERE seq >= coalesce((SELECT max(o.seq) FROM orders o WHERE o.seq <= order_search_state.seq), 0) AND seq <= ${upTo}
      ) WHERE created_at < before)`,
];

/** Indexes all orders of a database. A text with a NUL, at which FTS5 would end it, is brought to the form that it has now. */
export function indexAllOrders(client: Database): void {
  const odd = client.query<{ seq: number; text: string }, []>(
    'SELECT seq, search_text AS text FROM orders WHERE instr(search_text, char(0)) > 0',
  );
  const mend = client.query('UPDATE orders SET search_text = ? WHERE seq = ?');
  for (const { seq, text } of odd.all()) mend.run(text.replaceAll(NUL, ' '), seq);
  const last = client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM orders').get()?.seq ?? 0;
  for (const statement of indexingOrders(last)) client.run(statement);
}
