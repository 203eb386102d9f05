-- The rows that an import made, each in the table of its kind. An undo takes a row out in the transaction that takes it back.
CREATE TABLE import_made (
  import_seq INTEGER NOT NULL REFERENCES imports (seq),
  made_seq INTEGER NOT NULL,
  PRIMARY KEY (import_seq, made_seq)
) STRICT, WITHOUT ROWID;

-- An import that is taken back as a whole, in short transactions. What was begun is completed, whatever happens in between.
CREATE TABLE import_undos (
  import_seq INTEGER PRIMARY KEY REFERENCES imports (seq),
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  -- JSON: how much came to what.
  counts TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX import_undos_open ON import_undos (import_seq) WHERE finished_at IS NULL;
