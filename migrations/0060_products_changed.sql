-- Whether the order's products were changed after its write-off. To ask its history would mean to read all later changes.
ALTER TABLE stock_write_offs ADD COLUMN products_changed INTEGER NOT NULL DEFAULT 0;
UPDATE stock_write_offs SET products_changed = 1 WHERE EXISTS (
  SELECT 1 FROM order_history h
  WHERE h.order_seq = stock_write_offs.order_seq AND h.version > stock_write_offs.version
    AND h.kind = 'updated' AND json_type(h.changes, '$.products') IS NOT NULL
);
