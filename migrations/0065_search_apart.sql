-- The index of searches is made of the orders, and lies in a file of its own (src/storage/store/search-file.ts): it cost a third of a create,
-- and was part of every backup. It holds orders up to one. What has changed of these since is noted here.
DROP TABLE order_search;
DROP TABLE order_search_state;

CREATE TABLE search_changes (
  -- Ever growing: the newest row stays.
  number INTEGER PRIMARY KEY,
  order_seq INTEGER NOT NULL,
  -- The index remembers it. A database that was put back to an earlier state has another one under the number, or none.
  nonce TEXT NOT NULL DEFAULT (hex(randomblob(8)))
) STRICT;
-- Of no order. An index that was made of this database before the step does not pass for one that was made after it.
INSERT INTO search_changes (number, order_seq) VALUES (1, 0);
