-- The sums of the days of a deleted or restored order are removed once, and not for each of its payments.
-- For 1,000 payments that took 2.5 of 3.4 ms in the writer.
DROP TRIGGER payments_follow_order;
CREATE TRIGGER payments_follow_order AFTER UPDATE OF deleted_at ON orders
WHEN (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL) BEGIN
  UPDATE payments SET order_deleted = NEW.deleted_at IS NOT NULL WHERE order_seq = NEW.seq;
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq AND from_ms IN (
    SELECT d.from_ms FROM payments AS p CROSS JOIN money_days AS d ON d.workspace_seq = p.workspace_seq
      AND d.from_ms BETWEEN p.paid_at - 259200000 AND p.paid_at AND d.before_ms > p.paid_at
    WHERE p.order_seq = NEW.seq
    UNION ALL
    SELECT d.from_ms FROM payments AS p CROSS JOIN refunds AS r ON r.payment_seq = p.seq
      CROSS JOIN money_days AS d ON d.workspace_seq = r.workspace_seq
        AND d.from_ms BETWEEN r.at - 259200000 AND r.at AND d.before_ms > r.at
    WHERE p.order_seq = NEW.seq);
END;

-- As in 0089, but order_deleted is no concern of a single payment.
DROP TRIGGER money_days_payment_changed;
CREATE TRIGGER money_days_payment_changed
AFTER UPDATE OF status, amount, paid_at, payment_method, source ON payments
WHEN (OLD.status IN ('confirmed', 'refunded'), OLD.amount, OLD.paid_at, OLD.payment_method, OLD.source)
  IS NOT (NEW.status IN ('confirmed', 'refunded'), NEW.amount, NEW.paid_at, NEW.payment_method, NEW.source)
BEGIN
  DELETE FROM money_days WHERE workspace_seq = OLD.workspace_seq
    AND from_ms BETWEEN OLD.paid_at - 259200000 AND OLD.paid_at AND before_ms > OLD.paid_at;
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq
    AND from_ms BETWEEN NEW.paid_at - 259200000 AND NEW.paid_at AND before_ms > NEW.paid_at;
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq AND from_ms IN (
    SELECT d.from_ms FROM refunds AS r CROSS JOIN money_days AS d ON d.workspace_seq = r.workspace_seq
      AND d.from_ms BETWEEN r.at - 259200000 AND r.at AND d.before_ms > r.at
    WHERE r.payment_seq = NEW.seq);
END;
