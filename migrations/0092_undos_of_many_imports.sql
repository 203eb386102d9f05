-- Without it, the undo of an import looks once for each import of the workspace, for each row that it changes back.
-- The version is a part of it, because many imports may have changed one row.
CREATE INDEX import_made_by_row ON import_made (made_seq, version);

-- As in 0086, but it begins with the few undos that are open, whatever the other tables have. Before, each line of the
-- ledger that went had SQLite look through the rows of all imports.
DROP TRIGGER stock_movements_stay;
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements
WHEN OLD.kind <> 'import' OR NOT EXISTS (
  SELECT 1 FROM import_undos AS u
    CROSS JOIN import_made AS m ON m.import_seq = u.import_seq AND m.made_seq = OLD.product_seq AND m.before IS NULL
    CROSS JOIN imports AS i ON i.seq = u.import_seq AND i.kind = 'products'
  WHERE u.finished_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never deleted');
END;

-- How often an undo has begun since this column is here. A file that was read is refused if one began meanwhile. To count
-- the undos themselves is to look for one of each import of the workspace.
ALTER TABLE workspaces ADD COLUMN imports_undone INTEGER NOT NULL DEFAULT 0;
