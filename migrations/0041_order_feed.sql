-- The feed of changes (GET /api/v1/changes): one row for each change that a follower is told of, also where webhooks are told nothing (a
-- quiet import, an order whose years are over). Numbered by workspace without a gap: the transactions of all writers come one after another,
-- so a number that is seen has every smaller one before it. The newest row of a workspace stays, else its number would be given out again.
--
-- Begins empty: what was changed before is in no feed, for imports and payments at the desk left no event then.
CREATE TABLE order_feed (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  number INTEGER NOT NULL,
  order_seq INTEGER NOT NULL REFERENCES orders (seq),
  type TEXT NOT NULL CHECK (
    type IN ('order.created', 'order.updated', 'order.status.changed', 'order.payment.created', 'order.deleted')
  ),
  -- The order's version after the change, and its number then.
  version INTEGER NOT NULL,
  num TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, number)
) STRICT, WITHOUT ROWID;
