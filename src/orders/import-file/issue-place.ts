import type { Issue } from '../../base/index.ts';
import type { Mapping } from '../../imports/index.ts';
import type { Field } from './columns.ts';

/** The fields of a file, by the names that the checks of an order use. */
const FIELDS: Readonly<Record<string, Field>> = {
  key: 'key',
  num: 'num',
  platform: 'platform',
  date: 'date',
  timeStart: 'timeStart',
  timeEnd: 'timeEnd',
  'client.name': 'clientName',
  'client.phone': 'clientPhone',
  'client.email': 'clientEmail',
  'recipient.name': 'recipientName',
  'recipient.phone': 'recipientPhone',
  'delivery.deliveryType': 'deliveryType',
  'delivery.adress': 'address',
  'delivery.flat': 'flat',
  'delivery.price': 'deliveryPrice',
  'additional.comment': 'comment',
  'additional.managerComment': 'managerComment',
  'additional.cardText': 'cardText',
  'payments.0.amount': 'paid',
  'payments.0.paidAt': 'paidAt',
  'payments.0.paymentMethod': 'paymentMethod',
};
const ITEM_FIELDS: Readonly<Record<string, Field>> = {
  name: 'itemName',
  quantity: 'quantity',
  price: 'price',
  sku: 'sku',
};
const ITEM = /^products\.(\d+)\.(\w+)$/;

/** The line and the column of what the checks of an order name; -1 for a column that the file has not. */
export function placeOf({ path }: Issue, lines: readonly number[], mapping: Mapping<Field>): readonly [number, number] {
  const item = ITEM.exec(path);
  const field = item === null ? FIELDS[path] : ITEM_FIELDS[item[2] ?? ''];
  const line = lines[Number(item?.[1] ?? 0)] ?? lines[0] ?? 0;
  return [line, field === undefined ? -1 : mapping.indexOf(field)];
}
