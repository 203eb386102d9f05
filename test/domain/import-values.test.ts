import { expect, test } from 'bun:test';
import { matchOf, type ValueMatch } from '../../src/imports/index.ts';
import { importOrders } from '../../src/orders/index.ts';
import { orders, payments } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readOrders } from '../support/imports.ts';
import { rowsOf } from '../support/store.ts';

const read = (store: ImportShop, lines: readonly string[], values: readonly ValueMatch[] = []) =>
  readOrders(store.importing, lines.join('\n'), undefined, values);

async function bring(store: ImportShop, lines: readonly string[], values: readonly ValueMatch[] = []): Promise<void> {
  const file = await read(store, lines, values);
  expect(file.problems.shown).toEqual([]);
  const id = store.world.newId(store.world.clock.now());
  const wish = { id, tell: false, match: matchOf(file.table, file.values), orders: file.orders };
  await importOrders({ ...store.importing, staging: store.imports }, wish);
  await store.imports.finish();
}

const FILE = [
  'Номер;Дата;Товар;Цена;Статус',
  '1;08.03.2026;Роза;100;Выполнен',
  '2;08.03.2026;Роза;100;закрыт',
  '3;08.03.2026;Роза;100;ВЫПОЛНЕН',
  '4;08.03.2026;Роза;100;Отказ',
];
const DONE = { field: 'status', text: 'Выполнен', to: 'status-closed' };
const REFUSED = { field: 'status', text: 'Отказ', to: 'status-cancelled' };
const statusesIn = (store: ImportShop) => rowsOf(store.storage, orders).map(({ statusId }) => statusId);

test('each unknown status is reported once with its number of rows, and is an error until matched', async () => {
  await using store = await openImportShop();
  const file = await read(store, FILE);
  expect(file.values).toEqual([
    { field: 'status', text: 'Выполнен', rows: 2, to: null },
    { field: 'status', text: 'Отказ', rows: 1, to: null },
  ]);
  expect(file.choices['status']?.map(({ id }) => id)).toContain('status-closed');
  expect(file.problems.shown.map(({ line, code, value }) => [line, code, value])).toEqual([
    [2, 'unknown_status', 'Выполнен'],
    [5, 'unknown_status', 'Отказ'],
  ]);
  const half = await read(store, FILE, [DONE, { ...REFUSED, to: 'no-such-status' }]);
  expect(half.problems.shown.map(({ value }) => value)).toEqual(['Отказ']);
  await bring(store, FILE, [DONE, REFUSED]);
  expect(statusesIn(store)).toEqual(['status-closed', 'status-closed', 'status-closed', 'status-cancelled']);
});

test('statuses and payment methods that still need a choice are listed together', async () => {
  await using store = await openImportShop();
  const head = 'number;date;item;price;paid;payment date;payment method;status';
  await bring(store, [head, '1;2026-03-08;Rose;100;100;2026-03-08;Card;']);
  const { values } = await read(store, [head, '2;2026-03-08;Rose;100;100;2026-03-08;безнал;Отказ']);
  expect(values.map(({ field, text }) => [field, text]).toSorted()).toEqual([
    ['paymentMethod', 'безнал'],
    ['status', 'Отказ'],
  ]);
});

test('a text matched with a status keeps this match in later files with other columns, until the user changes it', async () => {
  await using store = await openImportShop();
  await bring(store, FILE, [DONE, REFUSED]);
  const next = ['date;status;item;price', '2026-04-01;выполнен;Rose;100'];
  expect((await read(store, next)).values).toEqual([
    { field: 'status', text: 'выполнен', rows: 1, to: 'status-closed' },
  ]);
  await bring(store, next, [{ ...DONE, to: 'status-in-progress' }]);
  expect(statusesIn(store).at(-1)).toBe('status-in-progress');
  expect((await read(store, next)).values).toMatchObject([{ to: 'status-in-progress' }]);
});

test('a payment method is kept as written, unless it is matched with one that the shop uses', async () => {
  await using store = await openImportShop();
  const fileOf = (num: number, method: string) => [
    'number;date;item;price;paid;payment date;payment method',
    `${num};2026-03-08;Rose;100;100;2026-03-08;${method}`,
  ];
  for (const known of ['Card', 'КАРТА', 'Наличные', 'Fast payment (SBP)'])
    expect((await read(store, fileOf(1, known))).values).toEqual([]);
  const first = await read(store, fileOf(1, 'Наличка'));
  expect(first.values).toEqual([{ field: 'paymentMethod', text: 'Наличка', rows: 1, to: null }]);
  expect(first.choices['paymentMethod']?.map(({ id }) => id)).toEqual(['cash', 'card', 'sbp', 'transfer']);
  await bring(store, fileOf(1, 'Card'));
  expect((await read(store, fileOf(2, 'card'))).values).toEqual([]);
  expect((await read(store, fileOf(2, 'безнал'))).values).toEqual([
    { field: 'paymentMethod', text: 'безнал', rows: 1, to: null },
  ]);
  const match = { field: 'paymentMethod', text: 'безнал', to: 'Card' };
  await bring(store, fileOf(2, 'безнал'), [match]);
  await bring(store, fileOf(3, 'безнал'));
  await bring(store, fileOf(4, 'безнал'), [{ ...match, to: '' }]);
  const methods = store.storage.read.select({ method: payments.paymentMethod }).from(payments).all();
  expect(methods.map(({ method }) => method)).toEqual(['Card', 'Card', 'Card', 'безнал']);
});
