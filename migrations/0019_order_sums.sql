-- The overview out of a few sums, however many orders there are. They are kept with each change of an order (src/orders/order-sums.ts).

-- Orders that are there, by their own date and their status: what a status means may be changed at any time.
CREATE TABLE order_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  date TEXT NOT NULL,
  status_id TEXT NOT NULL,
  orders INTEGER NOT NULL,
  -- Kopecks: their prices; what is paid of these, without what was paid beyond; what is owed.
  revenue INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  -- How many of them are paid in part.
  partial INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, date, status_id)
) STRICT, WITHOUT ROWID;

INSERT INTO order_days (workspace_seq, date, status_id, orders, revenue, paid, owed, partial)
SELECT workspace_seq, date, status_id, count(*), sum(price), sum(min(paid_amount, price)),
  sum(iif(payment_status IN ('unpaid', 'partial'), max(price - paid_amount, 0), 0)), sum(payment_status = 'partial')
FROM orders WHERE deleted_at IS NULL
GROUP BY 1, 2, 3;

-- Orders that are there, by the quarter of an hour in which they were made, counted since 1970: days begin at one everywhere.
CREATE TABLE orders_made (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  quarter INTEGER NOT NULL,
  orders INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, quarter)
) STRICT, WITHOUT ROWID;

INSERT INTO orders_made (workspace_seq, quarter, orders)
SELECT workspace_seq, created_at / 900000, count(*) FROM orders WHERE deleted_at IS NULL
GROUP BY 1, 2;

-- What was owed when a day began, by status; written by the first change of that day. A day without changes has none.
CREATE TABLE owed_closings (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  at INTEGER NOT NULL,
  status_id TEXT NOT NULL,
  owed INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, at, status_id)
) STRICT, WITHOUT ROWID;

-- A day's orders by their time within each status, those without one last.
CREATE INDEX orders_by_time ON orders (
  workspace_seq, date, status_id, coalesce(time_start, '~'), coalesce(time_end, '~'), seq, deleted_at
) WHERE deleted_at IS NULL;
