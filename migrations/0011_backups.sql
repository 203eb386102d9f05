-- Backups: which database this is, and what became of each run.

-- One row. The name of a backup begins with it, so that tidying up never deletes the backups of another database that
-- shares the folder: of a second shop, or of the full one whose place an empty new database has taken by mistake.
CREATE TABLE installation (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id BLOB NOT NULL
) STRICT;
INSERT INTO installation (one, id) VALUES (1, randomblob(16));

CREATE TABLE backups (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  cause TEXT NOT NULL CHECK (cause IN ('schedule', 'person', 'command')),
  -- Folder, file or s3:// address; never a key.
  target TEXT NOT NULL,
  -- Of the file, once it counts.
  name TEXT,
  -- stopped: the server ended in an orderly way in its midst, which is nobody's trouble.
  outcome TEXT NOT NULL CHECK (outcome IN ('running', 'verified', 'failed', 'stopped')),
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  bytes INTEGER,
  sha256 TEXT,
  schema_version INTEGER,
  -- Rows by table, JSON.
  counts TEXT,
  -- In a line, of one that failed.
  reason TEXT
) STRICT;

CREATE INDEX backups_by_outcome ON backups (outcome, started_at);
