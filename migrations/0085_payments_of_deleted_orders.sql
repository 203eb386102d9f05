-- The money list leaves out the payments of deleted orders. A look at each payment's order cost six times as much as all the rest.
ALTER TABLE payments ADD COLUMN order_deleted INTEGER NOT NULL DEFAULT 0;
UPDATE payments SET order_deleted = 1 WHERE order_seq IN (SELECT seq FROM orders WHERE deleted_at IS NOT NULL);
DROP INDEX payments_by_paid;
CREATE INDEX payments_by_paid ON payments (workspace_seq, paid_at, seq, order_seq, amount, source, payment_method)
WHERE status IN ('confirmed', 'refunded') AND order_deleted = 0;

CREATE TRIGGER payments_follow_order AFTER UPDATE OF deleted_at ON orders
WHEN (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL) BEGIN
  UPDATE payments SET order_deleted = NEW.deleted_at IS NOT NULL WHERE order_seq = NEW.seq;
END;
CREATE TRIGGER payments_come AFTER INSERT ON payments
WHEN (SELECT deleted_at FROM orders WHERE seq = NEW.order_seq) IS NOT NULL BEGIN
  UPDATE payments SET order_deleted = 1 WHERE seq = NEW.seq;
END;
