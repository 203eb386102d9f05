/**
 * Orders and payments: what can be done with them, the repeat keys, the number series, the money. Each operation opens
 * one write, which saves the change, its history and its events together, or nothing. Must never: depend on a route or
 * the spelling of a header, or let an amount be anything but whole kopecks.
 */

export { type BulkOutcome, changeStatuses, deleteOrders, restoreOrders, undoStatuses } from './change-many.ts';
export { changeStatus } from './change-status.ts';
export { type CreatedOrder, createOrder, orderCreation } from './create-order.ts';
export { deleteOrder } from './delete-order.ts';

export * from './desk/index.ts';

export type { CreateOrderInput } from './draft.ts';
export { eraseOldOrders } from './erase-old-orders.ts';
export type { Asker } from './fill-page.ts';
export { newestOrders, ordersAmong } from './find/client-orders.ts';
export { DESK_SORTS, type DeskFilter, type DeskSort, dayIssues } from './find/plan.ts';
export { searchTerms } from './find/search.ts';
export { findMentionedOrders, type Mentions } from './find-mentioned-orders.ts';
export { cutItem, forgetOrder } from './forget-order.ts';
export { type FullOrder, getOrder, withPayments } from './get-order.ts';
export type { Field as ImportField } from './import-file/columns.ts';
export { moneyCellOf } from './import-file/money-cell.ts';
export { openOrderFile } from './import-file/open-order-file.ts';
export { IMPORT_SOURCE, importOrders, orderImport } from './import-orders.ts';
export type { PaymentField } from './import-payments/columns.ts';
export { openPaymentFile } from './import-payments/open-payment-file.ts';
export { paymentImport } from './import-payments/take-in.ts';
export { IMPORTED_PAYMENTS } from './import-payments/undo.ts';
export {
  addPendingPayment,
  confirmPayment,
  deletePayment,
  editPayment,
  type PaymentRef,
  refundPayment,
  undoPayment,
} from './keep-payments.ts';
export {
  ADDITIONAL_FIELDS,
  type AdditionalField,
  DELIVERY_FIELDS,
  DELIVERY_TEXTS,
  type DeliveryText,
  ORDER_NUMBERS,
  PERSON_FIELDS,
  withKnownFields,
} from './known-fields.ts';
export { lateAt, type ShopTime, shopTime } from './late.ts';
export { listChanges } from './list-changes.ts';
export { fillList, listOrders } from './list-orders.ts';
export {
  changeNumberSeries,
  type NumberSeries,
  previewNumbers,
  previewSeries,
  readNumberSeries,
} from './number-series.ts';
export {
  findSmallOrder,
  getOrderAt,
  getOrderState,
  isLargeOrder,
  type ListedOrder,
  type Order,
  type OrderState,
  type OrderSummary,
  orderEtag,
} from './order.ts';
export { changeOrderRetention, ORDER_YEARS, readOrderRetention } from './order-retention.ts';
export { restsIn } from './order-sums.ts';
export type { Payment } from './payment-ids.ts';
export { methodId } from './payment-method.ts';
export { PAYMENT_STATUSES } from './payment-status.ts';
export { PLAIN_FIELDS } from './plain-fields.ts';
export type { Product } from './pricing.ts';
export { recordPayment } from './record-payment.ts';
export { removeStatus } from './remove-status.ts';
export { sweepRepeatedCalls } from './repeated-call.ts';
export { restorableUntil, restoreOrder } from './restore-order.ts';

export * from './schedules/index.ts';

export { sentBeyond } from './sent-beyond.ts';
export type { ImportedOrder } from './staged-order.ts';
export { cancelledStatuses, closedStatuses, idsOf, keptStatuses, listStatuses } from './statuses.ts';
export { bytesOf } from './text-bytes.ts';
export { IMPORTED_ORDERS } from './undo-import.ts';
export { updateOrder } from './update-order.ts';
