-- The whole store of the first release. Never edit a migration that has been released: add the next one.
--
-- Every table has a small integer key (`seq`), which other tables and indexes refer to, and, where the outside
-- knows the row, a UUID (16 bytes). Rows of one table are made one after another by the only writer, so that `seq` orders
-- them by birth even when the clock jumps. Times are milliseconds since the epoch, money is kopecks.

CREATE TABLE workspaces (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'business')),
  time_zone TEXT NOT NULL,
  api_enabled INTEGER NOT NULL,
  inquiries_enabled INTEGER NOT NULL,
  webhooks_enabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Apart from workspaces, because each create writes it and a row is written whole.
CREATE TABLE number_series (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  next_number INTEGER NOT NULL
) STRICT;

CREATE TABLE people (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT,
  language TEXT NOT NULL DEFAULT 'en',
  password_hash TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE memberships (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer')),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, person_seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX memberships_by_person ON memberships (person_seq);

-- Links that let one person in once: setup (no person yet) and reset of a password.
CREATE TABLE one_time_links (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'reset')),
  person_seq INTEGER REFERENCES people (seq),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  scopes TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_workspace ON api_keys (workspace_seq);

-- Empty until an owner adds the first status: then the virtual set counts (contract, section 3).
CREATE TABLE statuses (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  repeat_key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  version INTEGER NOT NULL,
  num TEXT NOT NULL,
  platform TEXT,
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
  client TEXT,
  recipient TEXT,
  products TEXT NOT NULL,
  delivery TEXT,
  additional TEXT
) STRICT;

-- Outlives a deletion: a repeat after it must find the order (order_deleted), not make another.
CREATE UNIQUE INDEX orders_by_repeat_key ON orders (workspace_seq, source, repeat_key);
CREATE INDEX orders_by_num ON orders (workspace_seq, num);
-- One for each order in which a list is walked; SQLite appends seq, the tie-break, to each.
CREATE INDEX orders_by_created ON orders (workspace_seq, created_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_status ON orders (workspace_seq, status_id, created_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_date ON orders (workspace_seq, date, created_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_updated ON orders (workspace_seq, updated_at) WHERE deleted_at IS NULL;

-- A row for each change of an order; `version` is the order's version after it.
CREATE TABLE order_history (
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  changes TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (order_seq, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE payments (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  source TEXT NOT NULL,
  external_id TEXT,
  -- What a repeat is compared with: the payment as first sent, whatever was edited since.
  fingerprint TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'refunded', 'deleted')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  refunded_amount INTEGER NOT NULL CHECK (refunded_amount BETWEEN 0 AND amount),
  currency TEXT NOT NULL,
  paid_at INTEGER NOT NULL,
  payment_method TEXT,
  provider_data TEXT,
  -- Keys beyond the known ones of a payment sent with a create, kept as sent.
  extra TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX payments_by_order ON payments (order_seq);
-- A payment's identity (contract, section 3): money is never counted twice.
CREATE UNIQUE INDEX payments_by_external_id ON payments (workspace_seq, source, external_id) WHERE external_id IS NOT NULL;

CREATE TABLE inquiry_stages (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE inquiries (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  idempotency_key TEXT,
  fingerprint BLOB NOT NULL,
  version INTEGER NOT NULL,
  stage_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  FOREIGN KEY (workspace_seq, stage_id) REFERENCES inquiry_stages (workspace_seq, id)
) STRICT;

CREATE UNIQUE INDEX inquiries_by_key ON inquiries (workspace_seq, source, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX inquiries_by_stage ON inquiries (workspace_seq, stage_id, created_at);

-- The outbox: what happened, with the bytes that every receiver gets on every attempt.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  order_seq INTEGER REFERENCES orders (seq),
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  occurred_at INTEGER NOT NULL
) STRICT;

CREATE TABLE webhook_endpoints (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_endpoints_by_workspace ON webhook_endpoints (workspace_seq);

CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY,
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX deliveries_by_event ON deliveries (event_seq, endpoint_seq);
CREATE INDEX deliveries_by_due ON deliveries (endpoint_seq, due_at) WHERE state = 'pending';

-- Who changed a key, an endpoint, a person or a setting, from what to what.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  at INTEGER NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  changes TEXT
) STRICT;

CREATE INDEX audit_log_by_workspace ON audit_log (workspace_seq, at);

-- One row, written to find out whether the file can be written (GET /health/ready).
CREATE TABLE write_probe (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at INTEGER NOT NULL
) STRICT;
