-- A changed status or payment counts for the sums of a client, and leaves the text of the order as it was. The index of searches
-- writes a text again only where it has changed.
ALTER TABLE search_changes ADD COLUMN text_changed INTEGER NOT NULL DEFAULT 1;
