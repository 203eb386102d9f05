-- How many inquiries a stage has, and which is the middle one, however many there are: kept with each change (src/inquiries/inquiry-sums.ts).
CREATE TABLE inquiry_days (
  workspace_seq INTEGER NOT NULL REFERENCES workspaces (seq),
  stage_id TEXT NOT NULL,
  -- The UTC day on which they came, counted since 1970.
  day INTEGER NOT NULL,
  inquiries INTEGER NOT NULL,
  PRIMARY KEY (workspace_seq, stage_id, day)
) STRICT, WITHOUT ROWID;

INSERT INTO inquiry_days (workspace_seq, stage_id, day, inquiries)
SELECT workspace_seq, stage_id, created_at / 86400000, count(*) FROM inquiries
GROUP BY 1, 2, 3;
