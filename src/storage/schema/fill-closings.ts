import type { Database } from 'bun:sqlite';
import { addDays, dayInZone, dayStarts } from '../../base/index.ts';

/** The overview looks back to the end of the same weekday last week. */
const LOOKED_BACK_DAYS = 6;

interface Shop {
  readonly seq: number;
  readonly timeZone: string;
  /** When the last order was changed; nothing changes what was owed since. */
  readonly changedAt: number;
}

/**
 * What was owed when each of the last days began, reckoned from what orders and payments say now: for orders that were changed before it
 * was written down at the time.
 */
export function fillClosings(client: Database): void {
  const shops = client
    .query<Shop, []>(`SELECT w.seq, w.time_zone AS timeZone, max(o.updated_at) AS changedAt
      FROM workspaces w JOIN orders o ON o.workspace_seq = w.seq GROUP BY w.seq`)
    .all();
  const mark = client.query("INSERT INTO owed_closings (workspace_seq, at, status_id, owed) VALUES (?, ?, '', 0)");
  const close = client.query(`
    WITH later AS MATERIALIZED (
      SELECT order_seq, sum(amount - refunded_amount) AS paid FROM payments
      WHERE workspace_seq = $workspace AND paid_at >= $at AND status IN ('confirmed', 'refunded')
      GROUP BY order_seq
    )
    INSERT INTO owed_closings (workspace_seq, at, status_id, owed)
    SELECT $workspace, $at, o.status_id, sum(
      CASE
        WHEN l.paid IS NOT NULL THEN max(o.price - max(o.paid_amount - l.paid, 0), 0)
        WHEN o.payment_status IN ('unpaid', 'partial') THEN max(o.price - o.paid_amount, 0)
        ELSE 0
      END) AS owed
    FROM orders o LEFT JOIN later l ON l.order_seq = o.seq
    WHERE o.workspace_seq = $workspace AND o.created_at < $at AND o.deleted_at IS NULL
    GROUP BY o.status_id HAVING owed <> 0`);
  for (const { seq, timeZone, changedAt } of shops) {
    const first = addDays(dayInZone(changedAt, timeZone) ?? '', -LOOKED_BACK_DAYS);
    for (const at of dayStarts(first, LOOKED_BACK_DAYS, timeZone)) {
      mark.run(seq, at);
      close.run({ $workspace: seq, $at: at });
    }
  }
}
