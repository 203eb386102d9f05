-- A file that is taken in. Its rows are staged first, accepted all at once, and then worked off in short transactions, so that
-- nobody who writes waits for it. What was accepted is completed, whatever happens in between.
CREATE TABLE imports (
  seq INTEGER PRIMARY KEY,
  -- Made by the page that asks, so that whoever asks twice imports once.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  kind TEXT NOT NULL CHECK (kind IN ('orders', 'products')),
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
  finished_at INTEGER
) STRICT;

CREATE INDEX imports_by_workspace ON imports (workspace_seq, kind);
CREATE INDEX imports_by_state ON imports (state, workspace_seq);

-- Rows that wait. One goes in the very transaction that does what it says.
CREATE TABLE import_rows (
  seq INTEGER PRIMARY KEY,
  import_seq INTEGER NOT NULL REFERENCES imports (seq),
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- The number that an order of a file brings: once the file is accepted, the workspace's series gives it to nobody else.
  reserves TEXT,
  -- JSON that its kind alone reads. A newer version works off what an older one has staged: fields are only ever added.
  body TEXT NOT NULL
) STRICT;

CREATE INDEX import_rows_by_import ON import_rows (import_seq);
CREATE INDEX import_rows_by_reserved ON import_rows (workspace_seq, reserves) WHERE reserves IS NOT NULL;

-- Numbers in a row that a file brought: the series passes them in one step, where a create would look at each.
CREATE TABLE number_runs (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- As the series was written when the file came.
  prefix TEXT NOT NULL,
  padding INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, prefix, padding, first)
) STRICT, WITHOUT ROWID;
