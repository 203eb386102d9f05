-- What a call with an Idempotency-Key was answered with, written in the transaction of its change. Sent again after its answer was
-- lost, it changes nothing more. Rows are swept after 48 hours.
CREATE TABLE repeated_calls (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  -- SHA-256 of which call it was, and of its payload.
  fingerprint BLOB NOT NULL,
  -- JSON; NULL: a create, which answers with its order as it is now.
  answer TEXT,
  -- What ages were judged by then.
  at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX repeated_calls_by_key ON repeated_calls (workspace_seq, source, idempotency_key);
CREATE INDEX repeated_calls_by_time ON repeated_calls (at);
