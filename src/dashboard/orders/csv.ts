import { csvCell, dayInZone, toRoubles } from '../../base/index.ts';
import { type DeskFilter, listDesk, type Order } from '../../orders/index.ts';
import type { Ctx, ListedStatus } from '../../workspaces/index.ts';
import { shapeRow } from './shape.ts';

/** The table of orders as spreadsheets of both languages open it: UTF-8 with BOM, semicolons, CRLF (RFC 4180 otherwise). */

type Language = 'en' | 'ru';

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...['Number', 'Date', 'From', 'To', 'Client', 'Phone', 'Recipient', 'Address', 'Items', 'Products', 'Total'],
    ...['Paid', 'Payment', 'Status', 'Platform', 'Source', 'Created', 'Id'],
  ],
  ru: [
    ...['Номер', 'Дата', 'С', 'До', 'Клиент', 'Телефон', 'Получатель', 'Адрес', 'Позиции', 'Товары', 'Сумма'],
    ...['Оплачено', 'Оплата', 'Статус', 'Платформа', 'Источник', 'Создан', 'Id'],
  ],
};

const PAYMENT_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { unpaid: 'unpaid', partial: 'partly paid', paid: 'paid', overpaid: 'overpaid', refunded: 'refunded' },
  ru: { unpaid: 'не оплачен', partial: 'частично', paid: 'оплачен', overpaid: 'переплата', refunded: 'возвращён' },
};

const PAGE = 500;
const BOM = '\uFEFF';

export interface CsvWording {
  readonly language: Language;
  readonly statuses: readonly ListedStatus[];
}

/** Line by line as the store gives them, a page at a time, so that a year of orders needs no memory. */
export async function* csvOf(ctx: Ctx, filter: DeskFilter, wording: CsvWording): AsyncGenerator<string> {
  yield `${BOM}${HEADINGS[wording.language].join(';')}\r\n`;
  let cursor: string | undefined;
  do {
    const page = listDesk(ctx, filter, PAGE, cursor);
    yield page.orders.map((order) => line(ctx, order, wording)).join('');
    cursor = page.nextCursor ?? undefined;
    // Others are served between two pages.
    await new Promise((resolve) => setImmediate(resolve));
  } while (cursor !== undefined);
}

function line(ctx: Ctx, order: Order, { language, statuses }: CsvWording): string {
  const row = shapeRow(order);
  const amount = (kopecks: number): string => {
    const text = toRoubles(kopecks).toFixed(2);
    return language === 'ru' ? text.replace('.', ',') : text;
  };
  const items = `${row.firstProduct} ×${row.firstQuantity}${row.moreProducts > 0 ? ` +${row.moreProducts}` : ''}`;
  const cells = [
    ...[row.num, row.date, row.timeStart ?? '', row.timeEnd ?? '', row.clientName ?? '', row.clientPhone ?? ''],
    ...[row.recipientName ?? '', row.address ?? '', items],
    ...[amount(order.productsAmount), amount(order.price), amount(order.paidAmount)],
    PAYMENT_WORDS[language][row.paymentStatus] ?? row.paymentStatus,
    statuses.find(({ id }) => id === row.statusId)?.name ?? row.statusId,
    ...[row.platform ?? '', row.source, dayInZone(order.createdAt, ctx.workspace.timeZone) ?? '', row.id],
  ];
  return `${cells.map((cell) => csvCell(cell)).join(';')}\r\n`;
}
