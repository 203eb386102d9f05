-- SQLite kept the plans of the day on which the file was nearly empty: it read a whole table of all shops for a few rows.
-- Without statistics it plans each query as the tests see it, and it makes none by itself.
DROP TABLE IF EXISTS sqlite_stat1;
DROP TABLE IF EXISTS sqlite_stat4;
