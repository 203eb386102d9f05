/** A platform is a text of the sender's: one that writes another with each order must not make a kind for each. */
export const NAMED_PLATFORMS = 100;

/** The number of kinds that miscount their orders or differ from them. */
export const KINDS_OFF = `SELECT count(*) AS n FROM (
    SELECT k.seq FROM order_kinds k LEFT JOIN orders o ON o.kind_seq = k.seq
    GROUP BY k.seq
    HAVING k.orders <> count(o.seq) FILTER (WHERE o.deleted_at IS NULL)
      OR k.deleted <> count(o.seq) FILTER (WHERE o.deleted_at IS NOT NULL)
    UNION
    SELECT o.kind_seq FROM orders o LEFT JOIN order_kinds k ON k.seq = o.kind_seq
    WHERE k.seq IS NULL OR (k.workspace_seq, k.source, k.status_id, k.payment_status) <> (o.workspace_seq, o.source, o.status_id, o.payment_status)
      OR (k.named AND k.platform <> o.platform))`;
