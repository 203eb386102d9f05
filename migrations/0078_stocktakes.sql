-- Counts of what lies on the shelves. A stocktake's differences go into the ledger in one transaction. Dropped, its rows go.
CREATE TABLE stocktakes (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- Of whoever started it.
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  started_at INTEGER NOT NULL,
  -- NULL: people still count.
  applied_at INTEGER,
  -- The outcome, so that a list of them reads no counts: products, and kopecks at the prices of that moment.
  counted INTEGER NOT NULL DEFAULT 0,
  differing INTEGER NOT NULL DEFAULT 0,
  surplus INTEGER NOT NULL DEFAULT 0,
  shortage INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX stocktakes_by_workspace ON stocktakes (workspace_seq, seq);
CREATE UNIQUE INDEX stocktakes_open ON stocktakes (workspace_seq) WHERE applied_at IS NULL;

CREATE TABLE stocktake_counts (
  stocktake_seq INTEGER NOT NULL REFERENCES stocktakes (seq) ON DELETE CASCADE,
  -- The undo of an import takes a new product off the list.
  product_seq INTEGER NOT NULL REFERENCES products (seq) ON DELETE CASCADE,
  -- Thousandths, as the next.
  counted INTEGER NOT NULL,
  -- On hand at the moment of the count: orders take their goods while others count.
  expected INTEGER NOT NULL,
  PRIMARY KEY (stocktake_seq, product_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX stocktake_counts_by_product ON stocktake_counts (product_seq);

-- A correction that a stocktake made.
ALTER TABLE stock_movements ADD COLUMN stocktake_seq INTEGER REFERENCES stocktakes (seq);
DROP TRIGGER stock_movements_hold;
CREATE TRIGGER stock_movements_hold BEFORE UPDATE ON stock_movements
WHEN NEW.reason IS NOT NULL
  OR (NEW.seq, NEW.id, NEW.workspace_seq, NEW.product_seq, NEW.delta, NEW.quantity_after, NEW.kind, NEW.order_seq, NEW.actor_type,
    NEW.actor_id, NEW.request_id, NEW.at, NEW.stocktake_seq)
  IS NOT (OLD.seq, OLD.id, OLD.workspace_seq, OLD.product_seq, OLD.delta, OLD.quantity_after, OLD.kind, OLD.order_seq,
    OLD.actor_type, OLD.actor_id, OLD.request_id, OLD.at, OLD.stocktake_seq)
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never changed');
END;
