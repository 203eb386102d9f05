-- A fragment of a number, a name or a phone, without a look at every order.

-- The texts of orders.search_text by their trigrams, under the order's seq; what they point at is held against the text itself. Without
-- places in the text, which would double it. 512 orders go in at once, ten times cheaper than one by one: src/orders/search-index.ts.
CREATE VIRTUAL TABLE order_search USING fts5(
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE order_search_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- The orders up to this one stand in the index.
  seq INTEGER NOT NULL,
  -- Whether each of them was made no earlier than the one before; a clock that was set back puts an end to that.
  in_order INTEGER NOT NULL
) STRICT;
INSERT INTO order_search_state (one, seq, in_order) VALUES (1, 0, 1);
