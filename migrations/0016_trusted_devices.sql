-- Browsers that somebody has signed in with, by a cookie of their own: they get in while others guess at the account.
CREATE TABLE trusted_devices (
  -- SHA-256 of the cookie's token. Several people may use one browser.
  token_hash TEXT NOT NULL,
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (token_hash, person_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX trusted_devices_by_person ON trusted_devices (person_seq, last_used_at);
