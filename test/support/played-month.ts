import { expect } from 'bun:test';
import { addDays } from '../../src/base/index.ts';
import { importDone, sendTable } from './await-import.ts';
import { openOwned } from './browser-session.ts';
import { expectOk } from './http-answers.ts';
import { in1251 } from './windows-1251.ts';
import { type WorkbookCell, workbook } from './workbooks.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ZONE = 'Europe/Moscow';
export const today = new Intl.DateTimeFormat('sv', { timeZone: ZONE }).format(Date.now());
export const lastDay = addDays(`${today.slice(0, 7)}-01`, -1);
/** A day of last month, YYYY-MM-DD. */
export const on = (day: number): string => `${lastDay.slice(0, 7)}-${String(day).padStart(2, '0')}`;
const RU_DAY = (day: number): string => on(day).split('-').reverse().join('.');
const EN_DAY = (day: number): string => on(day);
/** The serial number of a day in a workbook. */
const serial = (day: string): { readonly day: number } => ({
  day: Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse('1899-12-30T00:00:00Z')) / 86_400_000),
});

type Kind = 'clients' | 'products' | 'orders' | 'payments';

interface Files {
  readonly clients: Uint8Array;
  readonly products: Uint8Array;
  readonly orders: Uint8Array;
  /** The bank's statement of the month: some lines are recorded already, and some are not about orders. */
  readonly payments: Uint8Array;
  readonly types: Readonly<Record<Kind, string>>;
  /** Statuses as the file of orders calls them, each with the id of the status in the shop. */
  readonly matches: Readonly<Record<string, string>>;
  readonly names: { readonly cash: string; readonly card: string; readonly refund: string };
  readonly language: 'en' | 'ru';
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const RUSSIAN: Files = {
  language: 'ru',
  names: { cash: 'Наличные', card: 'Карта', refund: 'Перевод' },
  matches: { Выполнен: 'status-closed', Отказ: 'status-cancelled' },
  types: { clients: 'text/csv', products: XLSX, orders: 'text/csv', payments: 'text/csv' },
  clients: in1251(
    [
      'База клиентов;;;',
      ';;;',
      'ФИО;Телефон;Почта;День рождения',
      'Смирнова Анна;8 912 330-44-29;anna@example.ru;08.03.1990',
      'Олег;+7 (921) 765-43-21;;',
      '"Кафе ""Уют""; бухгалтерия";8(812)5550101;cafe@example.ru;',
      'Итого: 3;;;',
    ].join('\r\n'),
  ),
  products: workbook({
    Прайс: [
      ['Прайс-лист на цветы'],
      [null],
      ['Наименование', 'Цена', 'Остаток', 'Категория'],
      ['Роза «Эквадор»', 199.5, 300, 'Розы'],
      ['Пионы, 9 шт.', '4 500,00 ₽', 12, 'Букеты'],
      ['Итого', null, 312, null],
    ],
  }),
  orders: in1251(
    [
      'Заказы из тетради;;;;;;;;;;',
      '№ заказа;Дата доставки;Клиент;Телефон;Товар;Кол-во;Цена;Статус;Оплачено;Дата оплаты;Способ оплаты',
      `1001;${RU_DAY(3)};Анна Смирнова;8 912 330-44-29;Роза «Эквадор»;15;199,50;Выполнен;2 992,50;${RU_DAY(2)};Наличные`,
      `1002;${RU_DAY(5)};Олег;89217654321;Пионы, 9 шт.;1;4 500,00;Выполнен;4500;${RU_DAY(5)};Карта`,
      `1003;${RU_DAY(6)};Кафе «Уют»;88125550101;Роза «Эквадор»;50;199,50;Отказ;;;`,
      `1004;${RU_DAY(9)};Кафе «Уют»;88125550101;Роза «Эквадор»;50;199,50;Выполнен;5 000,01;${RU_DAY(8)};Карта`,
      ';;;;;;;;;;',
      'Итого:;;;;;;;;12 492,51;;',
    ].join('\r\n'),
  ),
  payments: in1251(
    [
      'Выписка по счету;;;;',
      'Дата;Назначение платежа;Сумма;Id платежа;Способ',
      `${RU_DAY(8)};Оплата заказа 1004;5 000,01;b-1;Карта`,
      `${RU_DAY(22)};Оплата заказа 1004;1 000,00;b-2;Карта`,
      `${RU_DAY(23)};Комиссия банка;-150,00;b-3;`,
      `${RU_DAY(24)};Возврат по заказу 1002;-500,00;b-4;Карта`,
      'Итого;;5 350,01;;',
    ].join('\r\n'),
  ),
};

const header: WorkbookCell[] = ['Order number', 'Delivery date', 'Client', 'Phone', 'Item', 'Qty', 'Price', 'Status'];
export const ENGLISH: Files = {
  language: 'en',
  names: { cash: 'Cash', card: 'Card', refund: 'Bank transfer' },
  matches: { Delivered: 'status-closed', Refused: 'status-cancelled' },
  types: { clients: XLSX, products: 'text/csv', orders: XLSX, payments: XLSX },
  clients: workbook({
    Clients: [
      ['Our clients'],
      ['Name', 'Mobile', 'E-mail', 'Birthday'],
      ['Anna Smirnova', '+7 912 330-44-29', 'anna@example.ru', serial('1990-03-08')],
      ['Oleg', '+7 921 765-43-21', null, null],
      ['Café "Cosy"; accounts', '+7 812 555-01-01', 'cafe@example.ru', null],
      ['Total: 3', null, null, null],
    ],
    Notes: [['nothing of use']],
  }),
  products: utf8(
    '\uFEFFPrice list,,,\r\n,,,\r\nProduct,Price,On hand,Category\r\nRose Ecuador,199.50,300,Roses\r\n"Peonies, 9 stems","4,500.00",12,Bouquets\r\nTotal,,312,\r\n',
  ),
  orders: workbook({
    'Order book': [
      ['Orders out of the book'],
      [null],
      [...header, 'Paid', 'Payment date', 'Payment method'],
      [
        '1001',
        serial(on(3)),
        'Anna Smirnova',
        '+79123304429',
        'Rose Ecuador',
        15,
        199.5,
        'Delivered',
        2992.5,
        EN_DAY(2),
        'Cash',
      ],
      [
        '1002',
        serial(on(5)),
        'Oleg',
        '+79217654321',
        'Peonies, 9 stems',
        1,
        4500,
        'Delivered',
        4500,
        EN_DAY(5),
        'Card',
      ],
      ['1003', serial(on(6)), 'Café Cosy', '+78125550101', 'Rose Ecuador', 50, 199.5, 'Refused', null, null, null],
      [
        '1004',
        serial(on(9)),
        'Café Cosy',
        '+78125550101',
        'Rose Ecuador',
        50,
        199.5,
        'Delivered',
        '5000.01',
        EN_DAY(8),
        'Card',
      ],
      ['Total', null, null, null, null, null, null, null, 12492.51, null, null],
    ],
  }),
  payments: workbook({
    Statement: [
      ['Statement of account'],
      ['Date', 'Purpose', 'Amount', 'Payment id', 'Payment method'],
      [serial(on(8)), 'Payment for order 1004', 5000.01, 'b-1', 'Card'],
      [serial(on(22)), 'Payment for order 1004', 1000, 'b-2', 'Card'],
      [serial(on(23)), 'Bank fee', -150, 'b-3', null],
      [serial(on(24)), 'Refund for order 1002', -500, 'b-4', 'Card'],
      ['Total', null, 5350.01, null, null],
    ],
  }),
};

/** The shop's own notebook: sums in kopecks by day and method, kept apart from Docket. */
class Notebook {
  readonly sums: Record<string, number> = {};

  note(day: string, method: string, kopecks: number): void {
    const place = `${day} ${method}`;
    this.sums[place] = (this.sums[place] ?? 0) + kopecks;
  }

  /** Returns the sums of these days. @param days the text that the days begin with, such as a month */
  of(days: string): Record<string, number> {
    return Object.fromEntries(Object.entries(this.sums).filter(([place]) => place.startsWith(days)));
  }
}

async function openMonth(files: Files) {
  const { shop, owner, base } = await openOwned();
  expectOk(await owner.post('/app/api/account', { language: files.language }));
  expectOk(await owner.post(`${base}/settings/profile`, { timeZone: ZONE }));
  const textOf = async (path: string): Promise<string> => (await owner.fetch(`${base}${path}`)).text();
  const send = async (kind: Kind, query: string) => {
    const path = `${base}/${kind === 'products' ? 'stock' : kind}/import${query}`;
    return expectOk(await sendTable(owner, path, files[kind], { type: files.types[kind] }));
  };
  const bring = async (kind: Kind, query = '') => {
    const { started } = await send(kind, query);
    return importDone(owner, base, started.id);
  };
  return { shop, owner, base, textOf, send, bring };
}
type Month = Awaited<ReturnType<typeof openMonth>>;

async function bringFiles({ send, bring }: Month, files: Files, notebook: Notebook): Promise<void> {
  const { cash, card } = files.names;
  expect(await send('clients', '?dryRun=1')).toMatchObject({ records: 3, problemCount: 0, droppedCount: 0 });
  expect(await bring('clients')).toMatchObject({ counts: { new: 3 } });
  expect(await send('products', '?dryRun=1')).toMatchObject({ records: 2, problemCount: 0, droppedCount: 0 });
  expect(await bring('products')).toMatchObject({ counts: { new: 2 } });
  const looked = await send('orders', '?dryRun=1');
  expect(looked.skipped).toHaveLength(2);
  expect(looked.values.map(({ text }: { text: string }) => text)).toEqual(Object.keys(files.matches));
  const values = Object.entries(files.matches).map(([text, to]) => ({ field: 'status', text, to }));
  const matched = `values=${encodeURIComponent(JSON.stringify(values))}`;
  expect(await send('orders', `?dryRun=1&${matched}`)).toMatchObject({ records: 4, problemCount: 0, droppedCount: 0 });
  expect(await bring('orders', `?${matched}`)).toMatchObject({ counts: { created: 4 } });
  notebook.note(on(2), cash, 299_250);
  notebook.note(on(5), card, 450_000);
  notebook.note(on(8), card, 500_001);
  expect(await bring('orders')).toMatchObject({ counts: { known: 4 } });
}

async function work({ shop, owner, base }: Month, files: Files, notebook: Notebook): Promise<void> {
  const { cash, card, refund } = files.names;
  const post = async (path: string, body: object) => expectOk(await shop.api.post(`/api/v1/orders/${path}`, body));
  const make = async (day: number, price: number) => {
    const client = { name: `Client ${day}`, phone: `+7912000${String(day).padStart(4, '0')}` };
    const products = [{ name: 'Bouquet', quantity: 3, price }];
    const date = `${on(day)}T12:00:00+03:00`;
    return (await post('create', { requestKey: `day ${day}`, date, client, products })).id as string;
  };
  const ids: string[] = [];
  for (let day = 10; day <= 20; day += 1) ids.push(await make(day, day * 100.07));
  for (const [at, id] of ids.entries()) {
    const [day, kopecks] = [10 + at, 3 * (10 + at) * 10_007];
    const payment = {
      id,
      paymentId: `bank ${day}`,
      amount: kopecks / 100,
      paidAt: `${on(day)}T23:59:59+03:00`,
      paymentMethod: card,
    };
    await post('payment', payment);
    await post('payment', payment);
    notebook.note(on(day), card, kopecks);
  }
  const [deleted = '', returned = '', cancelled = '', paidTwice = ''] = ids;
  await post('delete', { id: deleted });
  notebook.note(on(10), card, -3 * 10 * 10_007);
  const paymentsOf = async (id: string) => expectOk(await owner.get(`${base}/orders/${id}`)).order;
  const order = await paymentsOf(returned);
  const back = { version: order.version, amount: 100.5, paymentMethod: refund };
  expectOk(await owner.post(`${base}/orders/${returned}/payments/${order.payments[0].id}/refund`, back));
  notebook.note(today, refund, -10_050);
  // A cancelled order keeps its money until it is refunded.
  await post('status', { id: cancelled, statusId: 'status-cancelled' });
  const byHand = { pending: false, amount: 1_000.01, paidAt: `${on(21)}T00:00:00+03:00`, paymentMethod: cash };
  expectOk(
    await owner.post(`${base}/orders/${paidTwice}/payments`, byHand, { 'idempotency-key': crypto.randomUUID() }),
  );
  notebook.note(on(21), cash, 100_001);
}

async function bringStatement({ send, bring }: Month, files: Files, notebook: Notebook): Promise<void> {
  const looked = await send('payments', '?dryRun=1');
  expect(looked).toMatchObject({ problemCount: 0, outcome: { new: 1, refunds: 1, known: 1 } });
  expect(looked.dropped).toMatchObject([{ line: 5 }]);
  expect(await bring('payments')).toMatchObject({ counts: { new: 1, refunds: 1, known: 1 } });
  notebook.note(on(22), files.names.card, 100_000);
  notebook.note(on(24), files.names.card, -50_000);
  expect(await bring('payments')).toMatchObject({ counts: { known: 3 } });
}

async function closeDay({ owner, base }: Month, day: string, cash: string): Promise<void> {
  const till = expectOk(await owner.get(`${base}/payments/till?day=${day}`));
  const expected = till.cashReceived - till.cashRefunded;
  const methods = till.methods.map(({ name, isCash }: { name: string; isCash: boolean }) => ({
    name,
    isCash: isCash || name === cash,
  }));
  const close = { day, opening: 0, counted: expected - 0.5, expected, after: null, methods };
  expectOk(await owner.post(`${base}/payments/till`, close, { 'idempotency-key': crypto.randomUUID() }));
  const { days } = expectOk(await owner.get(`${base}/payments/till/days`));
  expect(days[0]).toMatchObject({ day, difference: -0.5 });
}

export async function playMonth(files: Files) {
  const month = await openMonth(files);
  const notebook = new Notebook();
  await bringFiles(month, files, notebook);
  await work(month, files, notebook);
  await bringStatement(month, files, notebook);
  await closeDay(month, on(21), files.names.cash);
  return { ...month, notebook };
}
