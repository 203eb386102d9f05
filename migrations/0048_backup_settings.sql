-- Where backups go, when they are made and how many stay: what owners have set on the page. A column that is null holds
-- nothing, and the default does.
CREATE TABLE backup_settings (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Absolute path of a folder, or s3://bucket/prefix/.
  target TEXT,
  -- HH:mm
  daily_at TEXT CHECK (daily_at GLOB '[01][0-9]:[0-5][0-9]' OR daily_at GLOB '2[0-3]:[0-5][0-9]'),
  keep INTEGER CHECK (keep BETWEEN 1 AND 10000),
  keep_days INTEGER CHECK (keep_days BETWEEN 1 AND 36500),
  -- How the bucket is reached; null: AWS.
  endpoint TEXT,
  region TEXT,
  access_key TEXT,
  -- Opened by the key file alone, and only beside this endpoint and access key.
  sealed_secret BLOB,
  -- The folder in which Docket has left its file, so that another disk under the same path is known for another.
  marked TEXT,
  -- When a backup took the place of everything: what was on record before is of another time, or another machine.
  restored_at INTEGER,
  -- 1: restored where nobody has said yet where the next ones go.
  asks INTEGER NOT NULL DEFAULT 0 CHECK (asks IN (0, 1))
) STRICT;

-- A database that was restored, and has made no backup on schedule since.
INSERT INTO backup_settings (one, restored_at, asks)
SELECT 1, max(at), 1 FROM audit_log WHERE action = 'database.restored'
HAVING max(at) > coalesce((SELECT max(started_at) FROM backups WHERE cause = 'schedule' AND outcome = 'verified'), 0);
