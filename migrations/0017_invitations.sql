-- Membership needs consent: whoever is invited becomes a member by opening the link and signing in, not by being invited.

-- By which an address is known again, however its letters are written; src/storage/email-keys.ts fills it.
ALTER TABLE people ADD COLUMN email_key TEXT NOT NULL DEFAULT '';
UPDATE people SET email_key = lower(email);
CREATE UNIQUE INDEX people_by_email_key ON people (email_key);

-- The only workspace that an account counts in, as long as nobody has proved its address: it was made there by a link that an
-- owner was shown. NULL: the address is proved, or vouched for, as it is of all accounts from before.
ALTER TABLE people ADD COLUMN unproved_in INTEGER REFERENCES workspaces (seq);

CREATE TABLE invitations (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  -- A new account that comes of it takes this id.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'viewer')),
  language TEXT NOT NULL,
  -- NULL: a command.
  invited_by INTEGER REFERENCES people (seq),
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX invitations_by_email ON invitations (workspace_seq, email_key);

-- What was mailed or shown in the last day, so that a restart gives nobody another go.
CREATE TABLE invitations_sent (
  seq INTEGER PRIMARY KEY,
  -- NULL: a link by which a person proves their own address.
  workspace_seq INTEGER REFERENCES workspaces (seq),
  email_key TEXT NOT NULL,
  mailed INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX invitations_sent_by_time ON invitations_sent (at);

-- Who was invited before and has no password yet is no account, but one invitation for each workspace, under the same id.
INSERT INTO invitations (id, workspace_seq, email, email_key, role, language, created_at)
SELECT
  CASE m.workspace_seq
    WHEN (SELECT min(o.workspace_seq) FROM memberships o WHERE o.person_seq = p.seq) THEN p.id
    ELSE CAST(substr(p.id, 1, 9) || randomblob(7) AS BLOB)
  END,
  m.workspace_seq, p.email, p.email_key, m.role, p.language, m.created_at
FROM memberships m
JOIN people p ON p.seq = m.person_seq
WHERE p.password_hash IS NULL;

CREATE TABLE one_time_links_anew (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'reset', 'invitation', 'address')),
  person_seq INTEGER REFERENCES people (seq),
  invitation_seq INTEGER REFERENCES invitations (seq) ON DELETE CASCADE,
  -- Whoever brings it has the mailbox, or was given it by whoever runs the machine.
  proves INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;

INSERT INTO one_time_links_anew (token_hash, purpose, person_seq, proves, created_at, expires_at, used_at)
SELECT l.token_hash, l.purpose, l.person_seq, 1, l.created_at, l.expires_at, l.used_at
FROM one_time_links l
LEFT JOIN people p ON p.seq = l.person_seq
WHERE l.person_seq IS NULL OR p.password_hash IS NOT NULL;

-- It was made for the workspace that the person was taken into last. Whether it was mailed is not known, so it proves nothing.
INSERT INTO one_time_links_anew (token_hash, purpose, invitation_seq, proves, created_at, expires_at)
SELECT
  l.token_hash, 'invitation',
  (SELECT i.seq FROM invitations i WHERE i.email_key = p.email_key ORDER BY i.created_at DESC, i.seq DESC LIMIT 1),
  0, l.created_at, l.expires_at
FROM one_time_links l
JOIN people p ON p.seq = l.person_seq
WHERE p.password_hash IS NULL AND l.used_at IS NULL
  AND EXISTS (SELECT 1 FROM invitations i WHERE i.email_key = p.email_key);

DROP TABLE one_time_links;
ALTER TABLE one_time_links_anew RENAME TO one_time_links;

DELETE FROM memberships WHERE person_seq IN (SELECT seq FROM people WHERE password_hash IS NULL);
DELETE FROM people WHERE password_hash IS NULL
  AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM recovery_codes c WHERE c.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM known_devices d WHERE d.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM trusted_devices t WHERE t.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM saved_views v WHERE v.person_seq = people.seq)
  AND NOT EXISTS (SELECT 1 FROM passkey_challenges h WHERE h.person_seq = people.seq);
