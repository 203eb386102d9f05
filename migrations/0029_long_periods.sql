-- Lists of a long period begin where its newest order stands, and know beforehand how many orders there are in it.

-- No order of the day and status was made later; kept up where one comes, and left where one goes (src/orders/order-sums.ts).
ALTER TABLE order_days ADD COLUMN newest INTEGER NOT NULL DEFAULT 0;

INSERT INTO order_days (workspace_seq, date, status_id, orders, revenue, paid, owed, partial, newest)
SELECT workspace_seq, date, status_id, 0, 0, 0, 0, 0, max(created_at)
FROM orders WHERE deleted_at IS NULL
GROUP BY 1, 2, 3
ON CONFLICT DO UPDATE SET newest = excluded.newest;

-- The same by month, so that a period of years is a few rows.
CREATE TABLE order_months (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- YYYY-MM
  month TEXT NOT NULL,
  status_id TEXT NOT NULL,
  orders INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, month, status_id)
) STRICT, WITHOUT ROWID;

INSERT INTO order_months (workspace_seq, month, status_id, orders, newest)
SELECT workspace_seq, substr(date, 1, 7), status_id, sum(orders), max(newest) FROM order_days
GROUP BY 1, 2, 3;
