-- What a shop looks like: one of the pages' eight accents or a colour of its own (#rrggbb), and its logo.
ALTER TABLE workspaces ADD COLUMN accent TEXT NOT NULL DEFAULT 'pine';
-- When the logo was set; its address names it, so that a browser may keep the picture. Null: there is none.
ALTER TABLE workspaces ADD COLUMN logo_at INTEGER;

CREATE TABLE workspace_logos (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  type TEXT NOT NULL,
  image BLOB NOT NULL
) STRICT;
