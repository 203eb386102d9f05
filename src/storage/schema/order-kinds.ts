/**
 * The most platforms that have kinds of their own. The platform is the sender's text. A text that differs in each order
 * must not create a kind each time.
 */
export const NAMED_PLATFORMS = 100;

/** The most kinds that have a platform of their own. Lists, counts and each new kind read all kinds of a workspace. */
export const NAMED_KINDS = 2_000;

/**
 * Up to this number of kinds, a new kind covers only the orders of one source. Later kinds have an empty source and
 * cover the orders of all keys: one kind for each status and state of payment.
 */
export const SOURCED_KINDS = 2_500;

/** The SQL that counts the kinds whose count or orders are wrong. */
export const KINDS_OFF = `SELECT count(*) AS n FROM (
    SELECT k.seq FROM order_kinds k LEFT JOIN orders o ON o.kind_seq = k.seq
    GROUP BY k.seq
    HAVING k.orders <> count(o.seq) FILTER (WHERE o.deleted_at IS NULL)
      OR k.deleted <> count(o.seq) FILTER (WHERE o.deleted_at IS NOT NULL)
    UNION
    SELECT o.kind_seq FROM orders o LEFT JOIN order_kinds k ON k.seq = o.kind_seq
    WHERE k.seq IS NULL OR (k.workspace_seq, k.source, k.status_id, k.payment_status) <> (o.workspace_seq, iif(k.source = '', '', o.source), o.status_id, o.payment_status)
      OR (k.named AND k.platform <> o.platform))`;
