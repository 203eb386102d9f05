-- A text that does not fit into its row lies on a chain of pages, and SQLite reaches what stands behind it by way of all of them. One body
-- may bring 700 KB: a third of a millisecond for each order that a search or a list looks at. So whatever orders and inquiries are
-- looked through by stands before their texts.
CREATE TABLE new_orders (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  repeat_key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  version INTEGER NOT NULL,
  num TEXT NOT NULL,
  platform TEXT NOT NULL,
  status_id TEXT NOT NULL,
  date TEXT NOT NULL,
  time_start TEXT,
  time_end TEXT,
  products_amount INTEGER NOT NULL,
  price INTEGER NOT NULL,
  paid_amount INTEGER NOT NULL,
  payment_status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  -- See order_kinds.
  kind_seq INTEGER NOT NULL,
  -- Whether it was made under a num of its sender's, and not under a requestKey: a read says the requestKey, and a list is filtered by it.
  -- Both keys share one column, for they share one space. The present number says nothing, because it can be changed.
  by_num INTEGER NOT NULL,
  -- What it is found by, some 2,000 characters at most (src/storage/schema/search-text.ts).
  search_text TEXT NOT NULL,
  client TEXT,
  recipient TEXT,
  delivery TEXT,
  additional TEXT,
  products TEXT NOT NULL
) STRICT;
INSERT INTO new_orders (
  seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, platform, status_id, date, time_start, time_end, products_amount,
  price, paid_amount, payment_status, created_at, updated_at, deleted_at, kind_seq, by_num, search_text, client, recipient, delivery,
  additional, products
) SELECT
  seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, platform, status_id, date, time_start, time_end, products_amount,
  price, paid_amount, payment_status, created_at, updated_at, deleted_at, kind_seq, by_num, search_text, client, recipient, delivery,
  additional, products
FROM orders ORDER BY seq;
DROP TABLE orders;
ALTER TABLE new_orders RENAME TO orders;
-- Outlives a deletion: a repeat after it must find the order (order_deleted), not make another.
CREATE UNIQUE INDEX orders_by_repeat_key ON orders (workspace_seq, source, repeat_key);
CREATE INDEX orders_by_updated ON orders (workspace_seq, updated_at) WHERE deleted_at IS NULL;
-- A day's orders by their time within each status, those without one last.
CREATE INDEX orders_by_time ON orders (
  workspace_seq, date, status_id, coalesce(time_start, '~'), coalesce(time_end, '~'), seq, deleted_at
) WHERE deleted_at IS NULL;
-- The newest are looked through by kind and date before ranges are merged. deleted_at (NULL in all of these) because SQLite looks it up in
-- the row otherwise.
CREATE INDEX orders_by_created ON orders (workspace_seq, created_at, seq, kind_seq, date, deleted_at) WHERE deleted_at IS NULL;
-- Without the amounts, whose sums are kept.
CREATE INDEX orders_by_date ON orders (workspace_seq, date, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_kind ON orders (kind_seq, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_kind_and_date ON orders (kind_seq, date, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
-- The same of deleted orders by their deletion; they cost a create nothing.
CREATE INDEX orders_by_deleted ON orders (workspace_seq, deleted_at, seq, kind_seq, date) WHERE deleted_at IS NOT NULL;
CREATE INDEX deleted_orders_by_kind ON orders (kind_seq, deleted_at, seq) WHERE deleted_at IS NOT NULL;
CREATE INDEX deleted_orders_by_kind_and_date ON orders (kind_seq, date, deleted_at, seq) WHERE deleted_at IS NOT NULL;
-- The desk sorted by total: each kind's orders by their price, out of which a page is merged.
CREATE INDEX orders_by_price ON orders (kind_seq, price, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_num ON orders (workspace_seq, num, created_at);

CREATE TABLE new_inquiries (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  idempotency_key TEXT,
  fingerprint BLOB NOT NULL,
  version INTEGER NOT NULL,
  stage_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  order_seq INTEGER REFERENCES orders (seq),
  payload TEXT NOT NULL,
  FOREIGN KEY (workspace_seq, stage_id) REFERENCES inquiry_stages (workspace_seq, id)
) STRICT;
INSERT INTO new_inquiries (
  seq, id, workspace_seq, source, idempotency_key, fingerprint, version, stage_id, created_at, updated_at, order_seq, payload
) SELECT
  seq, id, workspace_seq, source, idempotency_key, fingerprint, version, stage_id, created_at, updated_at, order_seq, payload
FROM inquiries ORDER BY seq;
DROP TABLE inquiries;
ALTER TABLE new_inquiries RENAME TO inquiries;
CREATE UNIQUE INDEX inquiries_by_key ON inquiries (workspace_seq, source, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX inquiries_by_stage ON inquiries (workspace_seq, stage_id, created_at);
-- Costs a create nothing: an order comes later, if at all.
CREATE INDEX inquiries_by_order ON inquiries (order_seq) WHERE order_seq IS NOT NULL;
