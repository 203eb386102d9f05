import { plainText } from '../../base/index.ts';

/** What a column of a file can hold, with the headings by which it is known without being told; those of the export among them. */
const HEADINGS = {
  key: ['key', 'id', 'requestkey', 'ключ', 'ид', 'код заказа'],
  num: ['number', 'order number', 'order', 'no', 'num', '№', 'номер', 'номер заказа', 'заказ', '№ заказа'],
  date: ['date', 'delivery date', 'order date', 'day', 'дата', 'дата доставки', 'дата заказа', 'день'],
  timeStart: ['from', 'time from', 'time', 'timestart', 'slot', 'с', 'время', 'время с', 'интервал'],
  timeEnd: ['to', 'time to', 'timeend', 'until', 'до', 'по', 'время до', 'время по'],
  clientName: [
    'client',
    'client name',
    'customer',
    'name',
    'клиент',
    'имя клиента',
    'заказчик',
    'покупатель',
    'имя',
    'фио',
  ],
  clientPhone: ['phone', 'client phone', 'телефон', 'телефон клиента', 'тел'],
  clientEmail: ['email', 'e-mail', 'client email', 'почта', 'эл. почта', 'email клиента'],
  recipientName: ['recipient', 'recipient name', 'получатель', 'имя получателя'],
  recipientPhone: ['recipient phone', 'телефон получателя', 'тел получателя'],
  items: ['items', 'позиции'],
  itemName: ['item', 'item name', 'product', 'what', 'товар', 'наименование', 'название', 'позиция', 'букет'],
  quantity: ['quantity', 'qty', 'pieces', 'количество', 'кол-во', 'штук', 'шт'],
  price: ['price', 'unit price', 'цена', 'цена за штуку', 'цена за единицу'],
  sku: ['sku', 'артикул'],
  productsSum: ['products', 'items sum', 'товары', 'сумма товаров'],
  deliveryPrice: ['delivery', 'delivery price', 'доставка', 'цена доставки', 'стоимость доставки'],
  total: ['total', 'sum', 'amount', 'сумма', 'итого', 'сумма заказа'],
  paid: ['paid', 'оплачено'],
  paymentMethod: ['payment method', 'way of payment', 'способ оплаты'],
  deliveryType: ['delivery type', 'way of delivery', 'deliverytype', 'способ доставки', 'тип доставки'],
  address: ['address', 'adress', 'delivery address', 'адрес', 'адрес доставки'],
  flat: ['flat', 'apartment', 'квартира', 'кв'],
  status: ['status', 'статус'],
  platform: ['platform', 'платформа', 'площадка'],
  comment: ['comment', 'comments', 'комментарий', 'примечание', 'комментарий к заказу'],
  managerComment: ['note', 'managercomment', 'note for yourselves', 'заметка', 'заметка для своих'],
  cardText: ['card', 'cardtext', 'text of the card', 'открытка', 'текст открытки'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Field = keyof typeof HEADINGS;
/** By column; null for one that is left out. */
export type Mapping = readonly (Field | null)[];

const FIELDS = Object.keys(HEADINGS).filter((name): name is Field => name in HEADINGS);
export const MAX_COLUMNS = 100;

const folded = (heading: string): string =>
  plainText(heading)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll(/[.,:₽*()]/g, '')
    .trim();

const byHeading = new Map<string, Field>(
  FIELDS.flatMap((field) => HEADINGS[field].map((heading) => [folded(heading), field] as const)),
);

/** What the headings say for themselves; of two columns for one field the first counts. */
export function mapHeadings(headings: readonly string[]): Mapping {
  const taken = new Set<Field>();
  return headings.map((heading) => {
    const field = byHeading.get(folded(heading));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

const isField = (text: string): text is Field => text in HEADINGS;

/** A mapping as the page sends it: names of fields with commas between them. @returns undefined for what is none */
export function parseMapping(text: string, columns: number): Mapping | undefined {
  const names = text.split(',');
  const fields = names.map((name) => (isField(name) ? name : null));
  const chosen = fields.filter((field) => field !== null);
  const isRight =
    names.length === columns &&
    names.every((name, at) => name === '' || fields[at] !== null) &&
    new Set(chosen).size === chosen.length;
  return isRight ? fields : undefined;
}

/** What no order can be made without. */
export type Missing = 'date' | 'itemName' | 'price';

export function missingFields(mapping: Mapping): Missing[] {
  const has = (...fields: Field[]): boolean => fields.some((field) => mapping.includes(field));
  return [
    ...(has('date') ? [] : (['date'] as const)),
    ...(has('itemName', 'items') ? [] : (['itemName'] as const)),
    ...(has('price', 'productsSum', 'total') ? [] : (['price'] as const)),
  ];
}
