/**
 * Orders and payments: the verbs, the repeat keys, the number series, the money. Each verb opens one write and leaves change, history
 * and events together, or nothing.
 * Must never: know a route or a header's spelling, or let an amount be anything but whole kopecks.
 */
export { changeStatus } from './change-status.ts';
export { changeStatuses, type StatusOutcome } from './change-statuses.ts';
export { type Created, createOrder, orderCreation } from './create-order.ts';
export { deleteOrder } from './delete-order.ts';
export { type DeskOrder, getDeskOrder } from './desk/desk-order.ts';
export { findDeskOrders } from './desk/find-orders.ts';
export type { DeskFilter } from './desk/find-places.ts';
export { HISTORY_KINDS, type HistoryFilter } from './desk/history-places.ts';
export { countByStatus, countDesk, type DeskPage, fillDesk, listDesk, listOrigins } from './desk/list.ts';
export { findNewestOrder, type NewestOrder } from './desk/newest-order.ts';
export { type OrdersOverview, type OverviewDay, type OverviewPeriod, readOverview } from './desk/overview.ts';
export { listSavedViews, removeView, type SavedView, saveView } from './desk/saved-views.ts';
export type { TimelineEntry } from './desk/timeline.ts';
export { type HistoryPage, type HistoryRow, listHistory } from './desk/workspace-history.ts';
export type { CreateOrderInput } from './draft.ts';
export { eraseOldOrders } from './erase-old-orders.ts';
export { type FullOrder, getOrder } from './get-order.ts';
export {
  checkImported,
  IMPORT_SOURCE,
  type ImportOptions,
  type ImportOutcome,
  importOrders,
  orderImport,
  outcomeOf,
  previewImport,
} from './import-orders.ts';
export {
  addPendingPayment,
  confirmPayment,
  deletePayment,
  editPayment,
  type KeptPayment,
  type PaymentPatch,
  type PaymentRef,
  refundPayment,
} from './keep-payments.ts';
export { DELIVERY_FIELDS, PERSON_FIELDS, withKnownFields } from './known-fields.ts';
export { fillList, type ListOrders, listOrders, type OrderPage } from './list-orders.ts';
export {
  changeNumberSeries,
  type NumberPreview,
  type NumberSeries,
  previewNumbers,
  readNumberSeries,
} from './number-series.ts';
export { type Order, type OrderSummary, orderEtag } from './order.ts';
export {
  changeOrderRetention,
  checkOrderYears,
  ORDER_YEARS,
  type OrderRetention,
  readOrderRetention,
} from './order-retention.ts';
export { ORDER_NUMBERS } from './own-numbers.ts';
export type { Payment } from './payment.ts';
export type { Product } from './pricing.ts';
export { type RecordedPayment, recordPayment } from './record-payment.ts';
export { restorableUntil, restoreOrder } from './restore-order.ts';
export { sentBeyond } from './sent-beyond.ts';
export type { ImportedOrder } from './staged-order.ts';
export {
  addStatus,
  makeStatusesOwn,
  moveStatus,
  type NewStatus,
  type StatusPatch,
  updateStatus,
} from './statuses/change-set.ts';
export { removeStatus } from './statuses/remove-status.ts';
export {
  findActiveStatus,
  type ListedStatus,
  listOwnStatuses,
  listStatuses,
  type Status,
} from './statuses/statuses.ts';
export { type OrderPatch, updateOrder } from './update-order.ts';
