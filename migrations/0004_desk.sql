-- The desk of the dashboard: finding orders, telling an order's story, a workspace's history, saved views.

-- What an order is found by: see storage/search-text.ts. Rows from before are filled by the step beside this file.
ALTER TABLE orders ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

-- Holds all that the desk filters and searches by, so that a search walks this index alone and looks up a page of rows;
-- deleted_at (NULL in all of them) because SQLite looks it up in the row otherwise.
DROP INDEX orders_by_created;
CREATE INDEX orders_by_created ON orders (
  workspace_seq, created_at, seq, status_id, payment_status, date, platform, source, search_text, deleted_at
) WHERE deleted_at IS NULL;
DROP INDEX orders_by_status;
CREATE INDEX orders_by_status ON orders (workspace_seq, status_id, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX orders_by_date;
CREATE INDEX orders_by_date ON orders (workspace_seq, date, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_deleted ON orders (workspace_seq, deleted_at) WHERE deleted_at IS NOT NULL;

-- The first event that a change published; what else it published follows it without a gap. NULL where none is known.
ALTER TABLE order_history ADD COLUMN event_seq INTEGER;
ALTER TABLE order_history ADD COLUMN workspace_seq INTEGER NOT NULL DEFAULT 0;
UPDATE order_history SET workspace_seq = (SELECT o.workspace_seq FROM orders o WHERE o.seq = order_history.order_seq);

CREATE TABLE event_of_change AS
SELECT h.order_seq, h.version, e.seq AS event_seq
FROM (
  SELECT order_seq, version, at,
    CASE kind
      WHEN 'created' THEN 'order.created'
      WHEN 'updated' THEN 'order.updated'
      WHEN 'status_changed' THEN 'order.status.changed'
      WHEN 'payment_recorded' THEN 'order.payment.created'
      ELSE 'order.deleted'
    END AS type,
    row_number() OVER (PARTITION BY order_seq, kind, at ORDER BY version) AS nth
  FROM order_history
) h
JOIN (
  SELECT seq, order_seq, type, occurred_at,
    row_number() OVER (PARTITION BY order_seq, type, occurred_at ORDER BY seq) AS nth
  FROM events
  WHERE order_seq IS NOT NULL
) e ON e.order_seq = h.order_seq AND e.type = h.type AND e.occurred_at = h.at AND e.nth = h.nth;

CREATE UNIQUE INDEX event_of_change_by_version ON event_of_change (order_seq, version);
UPDATE order_history SET event_seq = (
  SELECT c.event_seq FROM event_of_change c WHERE c.order_seq = order_history.order_seq AND c.version = order_history.version
);
DROP TABLE event_of_change;

CREATE INDEX order_history_by_workspace ON order_history (workspace_seq, at);

-- What became of the last attempt, for the order's own page; attempts themselves are kept by endpoint.
ALTER TABLE deliveries ADD COLUMN last_reason TEXT;
ALTER TABLE deliveries ADD COLUMN last_http_code INTEGER;
ALTER TABLE deliveries ADD COLUMN last_at INTEGER;

-- Filters of the orders page under a name, each person's own.
CREATE TABLE saved_views (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  name TEXT NOT NULL,
  -- As in the page's address, without the question mark.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX saved_views_by_person ON saved_views (workspace_seq, person_seq);
