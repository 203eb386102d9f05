-- The number of the last attempt before an endpoint was resumed: failures in a row count after it, whatever the clock says.
ALTER TABLE webhook_endpoints ADD COLUMN resumed_after INTEGER NOT NULL DEFAULT 0;
