/**
 * Reads orders for people at the desk: the list with its filters and its search, and one order with its history. Also
 * reads the overview, the workspace's history, saved views, and the stored sums of payments. May use: orders, statuses
 * and payments as they are stored. Must never: change an order, or delay creates while it reads.
 */

export {
  type AskedClose,
  type CloseDay,
  type CloseTotals,
  closeDay,
  listClosedDays,
  listCloses,
  readTill,
  sumTill,
  type TillSums,
} from './day-closes.ts';
export { courierDays, doneStatus, findOwnActs, getDelivery, isOwnMove, listDeliveries } from './deliveries.ts';
export { type DeskOrder, getDeskOrder, isLargePage, weighPage } from './desk-order.ts';
export { HISTORY_KINDS, type HistoryFilter } from './history-places.ts';
export { countByStatus, countDesk, fillDesk, findDesk, listDesk, listOrigins, sumDesk } from './list.ts';
export { listMoney, type MoneyLine, readMoney } from './list-money.ts';
export { keepMoneyDays } from './money-days.ts';
export type { MoneyFilter, MoneyKind } from './money-places.ts';
export { findNewestOrder } from './newest-order.ts';
export { countMade, type OrdersOverview, readOverview } from './overview.ts';
export { type Match, quickFind } from './quick-find.ts';
export { findDeskOrders, NEWEST_LOOKED_AT, newestOfNumber, readParts, shapeOrders } from './read-orders.ts';
export { listSavedViews, removeView, saveView } from './saved-views.ts';
export { findSlots } from './slots.ts';
export { type ItemSums, sumItems } from './sum-items.ts';
export { type MoneySums, sumMoney } from './sum-money.ts';
export { type OrdersReport, type ReportSums, readDebts, sumReport } from './sum-report.ts';
export type { TimelineEntry } from './timeline.ts';
export { findLastPrices, findUsual, findUsualMethods } from './usual.ts';
export { type ActionCode, type HistoryRow, listHistory } from './workspace-history.ts';
