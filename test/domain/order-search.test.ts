import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { type DeskFilter, fillDesk, listDesk, quickFind, updateOrder } from '../../src/orders/index.ts';
import { foldText } from '../../src/storage/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { allPages } from '../support/all-pages.ts';
import { countWork, workOf } from '../support/count-work.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { fillOrders } from '../support/many-orders.ts';
import { alter } from '../support/raw-database.ts';
import { addOrder, asker, openTestStore, type TestStore } from '../support/store.ts';
import { whole } from '../support/whole.ts';

const ORDERS = 1_100;
/** The number of orders that are in the index. Orders made after these are not in the index yet. */
const INDEXED = 1_050;

const make = (store: TestStore, name: string): Promise<string> => {
  const products = [{ name: 'Lily', quantity: 1, price: 100 }];
  return addOrder(store.ctx(), { client: { name, phone: '+7 999 000-00-00' }, products });
};
const find = async (store: TestStore, filter: DeskFilter): Promise<string[]> =>
  (await fillDesk(store.ctx(), { filter, limit: 100, asker, shape: whole })).orders.map(({ id }) => id);

async function fillShop(store: TestStore, names: Readonly<Record<number, string>>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < ORDERS; n += 50) {
    store.world.clock.advance(1);
    const some = Array.from({ length: 50 }, (_, at) => make(store, names[n + at] ?? 'Анна'));
    ids.push(...(await Promise.all(some)));
    if (ids.length === INDEXED) await indexAllOrders(store.storage.path);
  }
  return ids;
}

const openIndex = (store: TestStore): Database => new Database(searchPath(store.storage.path));
const marks = (store: TestStore): unknown => {
  using db = openIndex(store);
  return db.query('SELECT mark, in_order FROM state').values();
};

test('a text fragment finds its order whether or not the index is up to date', async () => {
  await using store = await openTestStore();
  const ids = await fillShop(store, {
    0: 'Ёжикова Ия',
    511: 'Ежикова',
    512: 'Ежикова',
    1023: 'Ежикова',
    1024: 'Ежикова',
    1099: 'О"Брайен, "Ежикова"',
    40: '🌷🌹🌷 Флора',
    41: 'Кот\u0000Ежикова',
    42: 'ab',
    1050: 'Горностай',
  });
  expect(marks(store)).toEqual([[INDEXED, 1]]);
  const at = (...numbers: number[]): string[] => numbers.toSorted((a, b) => b - a).map((n) => ids[n] ?? '');
  expect(await find(store, { text: 'ежик' })).toEqual(at(0, 41, 511, 512, 1_023, 1_024, 1_099));
  expect(await find(store, { text: 'ежикова ия' })).toEqual(at(0));
  expect(await find(store, { text: 'о"брайен' })).toEqual(at(1_099));
  expect(await find(store, { text: '🌷🌹🌷' })).toEqual(at(40));
  expect(await find(store, { text: 'кот' })).toEqual(at(41));
  expect(await find(store, { text: 'ab' })).toEqual(at(42));
  expect(await find(store, { text: 'икоежи' })).toEqual([]);
  expect(await find(store, { text: 'ежик', dateFrom: '2026-05-21' })).toEqual([]);
  expect(await find(store, { text: 'нна', platforms: ['site'] })).toEqual([]);

  await updateOrder(store.ctx(), { id: ids[511] ?? '', data: { client: { name: 'Барсук' } } });
  await updateOrder(store.ctx(), { id: ids[1_050] ?? '', data: { client: { name: 'Барсук' } } });
  await updateOrder(store.ctx(), { id: ids[3] ?? '', data: { client: { name: 'Ежикова' } } });
  expect(await find(store, { text: 'барсук' })).toEqual(at(511, 1_050));
  expect(await find(store, { text: 'горностай' })).toEqual([]);
  expect(await find(store, { text: 'ежик' })).toEqual(at(0, 3, 41, 512, 1_023, 1_024, 1_099));
});

test('an order is found by its address and items, but not by words removed since', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const add = (adress: string | number, ...names: string[]) => {
    const products = names.map((name) => ({ name, quantity: 1, price: 100 }));
    return addOrder(ctx, { client: { name: 'Ия' }, delivery: { adress }, products });
  };
  const first = await add('ул. Берёзовая, 7', 'Пионы', 'Ваза');
  const second = await add(4_217_003, 'Лента', 'Пионы');
  const many = Array.from({ length: 60 }, (_, at) => `Название позиции ${at}, очень длинное`);
  const third = await add('ул. Садовая', ...many);
  for (const indexed of [false, true]) {
    if (indexed) await indexAllOrders(store.storage.path);
    expect(await find(store, { text: 'березов' })).toEqual([first]);
    expect(await find(store, { text: 'ПИОН' })).toEqual([second, first]);
    expect(await find(store, { text: 'пион ваза берёз ия' })).toEqual([first]);
    expect(await find(store, { text: '4217003' })).toEqual([second]);
    expect(await find(store, { text: 'позиции 9,' })).toEqual([third]);
    expect(await find(store, { text: 'позиции 59,' })).toEqual([]);
  }
  await updateOrder(ctx, { id: first, data: { delivery: { adress: 'Липовая' } } });
  await updateOrder(ctx, { id: second, data: { products: [{ name: 'Ромашки', quantity: 1, price: 1 }] } });
  expect(await find(store, { text: 'березов' })).toEqual([]);
  expect(await find(store, { text: 'липов' })).toEqual([first]);
  expect(await find(store, { text: 'пион' })).toEqual([first]);
  expect(await find(store, { text: 'ромаш' })).toEqual([second]);
});

test('the quick search lists the order with the typed number first, and shows which text of an order matched', async () => {
  await using store = await openTestStore();
  const ids = await fillShop(store, {});
  await addOrder(store.ctx(), {
    client: { name: 'Ия', phone: '+7 912 345-00-07' },
    recipient: { name: 'Ольга Берёзкина' },
    delivery: { adress: 'Садовая, 7' },
    products: [{ name: 'Пионы', quantity: 1, price: 100 }],
  });
  const quick = (text: string) => quickFind(store.ctx(), { text, limit: 3, asker, shape: whole });
  expect((await quick('7')).orders[0]?.id).toBe(ids[6] ?? '');
  for (const [text, match] of [
    ['ия 345', null],
    ['берёзк', { field: 'recipient', text: 'Ольга Берёзкина' }],
    ['ия садов', { field: 'address', text: 'Садовая, 7' }],
    ['пион', { field: 'item', text: 'Пионы' }],
  ] as const) {
    const { orders, count, more } = await quick(text);
    expect([text, orders.map((one) => one.match), count, more]).toEqual([text, [match], 1, false]);
  }
  const all = await quick('анна');
  expect([all.orders.length, all.count, all.more]).toEqual([3, 1_000, true]);
  expect(await quick('zzz')).toEqual({ orders: [], count: 0, more: false, terms: [['zzz']] });
});

const OPERATORS = [
  'AND',
  'Anna OR Boris',
  'NEAR("a" "b", 2)',
  'text:Rose',
  'Ro*se',
  '^first',
  'a" NOT "b',
  '-minus',
  'col{umn}',
  "O'Hara",
];
const SOUGHT = [
  'anna AND boris',
  'NEAR(',
  '"',
  '*',
  'rose OR anna',
  'tex* rose',
  '""""',
  "'; DROP TABLE orders; --",
  'ro*',
  'text:',
];

test('each text of an order is converted to lower case once, however many words are searched for', async () => {
  await using store = await openTestStore();
  const words = 'cdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщ';
  const names = [...Array.from({ length: 99 }, (_, at) => `a ${at}`), words];
  const products = names.map((name) => ({ name, quantity: 1, price: 1 }));
  await addOrder(store.ctx(), { products });
  const text = Array.from(words).join(' ');
  using folding = spyOn(String.prototype, 'toLowerCase');
  const { orders } = await quickFind(store.ctx(), { text, limit: 1, asker, shape: whole });
  expect(orders.map(({ match }) => match)).toEqual([{ field: 'item', text: words }]);
  expect(folding.mock.calls.length).toBeLessThan(2 * names.length);
});

test('a search treats characters that are special to the index as plain text', async () => {
  await using store = await openTestStore();
  const ids = await fillShop(store, { ...OPERATORS });
  for (const text of [...OPERATORS, ...SOUGHT, '\ue000\ue001\ue002']) {
    const words = foldText(text).split(' ');
    const holding = ids.filter((_, at) => words.every((word) => foldText(OPERATORS[at] ?? '').includes(word)));
    expect([text, await find(store, { text })]).toEqual([text, holding.toReversed()]);
  }
});

test('a search for four or more consecutive digits of a phone finds its order, with or without the country code', async () => {
  await using store = await openTestStore();
  const phone = '+7 (912) 345-67-89';
  await fillShop(store, {});
  const id = await addOrder(store.ctx(), { client: { name: 'Ия', phone } });
  for (const indexed of [false, true]) {
    if (indexed) await indexAllOrders(store.storage.path);
    for (const text of [
      phone,
      '+79123456789',
      '89123456789',
      '9123456789',
      '4567',
      '34567',
      '345-67',
      '6789',
      '2345678',
    ])
      expect([text, await find(store, { text })]).toEqual([text, [id]]);
    for (const text of ['345679', '99123', '+79123456780', '1234567890'])
      expect([text, await find(store, { text })]).toEqual([text, []]);
  }
});

test('each page of a search continues where the last one ended', async () => {
  await using store = await openTestStore();
  const ids = await fillShop(store, { 5: 'Ежикова', 300: 'Ежикова', 900: 'Ежикова', 1090: 'Ежикова' });
  const pages = await allPages((cursor) => listDesk(store.ctx(), { filter: { text: 'ежикова' }, limit: 1, cursor }));
  const found = pages.flatMap(({ orders }) => orders.map(({ id }) => id));
  expect(found).toEqual([1_090, 900, 300, 5].map((n) => ids[n] ?? ''));
});

test('a search still sorts by creation after the clock was set back', async () => {
  await using store = await openTestStore();
  const first = await make(store, 'Ежикова');
  store.world.clock.advance(-3_600_000);
  const second = await make(store, 'Ежикова');
  const ids = await fillShop(store, { 1000: 'Ежикова' });
  expect(marks(store)).toEqual([[INDEXED + 2, 0]]);
  expect(await find(store, { text: 'ежикова' })).toEqual([first, ids[1_000] ?? '', second]);
});

const WIDE = 2_000;
/** A row takes at most this many steps in SQLite's virtual machine. */
const STEPS_OF_ROW = 20;
/** The orders have internal numbers as if there were six million of them. */
async function fillWide(store: TestStore): Promise<void> {
  await fillOrders(store, WIDE, (n) => ({
    searchText: n === 10 ? `${n}\nрозы и ежевика\n79123456789` : `${n}\nрозы\n79${200_000_000 + n}`,
  }));
  alter(store.storage.path, 'UPDATE orders SET seq = seq * 3000');
  await indexAllOrders(store.storage.path);
  await new Promise(setImmediate);
}

test.each([
  ['as ever', 1],
  ['after the clock was set back', 0],
])('a rare text is found in a few reads of the index: %s', async (_when, inOrder) => {
  await using store = await openTestStore();
  await fillWide(store);
  using index = openIndex(store);
  index.run(`UPDATE state SET in_order = ${inOrder}`);
  using counter = await countWork(store.storage.path);
  for (const [text, found] of [
    ['ежевика', 1],
    ['брусника', 0],
    ['345678', 1],
    ['+79123456789', 1],
    ['7912345670', 0],
  ] as const) {
    expect([text, (await find(store, { text })).length]).toEqual([text, found]);
    const { statements } = await counter.of(() => find(store, { text }));
    const looks = statements.filter(({ sql }) => sql.includes('MATCH')).length;
    expect([text, looks <= 10]).toEqual([text, true]);
  }
  for (const [text, count, more] of [
    ['ежевика', 1, false],
    ['розы', 1_000, true],
  ] as const) {
    const seek = () => quickFind(store.ctx(), { text, limit: 8, asker, shape: whole });
    const found = await seek();
    expect([text, found.count, found.more]).toEqual([text, count, more]);
    const { steps } = await counter.of(seek);
    expect([text, steps < 3_000 * STEPS_OF_ROW]).toEqual([text, true]);
  }
  const pages = await allPages((cursor) =>
    fillDesk(store.ctx(), { filter: { text: 'розы' }, limit: 300, cursor, asker, shape: whole }),
  );
  const nums = pages.flatMap(({ orders }) => orders.map(({ num }) => num));
  expect(nums).toEqual(Array.from({ length: WIDE }, (_, n) => String(WIDE - n)));
});

test('a word is found by its rarest trigram, however common its other trigrams are', async () => {
  await using store = await openTestStore();
  await fillOrders(store, 8_000, (n) => ({ searchText: n === 10 ? `${n}\nрозыск` : `${n}\nрозы` }));
  alter(store.storage.path, 'UPDATE orders SET seq = seq + 1_000_000 WHERE seq > 7_990');
  await indexAllOrders(store.storage.path);
  await new Promise(setImmediate);
  const { statements } = await workOf(store, () => find(store, { text: 'розыск' }));
  const looks = statements.filter(({ sql }) => sql.includes('MATCH'));
  expect(looks.at(-1)?.pages).toBeLessThan(32);
  expect(await find(store, { text: 'розыск' })).toHaveLength(1);
});

test('a search that continues at the next order does not sort the remaining orders', async () => {
  await using store = await openTestStore();
  // Every order has both trigrams of the word, but only the first order has the word.
  await fillOrders(store, 1_000, (n) => ({ searchText: n === 1 ? `${n}\nабвг` : `${n}\nабв бвг` }));
  const { statements } = await workOf(store, () => listDesk(store.ctx(), { filter: { text: 'абвг' }, limit: 50 }));
  expect(statements.filter(({ sql }) => sql.includes('MATCH')).length).toBeGreaterThan(0);
  expect(statements.filter(({ sorts }) => sorts > 0).map(({ sql }) => sql)).toEqual([]);
  expect(await find(store, { text: 'абвг' })).toHaveLength(1);
});
