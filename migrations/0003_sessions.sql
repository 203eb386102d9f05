-- Signing in: sessions of people in the dashboard.

CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  -- Of the 256 random bits in the cookie; they themselves are kept nowhere.
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

CREATE INDEX sessions_by_person ON sessions (person_seq);

ALTER TABLE people ADD COLUMN theme TEXT NOT NULL DEFAULT 'system';
