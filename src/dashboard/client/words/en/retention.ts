import { forms } from '../plural.ts';

/** How long things are kept, and what takes how much. */
export const RETENTION_EN = {
  sizes: 'What takes how much',
  sizesTable: 'Table of sizes',
  measured: (when: string) => `Measured once a day, last on ${when}. Indexes are included.`,
  notMeasured: 'Not measured yet: that is done some minutes after the start, and once a day.',
  kind: 'What',
  rows: 'Rows',
  size: 'Size',
  growth: 'Growth a month',
  kinds: {
    orders: 'Orders',
    order_history: 'History of orders',
    payments: 'Payments',
    events: 'Events',
    deliveries: 'Webhook deliveries',
    attempts: 'Webhook attempts',
    inquiries: 'Inquiries',
    stock: 'Movements of stock',
    mails: 'Mails',
    settings_history: 'History of settings',
    sessions: 'Sessions',
    free: 'Unused room, for what comes',
    rest: 'Everything else',
  },
  compact:
    'Much of the file is unused. To give that room back to the disk, stop the server and run “docket compact” once.',
  title: 'How long things are kept',
  what: 'What is older goes by itself, a little at a time. What still waits to be sent never goes.',
  behind: (when: string) =>
    `The clock of the server is far ahead of what was seen before. Until it has run on for a while, ages are judged by ${when}, so that a wrong clock erases nothing.`,
  fields: {
    eventsDays: 'Events and their deliveries, days',
    attempts: 'Webhook attempts, of each endpoint',
    callsDays: 'Calls of the API, days',
    mailsDays: 'Mails, days after they went out',
    sessionsDays: 'Sessions, days after their end',
  },
  bounds: (least: string, most: string) => `From ${least} to ${most}.`,
  boundsOrAll: (least: string, most: string) => `From ${least} to ${most}. Empty: all of them stay.`,
  saved: 'Saved.',
  orders: 'How long orders are kept',
  ordersWhat:
    'Orders, payments and their history stay until you say otherwise. If you do, an order that is done, cancelled or deleted goes when nobody has changed it for so many years. Open ones stay.',
  keptAll: 'All orders are kept.',
  keptYears: forms({
    one: 'Closed and deleted orders go # year after their last change.',
    other: 'Closed and deleted orders go # years after their last change.',
  }),
  begins: (when: string) => `The first ones go on ${when}. Until then you can take it back here.`,
  years: 'Years',
  yearsHint: (least: string, most: string) => `From ${least} to ${most}. Empty: all orders are kept.`,
  yearsWrong: (least: string, most: string) => `Give a whole number of years from ${least} to ${most}, or nothing.`,
  next: 'Continue',
  sureTitle: 'Orders are to go',
  sure: [
    'Customers, products, details of payments and the history of these orders are gone for good. No list, total or export shows them any more.',
    'Their keys, numbers, ids and amounts stay in the file: a repeat makes no order anew, and no payment counts twice.',
    'Webhooks are not told. Backups that exist keep what is in them.',
    'The first orders go a week from now.',
  ],
  sureVerb: 'Let them go',
};

export type RetentionWords = typeof RETENTION_EN;
