import { forms } from '../plural.ts';

export const RETENTION_EN = {
  sizes: 'Space used',
  sizesTable: 'Table of space used',
  measured: (when: string) => `Measured once a day, most recently on ${when}. Indexes are included.`,
  notMeasured: 'Not measured yet. Docket measures a few minutes after it starts, and then once a day.',
  kind: 'What',
  rows: 'Rows',
  size: 'Size',
  growth: 'Growth per month',
  kinds: {
    orders: 'Orders',
    order_history: 'Order history',
    payments: 'Payments',
    events: 'Events',
    deliveries: 'Notifications',
    attempts: 'Attempts to send',
    inquiries: 'Inquiries',
    stock: 'Stock movements',
    mails: 'Emails',
    settings_history: 'Settings history',
    sessions: 'Sessions',
    free: 'Free space, to be reused',
    rest: 'Everything else',
  },
  compact:
    'Much of the file is unused. To return that space to the disk, stop the server and run “docket compact” once.',
  title: 'Retention',
  what: 'Docket removes older data automatically, a little at a time. It never removes anything that is still waiting to be sent.',
  behind: (when: string) =>
    `The server’s clock has jumped far ahead. For a while Docket works with ${when} instead, so that a wrong clock erases nothing.`,
  fields: {
    eventsDays: 'Events and deliveries, days',
    attempts: 'Attempts to send, per address',
    callsDays: 'API calls, days',
    mailsDays: 'Emails, days after sending',
    sessionsDays: 'Sessions, days after they end',
  },
  bounds: (least: string, most: string) => `From ${least} to ${most}.`,
  boundsOrAll: (least: string, most: string) => `From ${least} to ${most}. Leave empty to keep all.`,
  orders: 'Order retention',
  ordersWhat:
    'Docket keeps orders, payments and their history until you say otherwise. If you set a number of years, it erases done, cancelled and deleted orders that nobody has changed for that long. Open orders stay, and so do orders that come up again.',
  keptAll: 'All orders are kept.',
  keptYears: forms({
    one: 'Closed and deleted orders are erased # year after their last change.',
    other: 'Closed and deleted orders are erased # years after their last change.',
  }),
  begins: (when: string) => `The first ones are erased on ${when}. Until then you can undo this here.`,
  years: 'Years',
  yearsHint: (least: string, most: string) => `From ${least} to ${most}. Leave empty to keep all orders.`,
  yearsWrong: (least: string, most: string) =>
    `Enter a whole number of years from ${least} to ${most}, or leave it empty.`,
  next: 'Change how long',
  sureTitle: 'Erase old orders?',
  sure: [
    'The customers, products, payment details and history of these orders are erased for good. No list, total or export shows them any more.',
    'Their keys, numbers and amounts stay in the file, so that no order is created again.',
    'Your other systems hear order.deleted for each order that was not deleted before. Existing backups keep their contents.',
    'The first orders are erased a week from now.',
  ],
  sureVerb: 'Erase old orders',
};

export type RetentionWords = typeof RETENTION_EN;
