-- When the wall clock was set while a server ran, for `docket check`, which is another process. The newest twenty stay.
CREATE TABLE clock_steps (
  seq INTEGER PRIMARY KEY,
  -- By the clock as it went afterwards.
  at INTEGER NOT NULL,
  -- Milliseconds; below zero it was set back.
  by_ms INTEGER NOT NULL
) STRICT;
