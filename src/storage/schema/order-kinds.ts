/**
 * The maximum number of platforms with their own order kinds in one workspace. The sender of an order writes the
 * platform. Without this limit, a sender who writes a different platform in each order would create a kind with each
 * order.
 */
export const NAMED_PLATFORMS = 100;

/**
 * The maximum number of order kinds with their own platform in one workspace. Platforms share all further kinds. More
 * kinds would slow lists and counts, because these read all kinds.
 */
export const NAMED_KINDS = 2_000;

/**
 * The number of order kinds in a workspace at which API keys begin to share new kinds. The source of a shared kind is
 * empty, because its orders may come from any API key.
 */
export const SOURCED_KINDS = 2_500;

/**
 * The SQL that counts faulty order kinds. A kind is faulty if its stored count is wrong or one of its orders does not
 * match it.
 */
export const KINDS_OFF = `SELECT count(*) AS n FROM (
    SELECT k.seq FROM order_kinds k LEFT JOIN orders o ON o.kind_seq = k.seq
    GROUP BY k.seq
    HAVING k.orders <> count(o.seq) FILTER (WHERE o.deleted_at IS NULL)
      OR k.deleted <> count(o.seq) FILTER (WHERE o.deleted_at IS NOT NULL)
    UNION
    SELECT o.kind_seq FROM orders o LEFT JOIN order_kinds k ON k.seq = o.kind_seq
    WHERE k.seq IS NULL OR (k.workspace_seq, k.source, k.status_id, k.payment_status) <> (o.workspace_seq, iif(k.source = '', '', o.source), o.status_id, o.payment_status)
      OR (k.named AND k.platform <> o.platform))`;
