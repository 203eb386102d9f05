-- Stages that are on their way out: their inquiries go to another one, a few at a time, and others write between two steps.
CREATE TABLE inquiry_stage_removals (
  workspace_seq INTEGER NOT NULL,
  stage_id TEXT NOT NULL,
  -- The stage that takes the inquiries.
  to_id TEXT NOT NULL,
  -- Of whoever removes it, as the next two.
  actor_type TEXT NOT NULL,
  actor_id TEXT,
  request_id TEXT,
  PRIMARY KEY (workspace_seq, stage_id),
  FOREIGN KEY (workspace_seq, stage_id) REFERENCES inquiry_stages (workspace_seq, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
