-- An address or an item, without a look at every order.

-- orders.search_text holds both from here on (src/storage/schema/search-text.ts). All texts are made anew, and go into the index anew, in
-- the step beside this file, a few thousand at a time.
INSERT INTO order_search (order_search) VALUES ('delete-all');
