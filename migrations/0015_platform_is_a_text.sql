-- platform is a text, empty where none was given or it was cleared: the public API's type knows no null.
DROP INDEX orders_by_created;
ALTER TABLE orders ADD COLUMN platform_text TEXT NOT NULL DEFAULT '';
UPDATE orders SET platform_text = platform WHERE platform IS NOT NULL;
ALTER TABLE orders DROP COLUMN platform;
ALTER TABLE orders RENAME COLUMN platform_text TO platform;
CREATE INDEX orders_by_created ON orders (
  workspace_seq, created_at, seq, status_id, payment_status, date, platform, source, search_text, deleted_at
) WHERE deleted_at IS NULL;
