-- Whose the installation is, and what a workspace knows of its people: what concerns itself alone.

-- The workspace that was made first. Its owners own the installation, whatever workspaces are made later and by whom.
ALTER TABLE installation ADD COLUMN workspace_seq INTEGER REFERENCES workspaces (seq);
UPDATE installation SET workspace_seq = (SELECT min(seq) FROM workspaces);

-- When a member was last seen in this workspace; a person's last sign of life may be in another one.
ALTER TABLE memberships ADD COLUMN last_seen_at INTEGER;
UPDATE memberships SET last_seen_at = (SELECT p.last_seen_at FROM people p WHERE p.seq = memberships.person_seq);
ALTER TABLE people DROP COLUMN last_seen_at;

-- Which workspaces a session has come into: each has the sign-in in its history once, and the others never.
CREATE TABLE session_visits (
  session_seq INTEGER NOT NULL REFERENCES sessions (seq) ON DELETE CASCADE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  PRIMARY KEY (session_seq, workspace_seq)
) STRICT, WITHOUT ROWID;

-- Sign-ins of before stand in the history of every workspace of the person already.
INSERT INTO session_visits (session_seq, workspace_seq)
SELECT s.seq, m.workspace_seq FROM sessions s JOIN memberships m ON m.person_seq = s.person_seq;

-- The name of the passkey that began the session; NULL: a password or a link did.
ALTER TABLE sessions ADD COLUMN passkey_name TEXT;
