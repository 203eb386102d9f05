-- The code on a product's label. A UPC-A of 12 digits is an EAN-13 that begins with 0: it is kept without that 0.
ALTER TABLE products ADD COLUMN barcode TEXT;
CREATE UNIQUE INDEX products_by_barcode ON products (workspace_seq, barcode) WHERE barcode IS NOT NULL;
-- As narrow as products_by_name, whose columns they share: else SQLite takes that one, now that a row is wider. A row's
-- seq is in every index.
DROP INDEX products_below_zero;
CREATE INDEX products_below_zero ON products (workspace_seq, search_text) WHERE quantity < 0;
DROP INDEX products_running_low;
CREATE INDEX products_running_low ON products (workspace_seq, search_text) WHERE quantity < warn_below;
