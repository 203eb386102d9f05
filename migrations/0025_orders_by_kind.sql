-- The indexes of lists by kind.

-- The newest are looked through by kind and date before ranges are merged. deleted_at (NULL in all of these) because SQLite looks it up in
-- the row otherwise.
CREATE INDEX orders_by_created ON orders (workspace_seq, created_at, seq, kind_seq, date, deleted_at) WHERE deleted_at IS NULL;
-- Without the amounts, whose sums are kept.
CREATE INDEX orders_by_date ON orders (workspace_seq, date, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_kind ON orders (kind_seq, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX orders_by_kind_and_date ON orders (kind_seq, date, created_at, seq, deleted_at) WHERE deleted_at IS NULL;
-- The same of deleted orders by their deletion; they cost a create nothing.
CREATE INDEX orders_by_deleted ON orders (workspace_seq, deleted_at, seq, kind_seq, date) WHERE deleted_at IS NOT NULL;
CREATE INDEX deleted_orders_by_kind ON orders (kind_seq, deleted_at, seq) WHERE deleted_at IS NOT NULL;
CREATE INDEX deleted_orders_by_kind_and_date ON orders (kind_seq, date, deleted_at, seq) WHERE deleted_at IS NOT NULL;
