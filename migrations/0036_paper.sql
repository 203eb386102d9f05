-- What a shop's papers say of it beside its name and logo; empty where it says nothing.
ALTER TABLE workspaces ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE workspaces ADD COLUMN phone TEXT NOT NULL DEFAULT '';
-- A line of thanks, in its own words.
ALTER TABLE workspaces ADD COLUMN thanks TEXT NOT NULL DEFAULT '';
