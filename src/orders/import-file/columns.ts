import type { Issue } from '../../base/index.ts';
import { CLIENT_HEADINGS, type Columns, type Mapping, UNIT_HEADINGS } from '../../imports/index.ts';
import type { AdditionalField, DeliveryText } from '../known-fields.ts';

interface FieldOfFile {
  /**
   * The field's path in the errors of an order's checks. The path leaves out the item's number: `products.2.price`
   * becomes `products.price`. It is undefined if no check reports the field.
   */
  readonly path: string | undefined;
  /** True if the text of the cell is stored unchanged. */
  readonly isText?: true;
  readonly headings: readonly string[];
}

/** The API spells `adress` with one d; the columns do not. */
type FieldOfPart = AdditionalField | Exclude<DeliveryText, 'adress'> | 'address';

const FIELDS = {
  key: { path: 'key', headings: ['key', 'id', 'requestkey', 'ключ', 'ид', 'код заказа'] },
  num: {
    path: 'num',
    headings: ['number', 'order number', 'order', 'no', 'num', '№', 'номер', 'номер заказа', 'заказ', '№ заказа'],
  },
  date: {
    path: 'date',
    headings: ['date', 'delivery date', 'order date', 'day', 'дата', 'дата доставки', 'дата заказа', 'день'],
  },
  timeStart: {
    path: 'timeStart',
    headings: ['from', 'time from', 'time', 'timestart', 'slot', 'с', 'время', 'время с', 'интервал'],
  },
  timeEnd: { path: 'timeEnd', headings: ['to', 'time to', 'timeend', 'until', 'до', 'по', 'время до', 'время по'] },
  clientName: { path: 'client.name', headings: CLIENT_HEADINGS.name },
  clientPhone: { path: 'client.phone', headings: CLIENT_HEADINGS.phone },
  clientEmail: { path: 'client.email', headings: CLIENT_HEADINGS.email },
  recipientName: { path: 'recipient.name', headings: ['recipient', 'recipient name', 'получатель', 'имя получателя'] },
  recipientPhone: { path: 'recipient.phone', headings: ['recipient phone', 'телефон получателя', 'тел получателя'] },
  items: { path: undefined, headings: ['items', 'позиции'] },
  itemName: {
    path: 'products.name',
    headings: ['item', 'item name', 'product', 'what', 'товар', 'наименование', 'название', 'позиция', 'букет'],
  },
  quantity: {
    path: 'products.quantity',
    headings: ['quantity', 'qty', 'pieces', 'количество', 'кол-во', 'штук', 'шт'],
  },
  unit: { path: undefined, headings: UNIT_HEADINGS },
  price: { path: 'products.price', headings: ['price', 'unit price', 'цена', 'цена за штуку', 'цена за единицу'] },
  listPrice: {
    path: undefined,
    headings: ['price before discount', 'list price', 'цена до скидки', 'цена без скидки'],
  },
  sku: { path: 'products.sku', headings: ['sku', 'артикул'] },
  productsSum: { path: undefined, headings: ['products', 'items sum', 'товары', 'сумма товаров'] },
  deliveryPrice: {
    path: 'delivery.price',
    headings: ['delivery', 'delivery price', 'доставка', 'цена доставки', 'стоимость доставки'],
  },
  total: { path: undefined, headings: ['total', 'sum', 'amount', 'сумма', 'итого', 'сумма заказа'] },
  paid: { path: 'payments.amount', headings: ['paid', 'оплачено'] },
  paidAt: {
    path: 'payments.paidAt',
    headings: ['payment date', 'date of payment', 'paid at', 'paid on', 'дата оплаты', 'дата платежа'],
  },
  payments: { path: 'payments', headings: ['payments by date', 'оплаты по датам'] },
  paymentMethod: { path: 'payments.paymentMethod', headings: ['payment method', 'way of payment', 'способ оплаты'] },
  deliveryType: {
    path: 'delivery.deliveryType',
    isText: true,
    headings: ['delivery type', 'way of delivery', 'deliverytype', 'способ доставки', 'тип доставки'],
  },
  address: { path: 'delivery.adress', isText: true, headings: CLIENT_HEADINGS.address },
  flat: { path: 'delivery.flat', isText: true, headings: ['flat', 'apartment', 'квартира', 'кв'] },
  status: { path: undefined, headings: ['status', 'статус'] },
  platform: { path: 'platform', isText: true, headings: ['platform', 'платформа', 'площадка'] },
  comment: {
    path: 'additional.comment',
    isText: true,
    headings: [...CLIENT_HEADINGS.comment, 'комментарий к заказу'],
  },
  managerComment: {
    path: 'additional.managerComment',
    isText: true,
    headings: ['note', 'managercomment', 'note for yourselves', 'заметка', 'заметка для своих'],
  },
  cardText: {
    path: 'additional.cardText',
    isText: true,
    headings: ['card', 'cardtext', 'text of the card', 'открытка', 'текст открытки'],
  },
} as const satisfies Readonly<Record<string, FieldOfFile> & Record<FieldOfPart, FieldOfFile>>;

export type Field = keyof typeof FIELDS;

export const FIELDS_OF_FILE = Object.entries<FieldOfFile>(FIELDS).map(([field, of]) => ({
  field: field as Field,
  ...of,
}));

/**
 * The columns of an import file of orders. `maxRows` is limited, because all orders of the file stay in memory until
 * the import stores them.
 */
export const ORDER_COLUMNS: Columns<Field> = {
  headings: Object.fromEntries(
    FIELDS_OF_FILE.map(({ field, headings }) => [field, headings]),
  ) as Columns<Field>['headings'],
  needed: [['date'], ['itemName', 'items'], ['price', 'productsSum', 'total']],
  maxRows: 100_000,
};

const BY_PATH = new Map(FIELDS_OF_FILE.map(({ field, path }) => [path, field]));
const NUMBERED = /^(products|payments)\.(\d+)\./;

/** Returns the line and the column of an issue. The column is -1 if the file lacks it. */
export function placeOf({ path }: Issue, lines: readonly number[], mapping: Mapping<Field>): readonly [number, number] {
  const [, , nth = 0] = NUMBERED.exec(path) ?? [];
  const field = BY_PATH.get(path.replace(NUMBERED, '$1.'));
  return [lines[Number(nth)] ?? lines[0] ?? 0, field === undefined ? -1 : mapping.indexOf(field)];
}
