-- A line of the ledger stays as it is, but the reason of a correction goes where it names a client who is forgotten.
DROP TRIGGER stock_movements_hold;
CREATE TRIGGER stock_movements_hold BEFORE UPDATE ON stock_movements
WHEN NEW.reason IS NOT NULL
  OR (NEW.seq, NEW.id, NEW.workspace_seq, NEW.product_seq, NEW.delta, NEW.quantity_after, NEW.kind, NEW.order_seq, NEW.actor_type,
    NEW.actor_id, NEW.request_id, NEW.at)
  IS NOT (OLD.seq, OLD.id, OLD.workspace_seq, OLD.product_seq, OLD.delta, OLD.quantity_after, OLD.kind, OLD.order_seq,
    OLD.actor_type, OLD.actor_id, OLD.request_id, OLD.at)
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never changed');
END;
