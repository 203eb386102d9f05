-- Where an address of an order is shown: the name of a service, or the shop's own address of one; empty: by the reader's language.
ALTER TABLE workspaces ADD COLUMN map_service TEXT NOT NULL DEFAULT '';
-- The city that addresses leave out.
ALTER TABLE workspaces ADD COLUMN map_city TEXT NOT NULL DEFAULT '';
