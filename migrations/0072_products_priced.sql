-- The price list by category and name, without a look at what has no price.
CREATE INDEX products_priced ON products (workspace_seq, category, search_text, seq) WHERE price IS NOT NULL;
