-- The money list by time: what came in, and what was given back. An order's payments hold the sum of their refunds alone, and a
-- bookkeeper asks when it went, and by which way.
CREATE TABLE refunds (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  payment_seq INTEGER NOT NULL REFERENCES payments (seq),
  amount INTEGER NOT NULL CHECK (amount > 0),
  -- NULL: nobody said how, so it went the way it came.
  method TEXT,
  at INTEGER NOT NULL
) STRICT;
-- What the history of the orders tells of each.
INSERT INTO refunds (workspace_seq, payment_seq, amount, method, at)
SELECT p.workspace_seq, p.seq, h.changes ->> '$.refundedAmount.to' - coalesce(h.changes ->> '$.refundedAmount.from', 0),
  h.changes ->> '$.refundMethod.to', h.at
FROM payments AS p JOIN order_history AS h ON h.order_seq = p.order_seq
WHERE p.refunded_amount > 0 AND h.kind = 'payment_refunded' AND unhex(replace(h.changes ->> '$.payment.to', '-', '')) = p.id
ORDER BY h.at;
-- The rest, where an order was erased and its history with it.
INSERT INTO refunds (workspace_seq, payment_seq, amount, method, at)
SELECT p.workspace_seq, p.seq, p.refunded_amount - coalesce(sum(r.amount), 0), NULL, o.updated_at
FROM payments AS p JOIN orders AS o ON o.seq = p.order_seq LEFT JOIN refunds AS r ON r.payment_seq = p.seq
WHERE p.refunded_amount > 0
GROUP BY p.seq HAVING p.refunded_amount > coalesce(sum(r.amount), 0);
CREATE INDEX refunds_by_at ON refunds (workspace_seq, at, seq, payment_seq, amount, method);
CREATE INDEX refunds_by_payment ON refunds (payment_seq);
-- Sums and pages of the money list touch no row of the table; an order without payments costs nothing.
CREATE INDEX payments_by_paid ON payments (workspace_seq, paid_at, seq, order_seq, amount, source, payment_method)
WHERE status IN ('confirmed', 'refunded');
