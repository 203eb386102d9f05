import type { Database } from 'bun:sqlite';

/** A platform is a text of the sender's: one that writes another with each order must not make a kind for each. */
export const NAMED_PLATFORMS = 100;

/** Which of a workspace's platforms have kinds of their own: those of the most orders. */
const PLATFORMS = `SELECT workspace_seq, platform,
    row_number() OVER (PARTITION BY workspace_seq ORDER BY count(*) DESC, platform) <= ${NAMED_PLATFORMS} AS named
  FROM orders GROUP BY workspace_seq, platform`;

/** Works out anew which kinds of orders there are, how many orders each has, and the kind of each order. */
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

/** The sums that are kept beside rows (`KEPT_SUMS` of storage/file/inspect.ts), by table. */
const SUMS: Readonly<Record<string, string>> = {
  order_days: `SELECT workspace_seq, date, status_id, count(*) AS orders, sum(price) AS revenue, sum(min(paid_amount, price)) AS paid,
      sum(iif(payment_status IN ('unpaid', 'partial'), max(price - paid_amount, 0), 0)) AS owed,
      sum(payment_status = 'partial') AS partial, max(created_at) AS newest
    FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3`,
  order_months: `SELECT workspace_seq, substr(date, 1, 7) AS month, status_id, sum(orders) AS orders, max(newest) AS newest
    FROM order_days GROUP BY 1, 2, 3`,
  orders_made: `SELECT workspace_seq, created_at / 900000 AS quarter, count(*) AS orders
    FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2`,
  inquiry_days: `SELECT workspace_seq, stage_id, created_at / 86400000 AS day, count(*) AS inquiries
    FROM inquiries GROUP BY 1, 2, 3`,
  waiting_deliveries: `SELECT endpoint_seq, count(*) AS deliveries FROM deliveries WHERE state = 'pending' GROUP BY 1`,
};

/** Adds all of them up anew. */
export function rebuildSums(client: Database): void {
  for (const [table, sums] of Object.entries(SUMS)) {
    client.run(`DELETE FROM ${table}`);
    const columns = client.query(sums).columnNames.join();
    client.run(`INSERT INTO ${table} (${columns}) ${sums}`);
  }
}

/** How many kinds of a database miscount their orders or differ from what their orders are. */
export const KINDS_OFF = `SELECT count(*) AS n FROM (
    SELECT k.seq FROM order_kinds k LEFT JOIN orders o ON o.kind_seq = k.seq
    GROUP BY k.seq
    HAVING k.orders <> count(o.seq) FILTER (WHERE o.deleted_at IS NULL)
      OR k.deleted <> count(o.seq) FILTER (WHERE o.deleted_at IS NOT NULL)
    UNION
    SELECT o.kind_seq FROM orders o LEFT JOIN order_kinds k ON k.seq = o.kind_seq
    WHERE k.seq IS NULL OR (k.workspace_seq, k.source, k.status_id, k.payment_status) <> (o.workspace_seq, o.source, o.status_id, o.payment_status)
      OR (k.named AND k.platform <> o.platform))`;
