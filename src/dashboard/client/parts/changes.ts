import { day, moment, money } from '../ui/format.ts';
import { knownWord } from '../ui/known-word.ts';
import { words } from '../words/words.ts';
import { methodWord, type NamedStatuses, paymentWord, statusName } from './orders.ts';

/** The columns whose amounts the history records in kopecks. */
const SUMS: readonly string[] = [
  'price',
  'productsAmount',
  'paidAmount',
  'amount',
  'refundedAmount',
  'expected',
  'counted',
  'difference',
];

export function fieldWord(column: string): string {
  const { orders: w, payments, orderPage, orderForm } = words.value;
  const known = {
    ...w.orderTexts,
    num: w.number,
    date: w.date,
    timeStart: orderForm.timeFrom,
    timeEnd: orderForm.timeTo,
    products: w.items,
    productsAmount: orderPage.products,
    price: w.total,
    client: orderPage.clientTitle,
    recipient: orderPage.recipientTitle,
    delivery: orderPage.deliveryTitle,
    additional: orderPage.additionalTitle,
    paidAmount: payments.paid,
    paymentStatus: w.payment,
    payment: w.payment,
    paymentIds: payments.freedIds,
    paymentMethod: payments.method,
    paidAt: payments.paidAt,
    amount: payments.amount,
    refundedAmount: payments.paymentStates.refunded,
    refundMethod: payments.refundMethod,
    refundReason: payments.refundReason,
    statusId: w.status,
    forgotten: orderPage.forgotten,
  };
  return knownWord(known, column) ?? column;
}

export function valueWord(column: string, value: unknown, statuses: NamedStatuses): string | undefined {
  if (typeof value === 'number' && SUMS.includes(column)) return money(value / 100);
  if (typeof value === 'number' && column === 'since') return moment(new Date(value).toISOString());
  if (typeof value === 'object' && value !== null && 'amount' in value && typeof value.amount === 'number') {
    return money(value.amount / 100);
  }
  if (typeof value !== 'string') return undefined;
  switch (column) {
    case 'statusId':
      return statusName(value, statuses);
    case 'paymentStatus':
      return paymentWord(value);
    case 'paymentMethod':
    case 'refundMethod':
      return methodWord(value);
    case 'date':
    case 'next':
    case 'last':
      return day(value);
    case 'role':
      return knownWord(words.value.settings.roles, value);
    default:
      return undefined;
  }
}
