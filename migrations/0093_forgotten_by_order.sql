-- Without it, each answer of a receiver is compared with all forgettings that its workspace ever had.
CREATE INDEX forgotten_orders_by_order ON forgotten_orders (order_seq);
