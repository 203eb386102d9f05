-- Products by a part of their name, SKU or id, without a look at each: as orders are found (0027_order_search.sql). They are few and change
-- rarely, so each goes in at once. Those that there are go in with the step beside this file.
CREATE VIRTUAL TABLE product_search USING fts5(
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);
