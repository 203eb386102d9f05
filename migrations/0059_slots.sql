-- When orders leave the shop, and how many may: `10:00-12:00 (8), 12:00-14:00`, as the history of changes shows it.
ALTER TABLE workspaces ADD COLUMN slots TEXT NOT NULL DEFAULT '';
