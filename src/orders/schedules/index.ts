/**
 * Repeating orders: an order is due at regular intervals, and somebody confirms or skips each date. Must never: create
 * an order that nobody has confirmed, or lose a date that nobody has decided on.
 */
export type { Every } from './dates.ts';
export { confirmDate, skipDate, unskipDate } from './decide-date.ts';
export { endSchedule, keepSchedule, pauseSchedule } from './keep-schedule.ts';
export {
  findOrderAgain,
  listDue,
  listSchedules,
  listSchedulesOf,
  type OrderSchedule,
  type ScheduledRow,
  scheduledOf,
  scheduledOrders,
} from './list-schedules.ts';
export { dropSchedule, fileOfSchedule } from './schedule.ts';
