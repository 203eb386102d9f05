-- The sums of payments of past days that have many. To add up a month of 820,000 payments took 0.8 seconds.
-- They are written afterwards, and no create waits for them (src/orders/desk/money-days.ts). A change of a day's money removes them
-- in its own transaction. So they are exact, or not there.
CREATE TABLE money_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  from_ms INTEGER NOT NULL,
  before_ms INTEGER NOT NULL CHECK (before_ms - from_ms BETWEEN 1 AND 259200000),
  -- A JSON list: [0 for payments or 1 for refunds, method, source, lines, kopecks]. NULL: they are being added up.
  -- 'null': the methods are too many.
  sums TEXT,
  PRIMARY KEY (workspace_seq, from_ms)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER money_days_payment_made AFTER INSERT ON payments BEGIN
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq
    AND from_ms BETWEEN NEW.paid_at - 259200000 AND NEW.paid_at AND before_ms > NEW.paid_at;
END;
CREATE TRIGGER money_days_payment_gone AFTER DELETE ON payments BEGIN
  DELETE FROM money_days WHERE workspace_seq = OLD.workspace_seq
    AND from_ms BETWEEN OLD.paid_at - 259200000 AND OLD.paid_at AND before_ms > OLD.paid_at;
END;
-- A refund is told by the source of its payment, and by its method where it has none.
CREATE TRIGGER money_days_payment_changed
AFTER UPDATE OF status, order_deleted, amount, paid_at, payment_method, source ON payments
WHEN (OLD.status IN ('confirmed', 'refunded') AND OLD.order_deleted = 0,
    OLD.amount, OLD.paid_at, OLD.payment_method, OLD.source)
  IS NOT (NEW.status IN ('confirmed', 'refunded') AND NEW.order_deleted = 0,
    NEW.amount, NEW.paid_at, NEW.payment_method, NEW.source)
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

CREATE TRIGGER money_days_refund_made AFTER INSERT ON refunds BEGIN
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq
    AND from_ms BETWEEN NEW.at - 259200000 AND NEW.at AND before_ms > NEW.at;
END;
CREATE TRIGGER money_days_refund_gone AFTER DELETE ON refunds BEGIN
  DELETE FROM money_days WHERE workspace_seq = OLD.workspace_seq
    AND from_ms BETWEEN OLD.at - 259200000 AND OLD.at AND before_ms > OLD.at;
END;
CREATE TRIGGER money_days_refund_changed AFTER UPDATE OF amount, method, at ON refunds BEGIN
  DELETE FROM money_days WHERE workspace_seq = OLD.workspace_seq
    AND from_ms BETWEEN OLD.at - 259200000 AND OLD.at AND before_ms > OLD.at;
  DELETE FROM money_days WHERE workspace_seq = NEW.workspace_seq
    AND from_ms BETWEEN NEW.at - 259200000 AND NEW.at AND before_ms > NEW.at;
END;
