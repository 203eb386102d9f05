-- With the import, a number is looked up in one file without reading the rows of others that have the same number.
DROP INDEX import_rows_by_reserved;
CREATE INDEX import_rows_by_reserved ON import_rows (workspace_seq, reserves, import_seq) WHERE reserves IS NOT NULL;
