-- The ids of clients were hashes without a key. The step makes them again with the key of the cursors (src/storage/schema/key-client-ids.ts).
-- A key of a wrong length was put there by hand.
UPDATE installation SET cursor_key = randomblob(32) WHERE cursor_key IS NULL OR octet_length(cursor_key) <> 32;
