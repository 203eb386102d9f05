-- The id that a payment had until its order was deleted and a payment of another order took it. Restored, it takes it back if it is free.
ALTER TABLE payments ADD COLUMN freed_id TEXT;
