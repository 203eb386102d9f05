import { forms } from '../plural.ts';

export const DELIVERIES_EN = {
  onPhone: 'Deliveries on a phone: today and tomorrow, to mark as paid and delivered',
  which: 'Day',
  none: { today: 'Nothing to deliver today', tomorrow: 'Nothing to deliver tomorrow yet' },
  allDone: 'Everything is delivered',
  doneCount: forms({ one: '# order delivered', other: '# orders delivered' }),
  card: 'With a card',
  collect: (sum: string) => `Collect ${sum}`,
  nothingLeft: 'Nothing to collect',
  pay: 'Take payment',
  how: (sum: string) => `How was ${sum} paid?`,
  taken: (sum: string, method: string) => (method === '' ? `${sum} taken` : `${sum} taken: ${method.toLowerCase()}`),
  takeBack: 'Take back',
  deliver: 'Mark as delivered',
  delivered: 'Delivered',
  deliveredUnpaid: (sum: string) => `Delivered, ${sum} not paid yet`,
  undelivered: 'Not delivered',
  said: (num: string, what: string) => `Order ${num}: ${what}.`,
};

export type DeliveriesWords = typeof DELIVERIES_EN;
