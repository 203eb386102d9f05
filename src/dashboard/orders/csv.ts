import { dayInZone, inLine, type JsonObject, type Language, parseStored } from '../../base/index.ts';
import type { Step } from '../../flows/index.ts';
import { type DeskFilter, findDesk, IMPORT_SOURCE, type Order, type Product, readParts } from '../../orders/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { asDigits, type Cell, DASHBOARD_SOURCE } from '../desk/index.ts';
import { faceOf } from './shape.ts';

/** The table of orders. */

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Number',
    'Date',
    'From',
    'To',
    'Client',
    'Phone',
    'Recipient',
    'Address',
    'Items',
    'Products',
    'Total',
    'Paid',
    'Payment',
    'Status',
    'Platform',
    'Source',
    'Created',
    'Id',
  ],
  ru: [
    'Номер',
    'Дата',
    'С',
    'До',
    'Клиент',
    'Телефон',
    'Получатель',
    'Адрес',
    'Позиции',
    'Товары',
    'Сумма',
    'Оплачено',
    'Оплата',
    'Статус',
    'Платформа',
    'Источник',
    'Создан',
    'Id',
  ],
};

/** A row for each item, with all that an import takes: the order's other columns are filled in its first row alone. */
const ITEM_HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Id',
    'Number',
    'Date',
    'From',
    'To',
    'Item',
    'SKU',
    'Quantity',
    'Price',
    'Products',
    'Delivery',
    'Total',
    'Paid',
    'Status',
    'Client',
    'Phone',
    'E-mail',
    'Recipient',
    'Recipient phone',
    'Delivery type',
    'Address',
    'Flat',
    'Platform',
    'Comment',
    'Note',
    'Text of the card',
  ],
  ru: [
    'Id',
    'Номер',
    'Дата',
    'С',
    'До',
    'Товар',
    'Артикул',
    'Количество',
    'Цена',
    'Товары',
    'Доставка',
    'Сумма',
    'Оплачено',
    'Статус',
    'Клиент',
    'Телефон',
    'Почта',
    'Получатель',
    'Телефон получателя',
    'Способ доставки',
    'Адрес',
    'Квартира',
    'Платформа',
    'Комментарий',
    'Заметка',
    'Текст открытки',
  ],
};

const PAYMENT_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { unpaid: 'unpaid', partial: 'partly paid', paid: 'paid', overpaid: 'overpaid', refunded: 'refunded' },
  ru: { unpaid: 'не оплачен', partial: 'частично', paid: 'оплачен', overpaid: 'переплата', refunded: 'возвращён' },
};

/** Sources that no program sent. */
const SOURCES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { [DASHBOARD_SOURCE]: 'By hand', [IMPORT_SOURCE]: 'Imported' },
  ru: { [DASHBOARD_SOURCE]: 'Вручную', [IMPORT_SOURCE]: 'Загружен' },
};

/** A page is a part of a step. */
const PAGE = 20;

interface TableWording {
  readonly language: Language;
  readonly statuses: readonly Step[];
  /** A row for each item in place of one for each order. */
  readonly byItem: boolean;
  readonly line: (cells: readonly Cell[]) => string;
}

/** The table of orders, line by line. The store gives them a page at a time, so a year of orders needs little memory. */
export function* linesOf(ctx: Ctx, filter: DeskFilter, wording: TableWording): Generator<string, void> {
  const { byItem, line, language } = wording;
  yield line((byItem ? ITEM_HEADINGS : HEADINGS)[language]);
  let cursor: string | undefined;
  do {
    const { places, nextCursor } = findDesk(ctx, { filter, limit: PAGE, cursor });
    for (const orders of readParts(ctx, places)) {
      yield orders.map((order) => (byItem ? itemLines(order, wording) : line(cellsOf(ctx, order, wording)))).join('');
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const amount = (kopecks: number): Cell => ({ kopecks });

export const sourceIn = (language: Language, source: string): string => SOURCES[language][source] ?? source;

const statusIn = (statuses: readonly Step[], statusId: string): string =>
  statuses.find(({ id }) => id === statusId)?.name ?? statusId;

function itemLines(order: Order, { line, statuses }: TableWording): string {
  const [client, recipient, delivery, additional] = [
    order.client,
    order.recipient,
    order.delivery,
    order.additional,
  ].map((part) => (part === null ? {} : parseStored<JsonObject>(part)));
  const text = (part: JsonObject | undefined, key: string): string => inLine(part?.[key]);
  const before: readonly Cell[] = [{ day: order.date }, order.timeStart ?? '', order.timeEnd ?? ''];
  const after: readonly Cell[] = [
    ...[order.productsAmount, order.price - order.productsAmount, order.price, order.paidAmount].map(amount),
    statusIn(statuses, order.statusId),
    text(client, 'name'),
    asDigits(text(client, 'phone')),
    text(client, 'email'),
    text(recipient, 'name'),
    asDigits(text(recipient, 'phone')),
    ...['deliveryType', 'adress', 'flat'].map((key) => text(delivery, key)),
    order.platform,
    ...['comment', 'managerComment', 'cardText'].map((key) => text(additional, key)),
  ];
  const blank = (cells: readonly Cell[]): string[] => cells.map(() => '');
  return parseStored<readonly Product[]>(order.products)
    .map((product, at) => {
      const sums = [{ number: product.quantity }, amount(Math.round(product.price * 100))];
      const item: readonly Cell[] = [product.name, asDigits(text(product, 'sku')), ...sums];
      const [early, late] = at === 0 ? [before, after] : [blank(before), blank(after)];
      return line([order.id, asDigits(order.num), ...early, ...item, ...late]);
    })
    .join('');
}

function cellsOf(ctx: Ctx, order: Order, { language, statuses }: TableWording): readonly Cell[] {
  const row = { ...order, ...faceOf(order) };
  const items = `${row.firstProduct} ×${row.firstQuantity}${row.moreProducts > 0 ? ` +${row.moreProducts}` : ''}`;
  return [
    asDigits(row.num),
    { day: row.date },
    row.timeStart ?? '',
    row.timeEnd ?? '',
    row.clientName ?? '',
    asDigits(row.clientPhone ?? ''),
    row.recipientName ?? '',
    row.address ?? '',
    items,
    amount(order.productsAmount),
    amount(order.price),
    amount(order.paidAmount),
    PAYMENT_WORDS[language][row.paymentStatus] ?? row.paymentStatus,
    statusIn(statuses, row.statusId),
    row.platform,
    sourceIn(language, row.source),
    { day: dayInZone(order.createdAt, ctx.workspace.timeZone) ?? '' },
    row.id,
  ];
}
