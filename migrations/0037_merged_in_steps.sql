-- The segments of the index of searches are merged in small steps (src/orders/search-index.ts), by eight at least; never a whole level at
-- once within somebody's change.
INSERT INTO order_search (order_search, rank) VALUES ('automerge', 0);
INSERT INTO order_search (order_search, rank) VALUES ('crisismerge', 1999);
INSERT INTO order_search (order_search, rank) VALUES ('usermerge', 8);
