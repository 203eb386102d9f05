-- Lists of orders by any filter, and their counts, without a walk over all orders.

-- What orders are filtered by, each combination that there is once, with how many orders have it. An order names its kind, so that a
-- list is merged out of one sorted range for each kind, or for each kind and day; and the counts are kept with each change.
-- The rows, and the kinds of the orders that there are, come from the step beside this file; the next one makes the indexes.
CREATE TABLE order_kinds (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  source TEXT NOT NULL,
  status_id TEXT NOT NULL,
  payment_status TEXT NOT NULL,
  -- One of the first hundred of a workspace; those beyond share their kinds, so that there are never many, and named is 0 then.
  platform TEXT NOT NULL,
  named INTEGER NOT NULL,
  -- Orders that are there, and deleted ones.
  orders INTEGER NOT NULL,
  deleted INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX order_kinds_by_value ON order_kinds (workspace_seq, source, status_id, payment_status, platform, named);

DROP INDEX orders_by_created;
DROP INDEX orders_by_status;
DROP INDEX orders_by_date;
DROP INDEX orders_by_deleted;
ALTER TABLE orders ADD COLUMN kind_seq INTEGER NOT NULL DEFAULT 0;
