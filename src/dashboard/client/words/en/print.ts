import { forms } from '../plural.ts';

/** The words of what is printed. */
export const PRINT_EN = {
  slip: 'Order slip',
  couriers: 'Courier sheet',
  card: 'Gift card',
  back: 'Back',
  backToOrder: 'Back to the order',
  noCard: 'This order has no text for a card.',
  noCardWhat: 'Write it into the order, in the field “Text of the card”.',
  cardSmall: 'The text is long for a card: it is set small, on a sheet of A4.',
  cardPages: 'The text is too long for one sheet and takes several. A shorter one looks better.',
  received: 'Received by',
  signature: 'Signature',
  comment: 'Comment',
  note: 'Note for ourselves',
  slot: 'Time',
  order: 'Order',
  address: 'Address',
  flat: 'Flat',
  recipient: 'Recipient',
  ofClient: 'client’s number',
  items: 'What',
  toCollect: 'To collect',
  done: 'Done',
  nothingLeft: 'paid',
  allPaid: 'Nothing left to pay',
  noTime: 'No time',
  noAddress: 'no address',
  severalDays: 'Several days',
  toCarry: forms({ one: '# order', other: '# orders' }),
  collectAll: 'to collect',
  leftOut: forms({
    one: '# order of the day is left out: cancelled or without an address.',
    other: '# orders of the day are left out: cancelled or without an address.',
  }),
  incomplete: 'The day has more orders than fit: only the newest 500 are here.',
  nothing: 'Nothing to carry here.',
};

export type PrintWords = typeof PRINT_EN;
