-- The overview: sums of money by the order's date.

-- Holds what the overview adds up, so that it walks this index alone and looks up no row.
DROP INDEX orders_by_date;
CREATE INDEX orders_by_date ON orders (
  workspace_seq, date, created_at, seq, status_id, payment_status, price, paid_amount, deleted_at
) WHERE deleted_at IS NULL;
