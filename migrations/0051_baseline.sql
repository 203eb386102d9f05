-- The whole schema of the first release: what the steps before it had made, letter for letter. A column that came later than
-- its table is at the end of it, and told of above it.
--
-- Every table has a small integer key (`seq`), which other tables and indexes refer to, and, where the outside
-- knows the row, a UUID (16 bytes). Rows of one table are made one after another by the only writer, so that `seq` orders
-- them by birth even when the clock jumps. Times are milliseconds since the epoch, money is kopecks.

-- accent: one of the pages' eight accents, or a colour of the shop's own (#rrggbb).
-- logo_at: when the logo was set. Its address names it, so that a browser may keep the picture. NULL: there is none.
-- address, phone, thanks: what a shop's papers say beside its name and logo; empty where they say nothing.
-- second_factor_required: whether everybody in a workspace needs a second factor.
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
, accent TEXT NOT NULL DEFAULT 'pine', logo_at INTEGER, address TEXT NOT NULL DEFAULT '', phone TEXT NOT NULL DEFAULT '', thanks TEXT NOT NULL DEFAULT '', second_factor_required INTEGER NOT NULL DEFAULT 0 CHECK (second_factor_required IN (0, 1))) STRICT;

-- Apart from workspaces, because each create writes it and a row is written whole.
-- prefix, padding: what comes before the number, and how many digits it has at least; for orders to come alone.
CREATE TABLE number_series (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  next_number INTEGER NOT NULL
, prefix TEXT NOT NULL DEFAULT '', padding INTEGER NOT NULL DEFAULT 0) STRICT;

-- email_key: an address is known again by it, however its letters are written (src/base/mail/email-key.ts).
-- unproved_in: the only workspace that an account counts in, as long as nobody has proved its address: it was made there by a link
-- that an owner was shown. NULL: the address is proved, or vouched for.
CREATE TABLE people (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT,
  language TEXT NOT NULL DEFAULT 'en',
  password_hash TEXT,
  created_at INTEGER NOT NULL
, theme TEXT NOT NULL DEFAULT 'system', email_key TEXT NOT NULL DEFAULT '', unproved_in INTEGER REFERENCES workspaces (seq)) STRICT;
CREATE UNIQUE INDEX people_by_email_key ON people (email_key);

-- last_seen_at: when a member was last seen in this workspace; a person's last sign of life may be in another one.
-- ended_sessions: sessions up to this number have nothing of the workspace any more, though their person belongs to it: an owner
-- has ended them.
CREATE TABLE memberships (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer')),
  created_at INTEGER NOT NULL, last_seen_at INTEGER, ended_sessions INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_seq, person_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_by_person ON memberships (person_seq);

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
-- tone: one of the eight tones of the pages. status_group: what a status means for the day's work.
-- writes_off_stock: whether an order that enters it takes its goods along.
CREATE TABLE statuses (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL, tone TEXT NOT NULL DEFAULT 'move'
  CHECK (tone IN ('new', 'busy', 'good', 'bad', 'idle', 'move', 'teal', 'pink')), status_group TEXT NOT NULL DEFAULT 'work'
  CHECK (status_group IN ('new', 'work', 'done', 'cancelled')), writes_off_stock INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_seq, id)
) STRICT, WITHOUT ROWID;

-- search_text: what an order is found by (src/storage/schema/search-text.ts). kind_seq: see order_kinds.
-- by_num: whether an order was made under a num of its sender's, and not under a requestKey: a read says the requestKey, and a list
-- is filtered by it. Both keys share one column, for they share one space. The present number says nothing, because it can be changed.
CREATE TABLE orders (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  repeat_key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  version INTEGER NOT NULL,
  num TEXT NOT NULL,
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
, search_text TEXT NOT NULL DEFAULT '', platform TEXT NOT NULL DEFAULT '', kind_seq INTEGER NOT NULL DEFAULT 0, by_num INTEGER NOT NULL DEFAULT 0) STRICT;
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

-- A row for each change of an order; `version` is the order's version after it.
-- event_seq: the first event that a change published; what else it published follows it without a gap. NULL where none is known.
CREATE TABLE order_history (
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  changes TEXT,
  at INTEGER NOT NULL, event_seq INTEGER, workspace_seq INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (order_seq, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_history_by_actor ON order_history (workspace_seq, actor_type, actor_id, at);

-- freed_id: the id that a payment had until its order was deleted and a payment of another order took it. Restored, it takes it back
-- if it is free.
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
, freed_id TEXT) STRICT;
CREATE INDEX payments_by_order ON payments (order_seq);
-- A payment's identity (contract, section 3): money is never counted twice.
CREATE UNIQUE INDEX payments_by_external_id ON payments (workspace_seq, source, external_id) WHERE external_id IS NOT NULL;

-- tone: one of the preset tones, whose contrast is known; never a colour of one's own.
-- terminal: its inquiries are done with, and never wait too long.
CREATE TABLE inquiry_stages (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  position INTEGER NOT NULL, tone TEXT NOT NULL DEFAULT 'idle', terminal INTEGER NOT NULL DEFAULT 0,
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
  updated_at INTEGER NOT NULL, order_seq INTEGER REFERENCES orders (seq),
  FOREIGN KEY (workspace_seq, stage_id) REFERENCES inquiry_stages (workspace_seq, id)
) STRICT;
CREATE UNIQUE INDEX inquiries_by_key ON inquiries (workspace_seq, source, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX inquiries_by_stage ON inquiries (workspace_seq, stage_id, created_at);
-- Costs a create nothing: an order comes later, if at all.
CREATE INDEX inquiries_by_order ON inquiries (order_seq) WHERE order_seq IS NOT NULL;

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
-- What an action is about, by what it begins with; src/orders/desk/history-places.ts spells it the same.
CREATE INDEX audit_log_by_kind ON audit_log (
  workspace_seq,
  CASE substr(action, 1, instr(action, '.'))
    WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
    WHEN 'person.' THEN 'people' ELSE 'workspace' END,
  at
);
CREATE INDEX audit_log_by_actor ON audit_log (
  workspace_seq,
  actor_type,
  actor_id,
  CASE substr(action, 1, instr(action, '.'))
    WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
    WHEN 'person.' THEN 'people' ELSE 'workspace' END,
  at
);

-- One row, written to find out whether the file can be written (GET /health/ready).
CREATE TABLE write_probe (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  at INTEGER NOT NULL
) STRICT;

-- Each attempt as the owner reads it; `number` counts an endpoint's attempts, so that the last ones are the end of its range.
CREATE TABLE webhook_attempts (
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  number INTEGER NOT NULL,
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  kind TEXT NOT NULL CHECK (kind IN ('scheduled', 'resend', 'test')),
  -- 1 to 8 of a scheduled one; 0 of one that a person asked for, which the schedule does not count.
  attempt INTEGER NOT NULL,
  -- NULL for a success.
  reason TEXT,
  http_code INTEGER,
  -- Milliseconds.
  response_time INTEGER NOT NULL,
  -- The first 1,024 bytes of the answer to a failed attempt.
  response TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (endpoint_seq, number)
) STRICT, WITHOUT ROWID;
-- An event stays as long as an attempt tells of it; without these each event that goes would be looked for in all of them.
CREATE INDEX webhook_attempts_by_event ON webhook_attempts (event_seq);

-- What a person asked to have sent now, beside the schedule; a row stays until its outcome is written.
-- The number of one that is over is never given to another: who waits for it would take that one's outcome for its own.
CREATE TABLE webhook_requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  kind TEXT NOT NULL CHECK (kind IN ('resend', 'test')),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_requests_by_endpoint ON webhook_requests (endpoint_seq);
CREATE INDEX webhook_requests_by_event ON webhook_requests (event_seq);

-- Mails to people, with the words they were written with; sent by a queue of its own.
CREATE TABLE mails (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER REFERENCES workspaces (seq),
  kind TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL,
  -- logged: no mail server is set, so its text stands in the log.
  state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'logged', 'failed')),
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT;
CREATE INDEX mails_by_due ON mails (due_at) WHERE state = 'pending';
-- A list of few of many rows has an index of those few.
CREATE INDEX mails_by_workspace ON mails (workspace_seq, seq) WHERE kind <> 'new_sign_in';
CREATE INDEX mails_by_kind ON mails (kind, seq);

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

CREATE TABLE products (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- The shop's own id, as orders carry it in products[].id.
  external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sku TEXT,
  -- On hand, in thousandths; the sum of the product's movements, written with them. Below zero is a fact to be shown.
  quantity INTEGER NOT NULL,
  -- Name, SKU and id as a search looks for them; the name leads, so that lists are walked by it.
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX products_by_external_id ON products (workspace_seq, external_id);
CREATE INDEX products_by_name ON products (workspace_seq, search_text);
CREATE INDEX products_below_zero ON products (workspace_seq, search_text, seq) WHERE quantity < 0;
-- By the name without its spaces, which leads in the text that a product is found by.
CREATE INDEX products_by_bare_name ON products (
  workspace_seq, replace(substr(search_text, 1, instr(search_text, char(10)) - 1), ' ', ''), search_text, seq
);

CREATE TABLE stock_movements (
  seq INTEGER PRIMARY KEY,
  -- Of a correction, the id of the form that made it: sent twice, it counts once.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  product_seq INTEGER NOT NULL REFERENCES products (seq),
  -- Thousandths.
  delta INTEGER NOT NULL,
  quantity_after INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'write_off', 'correction', 'import')),
  -- In the words of whoever corrected.
  reason TEXT,
  order_seq INTEGER REFERENCES orders (seq),
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX stock_movements_by_product ON stock_movements (product_seq);
CREATE INDEX stock_movements_by_order ON stock_movements (order_seq) WHERE order_seq IS NOT NULL;
-- A ledger: a mistake is put right by one more line.
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never deleted');
END;
CREATE TRIGGER stock_movements_hold BEFORE UPDATE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never changed');
END;

-- An order's first entry into a status that writes off; the key is what makes it once, whoever is quicker.
CREATE TABLE stock_write_offs (
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq),
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  status_id TEXT NOT NULL,
  -- The order's version after the entry: what changes its products later corrects nothing.
  version INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- Time-based codes (RFC 6238). The secret must be readable, because each code is reckoned from it.
CREATE TABLE second_factors (
  person_seq INTEGER PRIMARY KEY REFERENCES people (seq),
  -- base32
  secret TEXT NOT NULL,
  -- NULL until the first code has shown that the app has the secret; it is not asked for before.
  confirmed_at INTEGER,
  -- Of the last code that was taken: it and those before it are never taken again.
  last_step INTEGER NOT NULL
) STRICT;

-- For anyone who has lost the app; each works once.
-- is_short: it has 50 bits, as the first ones had; new ones have 120.
CREATE TABLE recovery_codes (
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  code_hash TEXT NOT NULL,
  used_at INTEGER, is_short INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (person_seq, code_hash)
) STRICT, WITHOUT ROWID;

-- A sign-in from any other is told by mail.
CREATE TABLE known_devices (
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  -- Of browser and system without their versions, and the network.
  device_hash TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  PRIMARY KEY (person_seq, device_hash)
) STRICT, WITHOUT ROWID;

-- A row for each thing done with an inquiry, its notes among them; `number` counts them from 1.
CREATE TABLE inquiry_history (
  inquiry_seq INTEGER NOT NULL REFERENCES inquiries (seq),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('created', 'moved', 'noted', 'order_made')),
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  note TEXT,
  changes TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (inquiry_seq, number)
) STRICT, WITHOUT ROWID;

-- What a card shows and when it has waited too long; no row while nothing was chosen.
CREATE TABLE inquiry_settings (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  -- Members joined by dots, "client.name"; NULL: Docket guesses.
  title_path TEXT,
  phone_path TEXT,
  text_path TEXT,
  stale_hours INTEGER NOT NULL
) STRICT;

-- The mail server that was saved in the dashboard or with `docket mail set`; no row: none was.
CREATE TABLE mail_server (
  -- One for the whole installation.
  one INTEGER PRIMARY KEY CHECK (one = 1),
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  tls TEXT NOT NULL CHECK (tls IN ('implicit', 'starttls', 'none')),
  -- NULL: it is asked without.
  user TEXT,
  -- AES-256-GCM under the key in mail.key beside this file, bound to host, port, tls and user: nonce, ciphertext, tag.
  sealed_password BLOB,
  sender TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((user IS NULL) = (sealed_password IS NULL))
) STRICT;

-- One row. The name of a backup begins with it, so that tidying up never deletes the backups of another database that
-- shares the folder: of a second shop, or of the full one whose place an empty new database has taken by mistake.
-- workspace_seq: the workspace that was made first. Its owners own the installation, whatever workspaces are made later.
-- cursor_key: what cursors are hidden with (src/base/crypto/hidden-numbers.ts). It protects nothing that whoever reads this file does
-- not see anyway, and goes with it: a cursor stays good where a backup is restored on another machine.
-- access_held_at: when a restore brought back access of which nobody here knows what was revoked since. Until somebody has gone
-- through the list, nobody gets in. NULL: nothing is held.
CREATE TABLE installation (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id BLOB NOT NULL
, workspace_seq INTEGER REFERENCES workspaces (seq), cursor_key BLOB, access_held_at INTEGER) STRICT;
INSERT INTO installation (one, id, cursor_key) VALUES (1, randomblob(16), randomblob(32));

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

-- AUTOINCREMENT here, and for sessions, passkeys and invitations: SQLite gives the highest number that was removed to the next row. A
-- thread or a request that still had the old row in mind would act on the new one.
-- resumed_after: the number of the last attempt before an endpoint was resumed. Failures in a row count after it, whatever the clock says.
CREATE TABLE "webhook_endpoints" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Signs beside the present secret until then (24 hours after a rotation).
  previous_secret TEXT,
  previous_secret_until INTEGER,
  -- The first failure since the last success.
  failing_since INTEGER,
  -- The last warning to the owner; kept over a success, because 24 hours lie between two of them whatever happens.
  warned_at INTEGER,
  suspended_at INTEGER,
  -- Removed for its owner; the rows go in steps, the endpoint's own last.
  removed_at INTEGER
, resumed_after INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX webhook_endpoints_by_workspace ON webhook_endpoints (workspace_seq);

-- passkey_name: the name of the passkey that began the session; NULL: a password or a link did.
CREATE TABLE "sessions" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id BLOB NOT NULL UNIQUE,
  -- Hash of the 256 random bits in the cookie, which are kept nowhere themselves.
  token_hash TEXT NOT NULL UNIQUE,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  -- Whether the cookie outlives the browser.
  remembered INTEGER NOT NULL,
  -- What the person can tell a device by.
  user_agent TEXT,
  address TEXT,
  created_at INTEGER NOT NULL,
  -- To within some minutes.
  last_seen_at INTEGER NOT NULL,
  -- When the password was last given.
  proved_at INTEGER NOT NULL
, passkey_name TEXT) STRICT;
CREATE INDEX sessions_by_person ON sessions (person_seq);

CREATE TABLE "passkeys" (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id BLOB NOT NULL UNIQUE,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  -- base64url, as the device names it. Unique in the whole installation: a device must not be taken for two people.
  credential_id TEXT NOT NULL UNIQUE,
  -- COSE; of no use to whoever reads it.
  public_key BLOB NOT NULL,
  -- Signatures so far; 0 for ever where the device does not count.
  counter INTEGER NOT NULL,
  -- The domain that it was made for: it signs for no other.
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- How browsers reach the device: a JSON list, handed back to them as it came.
  transports TEXT NOT NULL,
  -- Kept in more than one place, so that one lost device does not lose it.
  synced INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_by_person ON passkeys (person_seq);

-- Which workspaces a session has come into: each has the sign-in in its history once, and the others never.
CREATE TABLE session_visits (
  session_seq INTEGER NOT NULL REFERENCES sessions (seq) ON DELETE CASCADE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  PRIMARY KEY (session_seq, workspace_seq)
) STRICT, WITHOUT ROWID;

-- Browsers that somebody has signed in with, by a cookie of their own: they get in while others guess at the account.
CREATE TABLE trusted_devices (
  -- SHA-256 of the cookie's token. Several people may use one browser.
  token_hash TEXT NOT NULL,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (token_hash, person_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX trusted_devices_by_person ON trusted_devices (person_seq, last_used_at);

CREATE TABLE invitations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- A new account that comes of it takes this id.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer')),
  language TEXT NOT NULL,
  -- NULL: a command.
  invited_by INTEGER REFERENCES people (seq),
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX invitations_by_email ON invitations (workspace_seq, email_key);

-- What was mailed or shown in the last day, so that a restart gives nobody another go.
CREATE TABLE invitations_sent (
  seq INTEGER PRIMARY KEY,
  -- NULL: a link by which a person proves their own address.
  workspace_seq INTEGER REFERENCES workspaces (seq),
  email_key TEXT NOT NULL,
  mailed INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_sent_by_time ON invitations_sent (at);

CREATE TABLE "one_time_links" (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'reset', 'invitation', 'address')),
  person_seq INTEGER REFERENCES people (seq),
  invitation_seq INTEGER REFERENCES invitations (seq) ON DELETE CASCADE,
  -- Whoever brings it has the mailbox, or was given it by whoever runs the machine.
  proves INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

-- The overview comes out of a few sums, however many orders there are. They are kept with each change of an order
-- (src/orders/order-sums.ts): orders that are there, by their own date and their status, whose meaning may be changed at any time.
-- newest: no order of the day and status was made later. It is kept up where one comes, and left where one goes.
CREATE TABLE order_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  date TEXT NOT NULL,
  status_id TEXT NOT NULL,
  orders INTEGER NOT NULL,
  -- Kopecks: their prices; what is paid of these, without what was paid beyond; what is owed.
  revenue INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  -- How many of them are paid in part.
  partial INTEGER NOT NULL, newest INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_seq, date, status_id)
) STRICT, WITHOUT ROWID;

-- Orders that are there, by the quarter of an hour in which they were made, counted since 1970: days begin at one everywhere.
CREATE TABLE orders_made (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  quarter INTEGER NOT NULL,
  orders INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, quarter)
) STRICT, WITHOUT ROWID;

-- What was owed when a day began, by status; written by the first change of that day. A day without changes has none.
CREATE TABLE owed_closings (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  at INTEGER NOT NULL,
  status_id TEXT NOT NULL,
  owed INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, at, status_id)
) STRICT, WITHOUT ROWID;

-- What a form of the dashboard has made, by the id that was sent with it: sent again after its answer was lost, it makes nothing
-- more. Rows are swept after a day.
CREATE TABLE sent_forms (
  seq INTEGER PRIMARY KEY,
  person_seq INTEGER NOT NULL REFERENCES people (seq) ON DELETE CASCADE,
  form_id TEXT NOT NULL,
  -- SHA-256 of address and body: the same id with other values is another wish.
  fingerprint TEXT NOT NULL,
  -- JSON; NULL: it held a secret, or was never written down.
  answer TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX sent_forms_by_person ON sent_forms (person_seq, form_id);
CREATE INDEX sent_forms_by_time ON sent_forms (at);

-- What an owner of the installation has set; NULL: kept without end.
CREATE TABLE retention (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Events and their deliveries, once nothing of them waits.
  events_days INTEGER,
  -- Newest ones of each endpoint.
  attempts INTEGER,
  calls_days INTEGER NOT NULL,
  -- Mails, after they went out or were given up.
  mails_days INTEGER,
  -- Sessions, after their end.
  sessions_days INTEGER NOT NULL,
  -- The time that ages are judged by. It follows the clock, but never jumps with it. NULL: nothing was judged yet.
  judged_at INTEGER
) STRICT;
INSERT INTO retention (one, events_days, attempts, calls_days, mails_days, sessions_days) VALUES (1, 180, 1000, 30, 180, 30);

-- No row: a workspace keeps its orders.
CREATE TABLE order_retention (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  years INTEGER NOT NULL,
  -- Nothing goes before it, so that a mistake can be taken back.
  begins_at INTEGER NOT NULL,
  -- Of what was deleted until then nothing is left.
  erased_until INTEGER NOT NULL
) STRICT;

-- What took how much at the end of a UTC day, counted in days since 1970.
CREATE TABLE table_sizes (
  day INTEGER NOT NULL,
  kind TEXT NOT NULL,
  rows INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (day, kind)
) STRICT, WITHOUT ROWID;

-- Without its reference to events: an event that goes would be looked for in all deliveries. Whoever removes one removes its
-- deliveries in the same transaction, and none that waits.
CREATE TABLE "deliveries" (
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  event_seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  -- Scheduled attempts that are over.
  attempts INTEGER NOT NULL,
  -- 0 before the first attempt, which is due at once whatever the clock says; later the moment of the next one.
  due_at INTEGER NOT NULL,
  last_reason TEXT,
  last_http_code INTEGER,
  last_at INTEGER,
  PRIMARY KEY (endpoint_seq, event_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_by_due ON deliveries (endpoint_seq, due_at) WHERE state = 'pending';

-- What orders are filtered by, each combination that there is once, with how many orders have it. An order names its kind, so that a
-- list is merged out of one sorted range for each kind, or for each kind and day; and the counts are kept with each change.
CREATE TABLE order_kinds (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  status_id TEXT NOT NULL,
  payment_status TEXT NOT NULL,
  -- One of the first hundred of a workspace; those beyond share their kinds, so that there are never many, and named is 0 then.
  platform TEXT NOT NULL,
  named INTEGER NOT NULL,
  -- Orders that are there, and deleted ones.
  orders INTEGER NOT NULL,
  deleted INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_kinds_by_value ON order_kinds (workspace_seq, source, status_id, payment_status, platform, named);

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

-- The texts of orders.search_text by their trigrams, under the order's seq; what they point at is held against the text itself. Without
-- places in the text, which would double it. 512 orders go in at once, ten times cheaper than one by one: src/orders/search-index.ts.
CREATE VIRTUAL TABLE order_search USING fts5(
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
-- Its segments are merged in small steps, by eight at least; never a whole level at once within somebody's change.
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0);
INSERT INTO order_search (order_search, rank) VALUES ('crisismerge', 1999);
INSERT INTO order_search (order_search, rank) VALUES ('usermerge', 8);

CREATE TABLE order_search_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The orders up to this one stand in the index.
  seq INTEGER NOT NULL,
  -- Whether each of them was made no earlier than the one before; a clock that was set back puts an end to that.
  in_order INTEGER NOT NULL
) STRICT;
INSERT INTO order_search_state (one, seq, in_order) VALUES (1, 0, 1);

-- How many inquiries a stage has, and which is the middle one, however many there are: kept with each change (src/inquiries/inquiry-sums.ts).
CREATE TABLE inquiry_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  stage_id TEXT NOT NULL,
  -- The UTC day on which they came, counted since 1970.
  day INTEGER NOT NULL,
  inquiries INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, stage_id, day)
) STRICT, WITHOUT ROWID;

-- Orders by the month of their date, so that a period of years is a few rows.
CREATE TABLE order_months (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- YYYY-MM
  month TEXT NOT NULL,
  status_id TEXT NOT NULL,
  orders INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, month, status_id)
) STRICT, WITHOUT ROWID;

-- How many deliveries of each endpoint wait, without counting them: kept with each change (src/webhooks/waiting.ts). Of a removed endpoint
-- it is not kept any more.
CREATE TABLE waiting_deliveries (
  endpoint_seq INTEGER PRIMARY KEY REFERENCES webhook_endpoints (seq),
  deliveries INTEGER NOT NULL
) STRICT;

-- Products by a part of their name, SKU or id, without a look at each: as orders are found. They are few and change rarely, so
-- each goes in at once.
CREATE VIRTUAL TABLE product_search USING fts5(
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE workspace_logos (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  type TEXT NOT NULL,
  image BLOB NOT NULL
) STRICT;

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

-- The feed of changes (GET /api/v1/changes): one row for each change that a follower is told of, also where webhooks are told nothing (a
-- quiet import, an order whose years are over). Numbered by workspace without a gap: the transactions of all writers come one after another,
-- so a number that is seen has every smaller one before it. The newest row of a workspace stays, else its number would be given out again.
CREATE TABLE order_feed (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  number INTEGER NOT NULL,
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  type TEXT NOT NULL CHECK (
    type IN ('order.created', 'order.updated', 'order.status.changed', 'order.payment.created', 'order.deleted')
  ),
  -- The order's version after the change, and its number then.
  version INTEGER NOT NULL,
  num TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, number)
) STRICT, WITHOUT ROWID;

-- When the wall clock was set while a server ran, for `docket check`, which is another process. The newest twenty stay.
CREATE TABLE clock_steps (
  seq INTEGER PRIMARY KEY,
  -- By the clock as it went afterwards.
  at INTEGER NOT NULL,
  -- Milliseconds; below zero it was set back.
  by_ms INTEGER NOT NULL
) STRICT;

-- The networks that each person has signed in from: there they have tries that nobody elsewhere uses up.
CREATE TABLE known_networks (
  -- SHA-256 of the network.
  network_hash TEXT NOT NULL,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (network_hash, person_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX known_networks_by_person ON known_networks (person_seq, last_used_at);

-- Where backups go, when they are made and how many stay: what owners have set on the page. A column that is null holds
-- nothing, and the default does.
CREATE TABLE backup_settings (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Absolute path of a folder, or s3://bucket/prefix/.
  target TEXT,
  -- HH:mm
  daily_at TEXT CHECK (daily_at GLOB '[01][0-9]:[0-5][0-9]' OR daily_at GLOB '2[0-3]:[0-5][0-9]'),
  keep INTEGER CHECK (keep BETWEEN 1 AND 10000),
  keep_days INTEGER CHECK (keep_days BETWEEN 1 AND 36500),
  -- How the bucket is reached; null: AWS.
  endpoint TEXT,
  region TEXT,
  access_key TEXT,
  -- Opened by the key file alone, and only beside this endpoint and access key.
  sealed_secret BLOB,
  -- The folder in which Docket has left its file, so that another disk under the same path is known for another.
  marked TEXT,
  -- When a backup took the place of everything: what was on record before is of another time, or another machine.
  restored_at INTEGER,
  -- 1: restored where nobody has said yet where the next ones go.
  asks INTEGER NOT NULL DEFAULT 0 CHECK (asks IN (0, 1))
) STRICT;
