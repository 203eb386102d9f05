import { forms } from '../plural.ts';

/** The words of what is printed. */
export const PRINT_EN = {
  slip: 'Order slip',
  card: 'Gift card',
  paper: 'Paper',
  papers: { a4: 'A4', a5: 'A5', roll: '80 mm roll' },
  scan: 'Opens the order for staff',
  back: 'Back',
  backToOrder: 'Back to order',
  noCard: 'This order has no card message.',
  noCardWhat: 'Add one to the order, in the “Card message” field.',
  cardSmall: 'The message is long for a card, so it is printed small on an A4 sheet.',
  cardPages: 'The message is too long for one sheet and takes several. A shorter one looks better.',
  received: 'Received by',
  signature: 'Signature',
  comment: 'Comment',
  note: 'Internal note',
  slot: 'Time',
  order: 'Order',
  address: 'Address',
  flat: 'Apartment',
  recipient: 'Recipient',
  ofClient: 'client’s phone',
  items: 'Item',
  toCollect: 'To collect',
  done: 'Done',
  nothingLeft: 'nothing',
  allPaid: 'Paid in full',
  noTime: 'No time',
  noAddress: 'no address',
  severalDays: 'Several days',
  toCarry: forms({ one: '# order', other: '# orders' }),
  collectAll: 'to collect',
  leftOut: forms({
    one: '# order is left out: cancelled or without an address.',
    other: '# orders are left out: cancelled or without an address.',
  }),
  incomplete: 'There are too many orders to fit. Only the newest 500 are shown.',
  nothing: 'Nothing to deliver.',
};

export type PrintWords = typeof PRINT_EN;
