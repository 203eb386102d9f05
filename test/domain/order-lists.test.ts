import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  countDesk,
  DESK_SORTS,
  type DeskFilter,
  type DeskSort,
  fillDesk,
  fillList,
  listDesk,
  listOrders,
} from '../../src/orders/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { allPages } from '../support/all-pages.ts';
import { dayOf, fillOrders, type MadeOrder } from '../support/many-orders.ts';
import { alter } from '../support/raw-database.ts';
import { asker, openTestStore, type TestStore } from '../support/store.ts';
import { whole } from '../support/whole.ts';

/**
 * A list visits at most 64 orders one by one for each row of a page. For a page of two, 600 orders exceed this limit.
 */
const ORDERS = 600;
const PAGE = 2;

type Shape = (n: number) => Partial<MadeOrder>;

/** How dates, kinds and changes relate to the sequence of creation; `n` is the position of an order in it. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'dates that run with creation': (n) => ({ date: dayOf(n / 20), statusId: 'a' }),
  'dates that run against creation': (n) => ({ date: dayOf((ORDERS - n) / 20), statusId: n % 3 === 0 ? 'a' : 'b' }),
  'all orders on one day, but one': (n) => ({ date: dayOf(n === 7 ? 3 : 10), statusId: n % 2 === 0 ? 'a' : 'b' }),
  'a status that one order has': (n) => ({ date: dayOf(n % 30), statusId: n === 11 ? 'a' : 'b' }),
  'a day for each order': (n) => ({ date: dayOf((n * 7) % ORDERS), statusId: 'a' }),
  'a platform for each order': (n) => ({
    date: dayOf(n % 9),
    platform: `p${n >> 1}`,
    statusId: n % 2 === 0 ? 'a' : 'b',
  }),
  'made in their order, for the index of searches': (n) => ({
    createdAt: 1_000 + (n >> 1),
    date: dayOf(n % 30),
    statusId: n % 2 === 0 ? 'a' : 'b',
    searchText: n % 50 === 3 ? `${n}\nпетр 7912 петрова` : `${n}\nанна\n7999${n}`,
  }),
  'all that there is, mixed': (n) => ({
    date: dayOf((n * 13) % 40),
    statusId: ['a', 'b', 'c'][(n * 7) % 3] ?? '',
    paymentStatus: ['unpaid', 'paid', 'partial'][(n >> 3) % 3] ?? '',
    platform: ['p1', 'p2', ''][(n >> 1) % 3] ?? '',
    source: n % 5 === 0 ? 'bot' : 'shop',
  }),
};

const stores = new Map<string, { readonly store: TestStore; readonly made: readonly MadeOrder[] }>();

/** Orders in groups of three within one millisecond. Every tenth is deleted, and the clock was once set back. */
const around =
  (shape: Shape): Shape =>
  (n) => ({
    createdAt: 1_000 + Math.floor((n < 400 ? n : n - 100) / 3),
    updatedAt: 5_000 + ((n * 11) % 50),
    deletedAt: n % 10 === 9 ? 9_000 - (n % 7) : null,
    searchText: `${n}\nанна ${n % 7 === 0 ? 'петрова' : 'смирнова'}\n7912${n % 100}`,
    ...shape(n),
  });

beforeAll(async () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    const store = await openTestStore();
    stores.set(name, { store, made: await fillOrders(store, ORDERS, around(shape)) });
  }
});
afterAll(async () => {
  for (const { store } of stores.values()) await store[Symbol.asyncDispose]();
});

function filled(name: string) {
  const found = stores.get(name);
  if (found === undefined) throw new Error('the shape was not filled');
  return found;
}

const day = fc.integer({ min: -2, max: 45 }).map(dayOf);
const some = (...values: string[]) => fc.subarray(values, { maxLength: 2 });
const anyFilter: fc.Arbitrary<DeskFilter> = fc.record(
  {
    deleted: fc.boolean(),
    statusIds: some('a', 'b', 'c'),
    notStatusIds: some('a', 'b'),
    paymentStatuses: some('unpaid', 'paid', 'partial'),
    platforms: some('p1', 'p2', 'p150', ''),
    sources: some('bot', 'shop'),
    dateFrom: day,
    dateTo: day,
    made: fc.tuple(fc.nat(220), fc.nat(120)).map(([from, length]) => ({ from: 990 + from, to: 990 + from + length })),
    text: fc.constantFrom('', 'петр', '912', '7912 петрова', 'нигде'),
  },
  { requiredKeys: [] },
);

const takes = (given: readonly string[] | undefined, value: string): boolean =>
  given === undefined || given.length === 0 || given.includes(value);

function passes(order: MadeOrder, filter: DeskFilter): boolean {
  const { made, dateFrom = '', dateTo = '~', notStatusIds = [], text = '' } = filter;
  return (
    (made === undefined || (order.createdAt >= made.from && order.createdAt < made.to)) &&
    (order.deletedAt !== null) === (filter.deleted === true) &&
    takes(filter.statusIds, order.statusId) &&
    !notStatusIds.includes(order.statusId) &&
    takes(filter.paymentStatuses, order.paymentStatus) &&
    takes(filter.platforms, order.platform) &&
    takes(filter.sources, order.source) &&
    order.date >= dateFrom &&
    order.date <= dateTo &&
    (text === '' || text.split(' ').every((word) => order.searchText.includes(word)))
  );
}

test.each(Object.keys(SHAPES))(
  '%s: the desk’s pages and counts match a sort of all orders, with any filter',
  async (name) => {
    const { store, made } = filled(name);
    const ctx = store.ctx();
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.integer({ min: 1, max: 12 }), async (filter, pages) => {
        const at = (order: MadeOrder): number => order.deletedAt ?? order.createdAt;
        const wanted = made.filter((order) => passes(order, filter)).sort((a, b) => at(b) - at(a) || b.seq - a.seq);
        const found: number[] = [];
        let cursor: string | undefined;
        for (let page = 0; page < pages && (page === 0 || cursor !== undefined); page += 1) {
          const { orders, nextCursor } = await fillDesk(ctx, {
            filter,
            limit: PAGE,
            cursor,
            asker,
            shape: whole,
          });
          found.push(...orders.map(({ seq }) => seq));
          cursor = nextCursor ?? undefined;
        }
        expect(found).toEqual(wanted.slice(0, pages * PAGE).map(({ seq }) => seq));
        expect(cursor === undefined).toBe(wanted.length <= pages * PAGE);
        expect(await countDesk(ctx, { filter, most: 1_000, asker })).toBe(wanted.length);
      }),
      { numRuns: 60 },
    );
  },
);

test.each(Object.keys(SHAPES))('%s: the pages of the public list match a sort of all orders', (name) => {
  const { store, made } = filled(name);
  const list = fc.record(
    {
      dateFrom: day,
      dateTo: day,
      statusId: fc.constantFrom('a', 'b', 'nobody’s'),
      updatedFrom: fc.constantFrom('1970-01-01T00:00:00Z', '1970-01-01T00:00:05.020Z', '1971-01-01T00:00:00Z'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 40 }), (given, limit) => {
      fc.pre(given.dateFrom === undefined || given.dateTo === undefined || given.dateFrom <= given.dateTo);
      const { updatedFrom, statusId } = given;
      const wanted = made
        .filter((order) => passes(order, { ...given, statusIds: statusId === undefined ? [] : [statusId] }))
        .filter(({ updatedAt }) => updatedFrom === undefined || updatedAt >= Date.parse(updatedFrom))
        .sort((a, b) =>
          updatedFrom === undefined
            ? b.createdAt - a.createdAt || b.seq - a.seq
            : a.updatedAt - b.updatedAt || a.seq - b.seq,
        );
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = listOrders(store.ctx(), { ...given, limit, cursor });
        found.push(...page.orders.map(({ num }) => num));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(wanted.map(({ seq }) => String(seq)));
    }),
    { numRuns: 60 },
  );
});

test('a page of changed orders has a cursor only if another order follows', async () => {
  await using store = await openTestStore();
  // There are enough orders that each step reads only a part of all changes.
  await fillOrders(store, 6_800, (n) => ({ statusId: n < 2_100 || n === 2_600 || n === 4_600 ? 'a' : 'b' }));
  const given = { updatedFrom: '1970-01-01T00:00:03.200Z', statusId: 'a' };
  const pages: [string[], boolean][] = [];
  for (const limit of [1, 2, 3]) {
    const { orders, nextCursor } = await fillList(store.ctx(), { ...given, limit, asker });
    pages.push([orders.map(({ num }) => num), nextCursor !== null]);
    if (nextCursor === null) continue;
    const next = await fillList(store.ctx(), { ...given, limit, cursor: nextCursor, asker });
    expect([next.orders.map(({ num }) => num), next.nextCursor]).toEqual([['4601'], null]);
  }
  expect(pages).toEqual([
    [['2601'], true],
    [['2601', '4601'], false],
    [['2601', '4601'], false],
  ]);
});

test('an order that changes while a page is gathered appears in it once, at its current place', async () => {
  await using store = await openTestStore();
  await fillOrders(store, 5_600, (n) => ({ statusId: n === 500 || n >= 3_500 ? 'a' : 'b' }));
  const given = { updatedFrom: '1970-01-01T00:00:00Z', statusId: 'a', limit: 3_000 };
  const page = fillList(store.ctx(), { ...given, asker });
  alter(store.storage.path, 'UPDATE orders SET updated_at = 9999999 WHERE seq = 501');
  const { orders, nextCursor } = await page;
  const nums = orders.map(({ num }) => num);
  expect([nums.length, nums[0], nums.at(-1), nums.indexOf('501')]).toEqual([2_101, '3501', '501', 2_100]);
  expect(nextCursor).toBeNull();
});

test('no list contains orders of another workspace', async () => {
  const { store } = filled('all that there is, mixed');
  const workspace = { ...store.workspace, seq: store.workspace.seq + 1 };
  const ctx = { ...store.ctx(), workspace };
  for (const filter of [
    {},
    { statusIds: ['a'] },
    { dateFrom: dayOf(0) },
    { dateFrom: dayOf(0), statusIds: ['a'] },
    { text: 'анна' },
  ]) {
    expect(listDesk(ctx, { filter, limit: 10 }).orders).toEqual([]);
    expect(await countDesk(ctx, { filter, most: 10, asker })).toBe(0);
  }
});

const RANKS = ['status-new', 'status-in-progress', 'status-closed', 'status-cancelled'];
const later = (a: MadeOrder, b: MadeOrder): number => b.createdAt - a.createdAt || b.seq - a.seq;
const bySlot = (a: MadeOrder, b: MadeOrder): number =>
  (a.timeStart ?? '99').localeCompare(b.timeStart ?? '99') || later(a, b);
const byDay = (a: MadeOrder, b: MadeOrder): number => a.date.localeCompare(b.date);
const byRank = (a: MadeOrder, b: MadeOrder): number => RANKS.indexOf(a.statusId) - RANKS.indexOf(b.statusId);
const byPrice = (a: MadeOrder, b: MadeOrder): number => a.price - b.price || a.seq - b.seq;

const ORDERED: Readonly<Record<DeskSort, (a: MadeOrder, b: MadeOrder) => number>> = {
  date: (a, b) => byDay(a, b) || bySlot(a, b),
  '-date': (a, b) => byDay(b, a) || bySlot(a, b),
  total: byPrice,
  '-total': (a, b) => byPrice(b, a),
  status: (a, b) => byRank(a, b) || later(a, b),
  '-status': (a, b) => byRank(b, a) || later(a, b),
};

const sortable =
  (shape: Shape): Shape =>
  (n) => ({
    ...around(shape)(n),
    price: ((n * 37) % 23) * 100,
    timeStart: n % 7 === 0 ? null : `${10 + ((n * 7) % 9)}:30`,
    statusId: RANKS[(n * 5) % 3] ?? '',
  });

async function pagesOf(ctx: Ctx, filter: DeskFilter, limit: number): Promise<number[]> {
  const pages = await allPages((cursor) => fillDesk(ctx, { filter, limit, cursor, asker, shape: whole }));
  return pages.flatMap(({ orders }) => orders.map(({ seq }) => seq));
}

test.each(['all orders on one day, but one', 'a day for each order', 'all that there is, mixed'])(
  '%s: the desk’s pages list the right orders in the right sequence, with any filter and sort order',
  async (name) => {
    await using store = await openTestStore();
    const made = await fillOrders(store, ORDERS, sortable(SHAPES[name] ?? (() => ({}))));
    const ctx = store.ctx();
    const sorts = fc.constantFrom(...DESK_SORTS);
    const statusIds = fc.subarray(RANKS, { maxLength: 2 });
    const anySort = fc.record({ filter: anyFilter, sort: sorts, statusIds, limit: fc.integer({ min: 20, max: 90 }) });
    await fc.assert(
      fc.asyncProperty(anySort, async ({ filter, sort, statusIds, limit }) => {
        const asked = { ...filter, statusIds, sort, deleted: false };
        const wanted = made.filter((order) => passes(order, asked)).sort(ORDERED[sort]);
        expect(await pagesOf(ctx, asked, limit)).toEqual(wanted.map(({ seq }) => seq));
      }),
      { numRuns: 60 },
    );
  },
);

test('a day with too many orders to sort by time is listed by creation time, but can be sorted by total', async () => {
  await using store = await openTestStore();
  const made = await fillOrders(store, 2_300, (n) => ({
    date: dayOf(n < 200 ? 1 : 2),
    price: (n * 37) % 501,
    timeStart: n % 2 === 0 ? '10:00' : '09:00',
  }));
  const day = { dateFrom: dayOf(2), dateTo: dayOf(2) };
  const own = made.filter(({ date }) => date === dayOf(2));
  const ctx = store.ctx();
  const seqs = (orders: readonly MadeOrder[]): number[] => orders.map(({ seq }) => seq);
  expect(await pagesOf(ctx, { ...day, sort: 'date' }, 500)).toEqual(seqs(own.toSorted(later)));
  expect(await pagesOf(ctx, { ...day, sort: '-total' }, 500)).toEqual(seqs(own.toSorted(ORDERED['-total'])));
  expect((await pagesOf(ctx, { sort: 'date' }, 500)).slice(0, 200)).toEqual(
    seqs(made.filter(({ date }) => date === dayOf(1)).toSorted(ORDERED.date)),
  );
});
