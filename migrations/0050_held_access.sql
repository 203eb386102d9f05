-- When a restore brought back access of which nobody here knows what was revoked since: until somebody has gone through the list,
-- nobody gets in. NULL: nothing is held.
ALTER TABLE installation ADD COLUMN access_held_at INTEGER;
