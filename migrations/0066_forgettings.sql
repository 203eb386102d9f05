-- Clients whom a shop has forgotten, told by keyed hashes of their phones and addresses: the numbers themselves are gone. One is worked
-- off in steps, and goes on where it was after a crash.
CREATE TABLE forgettings (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- A JSON list of hexadecimal hashes.
  hashes TEXT NOT NULL,
  step TEXT NOT NULL,
  -- The place that the step has reached, as a JSON list of numbers.
  place TEXT NOT NULL,
  -- What is gone, by kind.
  counts TEXT NOT NULL,
  -- A backup that was put back has brought it again: nothing is served before it is through.
  again INTEGER NOT NULL CHECK (again IN (0, 1)),
  -- The row of the workspace's history.
  audit_seq INTEGER,
  begun_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX forgettings_open ON forgettings (finished_at) WHERE finished_at IS NULL;
CREATE INDEX forgettings_by_workspace ON forgettings (workspace_seq, seq);

-- The orders and inquiries that it has emptied: what receivers answered to their events goes later.
CREATE TABLE forgotten_orders (
  forgetting_seq INTEGER NOT NULL REFERENCES forgettings (seq),
  order_seq INTEGER NOT NULL,
  PRIMARY KEY (forgetting_seq, order_seq)
) STRICT, WITHOUT ROWID;

-- Whether the postings of the order's former text must leave the file of the index.
ALTER TABLE search_changes ADD COLUMN forgets INTEGER NOT NULL DEFAULT 0;
