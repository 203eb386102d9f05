/**
 * Orders and payments: the verbs, the repeat keys, the number series, the money. Each verb opens one write and leaves change, history
 * and events together, or nothing.
 * Must never: know a route or a header's spelling, or let an amount be anything but whole kopecks.
 */
export { changeStatuses, deleteOrders, type ManyOutcome, restoreOrders, undoStatuses } from './change-many.ts';
export { changeStatus } from './change-status.ts';
export { type Created, createOrder, orderCreation } from './create-order.ts';
export { deleteOrder } from './delete-order.ts';
export {
  type ActionCode,
  countByStatus,
  countDesk,
  countMade,
  DESK_SORTS,
  type DeskFilter,
  type DeskOrder,
  type DeskPage,
  type DeskSort,
  type EarlierOrder,
  fillDesk,
  findClients,
  findDeskOrders,
  findLastPrices,
  findNewestOrder,
  findUsual,
  getDeskOrder,
  HISTORY_KINDS,
  type HistoryFilter,
  type HistoryPage,
  type HistoryRow,
  HOUR_MOST,
  type KnownClient,
  listDesk,
  listHistory,
  listOrigins,
  listSavedViews,
  type Match,
  type NewestOrder,
  type OrdersOverview,
  type OverviewDay,
  type OverviewPeriod,
  type OverviewToday,
  type QuickFind,
  quickFind,
  readOverview,
  removeView,
  type SavedView,
  saveView,
  type TimelineEntry,
} from './desk/index.ts';
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
  ORDER_YEARS,
  type OrderRetention,
  readOrderRetention,
} from './order-retention.ts';
export { ORDER_NUMBERS } from './own-numbers.ts';
export type { Payment } from './payment.ts';
export type { Product } from './pricing.ts';
export { type RecordedPayment, recordPayment } from './record-payment.ts';
export { removeStatus } from './remove-status.ts';
export { restorableUntil, restoreOrder } from './restore-order.ts';
export { sentBeyond } from './sent-beyond.ts';
export type { ImportedOrder } from './staged-order.ts';
export {
  addStatus,
  findActiveStatus,
  type ListedStatus,
  listOwnStatuses,
  listStatuses,
  makeStatusesOwn,
  moveStatus,
  type NewStatus,
  type Status,
  type StatusPatch,
  updateStatus,
} from './statuses/index.ts';
export { type OrderPatch, updateOrder } from './update-order.ts';
