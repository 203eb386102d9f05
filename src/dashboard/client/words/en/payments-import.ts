import type { PaymentField } from '../../../../orders/index.ts';
import { forms } from '../plural.ts';
import type { ImportedKindWords } from './imported-kind.ts';

export const PAYMENTS_IMPORT_EN = {
  title: 'Import payments',
  back: 'All payments',
  what: 'Choose a statement as an XLSX or CSV file. You see a preview first. The import starts only if the file has no mistakes, and then it always finishes.',
  fileHint: 'Up to 64 MB and 50,000 rows.',
  how: 'How rows become payments',
  rules: [
    'A row needs the number of its order, alone or in a text such as “Payment for order 1043”. The client and the phone only help you to find a row.',
    'Each row becomes one confirmed payment, with the date and the method of the row. Without a time it counts at noon.',
    'A negative amount, or one in a column of refunds, is given back from the payments of its order.',
    'Nothing counts twice. A payment is known by its id, and without one by order, amount, day and method. A payment recorded by hand is known by these too. One with another id is left to your decision. Two equal rows of a file are two payments.',
    'Rows of other lines of a statement, of unknown and of deleted orders are left out. Docket names each of them.',
    'Your other systems are not told unless you tick the box. You can undo the import as a whole.',
  ],
  example: 'Export all payments',
  fields: {
    order: 'Order number',
    purpose: 'Text with the order number',
    date: 'Payment date',
    time: 'Payment time',
    amount: 'Amount',
    refund: 'Refund',
    method: 'Payment method',
    id: 'Payment id',
    client: 'Client',
    phone: 'Phone',
  } satisfies Readonly<Record<PaymentField, string>>,
  changes: { order: 'Order', paid: 'Paid' },
  missing: {
    order: 'Choose the column with the order number, or with a text that names the order.',
    date: 'Choose the column with the payment date.',
    amount: 'Choose the column with the amount.',
  },
  records: forms({ other: '# with an order here' }),
  will: {
    new: forms({ one: '# new payment', other: '# new payments' }),
    refunds: forms({ one: '# refund', other: '# refunds' }),
    known: forms({ other: '# already here' }),
  },
  came: {
    new: forms({ one: '# payment imported', other: '# payments imported' }),
    refunds: forms({ one: '# refund imported', other: '# refunds imported' }),
    known: forms({ one: '# was already here', other: '# were already here' }),
  },
  notes: {
    over: forms({
      one: '# row waits for your decision',
      other: '# rows wait for your decision',
    }),
    left: forms({
      one: '# row was left out: its order or payment was changed or deleted meanwhile, or a row gives back more than 20 payments',
      other:
        '# rows were left out: their orders or payments were changed or deleted meanwhile, or a row gives back more than 20 payments',
    }),
  },
  droppedTitle: forms({ one: '# thing to know about the file', other: '# things to know about the file' }),
  heldTitle: forms({ one: '# row needs your decision', other: '# rows need your decision' }),
  sumsTitle: 'Sums of the file by method',
  payments: 'Payments',
  refunds: 'Refunds',
  total: 'Total',
  knownBy: { refund: 'refund' },
  undo: {
    deletes: forms({
      one: '# payment of this import will be deleted',
      other: '# payments of this import will be deleted',
    }),
    reverts: forms({
      one: 'What it gave back of # other payment will be taken back',
      other: 'What it gave back of # other payments will be taken back',
    }),
    keeps: forms({
      one: '# payment was changed since and stays, of the order:',
      other: '# payments were changed since and stay, of the orders:',
    }),
    what: 'Your other systems hear of each order that changes. The same file can be imported again.',
    done: forms({ one: '# payment deleted', other: '# payments deleted' }),
    reverted: forms({ one: 'refunds of # other payment', other: 'refunds of # other payments' }),
  },
  tell: {
    label: 'Tell your other systems about the payments',
    what: 'For payments that other systems don’t know yet. Leave it off for past ones.',
  },
  nothingNew: 'There is nothing new in this file.',
  importNow: forms({ one: 'Import # row', other: 'Import # rows' }),
  underWay: forms({ one: 'Importing # row', other: 'Importing # rows' }),
  look: 'View payments',
} satisfies ImportedKindWords & Readonly<Record<string, unknown>>;
