import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { HOUR_MS, startOfDay } from '../../src/base/index.ts';
import { addIssue, createProblems } from '../../src/imports/problems.ts';
import { previewImport } from '../../src/orders/import-orders.ts';
import { createOrder, deleteOrder } from '../../src/orders/index.ts';
import { auditLog, events, orderHistory, orders, payments } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { type ImportShop, openImportShop, readOrders } from '../support/imports.ts';
import { rowsOf } from '../support/store.ts';

const read = async (store: ImportShop, lines: readonly string[], mapping?: string) =>
  readOrders(store.importing, lines.join('\r\n'), mapping);
const bring = async (store: ImportShop, lines: readonly string[], tell = false) => {
  const { orders: found, problems } = await read(store, lines);
  expect(problems.shown).toEqual([]);
  const id = await store.accept(found, { tell });
  await store.imports.finish();
  return store.outcomeOf(id);
};
const all = (store: ImportShop) => store.storage.read.select().from(orders).orderBy(orders.seq).all();
const problemsOf = async (store: ImportShop, lines: readonly string[]) =>
  (await read(store, lines)).problems.shown.map(({ line, column, code }) => [line, column, code]);

const HEAD = 'Number;Date;From;To;Client;Phone;Item;Quantity;Price;Delivery;Total;Paid;Status';

test('a row becomes an order with all its values, to the kopeck', async () => {
  await using store = await openImportShop();
  const outcome = await bring(store, [
    HEAD,
    "A-7;08.03.2026;9:00;11:00;Мария;'+79123456789;Лента, м;1,5;45,55;350,50;418,83;100;В работе",
  ]);
  expect(outcome).toEqual({ created: 1, known: 0, differing: 0, deleted: 0, unpaid: 0 });
  const [order] = all(store);
  expect(order).toMatchObject({
    num: 'A-7',
    date: '2026-03-08',
    timeStart: '09:00',
    timeEnd: '11:00',
    source: '@import',
    statusId: 'status-in-progress',
    productsAmount: 6_833,
    price: 41_883,
    paidAmount: 10_000,
    paymentStatus: 'partial',
    repeatKey: 'num:A-7',
    version: 1,
    client: JSON.stringify({ name: 'Мария', phone: '+79123456789' }),
    products: JSON.stringify([{ name: 'Лента, м', quantity: 1.5, price: 45.55 }]),
  });
  expect(store.storage.read.select().from(payments).all()).toMatchObject([{ amount: 10_000, status: 'confirmed' }]);
});

test('the price of each imported order is rounded to whole kopecks, so the sum of 200 prices is exact', async () => {
  await using store = await openImportShop();
  const lines = Array.from({ length: 200 }, (_, at) => `2026-03-08;Роза;0,1;0,${String(at % 100).padStart(2, '0')}`);
  await bring(store, ['date;item;quantity;price', ...lines]);
  const kopecks = lines.reduce((sum, _, at) => sum + Math.floor((100 * (at % 100) + 500) / 1_000), 0);
  expect(all(store).reduce((sum, { price }) => sum + price, 0)).toBe(kopecks);
});

test('adjacent rows with one order number are the items of one order', async () => {
  await using store = await openImportShop();
  await bring(store, [
    'number;date;client;item;quantity;price;total',
    '1;2026-03-08;Мария;Роза;3;100;450,5',
    '1;;;Открытка;1;150,50;',
    '2;2026-03-09;Олег;Пион;1;10;10',
  ]);
  expect(all(store).map(({ num, price, products }) => [num, price, JSON.parse(products).length])).toEqual([
    ['1', 45_050, 2],
    ['2', 1_000, 1],
  ]);
});

test('importing a file twice creates each order once, recognized by request key, number or content', async () => {
  for (const [head, first, second] of [
    ['key;date;item;price', 'k1;2026-03-08;Роза;100', 'k2;2026-03-08;Роза;100'],
    ['number;date;item;price', '1;2026-03-08;Роза;100', '2;2026-03-08;Роза;100'],
    ['date;item;price', '2026-03-08;Роза;100', '2026-03-08;Роза;100'],
  ] as const) {
    await using store = await openImportShop();
    const file = [head, first, second];
    expect(await bring(store, file)).toMatchObject({ created: 2, known: 0 });
    expect(await bring(store, file)).toEqual({ created: 0, known: 2, differing: 0, deleted: 0, unpaid: 0 });
    const { orders: found } = await read(store, file);
    expect(await previewImport(store.importing, found)).toMatchObject({ created: 0, known: 2 });
    expect(await bring(store, [...file, `9${first}`.replace('92026', '2027')])).toMatchObject({ created: 1, known: 2 });
    expect(all(store)).toHaveLength(3);
  }
});

test('a preview counts new orders that have the number of an existing order, and the import creates them', async () => {
  await using store = await openImportShop();
  await bring(store, ['key;number;date;item;price', 'a;300;2026-03-08;Роза;100', 'b;301;2026-03-08;Роза;100']);
  await deleteOrder(store.importing, { id: all(store)[1]?.id ?? '' });
  const file = ['key;number;date;item;price', 'a;300;2026-03-08;Роза;100', 'c;300;2026-03-09;Пион;10'];
  const { orders: found } = await read(store, [...file, 'd;301;2026-03-09;Пион;10', 'e;;2026-03-09;Пион;10']);
  expect(await previewImport(store.importing, found)).toMatchObject({ created: 3, known: 1, taken: 1 });
  expect(await bring(store, file)).toMatchObject({ created: 1, known: 1 });
});

test('the preview of an import reads no texts of stored orders, even if these texts are large', async () => {
  await using store = await openImportShop();
  const product = { name: 'Роза', quantity: 1, price: 1, comment: 'x'.repeat(9_000) };
  const rows: string[] = [];
  for (const requestKey of ['a', 'b', 'c']) {
    const { order } = await createOrder(store.ctx(), { ...ONE, requestKey, products: Array(40).fill(product) });
    rows.push(`${order.id};2026-03-08;Роза;1`);
    if (requestKey === 'b') await deleteOrder(store.ctx(), { id: order.id });
  }
  const { orders: found } = await read(store, ['id;date;item;price', ...rows]);
  const { pages } = await workOf(store, async () =>
    expect(await previewImport(store.importing, found)).toMatchObject({ created: 0, known: 3, deleted: 1 }),
  );
  // The texts of a single order fill some 90 pages. The preview reads fewer pages, so it cannot have read these texts.
  expect(pages).toBeLessThan(90);
});

test('a second import counts differing and deleted orders, and leaves them unchanged', async () => {
  await using store = await openImportShop();
  await bring(store, ['number;date;item;price', '1;2026-03-08;Роза;100', '2;2026-03-08;Роза;100']);
  await deleteOrder(store.importing, { id: all(store)[1]?.id ?? '' });
  const again = ['number;date;item;price', '1;2026-03-08;Роза;120', '2;2026-03-08;Роза;100'];
  expect(await bring(store, again)).toEqual({ created: 0, known: 2, differing: 1, deleted: 1, unpaid: 0 });
  expect(all(store).map(({ price }) => price)).toEqual([10_000, 10_000]);
});

test('deleted orders are created again on request, whether a request key or an order id identifies them', async () => {
  await using store = await openImportShop();
  const { order } = await createOrder(store.ctx(), { ...ONE, requestKey: 'a' });
  const file = [
    'key;number;date;item;price',
    ...['k1;1', 'k2;2', `${order.id};3`].map((at) => `${at};2026-03-08;Роза;100`),
  ];
  const again = async () => {
    const id = await store.accept((await read(store, file)).orders, { again: true });
    await store.imports.finish();
    return store.outcomeOf(id);
  };
  await bring(store, file);
  for (const { id } of all(store).filter(({ num }) => num !== '2')) await deleteOrder(store.importing, { id });
  expect(await bring(store, file)).toMatchObject({ created: 0, known: 3, deleted: 2 });
  expect(await again()).toMatchObject({ created: 2, known: 1, deleted: 0 });
  expect(await again()).toMatchObject({ created: 0, known: 3, deleted: 0 });
  expect(await bring(store, file)).toMatchObject({ created: 0, known: 3, deleted: 0 });
  expect(all(store).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(3);
});

test('an error on line 31,007 is reported with that line, and nothing is imported', async () => {
  await using store = await openImportShop();
  const lines = Array.from({ length: 40_000 }, (_, at) => `${at + 1};2026-03-08;Роза;100`);
  lines[31_005] = '31006;08.13.2026;Роза;100';
  const { problems, orders: found } = await read(store, ['number;date;item;price', ...lines]);
  expect(problems.shown).toEqual([{ line: 31_007, column: 1, code: 'bad_date', value: '08.13.2026', than: '' }]);
  expect(found).toHaveLength(39_999);
});

test('a payment’s date or method without an amount is reported with its line and column', async () => {
  await using store = await openImportShop();
  const lines = [
    'Заказы, март 2026',
    'Номер;Дата;Товар;Цена;Оплачено;Дата оплаты;Способ оплаты',
    '1;08.03.2026;Роза;1500,50;1500,50;07.03.2026;карта',
    '2;08.03.2026;Роза;1500,50;;07.03.2026;карта',
    '3;08.03.2026;Роза;1500,50;0,00;;Наличные',
    '4;08.03.2026;Роза;1500,50;;;',
  ];
  const { dropped } = await read(store, lines);
  const unpaid = { code: 'unpaid', than: '' } as const;
  expect(dropped.shown).toEqual([
    { line: 4, column: 5, value: '07.03.2026', ...unpaid },
    { line: 4, column: 6, value: 'карта', ...unpaid },
    { line: 5, column: 6, value: 'Наличные', ...unpaid },
  ]);
  expect(await bring(store, lines)).toEqual({ created: 4, known: 0, differing: 0, deleted: 0, unpaid: 2 });
  // `unpaid` counts only rows that create an order, and these orders exist already.
  expect(await bring(store, lines)).toEqual({ created: 0, known: 4, differing: 0, deleted: 0, unpaid: 0 });
});

test('a quantity in pieces is understood, and any other unit is reported with its line and column', async () => {
  await using store = await openImportShop();
  const lines = [
    'Номер;Дата;Товар;Количество, шт.;Цена, руб.',
    '1;08.03.2026;Роза;15 шт.;199,50',
    '2;08.03.2026;Конфеты;1,5 кг;800',
  ];
  const { dropped, problems, orders: found } = await read(store, lines);
  expect(problems.shown).toEqual([]);
  expect(dropped.shown).toEqual([{ line: 3, column: 3, code: 'unit', value: '1,5 кг', than: '' }]);
  expect(found.map(({ draft }) => draft.columns.price)).toEqual([299_250, 120_000]);
});

test('a line’s sum stays the same to the kopeck when its unit is converted to pieces', async () => {
  await using store = await openImportShop();
  const lines = [
    'Номер;Дата;Товар;Количество;Ед. изм.;Цена',
    '1;08.03.2026;Роза;2;упак.;1250,50',
    '2;08.03.2026;Лента;1,5;Рулон;100',
    '3;08.03.2026;Пион;3;шт;450',
    '4;08.03.2026;Тюльпан;4 упак.;;25',
  ];
  const unit = { field: 'unit', text: 'УПАК.', to: '25' };
  const source = lines.join('\n');
  const first = await readOrders(store.importing, source);
  expect(first.values).toEqual([
    { field: 'unit', text: 'упак.', rows: 2, to: null },
    { field: 'unit', text: 'Рулон', rows: 1, to: null },
  ]);
  expect(first.table.dropped.shown.map(({ line, column, value }) => [line, column, value])).toEqual([
    [2, 4, 'упак.'],
    [3, 4, 'Рулон'],
    [5, 3, '4 упак.'],
  ]);
  const matched = await readOrders(store.importing, source, undefined, [unit]);
  expect(matched.table.problems.shown).toEqual([]);
  expect(matched.orders.map(({ draft }) => JSON.parse(draft.columns.products))).toEqual([
    [{ name: 'Роза', quantity: 50, price: 50.02 }],
    [{ name: 'Лента', quantity: 1.5, price: 100 }],
    [{ name: 'Пион', quantity: 3, price: 450 }],
    [{ name: 'Тюльпан', quantity: 100, price: 1 }],
  ]);
  expect(matched.orders.map(({ draft }) => draft.columns.price)).toEqual([250_100, 15_000, 135_000, 10_000]);
  // The shop remembers the conversion of this unit for the next file. An empty `to` turns the conversion off.
  await store.bring(matched);
  const next = await readOrders(store.importing, source);
  expect(next.values[0]).toMatchObject({ text: 'упак.', to: '25' });
  const kept = await readOrders(store.importing, source, undefined, [{ ...unit, to: '' }]);
  expect(kept.orders[0]?.draft.columns.price).toBe(250_100);
  expect(kept.orders[0]?.draft.columns.products).toContain('"quantity":2');
});

test.each([
  ['12', [2, 3, 'pack_price']],
  ['0,0005', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['100001', undefined],
  ['many', undefined],
  ['0,001', [2, 2, 'too_precise']],
] as const)(
  'a pack size of %j is ignored, or refused if it gives an impossible price or quantity',
  async (to, problem) => {
    await using store = await openImportShop();
    const source = 'date;item;qty;price;unit\n2026-03-08;Rose;1,5;100;box';
    const { table, values } = await readOrders(store.importing, source, undefined, [
      { field: 'unit', text: 'box', to },
    ]);
    const { shown } = table.problems;
    expect(shown.map(({ line, column, code }) => [line, column, code])).toEqual(
      problem === undefined ? [] : [[...problem]],
    );
    expect(values[0]?.to).toBe(problem === undefined ? null : to);
  },
);

const ONE = { date: '2026-05-20T10:00:00+03:00', products: [{ name: 'Роза', quantity: 1, price: 1 }] };
const numbered = (count: number): string[] => [
  'number;date;item;price',
  ...Array.from({ length: count }, (_, at) => `${at + 1};2026-03-08;Роза;100`),
];

test('an order created during an import gets no order number that the import file still needs', async () => {
  await using store = await openImportShop();
  const { orders: found } = await read(store, numbered(1_000));
  const id = await store.accept(found);
  await store.imports.step();
  const made = await createOrder(store.ctx(), { ...ONE, requestKey: 'a' });
  const part = all(store).length - 1;
  expect([part > 0, part < 1_000, made.order.num]).toEqual([true, true, '1001']);
  expect(store.stateOf(id)).toMatchObject({ isDone: false, done: part, total: 1_000, counts: { created: part } });
  await store.imports.finish();
  expect(store.stateOf(id)).toMatchObject({ isDone: true, done: 1_000 });
  expect(new Set(all(store).map(({ num }) => num)).size).toBe(1_001);
});

test('an open list of orders is notified once, when all imported orders are there', async () => {
  await using store = await openImportShop();
  const { orders: found } = await read(store, numbered(500));
  let hints = 0;
  store.storage.listen((news) => {
    if (news.has('orders')) hints += 1;
  });
  await store.accept(found);
  await store.imports.step();
  expect(hints).toBe(0);
  await store.imports.finish();
  expect(hints).toBe(1);
});

test('imported orders send webhooks only on request, and the history names the importer', async () => {
  await using store = await openImportShop();
  const types = () => rowsOf(store.storage, events).map(({ type }) => type);
  await bring(store, ['number;date;item;price;paid', '1;2026-03-08;Роза;100;100']);
  expect(types()).toEqual([]);
  await bring(store, ['number;date;item;price;paid', '2;2026-03-08;Роза;100;100'], true);
  expect(types()).toEqual(['order.created', 'order.payment.created']);
  expect(store.storage.read.select().from(orderHistory).all()).toMatchObject(
    [1, 2].map(() => ({
      kind: 'created',
      actorType: 'person',
      actorId: store.importing.actor.id,
      requestId: 'request-1',
    })),
  );
  const audit = store.storage.read.select().from(auditLog).where(sql`action = 'orders.imported'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toEqual([
    { orders: { from: null, to: 1 }, told: { from: null, to: false } },
    { orders: { from: null, to: 1 }, told: { from: null, to: true } },
  ]);
});

test('a file sent again joins its running import, and creates nothing once that import is done', async () => {
  await using store = await openImportShop();
  const { orders: found } = await read(store, numbered(250));
  const ids = await Promise.all([1, 2, 3].map(() => store.accept(found)));
  expect(new Set(ids).size).toBe(1);
  await store.imports.step();
  expect(await store.accept(found)).toBe(ids[0] ?? '');
  await store.imports.finish();
  expect(store.outcomeOf(ids[0] ?? '')).toMatchObject({ created: 250, known: 0 });
  const later = await store.accept(found);
  await store.imports.finish();
  expect([later === ids[0], store.outcomeOf(later)]).toEqual([
    false,
    { created: 0, known: 250, differing: 0, deleted: 0, unpaid: 0 },
  ]);
});

test('two files sent at once are imported one after the other, each with its own counts', async () => {
  await using store = await openImportShop();
  const [first, second] = await Promise.all([read(store, numbered(250)), read(store, numbered(400))]);
  const ids = await Promise.all([store.accept(first.orders), store.accept(second.orders)]);
  await store.imports.finish();
  expect(ids.map((id) => store.outcomeOf(id))).toEqual([
    { created: 250, known: 0, differing: 0, deleted: 0, unpaid: 0 },
    { created: 150, known: 250, differing: 0, deleted: 0, unpaid: 0 },
  ]);
});

test.each([
  ['date;item;price', '2026-02-30;Роза;100', 0, 'bad_date'],
  ['date;item;price', '3/8/2026;Роза;100', 0, 'bad_date'],
  ['date;item;price', ';Роза;100', 0, 'missing'],
  ['date;item;price;from', '2026-03-08;Роза;100;25:00', 3, 'bad_time'],
  ['date;item;price', '2026-03-08;Роза;сто', 2, 'bad_number'],
  ['date;item;total', '2026-03-08;Роза;сто', 2, 'bad_number'],
  ['date;item;price', '2026-03-08;Роза;-5', 2, 'negative'],
  ['date;item;price', '2026-03-08;Роза;1,234', 2, 'two_readings'],
  ['date;item;price', '2026-03-08;Роза;1000000000', 2, 'too_large'],
  ['date;item;price', '2026-03-08;Роза;', 2, 'missing'],
  ['date;item;price', '2026-03-08;;1', 1, 'missing'],
  ['date;item;quantity;price', '2026-03-08;Роза;0;1', 2, 'zero_quantity'],
  ['date;item;price;total', '2026-03-08;Роза;100;99,99', 3, 'total_differs'],
  ['date;item;quantity;total', '2026-03-08;Роза;3;100', null, 'price_inexact'],
  ['date;items;products', '2026-03-08;Роза ×3 +2;100', 1, 'several_items'],
  ['date;item;price;status', '2026-03-08;Роза;100;Отгружен', 3, 'unknown_status'],
  ['date;item;price;client', `2026-03-08;Роза;100;${'я'.repeat(501)}`, 3, 'too_long'],
  ['date;item;price;key', `2026-03-08;Роза;100;${'я'.repeat(201)}`, 3, 'too_long'],
  ['date;item;price;phone', '2026-03-08;Роза;100;7.9E+10', 3, 'rounded_phone'],
  ['date;item;price;phone', '2026-03-08;Роза;100;7,91235e+10', 3, 'rounded_phone'],
  ['date;item;price;recipient phone', '2026-03-08;Роза;100;8E+10', 3, 'rounded_phone'],
  ['date;item;price', '2026-03-08;Роза;100;?', null, 'too_many_cells'],
  ['date;item;price', '2026-03-08;Роза;"100', 2, 'open_quote'],
])('%s / %s: the error names its column and the reason', async (head, line, column, code) => {
  await using store = await openImportShop();
  expect(await problemsOf(store, [head, line])).toEqual([[2, column, code as never]]);
});

test('a payment gets the day and method of its row, but without a payment date it gets the order’s day', async () => {
  await using store = await openImportShop();
  await bring(store, [
    'date;item;price;paid;payment date;payment method',
    '2026-03-08;Роза;100;40;01.03.2026;Наличные',
    '2026-03-08;Пион;100;50;;',
  ]);
  const [dated, undated] = store.storage.read.select().from(payments).orderBy(payments.seq).all();
  const noon = startOfDay('2026-03-01', store.workspace.timeZone) + 12 * HOUR_MS;
  expect(dated).toMatchObject({ amount: 4_000, paidAt: noon, paymentMethod: 'Наличные' });
  expect(undated).toMatchObject({ amount: 5_000, paymentMethod: null });
  expect(undated?.paidAt).toBe(startOfDay('2026-03-08', store.workspace.timeZone) + 12 * HOUR_MS);
  const wrong = ['date;item;price;paid;payment date', '2026-03-08;Роза;100;40;вчера'];
  expect(await problemsOf(store, wrong)).toEqual([[2, 4, 'bad_date']]);
});

test('titles, empty lines and a totals line are skipped, but a missing cell in any other line is an error', async () => {
  await using store = await openImportShop();
  const { orders: found, ...table } = await read(store, [
    'Orders of March',
    '',
    'date;item;total',
    '2026-03-08;Total bouquet;100',
    ';;',
    'Grand total;;100',
    'Totals differ;;100',
  ]);
  expect([table.head, table.rows, found.length]).toEqual([3, 2, 1]);
  expect(table.skipped.map(({ line }) => line)).toEqual([1, 6]);
  expect(table.problems.shown).toMatchObject([
    { line: 7, column: 0 },
    { line: 7, column: 1, code: 'missing' },
  ]);
});

test('rows of one order that disagree or are not adjacent are reported with both lines', async () => {
  await using store = await openImportShop();
  const { problems } = await read(store, [
    'number;date;item;price',
    '1;2026-03-08;Роза;100',
    '1;2026-03-09;Пион;100',
    '2;2026-03-08;Роза;100',
    '1;2026-03-08;Роза;100',
  ]);
  expect(problems.shown.toSorted((a, b) => a.line - b.line)).toEqual([
    { line: 3, column: 1, code: 'row_differs', value: '2026-03-09', than: '2' },
    { line: 5, column: 0, code: 'key_again', value: '1', than: '2' },
  ]);
});

test('an issue without an import code gets the code “other”, and is shown with its rule and the rule’s message', () => {
  const problems = createProblems();
  addIssue(problems, { path: 'date', rule: 'year_range' }, 7, 1);
  addIssue(problems, { path: 'products.0.name', rule: 'chars_at_most', most: 500 }, 7, 1);
  expect(problems.shown).toEqual([
    {
      line: 7,
      column: 1,
      code: 'other',
      value: '',
      than: '',
      broken: { path: 'date', rule: 'year_range', message: 'must lie in the years 0001 to 9999' },
    },
    { line: 7, column: 1, code: 'too_long', value: '', than: '500' },
  ]);
});

test('at most a hundred problems are shown, and all of them are counted', async () => {
  await using store = await openImportShop();
  const { problems } = await read(store, ['date;item;price', ...Array.from({ length: 250 }, () => 'x;Роза;1')]);
  expect([problems.shown.length, problems.count()]).toEqual([100, 250]);
});

test('columns are recognized by headings in either language or by choice, and missing ones are reported', async () => {
  await using store = await openImportShop();
  expect((await read(store, ['Номер;Дата;С;До;Клиент;Телефон;Позиции;Сумма;Оплата', '1;x'])).mapping).toEqual([
    'num',
    'date',
    'timeStart',
    'timeEnd',
    'clientName',
    'clientPhone',
    'items',
    'total',
    null,
  ]);
  const chosen = await read(store, ['a;b;c', '2026-03-08;Роза;5'], 'date,itemName,price');
  expect([chosen.orders.length, chosen.missing]).toEqual([1, []]);
  expect((await read(store, ['a;b;c', '1;2;3'])).missing).toEqual(['date', 'itemName', 'price']);
  for (const bad of ['date,date,price', 'date', 'nothing,itemName,price']) {
    expect((await read(store, ['a;b;c', '1;2;3'], bad)).refused).toBe('bad_mapping');
  }
});
