-- Two roles more: `orders` works on orders and sees nothing else of the shop; `courier` sees the deliveries of a day.
CREATE TABLE new_memberships (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  person_seq INTEGER NOT NULL REFERENCES people (seq),
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer', 'orders', 'courier')),
  created_at INTEGER NOT NULL,
  -- When a member was last seen in this workspace; a person's last sign of life may be in another one.
  last_seen_at INTEGER,
  -- Sessions up to this number have nothing of the workspace any more, though their person belongs to it: an owner has ended them.
  ended_sessions INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_seq, person_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO new_memberships (workspace_seq, person_seq, role, created_at, last_seen_at, ended_sessions)
SELECT workspace_seq, person_seq, role, created_at, last_seen_at, ended_sessions FROM memberships;
DROP TABLE memberships;
ALTER TABLE new_memberships RENAME TO memberships;
CREATE INDEX memberships_by_person ON memberships (person_seq);

CREATE TABLE new_invitations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- A new account that comes of it takes this id.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer', 'orders', 'courier')),
  language TEXT NOT NULL,
  -- NULL: a command.
  invited_by INTEGER REFERENCES people (seq),
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_invitations (seq, id, workspace_seq, email, email_key, role, language, invited_by, created_at)
SELECT seq, id, workspace_seq, email, email_key, role, language, invited_by, created_at FROM invitations;
-- No invitation gets the number of one that was withdrawn.
DELETE FROM sqlite_sequence WHERE name = 'new_invitations';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_invitations', seq FROM sqlite_sequence WHERE name = 'invitations';
DROP TABLE invitations;
ALTER TABLE new_invitations RENAME TO invitations;
CREATE UNIQUE INDEX invitations_by_email ON invitations (workspace_seq, email_key);
