import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countUntouched } from '../../src/inquiries/index.ts';
import {
  countDesk,
  type DeskFilter,
  findDesk,
  findLastPrices,
  findNewestOrder,
  findUsual,
  listChanges,
  listHistory,
  listOrders,
} from '../../src/orders/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { countWork, type WorkCounter } from '../support/count-work.ts';
import { dayOf, fillOrders } from '../support/many-orders.ts';
import { shared } from '../support/shared.ts';
import { addInquiry, asker, openTestStore } from '../support/store.ts';

/**
 * The texts of one request body may take 700 KB, which SQLite stores in a chain of 170 pages. A read of many orders
 * that shows none of these texts must not read these pages.
 */
const ORDERS = 40;
const TEXT = 700_000;
/** The pages read for one order: its row, with the texts by which it is found, and its index entries. */
const PAGES_OF_ORDER = 12;

let counter: WorkCounter;

const store = shared(openTestStore);
beforeAll(async () => {
  await fillOrders(store, ORDERS, (n) => ({
    num: n % 2 === 0 ? 'same' : String(n),
    date: dayOf(n % 4),
    statusId: n % 3 === 0 ? 'a' : 'b',
    searchText: n === 5 ? 'розы\nежевика' : 'розы',
    ...(n % 2 === 0
      ? { products: `[{"id":"rose-15","name":"${'x'.repeat(TEXT)}","quantity":1,"price":1}]` }
      : {
          client: `{"comment":"${'x'.repeat(TEXT)}"}`,
          products: '[{"id":"rose-15","name":"Роза","quantity":1,"price":1}]',
        }),
    delivery: '{"deliveryType":"courier"}',
  }));
  for (let n = 0; n < ORDERS; n += 1) {
    const texts = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [at, 'x'.repeat(16_000)]));
    await addInquiry(store.ctx(), { name: 'Анна', ...texts });
  }
  counter = await countWork(store.storage.path);
});

afterAll(() => {
  counter[Symbol.dispose]();
});

const api = (query: Omit<Parameters<typeof listOrders>[1], 'limit'>) => (ctx: Ctx) =>
  listOrders(ctx, { ...query, limit: 100 });
const desk = (filter: DeskFilter) => (ctx: Ctx) => findDesk(ctx, { filter, limit: 500 });
const [since, days] = ['1970-01-01T00:00:00Z', { dateFrom: dayOf(1), dateTo: dayOf(2) }];

const READS: Readonly<Record<string, (ctx: Ctx) => unknown>> = {
  'the list': api({}),
  'the list of a status': api({ statusId: 'b' }),
  'the list of some days': api(days),
  'the list of some days and a status': api({ ...days, statusId: 'b' }),
  'the list of a number': api({ num: 'same' }),
  'what changed': api({ updatedFrom: since }),
  'what changed in a status': api({ updatedFrom: since, statusId: 'b' }),
  'a search for what all have': desk({ text: 'розы' }),
  'a search for what one has': desk({ text: 'ежевика' }),
  'a search for what none has': desk({ text: 'брусника' }),
  'a search too short for the index': desk({ text: 'ы' }),
  'a search by date': desk({ text: 'розы', sort: 'date' }),
  'a search in some days, by total': desk({ text: 'ы', sort: 'total', ...days }),
  'a search in a status': desk({ text: 'розы', statusIds: ['b'] }),
  'late orders': desk({ overAt: { today: dayOf(3), now: '12:00' } }),
  'the desk by status': desk({ sort: 'status' }),
  'a search that counts': (ctx) => countDesk(ctx, { filter: { text: 'розы' }, most: 1_000, asker }),
  'usual values': (ctx) => findUsual(ctx),
  'last prices': (ctx) => findLastPrices(ctx, ['rose-15']),
  'the newest order': (ctx) => findNewestOrder(ctx),
  'the feed of changes': (ctx) => listChanges(ctx, { limit: 1_000 }),
  'the history': (ctx) => listHistory(ctx, { filter: {}, limit: 100 }),
  'untouched inquiries': (ctx) => countUntouched(ctx),
};

test.each(Object.entries(READS))(
  '%s: reading later columns does not read the long texts before them',
  async (_, read) => {
    const { statements } = await counter.of(() => read(store.ctx()));
    const most = ORDERS * PAGES_OF_ORDER;
    expect(statements.filter(({ pages }) => pages > most).map(({ pages, sql }) => ({ pages, sql }))).toEqual([]);
  },
);
