-- How long things are kept, and what takes how much.

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
CREATE TABLE deliveries_unbound (
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

INSERT INTO deliveries_unbound (
  endpoint_seq, event_seq, state, attempts, due_at, last_reason, last_http_code, last_at
)
SELECT endpoint_seq, event_seq, state, attempts, due_at, last_reason, last_http_code, last_at FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_unbound RENAME TO deliveries;
CREATE INDEX deliveries_by_due ON deliveries (endpoint_seq, due_at) WHERE state = 'pending';

-- An event stays as long as an attempt tells of it; without these each event that goes would be looked for in all of them.
CREATE INDEX webhook_attempts_by_event ON webhook_attempts (event_seq);
CREATE INDEX webhook_requests_by_event ON webhook_requests (event_seq);
