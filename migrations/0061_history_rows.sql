-- In a table WITHOUT ROWID each look along the tree copies whole rows, and one change may say 2 MB. So its key is an index here, and
-- what a change says lies last: nothing stands behind it.
CREATE TABLE new_order_history (
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  at INTEGER NOT NULL,
  event_seq INTEGER,
  workspace_seq INTEGER NOT NULL,
  changes TEXT,
  PRIMARY KEY (order_seq, version)
) STRICT;
INSERT INTO new_order_history (
  order_seq, version, kind, actor_type, actor_id, request_id, at, event_seq, workspace_seq, changes
) SELECT order_seq, version, kind, actor_type, actor_id, request_id, at, event_seq, workspace_seq, changes
FROM order_history ORDER BY order_seq, version;
DROP TABLE order_history;
ALTER TABLE new_order_history RENAME TO order_history;
-- With the key, so that a page of the history finds its places without a look at a row.
CREATE INDEX order_history_by_actor ON order_history (workspace_seq, actor_type, actor_id, at, order_seq, version);
