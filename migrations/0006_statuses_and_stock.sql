-- Statuses as an owner draws them up, and stock: products, a ledger of movements, and which orders have been written off.

-- One of the eight tones of the pages; what a status means for the day's work; whether an order that enters it takes its goods along.
ALTER TABLE statuses ADD COLUMN tone TEXT NOT NULL DEFAULT 'move'
  CHECK (tone IN ('new', 'busy', 'good', 'bad', 'idle', 'move', 'teal', 'pink'));
ALTER TABLE statuses ADD COLUMN status_group TEXT NOT NULL DEFAULT 'work'
  CHECK (status_group IN ('new', 'work', 'done', 'cancelled'));
ALTER TABLE statuses ADD COLUMN writes_off_stock INTEGER NOT NULL DEFAULT 0;
UPDATE statuses SET tone = 'new', status_group = 'new' WHERE id = 'status-new';
UPDATE statuses SET tone = 'busy' WHERE id = 'status-in-progress';
UPDATE statuses SET tone = 'good', status_group = 'done' WHERE id = 'status-closed';
UPDATE statuses SET tone = 'idle', status_group = 'cancelled' WHERE id = 'status-cancelled';

CREATE TABLE products (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- The shop's own id, as orders carry it in products[].id.
  external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sku TEXT,
  -- On hand, in thousandths; the sum of the product's movements, written with them. Below zero is a fact to be shown.
  quantity INTEGER NOT NULL,
  -- Name, SKU and id as a search looks for them; the name leads, so that lists are walked by it.
  search_text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX products_by_external_id ON products (workspace_seq, external_id);
CREATE INDEX products_by_name ON products (workspace_seq, search_text);

CREATE TABLE stock_movements (
  seq INTEGER PRIMARY KEY,
  -- Of a correction, the id of the form that made it: sent twice, it counts once.
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  product_seq INTEGER NOT NULL REFERENCES products (seq),
  -- Thousandths.
  delta INTEGER NOT NULL,
  quantity_after INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('opening', 'write_off', 'correction', 'import')),
  -- In the words of whoever corrected.
  reason TEXT,
  order_seq INTEGER REFERENCES orders (seq),
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  at INTEGER NOT NULL
) STRICT;

CREATE INDEX stock_movements_by_product ON stock_movements (product_seq);
CREATE INDEX stock_movements_by_order ON stock_movements (order_seq) WHERE order_seq IS NOT NULL;

-- A ledger: a mistake is put right by one more line.
CREATE TRIGGER stock_movements_stay BEFORE DELETE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never deleted');
END;
CREATE TRIGGER stock_movements_hold BEFORE UPDATE ON stock_movements
BEGIN
  SELECT RAISE(ABORT, 'movements of stock are never changed');
END;

-- An order's first entry into a status that writes off; the key is what makes it once, whoever is quicker.
CREATE TABLE stock_write_offs (
  order_seq INTEGER PRIMARY KEY REFERENCES orders (seq),
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  status_id TEXT NOT NULL,
  -- The order's version after the entry: what changes its products later corrects nothing.
  version INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
