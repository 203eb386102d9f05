/**
 * The maximum number of platforms with order kinds of their own. The sender writes the platform, and a text that
 * differs in each order must not create a kind each time.
 */
export const NAMED_PLATFORMS = 100;

/**
 * The limit on a workspace's order kinds that distinguish platforms. Lists, counts and the creation of a kind read all
 * kinds, so more would slow them.
 */
export const NAMED_KINDS = 2_000;

/**
 * The number of a workspace's kinds from which new kinds no longer distinguish the sources of API keys. A new kind then
 * has an empty source and counts all these sources' orders with one status and payment status.
 */
export const SOURCED_KINDS = 2_500;

/** The SQL that counts the order kinds with a wrong count or with orders that do not belong to them. */
export const KINDS_OFF = `SELECT count(*) AS n FROM (
    SELECT k.seq FROM order_kinds k LEFT JOIN orders o ON o.kind_seq = k.seq
    GROUP BY k.seq
    HAVING k.orders <> count(o.seq) FILTER (WHERE o.deleted_at IS NULL)
      OR k.deleted <> count(o.seq) FILTER (WHERE o.deleted_at IS NOT NULL)
    UNION
    SELECT o.kind_seq FROM orders o LEFT JOIN order_kinds k ON k.seq = o.kind_seq
    WHERE k.seq IS NULL OR (k.workspace_seq, k.source, k.status_id, k.payment_status) <> (o.workspace_seq, iif(k.source = '', '', o.source), o.status_id, o.payment_status)
      OR (k.named AND k.platform <> o.platform))`;
