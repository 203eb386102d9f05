import {
  dayInZone,
  discountOf,
  inLine,
  type JsonObject,
  type Language,
  listPriceOf,
  nextTurn,
  parseStored,
} from '../../base/index.ts';
import type { Step } from '../../flows/index.ts';
import {
  ADDITIONAL_FIELDS,
  type AdditionalField,
  DELIVERY_TEXTS,
  type DeliveryText,
  type DeskFilter,
  findDesk,
  IMPORT_SOURCE,
  methodId,
  moneyCellOf,
  type Order,
  type Product,
  readParts,
} from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import {
  asDigits,
  type Cell,
  type Column,
  cellsOf,
  DASHBOARD_SOURCE,
  headingsOf,
  pagesOf,
  type ReadingCtx,
  type Rows,
} from '../desk/index.ts';
import { METHODS_EN, METHODS_RU } from '../shared/method-words.ts';
import { faceOf } from './shape.ts';

const PAYMENT_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { unpaid: 'unpaid', partial: 'partly paid', paid: 'paid', overpaid: 'overpaid', refunded: 'refunded' },
  ru: { unpaid: 'не оплачен', partial: 'частично', paid: 'оплачен', overpaid: 'переплата', refunded: 'возвращён' },
};

/** The words for the sources of orders that no API key created. */
const SOURCES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { [DASHBOARD_SOURCE]: 'By hand', [IMPORT_SOURCE]: 'Imported' },
  ru: { [DASHBOARD_SOURCE]: 'Вручную', [IMPORT_SOURCE]: 'Загружен' },
};

/**
 * The number of orders that one query returns. It is small, so that the server can serve other requests after every few
 * queries.
 */
const PAGE = 20;

interface TableWording {
  readonly language: Language;
  readonly statuses: readonly Step[];
  /** True for one row per item, false for one row per order. */
  readonly byItem: boolean;
}

/**
 * Yields the rows of the table of orders. It reads a page at a time, so a year of orders needs little memory. One order
 * may have many payments, so each order is yielded separately and other requests are served in between.
 */
export async function* rowsOf(ctx: ReadingCtx, filter: DeskFilter, wording: TableWording): AsyncGenerator<Rows, void> {
  const { byItem, language } = wording;
  yield [headingsOf(byItem ? ITEM_COLUMNS : COLUMNS, language)];
  for await (const { places } of pagesOf((cursor) => findDesk(ctx, { filter, limit: PAGE, cursor }))) {
    // The caller lets other requests be served only when this function yields. A page without orders yields nothing, so
    // other requests are served here.
    if (places.length === 0) await nextTurn(ctx.workspace.seq);
    if (ctx.request.signal.aborted) return;
    for (const orders of readParts(ctx, places)) {
      for (const order of orders) yield byItem ? itemRows(ctx, order, wording) : [orderRow(ctx, order, wording)];
    }
  }
}

const amount = (kopecks: number): Cell => ({ kopecks });

export const sourceIn = (language: Language, source: string): string => wordOf(SOURCES[language], source);

/**
 * Translates a source or a payment method; an unknown text is returned unchanged. Only own properties count, because
 * anybody may send a text such as "constructor".
 */
const wordOf = (words: Readonly<Record<string, string>>, text: string): string =>
  (Object.hasOwn(words, text) ? words[text] : undefined) ?? text;

const METHODS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: METHODS_EN, ru: METHODS_RU };

export const methodIn = (language: Language, method: string): string => {
  const id = methodId(method);
  return wordOf(METHODS[language], id);
};

interface Line {
  readonly ctx: Ctx;
  readonly order: Order;
  readonly wording: TableWording;
}

type OrderLine = Line & { readonly face: ReturnType<typeof faceOf> };

const COLUMNS: readonly Column<OrderLine>[] = [
  ['Number', 'Номер', ({ order }) => asDigits(order.num)],
  ['Date', 'Дата', ({ order }) => ({ day: order.date })],
  ['From', 'С', ({ order }) => order.timeStart ?? ''],
  ['To', 'До', ({ order }) => order.timeEnd ?? ''],
  ['Client', 'Клиент', ({ face }) => face.clientName ?? ''],
  ['Phone', 'Телефон', ({ face }) => asDigits(face.clientPhone ?? '')],
  ['Recipient', 'Получатель', ({ face }) => face.recipientName ?? ''],
  ['Address', 'Адрес', ({ face }) => face.address ?? ''],
  ['Items', 'Позиции', ({ face }) => itemsOf(face)],
  ['Products', 'Товары', ({ order }) => amount(order.productsAmount)],
  ['Total', 'Сумма', ({ order }) => amount(order.price)],
  ['Paid', 'Оплачено', ({ order }) => amount(order.paidAmount)],
  [
    'Payment',
    'Оплата',
    ({ order, wording }) => PAYMENT_WORDS[wording.language][order.paymentStatus] ?? order.paymentStatus,
  ],
  ['Status', 'Статус', statusOf],
  ['Platform', 'Платформа', ({ order }) => order.platform],
  ['Source', 'Источник', ({ order, wording }) => sourceIn(wording.language, order.source)],
  ['Created', 'Создан', ({ order, ctx }) => ({ day: dayInZone(order.createdAt, ctx.workspace.timeZone) ?? '' })],
  ['Id', 'Id', ({ order }) => order.id],
  ['Discount', 'Скидка', ({ order }) => amount(discountOf(parseStored<readonly Product[]>(order.products)))],
];

type Part = 'client' | 'recipient' | 'delivery' | 'additional';
type ItemLine = Line & {
  readonly product: Product;
  readonly text: (part: Part, key: string) => string;
};

type Headings = readonly [string, string];

const DELIVERY: Readonly<Record<DeliveryText, Headings>> = {
  deliveryType: ['Delivery type', 'Способ доставки'],
  adress: ['Address', 'Адрес'],
  flat: ['Flat', 'Квартира'],
};

const NOTES: Readonly<Record<AdditionalField, Headings>> = {
  comment: ['Comment', 'Комментарий'],
  managerComment: ['Note', 'Заметка'],
  cardText: ['Text of the card', 'Текст открытки'],
};

/** The columns of the table with a row for each item. They include every field that an import accepts. */
const ITEM_COLUMNS: readonly Column<ItemLine>[] = [
  ['Id', 'Id', ({ order }) => order.id],
  ['Number', 'Номер', ({ order }) => asDigits(order.num)],
  ['Date', 'Дата', ({ order }) => ({ day: order.date })],
  ['From', 'С', ({ order }) => order.timeStart ?? ''],
  ['To', 'До', ({ order }) => order.timeEnd ?? ''],
  ['Item', 'Товар', ({ product }) => product.name],
  ['SKU', 'Артикул', ({ product }) => asDigits(inLine(product['sku']))],
  ['Quantity', 'Количество', ({ product }) => ({ number: product.quantity })],
  ['Price', 'Цена', ({ product }) => amount(Math.round(product.price * 100))],
  ['Products', 'Товары', ({ order }) => amount(order.productsAmount)],
  ['Delivery', 'Доставка', ({ order }) => amount(order.price - order.productsAmount)],
  ['Total', 'Сумма', ({ order }) => amount(order.price)],
  ['Paid', 'Оплачено', ({ order }) => amount(order.paidAmount)],
  ['Status', 'Статус', statusOf],
  ['Client', 'Клиент', ({ text }) => text('client', 'name')],
  ['Phone', 'Телефон', ({ text }) => asDigits(text('client', 'phone'))],
  ['E-mail', 'Почта', ({ text }) => text('client', 'email')],
  ['Recipient', 'Получатель', ({ text }) => text('recipient', 'name')],
  ['Recipient phone', 'Телефон получателя', ({ text }) => asDigits(text('recipient', 'phone'))],
  ...DELIVERY_TEXTS.map((field): Column<ItemLine> => [...DELIVERY[field], ({ text }) => text('delivery', field)]),
  ['Platform', 'Платформа', ({ order }) => order.platform],
  ...ADDITIONAL_FIELDS.map((field): Column<ItemLine> => [...NOTES[field], ({ text }) => text('additional', field)]),
  ['Price before discount', 'Цена до скидки', ({ product }) => listPriceCell(product)],
  ['Payments by date', 'Оплаты по датам', (line) => paymentsOf(line)],
];
/** The columns that every row of an order fills. The other columns are filled only in its first row. */
const IN_EACH_ROW = new Set(['Id', 'Number', 'Item', 'SKU', 'Quantity', 'Price', 'Price before discount']);

function listPriceCell(product: Product): Cell {
  const before = listPriceOf(product);
  return before === undefined ? '' : amount(Math.round(before * 100));
}

/** Formats the payments of an order as one cell. An unpaid order needs no query. */
const paymentsOf = ({ ctx, order, wording: { language } }: ItemLine): string =>
  order.paymentStatus === 'unpaid'
    ? ''
    : moneyCellOf(ctx, { orderSeq: order.seq, nameOf: (method) => methodIn(language, method) });

function statusOf({ order, wording }: Line): string {
  return wording.statuses.find(({ id }) => id === order.statusId)?.name ?? order.statusId;
}

export const itemsOf = ({ firstProduct, firstQuantity, moreProducts }: OrderLine['face']): string =>
  `${firstProduct} ×${firstQuantity}${moreProducts > 0 ? ` +${moreProducts}` : ''}`;

function itemRows(ctx: Ctx, order: Order, wording: TableWording): Cell[][] {
  const partOf = (part: Part): JsonObject => (order[part] === null ? {} : parseStored<JsonObject>(order[part]));
  const parts = {
    client: partOf('client'),
    recipient: partOf('recipient'),
    delivery: partOf('delivery'),
    additional: partOf('additional'),
  };
  const text = (part: Part, key: string): string => inLine(parts[part][key]);
  return parseStored<readonly Product[]>(order.products).map((product, at) => {
    const of = { ctx, order, wording, product, text };
    return ITEM_COLUMNS.map(([name, , cell]) => (at === 0 || IN_EACH_ROW.has(name) ? cell(of) : ''));
  });
}

const orderRow = (ctx: Ctx, order: Order, wording: TableWording): Cell[] =>
  cellsOf(COLUMNS, { ctx, order, wording, face: faceOf(order) });
