-- Which orders were made under a num of their sender's, and not under a requestKey: a read says the requestKey, and a list is
-- filtered by it. Both keys share one column, for they share one space. The present number says nothing, because it can be changed.
ALTER TABLE orders ADD COLUMN by_num INTEGER NOT NULL DEFAULT 0;

-- The number that an order was made with stands in the first change of it, else it is the present one. A requestKey that reads as
-- the very number that the series gave then cannot be told from a num any more.
UPDATE orders SET by_num = 1
WHERE repeat_key = CASE version WHEN 1 THEN num ELSE coalesce(
  (SELECT json_extract(changes, '$.num.from') FROM order_history
    WHERE order_seq = orders.seq AND json_extract(changes, '$.num.from') IS NOT NULL
    ORDER BY order_history.version LIMIT 1),
  num) END;

-- The orders of one number, in the order of a list.
DROP INDEX orders_by_num;
CREATE INDEX orders_by_num ON orders (workspace_seq, num, created_at);
