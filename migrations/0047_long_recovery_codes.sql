-- Those that are there already have 50 bits; new ones have 120. They work until their owner makes new ones.
ALTER TABLE recovery_codes ADD COLUMN is_short INTEGER NOT NULL DEFAULT 1;
