import { expect, test } from 'bun:test';
import { countDesk, type DeskFilter, listDesk, listOrders } from '../../src/orders/index.ts';
import { countWork } from '../support/count-work.ts';
import { dayOf, fillOrders, type MadeOrder } from '../support/many-orders.ts';
import { asker, openTestStore } from '../support/store.ts';

/**
 * The orders have the greatest number of kinds, and dates on 400 days. The newest 400 orders have one order for each of
 * these days.
 */
const KINDS = 2_000;
const DAYS = 400;
const ORDERS = 2_700;
const PAYMENTS = ['unpaid', 'partial', 'paid', 'overpaid'];

function shape(n: number): Partial<MadeOrder> {
  if (n >= ORDERS - DAYS) return { date: dayOf(n - ORDERS + DAYS), platform: 'p1' };
  // Just before the newest 400 orders, 200 orders were created that are outside the period.
  if (n >= ORDERS - DAYS - 200) return { date: dayOf(2_000) };
  return {
    date: dayOf((n * 7) % DAYS),
    platform: `p${n % 100}`,
    paymentStatus: PAYMENTS[Math.floor(n / 100) % 4] ?? '',
    source: `s${Math.floor(n / 400) % 5}`,
    timeStart: n % 3 === 0 ? null : `1${n % 10}:00`,
    price: (n * 7_919) % 100_000,
  };
}

/** A slice looks up each kind about three times, and each look-up takes some 80 steps. */
const STEPS = KINDS * 250;
const status = { statusIds: ['status-new'] };
const period = { dateFrom: dayOf(0), dateTo: dayOf(DAYS - 1) };
/** The search index cannot find a word of two letters, so a list reads the orders themselves. */
const word = { text: 'zq' };

const SORTS = [undefined, 'date', 'status', '-total'] as const;
const LISTS: readonly DeskFilter[] = SORTS.flatMap((sort) => [
  { ...status, ...period, sort },
  { ...status, ...word, sort },
]);

test('a list finds all its orders without a look-up for each kind of order on each day', async () => {
  await using store = await openTestStore();
  const made = await fillOrders(store, ORDERS, shape);
  const ctx = store.ctx();
  using counter = await countWork(store.storage.path);
  const dear: unknown[] = [];
  const check = async (what: unknown, read: () => unknown): Promise<void> => {
    const { steps } = await counter.of(read);
    if (steps > STEPS) dear.push({ what, steps });
  };
  const query = { statusId: 'status-new', ...period };
  let cursor: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const asked = { ...query, limit: 100, cursor };
    await check(['the API', page], () => listOrders(ctx, asked));
    cursor = listOrders(ctx, asked).nextCursor ?? undefined;
  }
  await check('the API, deep', () => listOrders(ctx, { ...query, limit: 1, cursor }));
  await check('a count', () => countDesk(ctx, { filter: { ...status, ...period }, most: 1_000, asker }));
  for (const filter of LISTS) {
    const first = listDesk(ctx, { filter, limit: 50 });
    await check(filter, () => listDesk(ctx, { filter, limit: 50 }));
    await check([filter, 'next'], () => listDesk(ctx, { filter, limit: 50, cursor: first.nextCursor ?? undefined }));
  }
  expect(dear).toEqual([]);
  const wanted = made.filter(({ date }) => date <= period.dateTo).map(({ num }) => num);
  for (const sort of SORTS) {
    const found: string[] = [];
    let page: ReturnType<typeof listDesk> | undefined;
    do {
      page = listDesk(ctx, {
        filter: { ...status, ...period, sort },
        limit: 500,
        cursor: page?.nextCursor ?? undefined,
      });
      found.push(...page.orders.map(({ num }) => num));
    } while (page.nextCursor !== null);
    expect(found.toSorted()).toEqual(wanted.toSorted());
  }
});

test.each(['total', '-total'] as const)(
  'each page of a list sorted by %s visits few orders, even if all have one price',
  async (sort) => {
    await using store = await openTestStore();
    const made = await fillOrders(store, 6_000, () => ({ price: 100 }));
    using counter = await countWork(store.storage.path);
    const [works, found]: [number[], string[]] = [[], []];
    let cursor: string | undefined;
    do {
      const asked = { filter: { sort }, limit: 500, cursor };
      const { steps } = await counter.of(() => listDesk(store.ctx(), asked));
      works.push(steps);
      const page = listDesk(store.ctx(), asked);
      found.push(...page.orders.map(({ num }) => num));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const nums = made.map(({ num }) => num);
    expect(found).toEqual(sort === 'total' ? nums : nums.toReversed());
    expect(Math.max(...works)).toBeLessThan(1.2 * (works[1] ?? 0));
  },
);

test.each(['total', '-total'] as const)(
  'a step of a search sorted by %s takes fewer than 150 SQLite steps for each kind of order',
  async (sort) => {
    await using store = await openTestStore();
    const made = await fillOrders(store, 3 * KINDS, (n) => ({
      platform: `p${n % 100}`,
      paymentStatus: PAYMENTS[Math.floor(n / 100) % 4] ?? '',
      source: `s${Math.floor(n / 400) % 5}`,
      price: (n * 7_919) % 100_000,
      searchText: n % 50 === 0 ? word.text : '',
    }));
    using counter = await countWork(store.storage.path);
    const found: string[] = [];
    const asked = { filter: { ...word, sort }, limit: 50 };
    expect((await counter.of(() => listDesk(store.ctx(), asked))).steps).toBeLessThan(KINDS * 150);
    let page: ReturnType<typeof listDesk> | undefined;
    do {
      page = listDesk(store.ctx(), { ...asked, cursor: page?.nextCursor ?? undefined });
      found.push(...page.orders.map(({ num }) => num));
    } while (page.nextCursor !== null);
    const wanted = made.filter(({ searchText }) => searchText === word.text).sort((a, b) => a.price - b.price);
    const nums = wanted.map(({ num }) => num);
    expect(found).toEqual(sort === 'total' ? nums : nums.toReversed());
  },
);
