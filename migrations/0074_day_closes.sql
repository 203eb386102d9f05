-- Days that were closed at the till, with the figures of that moment. A day is closed again by one more row.
CREATE TABLE day_closes (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- YYYY-MM-DD. A later change of the workspace's zone leaves it as this one cut it.
  day TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  -- Kopecks, as all sums here: [method, received, refunded, is cash]. The method is null for all those beyond the largest.
  methods TEXT NOT NULL,
  -- A JSON list of the methods that are cash though their name does not say so, or the other way round.
  not_by_name TEXT NOT NULL,
  received INTEGER NOT NULL,
  refunded INTEGER NOT NULL,
  cash_received INTEGER NOT NULL,
  cash_refunded INTEGER NOT NULL,
  -- In the till before the first sale.
  opening INTEGER NOT NULL,
  counted INTEGER NOT NULL,
  -- In the words of whoever closed it.
  note TEXT,
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX day_closes_by_day ON day_closes (workspace_seq, day, seq);
CREATE INDEX day_closes_by_workspace ON day_closes (workspace_seq, seq);
CREATE TRIGGER day_closes_stay BEFORE DELETE ON day_closes
BEGIN
  SELECT RAISE(ABORT, 'closed days are never deleted');
END;
-- A note goes where it names a client who is forgotten.
CREATE TRIGGER day_closes_hold BEFORE UPDATE ON day_closes
WHEN NEW.note IS NOT NULL
  OR (NEW.seq, NEW.id, NEW.workspace_seq, NEW.day, NEW.time_zone, NEW.methods, NEW.not_by_name, NEW.received, NEW.refunded,
    NEW.cash_received, NEW.cash_refunded, NEW.opening, NEW.counted, NEW.actor_type, NEW.actor_id, NEW.at)
  IS NOT (OLD.seq, OLD.id, OLD.workspace_seq, OLD.day, OLD.time_zone, OLD.methods, OLD.not_by_name, OLD.received, OLD.refunded,
    OLD.cash_received, OLD.cash_refunded, OLD.opening, OLD.counted, OLD.actor_type, OLD.actor_id, OLD.at)
BEGIN
  SELECT RAISE(ABORT, 'closed days are never changed');
END;
