-- Orders that come up again. The dates that are due are computed as they are read: only decisions on them have rows.
CREATE TABLE order_schedules (
  seq INTEGER PRIMARY KEY,
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  -- The order that each new one is filled from.
  order_seq INTEGER NOT NULL UNIQUE REFERENCES orders (seq),
  every TEXT NOT NULL,
  -- YYYY-MM-DD, as all days here. The other dates are counted from it: after a shorter month the 31st comes back.
  anchor TEXT NOT NULL,
  starts TEXT NOT NULL,
  -- NULL: it has no last date.
  last TEXT,
  days_before INTEGER NOT NULL,
  paused_on TEXT,
  ended INTEGER NOT NULL DEFAULT 0,
  -- The earliest date that nobody has decided on; NULL: none is left.
  open_from TEXT,
  -- The day on which that date comes up; NULL: it does not.
  comes_up TEXT
) STRICT;
CREATE INDEX order_schedules_by_day ON order_schedules (workspace_seq, comes_up);
CREATE INDEX order_schedules_by_date ON order_schedules (workspace_seq, open_from, seq);

CREATE TABLE order_schedule_dates (
  schedule_seq INTEGER NOT NULL REFERENCES order_schedules (seq) ON DELETE CASCADE,
  date TEXT NOT NULL,
  -- The first of the missed dates that were decided on with it.
  since TEXT NOT NULL,
  -- NULL: nothing was made for it.
  order_seq INTEGER REFERENCES orders (seq),
  PRIMARY KEY (schedule_seq, date)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX order_schedule_dates_by_order ON order_schedule_dates (order_seq);
