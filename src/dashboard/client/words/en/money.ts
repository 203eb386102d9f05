import { forms } from '../plural.ts';

/** The words of the page of payments. */
export const MONEY_EN = {
  what: 'Money as it came in and went back. Payments of deleted orders, and payments you only expect, are left out.',
  exportCsv: 'Export CSV',
  exportXlsx: 'Export XLSX',
  period: 'Period',
  when: {
    today: 'Today',
    yesterday: 'Yesterday',
    month: 'This month',
    'last-month': 'Last month',
    all: 'All time',
  },
  from: 'From',
  to: 'To',
  method: 'Method',
  noMethod: 'No method',
  source: 'Source',
  any: 'Any',
  search: 'Order, client or phone',
  received: 'Received',
  refunded: 'Refunded',
  net: 'Net',
  lines: forms({ one: '# line', other: '# lines' }),
  byMethod: 'By method',
  bySource: 'By source',
  others: 'All others',
  byDay: 'By day',
  date: 'Date',
  order: 'Order',
  client: 'Client',
  amount: 'Amount',
  refund: 'refund',
  list: 'Payments and refunds',
  daysSummary: (sum: string, days: string) => `${sum} received on ${days}.`,
  daysCount: forms({ one: '# day', other: '# days' }),
  dayTitle: (day: string, received: string, refunded: string) => `${day}: ${received} received, ${refunded} refunded`,
  nothing: 'No payments',
  listSums: (orders: string, total: string, paid: string, left: string) =>
    `${orders} · total ${total} · paid ${paid} · left to pay ${left}`,
  ordersCount: forms({ one: '# order', other: '# orders' }),
  nothingWhat: 'Nothing was paid or refunded in this period. Choose another one.',
};

export type MoneyWords = typeof MONEY_EN;
