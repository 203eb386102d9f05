-- Without it, each stocktake that goes has SQLite look through the ledger of all workspaces for its movements.
CREATE INDEX stock_movements_by_stocktake ON stock_movements (stocktake_seq) WHERE stocktake_seq IS NOT NULL;
