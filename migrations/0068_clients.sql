-- What belongs to a client and to no order: a name given once, a note, dates to remember, and who was merged with whom. Who a client
-- is, and what they ordered, is read from the orders.
CREATE TABLE clients (
  seq INTEGER PRIMARY KEY,
  -- Made of workspace and key, so it is the same before there is a row, and after a restore.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- `p` and the phone in E.164, or `e` and the e-mail in small letters.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  -- As an import wrote them; empty where orders say it.
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  note TEXT NOT NULL,
  -- The client that this one counts for since a merge. Taken back, it is as it was.
  merged_into INTEGER REFERENCES clients (seq),
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  search_text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX clients_by_key ON clients (workspace_seq, key);
CREATE INDEX clients_by_text ON clients (workspace_seq, search_text, seq);
CREATE INDEX clients_by_merge ON clients (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE client_dates (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  client_seq INTEGER NOT NULL REFERENCES clients (seq),
  -- MM-DD: it comes back each year.
  day TEXT NOT NULL,
  title TEXT NOT NULL
) STRICT;
CREATE INDEX client_dates_by_client ON client_dates (client_seq);
CREATE INDEX client_dates_by_day ON client_dates (workspace_seq, day, seq);
