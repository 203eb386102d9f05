-- Settings: how orders are numbered, the second factor of signing in, and the devices that a person has signed in on.

-- What stands before the number, and how many digits it has at least; for orders to come alone.
ALTER TABLE number_series ADD COLUMN prefix TEXT NOT NULL DEFAULT '';
ALTER TABLE number_series ADD COLUMN padding INTEGER NOT NULL DEFAULT 0;

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

-- For who has lost the app; each works once.
CREATE TABLE recovery_codes (
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  code_hash TEXT NOT NULL,
  used_at INTEGER,
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

-- To within some minutes; sessions that have ended leave it.
ALTER TABLE people ADD COLUMN last_seen_at INTEGER;
UPDATE people SET last_seen_at = (SELECT max(s.last_seen_at) FROM sessions s WHERE s.person_seq = people.seq);
