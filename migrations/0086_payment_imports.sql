-- Files bring payments too. The trigger names the table that is made again.
DROP TRIGGER stock_movements_stay;
CREATE TABLE new_imports (
  seq INTEGER PRIMARY KEY,
  -- Made by the page that asks, so asking twice imports once.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  kind TEXT NOT NULL CHECK (kind IN ('orders', 'products', 'clients', 'payments')),
  -- staging: nothing of it counts yet, and what a crash leaves of it is swept away. accepted: it will be completed.
  state TEXT NOT NULL CHECK (state IN ('staging', 'accepted', 'done')),
  -- JSON that its kind alone reads.
  options TEXT NOT NULL,
  -- SHA-256 of options and rows, by which the same file is known again while it is worked off. NULL: not all rows are here.
  digest BLOB,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL,
  -- JSON: how many rows came to what.
  counts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- The field of each column and the values that were matched, so that the next file with these headings is matched by itself.
  match TEXT
) STRICT;
INSERT INTO new_imports (
  seq, id, workspace_seq, kind, state, options, digest, actor_type, actor_id, request_id, total, done, counts, created_at, finished_at, match
) SELECT
  seq, id, workspace_seq, kind, state, options, digest, actor_type, actor_id, request_id, total, done, counts, created_at, finished_at, match
FROM imports;
DROP TABLE imports;
ALTER TABLE new_imports RENAME TO imports;
CREATE INDEX imports_by_workspace ON imports (workspace_seq, kind);
CREATE INDEX imports_by_state ON imports (state, workspace_seq);
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements
WHEN OLD.kind <> 'import' OR NOT EXISTS (
  SELECT 1 FROM import_undos JOIN import_made USING (import_seq) JOIN imports ON imports.seq = import_seq
  WHERE import_undos.finished_at IS NULL AND kind = 'products' AND made_seq = OLD.product_seq AND before IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never deleted');
END;

-- The row of a file that a refund came from. One row may be given back from several payments: its parts have one id.
ALTER TABLE refunds ADD COLUMN external_id TEXT;
-- The import of that file; its undo takes the refund back. NULL: somebody made it by hand.
ALTER TABLE refunds ADD COLUMN import_seq INTEGER;
CREATE INDEX refunds_by_external_id ON refunds (workspace_seq, external_id) WHERE external_id IS NOT NULL;
