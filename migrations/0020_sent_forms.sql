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
