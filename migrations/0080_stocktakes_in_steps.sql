-- The sums of a stocktake are kept as people count, and it is applied or dropped a few rows at a time: others write between two steps.

-- Kopecks of the difference, at the price of that moment.
ALTER TABLE stocktake_counts ADD COLUMN worth INTEGER NOT NULL DEFAULT 0;
UPDATE stocktake_counts SET worth = CAST(max(-99999999999, min(99999999999, round((counted - expected)
  * coalesce((SELECT price FROM products WHERE seq = product_seq), 0) / 1000.0))) AS INTEGER);

-- NULL: people count, or it is over.
ALTER TABLE stocktakes ADD COLUMN doing TEXT CHECK (doing IN ('apply', 'drop'));
-- The last product that was done.
ALTER TABLE stocktakes ADD COLUMN done_to INTEGER NOT NULL DEFAULT 0;
-- Of whoever applied it.
ALTER TABLE stocktakes ADD COLUMN by_type TEXT;
ALTER TABLE stocktakes ADD COLUMN by_id TEXT;
UPDATE stocktakes SET (counted, differing, surplus, shortage) = (
  SELECT count(*), coalesce(sum(c.counted <> c.expected), 0), coalesce(sum(max(c.worth, 0)), 0), coalesce(sum(max(-c.worth, 0)), 0)
  FROM stocktake_counts c WHERE c.stocktake_seq = stocktakes.seq
) WHERE applied_at IS NULL;
DROP INDEX stocktakes_open;
CREATE UNIQUE INDEX stocktakes_open ON stocktakes (workspace_seq) WHERE applied_at IS NULL AND doing IS NOT 'drop';
CREATE INDEX stocktakes_doing ON stocktakes (doing) WHERE doing IS NOT NULL;

-- The undo of an import takes a product off the list, and its count with it.
CREATE TRIGGER stocktake_counts_come AFTER INSERT ON stocktake_counts BEGIN
  UPDATE stocktakes SET counted = counted + 1, differing = differing + (NEW.counted <> NEW.expected),
    surplus = surplus + max(NEW.worth, 0), shortage = shortage + max(-NEW.worth, 0)
  WHERE seq = NEW.stocktake_seq AND applied_at IS NULL AND doing IS NULL;
END;
CREATE TRIGGER stocktake_counts_go AFTER DELETE ON stocktake_counts BEGIN
  UPDATE stocktakes SET counted = counted - 1, differing = differing - (OLD.counted <> OLD.expected),
    surplus = surplus - max(OLD.worth, 0), shortage = shortage - max(-OLD.worth, 0)
  WHERE seq = OLD.stocktake_seq AND applied_at IS NULL AND doing IS NULL;
END;
CREATE TRIGGER stocktake_counts_change AFTER UPDATE ON stocktake_counts BEGIN
  UPDATE stocktakes SET differing = differing - (OLD.counted <> OLD.expected) + (NEW.counted <> NEW.expected),
    surplus = surplus - max(OLD.worth, 0) + max(NEW.worth, 0), shortage = shortage - max(-OLD.worth, 0) + max(-NEW.worth, 0)
  WHERE seq = NEW.stocktake_seq AND applied_at IS NULL AND doing IS NULL;
END;
