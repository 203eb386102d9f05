-- The inquiry flow: stages as the owner words them, what was done with an inquiry, what its card shows, the order made from it.

-- One of the preset tones, whose contrast is known; never a colour of one's own.
ALTER TABLE inquiry_stages ADD COLUMN tone TEXT NOT NULL DEFAULT 'idle';
-- What stands there is done with: it never waits too long.
ALTER TABLE inquiry_stages ADD COLUMN terminal INTEGER NOT NULL DEFAULT 0;
UPDATE inquiry_stages SET tone = 'new' WHERE id = 'stage-new';
UPDATE inquiry_stages SET tone = 'busy' WHERE id = 'stage-in-work';
UPDATE inquiry_stages SET tone = 'good', terminal = 1 WHERE id = 'stage-done';

ALTER TABLE inquiries ADD COLUMN order_seq INTEGER REFERENCES orders (seq);
-- Costs a create nothing: an order comes later, if at all.
CREATE INDEX inquiries_by_order ON inquiries (order_seq) WHERE order_seq IS NOT NULL;

-- A row for each thing done with an inquiry, its notes among them; `number` counts them from 1.
CREATE TABLE inquiry_history (
  inquiry_seq INTEGER NOT NULL REFERENCES inquiries (seq),
  number INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('created', 'moved', 'noted', 'order_made')),
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  note TEXT,
  changes TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (inquiry_seq, number)
) STRICT, WITHOUT ROWID;

-- Which key brought those from before was not written down.
INSERT INTO inquiry_history (inquiry_seq, number, kind, actor_type, at)
SELECT seq, 1, 'created', 'key', created_at FROM inquiries;

-- What a card shows and when it has waited too long; no row while nothing was chosen.
CREATE TABLE inquiry_settings (
  workspace_seq INTEGER PRIMARY KEY REFERENCES workspaces (seq),
  -- Members joined by dots, "client.name"; NULL: Docket guesses.
  title_path TEXT,
  phone_path TEXT,
  text_path TEXT,
  stale_hours INTEGER NOT NULL
) STRICT;
