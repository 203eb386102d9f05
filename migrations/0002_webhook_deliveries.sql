-- Sending: deliveries that are read by endpoint, the history of attempts, the health of an endpoint, mails to owners.

-- Clustered by endpoint: a delivery costs one b-tree less, and what an endpoint waits for lies together.
CREATE TABLE deliveries_by_endpoint (
  endpoint_seq INTEGER NOT NULL REFERENCES webhook_endpoints (seq),
  event_seq INTEGER NOT NULL REFERENCES events (seq),
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  -- Scheduled attempts that are over.
  attempts INTEGER NOT NULL,
  -- 0 before the first attempt, which is due at once whatever the clock says; later the moment of the next one.
  due_at INTEGER NOT NULL,
  PRIMARY KEY (endpoint_seq, event_seq)
) STRICT, WITHOUT ROWID;

INSERT INTO deliveries_by_endpoint (endpoint_seq, event_seq, state, attempts, due_at)
SELECT endpoint_seq, event_seq, state, attempts, CASE attempts WHEN 0 THEN 0 ELSE due_at END FROM deliveries;

DROP TABLE deliveries;
ALTER TABLE deliveries_by_endpoint RENAME TO deliveries;

-- The poll: what an endpoint has to be sent, first attempts in the order of their events, then by the time they are due.
CREATE INDEX deliveries_by_due ON deliveries (endpoint_seq, due_at) WHERE state = 'pending';

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

-- Signs beside the present secret until then (24 hours after a rotation).
ALTER TABLE webhook_endpoints ADD COLUMN previous_secret TEXT;
ALTER TABLE webhook_endpoints ADD COLUMN previous_secret_until INTEGER;
-- The first failure since the last success.
ALTER TABLE webhook_endpoints ADD COLUMN failing_since INTEGER;
-- The last warning to the owner; kept over a success, because 24 hours lie between two of them whatever happens.
ALTER TABLE webhook_endpoints ADD COLUMN warned_at INTEGER;
ALTER TABLE webhook_endpoints ADD COLUMN suspended_at INTEGER;
-- Removed for its owner; the rows go in steps, the endpoint's own last.
ALTER TABLE webhook_endpoints ADD COLUMN removed_at INTEGER;

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
