-- Deleted orders are looked through by their deletion, whatever a filter wants of them.
DROP INDEX deleted_orders_by_kind;
DROP INDEX deleted_orders_by_kind_and_date;
