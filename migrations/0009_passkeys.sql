-- Passkeys (WebAuthn): keys of a person's devices that sign in without the password.

CREATE TABLE passkeys (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  -- base64url, as the device names it. One of the whole installation: a device must not be taken for two people.
  credential_id TEXT NOT NULL UNIQUE,
  -- COSE; of no use to whoever reads it.
  public_key BLOB NOT NULL,
  -- Of signatures so far; 0 for ever where the device does not count.
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

-- What a device is asked to sign. Each once, and for the one purpose that it was made for.
CREATE TABLE passkey_challenges (
  challenge_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  -- NULL while nobody is signed in.
  person_seq INTEGER REFERENCES people (seq),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
