-- Kopecks for one piece; without one the list names no price.
ALTER TABLE products ADD COLUMN price INTEGER;
ALTER TABLE products ADD COLUMN category TEXT;
-- Thousandths: the list warns of less on hand.
ALTER TABLE products ADD COLUMN warn_below INTEGER;
CREATE INDEX products_running_low ON products (workspace_seq, search_text, seq) WHERE quantity < warn_below;
CREATE INDEX products_by_category ON products (workspace_seq, category) WHERE category IS NOT NULL;
