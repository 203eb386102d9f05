import type { ImportField } from '../../../../orders/index.ts';
import { forms } from '../plural.ts';
import type { ImportedKindWords } from './imported-kind.ts';
import { ORDER_TEXTS_EN } from './order-texts.ts';

const FIELDS: Readonly<Record<ImportField, string>> = {
  key: 'Key (identifies an order)',
  num: 'Order number',
  date: 'Date',
  timeStart: 'Time from, or from–to',
  timeEnd: 'Time to',
  clientName: 'Client: name',
  clientPhone: 'Client: phone',
  clientEmail: 'Client: email',
  recipientName: 'Recipient: name',
  recipientPhone: 'Recipient: phone',
  items: 'Single item, such as “Rose ×3”',
  itemName: 'Item: name',
  quantity: 'Item: quantity',
  unit: 'Item: unit',
  price: 'Item: unit price',
  listPrice: 'Item: price before discount',
  sku: 'Item: SKU',
  productsSum: 'Items subtotal',
  deliveryPrice: 'Delivery: price',
  total: 'Total',
  paid: 'Amount paid',
  paidAt: 'Payment date',
  paymentMethod: 'Payment method',
  payments: 'Payments, each with its date and method',
  deliveryType: 'Delivery: method',
  address: 'Delivery: address',
  flat: 'Delivery: apartment',
  status: 'Status',
  ...ORDER_TEXTS_EN,
};

export const ORDERS_IMPORT_EN = {
  title: 'Import orders',
  back: 'All orders',
  what: 'Choose an XLSX or CSV file. You see a preview first. The import starts only if the file has no mistakes, and then it always finishes.',
  fileHint: 'Up to 64 MB and 100,000 rows.',
  how: 'How rows become orders',
  rules: [
    'Write dates as 2026-03-08 or 08.03.2026, times as 09:30, and amounts as 1500 or 1500,50 (roubles).',
    'Give each item its own row. Neighbouring rows with the same key or number form one order.',
    'Nothing is imported twice. Docket recognises an order by its key, then by its number, then by the whole row. Importing the same file again skips everything, and so does importing this shop’s own export. Existing orders never change. A deleted order is imported again only if you tick the box.',
    'Without a key or number, a changed row counts as a new order. Identical rows in one file count as separate orders.',
    'Lines above the headings, empty lines and a line of totals are not imported. Docket names them.',
    'The amount paid becomes one payment, of the payment date in its row. Without one it counts on the day of its order, or on a date that you choose. Without an amount, its date and method are left out, and Docket names them.',
    'The history names you as the person who created the orders. Your other systems are not told unless you tick the box, because they would take old orders for new ones.',
  ],
  example: 'Export all orders, one row per item',
  fields: FIELDS,
  missing: {
    date: 'Choose the column with the date.',
    itemName: 'Choose the column with the item name.',
    price: 'Choose the column with the price or the total.',
  },
  records: forms({ one: '# order', other: '# orders' }),
  will: {
    created: forms({ one: '# new order', other: '# new orders' }),
    known: forms({ one: '# already exists and is skipped', other: '# already exist and are skipped' }),
  },
  came: {
    created: forms({ one: '# order imported', other: '# orders imported' }),
    known: forms({ one: '# already existed and was skipped', other: '# already existed and were skipped' }),
  },
  notes: {
    differing: forms({
      one: '# of them differs in the file; the existing order stays as it is',
      other: '# of them differ in the file; the existing orders stay as they are',
    }),
    deleted: forms({
      one: '# of them was deleted earlier',
      other: '# of them were deleted earlier',
    }),
    taken: forms({
      one: '# new order has the number of another order',
      other: '# new orders have the number of another order',
    }),
    unpaid: forms({
      one: '# new order has a payment date or method, but no amount paid: both are left out',
      other: '# new orders have a payment date or method, but no amount paid: both are left out',
    }),
  },
  knownBy: {},
  undo: {
    deletes: forms({ one: '# order of this import will be deleted', other: '# orders of this import will be deleted' }),
    reverts: {},
    keeps: forms({ one: '# order was changed since and stays:', other: '# orders were changed since and stay:' }),
    what: 'Deleted orders can be restored for 30 days. Your other systems hear of each. Their rows can be imported again.',
    done: forms({ one: '# order deleted', other: '# orders deleted' }),
    reverted: {},
  },
  tell: {
    label: 'Tell your other systems about the new orders',
    what: 'For orders that other systems don’t know yet. Leave it off for past orders.',
  },
  nothingNew: 'Everything in this file already exists.',
  importNow: forms({ one: 'Import # order', other: 'Import # orders' }),
  underWay: forms({ one: 'Importing # order', other: 'Importing # orders' }),
  look: 'View imported orders',
} satisfies ImportedKindWords;
