/**
 * Tables that Docket keeps up to date next to orders, products, inquiries and deliveries. Here they are rebuilt for
 * rows that were written directly into the file. Tests write thousands of orders in that way, and the bench writes
 * millions.
 */

import type { Database } from 'bun:sqlite';
import { indexText, NAMED_PLATFORMS, SearchIndexer } from '../../src/storage/index.ts';

/**
 * The platforms of each workspace. `named` marks those with the most orders, because only they get order kinds of their
 * own.
 */
const PLATFORMS = `SELECT workspace_seq, platform,
    row_number() OVER (PARTITION BY workspace_seq ORDER BY count(*) DESC, platform) <= ${NAMED_PLATFORMS} AS named
  FROM orders GROUP BY workspace_seq, platform`;

/** Recalculates the kinds of orders, how many orders each has, and the kind of each order. */
export function rebuildKinds(client: Database): void {
  client.run('DELETE FROM order_kinds');
  client.run(`INSERT INTO order_kinds (workspace_seq, source, status_id, payment_status, platform, named, orders, deleted)
    SELECT o.workspace_seq, source, status_id, payment_status, iif(named, o.platform, ''), named,
      count(*) FILTER (WHERE deleted_at IS NULL), count(*) FILTER (WHERE deleted_at IS NOT NULL)
    FROM orders o JOIN (${PLATFORMS}) p ON p.workspace_seq = o.workspace_seq AND p.platform = o.platform
    GROUP BY 1, 2, 3, 4, 5, 6`);
  client.run(`UPDATE orders SET kind_seq = (
      SELECT seq FROM order_kinds k
      WHERE k.workspace_seq = orders.workspace_seq AND k.source = orders.source AND k.status_id = orders.status_id
        AND k.payment_status = orders.payment_status AND (k.platform = orders.platform OR k.named = 0)
      ORDER BY k.named DESC LIMIT 1)`);
}

/** The sums that are kept next to rows (`KEPT_SUMS` of src/storage/file/inspect.ts), by table. */
const SUMS: Readonly<Record<string, string>> = {
  order_days: `SELECT workspace_seq, date, status_id, count(*) AS orders, sum(price) AS revenue, sum(min(paid_amount, price)) AS paid,
      sum(iif(payment_status IN ('unpaid', 'partial'), max(price - paid_amount, 0), 0)) AS owed,
      sum(payment_status = 'partial') AS partial, max(created_at) AS newest
    FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3`,
  order_months: `SELECT workspace_seq, substr(date, 1, 7) AS month, status_id, sum(orders) AS orders, max(newest) AS newest
    FROM order_days GROUP BY 1, 2, 3`,
  item_days: `SELECT o.workspace_seq AS workspace_seq, o.date AS date, o.status_id AS status_id, i.value -> '$.name' AS name, count(*) AS lines,
      sum(CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) / 1000) AS pieces,
      sum(CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) % 1000) AS thousandths,
      sum((CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) * CAST(round((i.value ->> '$.price') * 100) AS INTEGER) + 500) / 1000) AS amount
    FROM orders AS o, json_each(o.products) AS i WHERE o.deleted_at IS NULL GROUP BY 1, 2, 3, 4`,
  orders_made: `SELECT workspace_seq, created_at / 900000 AS quarter, count(*) AS orders
    FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2`,
  inquiry_days: `SELECT workspace_seq, stage_id, created_at / 86400000 AS day, count(*) AS inquiries
    FROM inquiries GROUP BY 1, 2, 3`,
  waiting_deliveries: `SELECT endpoint_seq, count(*) AS deliveries FROM deliveries WHERE state = 'pending' GROUP BY 1`,
};

export function rebuildSums(client: Database): void {
  for (const [table, sums] of Object.entries(SUMS)) {
    client.run(`DELETE FROM ${table}`);
    const columns = client.query(sums).columnNames.join();
    client.run(`INSERT INTO ${table} (${columns}) ${sums}`);
  }
}

const ROWS_AT_ONCE = 10_000;

interface Row {
  readonly seq: number;
  readonly text: string;
}

export async function indexAllOrders(databasePath: string): Promise<void> {
  const indexer = new SearchIndexer(databasePath);
  try {
    while (await indexer.step());
    while (indexer.forget());
  } finally {
    indexer.close();
  }
}

export function indexAllProducts(client: Database): void {
  const next = client.query<Row, [number, number]>(
    'SELECT seq, search_text AS text FROM products WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const insert = client.prepare('INSERT INTO product_search (rowid, text) VALUES (?, ?)');
  let [rows, last]: [Row[], number] = [[], 0];
  do {
    rows = next.all(last, ROWS_AT_ONCE);
    for (const { seq, text } of rows) insert.run(seq, indexText(text));
    last = rows.at(-1)?.seq ?? last;
  } while (rows.length === ROWS_AT_ONCE);
}
