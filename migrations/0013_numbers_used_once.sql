-- Numbers that are given out once. SQLite gives the highest one that was removed to the next row, and a thread or a request that still
-- had the old one in mind then acted on the new one: the queue and attempts of a removed webhook endpoint were taken for those
-- of the endpoint added next; a password being changed in a session that had just ended gave its token to the session begun next;
-- a passkey being checked moved the counter of another. Foreign keys are off while migrations run, and proven at their end.
--
-- Left as they are, because nobody keeps their numbers in mind or the highest one is never removed: saved_views (known by
-- their id), backups (only the oldest are removed), one_time_links, passkey_challenges, memberships, statuses and inquiry_stages (no numbers).

CREATE TABLE webhook_endpoints_once (
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
) STRICT;

INSERT INTO webhook_endpoints_once (
  seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at,
  previous_secret, previous_secret_until, failing_since, warned_at, suspended_at, removed_at
)
SELECT
  seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at,
  previous_secret, previous_secret_until, failing_since, warned_at, suspended_at, removed_at
FROM webhook_endpoints;

DROP TABLE webhook_endpoints;
ALTER TABLE webhook_endpoints_once RENAME TO webhook_endpoints;
CREATE INDEX webhook_endpoints_by_workspace ON webhook_endpoints (workspace_seq);

-- Above every number that anything still bears, whatever became of its endpoint.
DELETE FROM sqlite_sequence WHERE name = 'webhook_endpoints';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'webhook_endpoints', max(
  coalesce((SELECT max(seq) FROM webhook_endpoints), 0),
  coalesce((SELECT max(endpoint_seq) FROM deliveries), 0),
  coalesce((SELECT max(endpoint_seq) FROM webhook_attempts), 0),
  coalesce((SELECT max(endpoint_seq) FROM webhook_requests), 0)
);

CREATE TABLE sessions_once (
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
) STRICT;

INSERT INTO sessions_once (
  seq, id, token_hash, person_seq, remembered, user_agent, address, created_at, last_seen_at, proved_at
)
SELECT seq, id, token_hash, person_seq, remembered, user_agent, address, created_at, last_seen_at, proved_at FROM sessions;

DROP TABLE sessions;
ALTER TABLE sessions_once RENAME TO sessions;
CREATE INDEX sessions_by_person ON sessions (person_seq);

CREATE TABLE passkeys_once (
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

INSERT INTO passkeys_once (
  seq, id, person_seq, credential_id, public_key, counter, rp_id, name, transports, synced, created_at, last_used_at
)
SELECT
  seq, id, person_seq, credential_id, public_key, counter, rp_id, name, transports, synced, created_at, last_used_at
FROM passkeys;

DROP TABLE passkeys;
ALTER TABLE passkeys_once RENAME TO passkeys;
CREATE INDEX passkeys_by_person ON passkeys (person_seq);
