-- Stages get the columns of statuses, so that one module keeps both.
ALTER TABLE inquiry_stages ADD COLUMN active INTEGER NOT NULL DEFAULT 1;
ALTER TABLE inquiry_stages ADD COLUMN status_group TEXT NOT NULL DEFAULT 'work'
  CHECK (status_group IN ('new', 'work', 'done', 'cancelled'));
ALTER TABLE inquiry_stages ADD COLUMN writes_off_stock INTEGER NOT NULL DEFAULT 0;
UPDATE inquiry_stages SET status_group = 'new' WHERE position = 0;
UPDATE inquiry_stages SET status_group = 'done' WHERE terminal = 1;
ALTER TABLE inquiry_stages DROP COLUMN terminal;
UPDATE inquiry_stages SET tone = 'teal' WHERE tone = 'sea';
