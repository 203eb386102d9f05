-- A part of a phone, without a look at every order that has some of its digits.

-- The index of searches holds longer runs of digits once more, five at a time (src/storage/schema/index-orders.ts). All texts go in anew,
-- in the step beside this file.
INSERT INTO order_search (order_search) VALUES ('delete-all');
