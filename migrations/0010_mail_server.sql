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
