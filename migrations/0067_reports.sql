-- Reports by period. What was ordered by day, status and item is kept with each change of an order (src/orders/item-sums.ts): to read
-- it out of the orders takes five seconds for each million of them.
CREATE TABLE item_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  date TEXT NOT NULL,
  status_id TEXT NOT NULL,
  -- As JSON, for it may hold half a character, which a text of SQLite does not.
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  -- Whole ones, and thousandths beside them.
  pieces INTEGER NOT NULL,
  thousandths INTEGER NOT NULL,
  -- Kopecks, each line rounded.
  amount INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, date, status_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO item_days (workspace_seq, date, status_id, name, lines, pieces, thousandths, amount)
SELECT o.workspace_seq, o.date, o.status_id, i.value -> '$.name', count(*),
  sum(CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) / 1000),
  sum(CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) % 1000),
  sum((CAST(round((i.value ->> '$.quantity') * 1000) AS INTEGER) * CAST(round((i.value ->> '$.price') * 100) AS INTEGER) + 500) / 1000)
FROM orders AS o, json_each(o.products) AS i WHERE o.deleted_at IS NULL GROUP BY 1, 2, 3, 4;
-- With the price: a kind's orders of a period are added up without a look at them.
DROP INDEX orders_by_kind_and_date;
CREATE INDEX orders_by_kind_and_date ON orders (kind_seq, date, created_at, seq, deleted_at, price) WHERE deleted_at IS NULL;
