-- The desk sorted by total: each kind's orders by their price, out of which a page is merged.
CREATE INDEX orders_by_price ON orders (kind_seq, price, seq, deleted_at) WHERE deleted_at IS NULL;
