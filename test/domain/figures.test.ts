/** Each figure on the pages links to a list. These tests follow the link and add up the list. */

import { expect, test } from 'bun:test';
import { addDays, dayInZone, startOfDay } from '../../src/base/index.ts';
import { listsOfClient } from '../../src/dashboard/client/features/clients/lists.ts';
import { inquiriesOf, ordersMadeOn, ordersOf } from '../../src/dashboard/client/features/overview/lists.ts';
import { paymentsOf } from '../../src/dashboard/client/features/payments/lists.ts';
import { bothListsOf } from '../../src/dashboard/client/features/reports/lists.ts';
import { readClient, readClients } from '../../src/dashboard/clients/readings.ts';
import type { ReadingCtx } from '../../src/dashboard/desk/index.ts';
import { readChoices, readList, readListSums } from '../../src/dashboard/orders/readings.ts';
import { readShop } from '../../src/dashboard/overview/readings.ts';
import { readPaymentSums, readPayments } from '../../src/dashboard/payments/readings.ts';
import { readTillDay } from '../../src/dashboard/payments/till-readings.ts';
import { readReport, readReportItems } from '../../src/dashboard/reports/readings.ts';
import { listCards, moveInquiry, readCardSettings } from '../../src/inquiries/index.ts';
import { workAtRandom } from '../support/busy-shop.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { addInquiry, addOrder, openTestStore, secondWorkspace } from '../support/store.ts';
import type { FakeWorld } from '../support/world.ts';

const kopecks = (roubles: number): number => Math.round(roubles * 100);
const add = <Of>(all: readonly Of[], roublesOf: (one: Of) => number): number =>
  all.reduce((sum, one) => sum + kopecks(roublesOf(one)), 0);
const sumOf = (roubles: readonly number[]): number => add(roubles, (one) => one) / 100;

async function allOf<Page extends { readonly nextCursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  do pages.push(await read(pages.at(-1)?.nextCursor ?? undefined));
  while (pages.at(-1)?.nextCursor !== null);
  return pages;
}

/** The sums of a list: amounts in kopecks, and counts. */
type ListSums = Readonly<
  Partial<
    Record<
      'orders' | 'inquiries' | 'total' | 'paid' | 'left' | 'item' | 'pieces' | 'received' | 'refunded' | 'net',
      number
    >
  >
>;

async function sumOrders(ctx: ReadingCtx, filter: string): Promise<ListSums> {
  const rows = (await allOf((cursor) => readList.read(ctx, { filter, cursor }))).flatMap(({ orders }) => orders);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const left = add(rows, (row) => Math.max(row.left, 0));
  const sums = {
    orders: rows.length,
    total: add(rows, ({ price }) => price),
    paid: add(rows, ({ paidAmount }) => paidAmount),
    left,
  };
  const { sums: said } = await readListSums.read(ctx, { filter });
  const { orders = -1, total = -1, paid = -1, left: toPay = -1, item = null } = said ?? {};
  const told = { orders, total: kopecks(total), paid: kopecks(paid), left: kopecks(toPay) };
  expect([filter, told]).toEqual([filter, sums]);
  return { ...sums, ...(item === null ? {} : { item: kopecks(item.amount), pieces: item.quantity }) };
}

async function sumPayments(ctx: ReadingCtx, filter: string): Promise<ListSums> {
  const lines = (await allOf((cursor) => readPayments.read(ctx, { filter, cursor }))).flatMap((page) => page.lines);
  const of = (kind: string): number =>
    add(
      lines.filter((line) => line.kind === kind),
      ({ amount }) => amount,
    );
  const [received, refunded] = [of('payment'), of('refund')];
  return { received, refunded, net: received - refunded };
}

async function sumInquiries(ctx: ReadingCtx, filter: string): Promise<ListSums> {
  const stageId = new URLSearchParams(filter).get('stage') ?? '';
  const settings = readCardSettings(ctx.storage.read, ctx.workspace.seq);
  const pages = await allOf((cursor) => listCards(ctx, { stageId, settings, limit: 2, cursor }));
  return { inquiries: pages.flatMap(({ cards }) => cards).length };
}

const READERS: Readonly<Record<string, typeof sumOrders>> = {
  '/app/orders': sumOrders,
  '/app/payments': sumPayments,
  '/app/inquiries': sumInquiries,
};
const isCount = (key: string): boolean => key === 'orders' || key === 'inquiries' || key === 'pieces';

class Followed {
  readonly #ctx: ReadingCtx;
  readonly #known = new Map<string, Promise<ListSums>>();
  /** The number of figures that were not zero. */
  told = 0;

  constructor(ctx: ReadingCtx) {
    this.#ctx = ctx;
  }

  /** Compares figures with the sums of the list that their link opens. @param figures amounts in roubles, and counts */
  async follow(link: string, figures: ListSums): Promise<void> {
    const { pathname, search } = new URL(link, 'http://shop');
    const filter = search.slice(1);
    expect(Object.keys(READERS)).toContain(pathname);
    const sums = this.#known.get(link) ?? READERS[pathname]?.(this.#ctx, filter) ?? Promise.resolve({});
    this.#known.set(link, sums);
    const wanted = Object.entries(figures).map(([key, figure]) => [key, isCount(key) ? figure : kopecks(figure)]);
    const found: ListSums = await sums;
    expect([link, Object.fromEntries(Object.keys(figures).map((key) => [key, found[key as 'paid']]))]).toEqual([
      link,
      Object.fromEntries(wanted),
    ]);
    this.told += wanted.filter(([, figure]) => figure !== 0).length;
  }
}

async function followOverview(shop: Followed, ctx: ReadingCtx): Promise<void> {
  const { today, days, owed, ahead, filters, late, hours, inquiries } = await readShop.read(ctx, 30);
  const { orders = -1, revenue = -1 } = days.at(-1) ?? {};
  await shop.follow(`/app/orders?${filters.today}`, { orders, total: revenue });
  await shop.follow(`/app/orders?${filters.owed}`, { left: owed.at(-1) ?? -1 });
  for (const one of days.slice(-30)) await shop.follow(ordersMadeOn(one.day), { orders: one.made });
  for (const one of days.slice(-30)) await shop.follow(ordersOf({ filters }, one.day), { total: one.revenue });
  for (const one of ahead) await shop.follow(ordersOf({ filters }, one.day), { total: one.revenue, left: one.owed });
  const week = ahead.slice(0, 7).map((day) => day.revenue);
  await shop.follow(`/app/orders?${filters.ahead}`, { total: sumOf(week) });
  await shop.follow('/app/orders?when=late', { orders: late.count });
  for (const { hour, open, done } of hours) {
    const of = hour === null ? 'none' : String(hour).padStart(2, '0');
    await shop.follow(`/app/orders?${filters.today}&hour=${of}`, { orders: open + done });
  }
  for (const { id, count } of inquiries.stages) await shop.follow(inquiriesOf(id), { inquiries: count });
  const { counts, unpaid } = await readChoices.read(ctx, null);
  await shop.follow('/app/orders?when=late', { orders: counts.late });
  await shop.follow(`/app/orders?${unpaid}`, { orders: counts.unpaid });
  await shop.follow(ordersMadeOn(today), { orders: counts.made });
  // Cancelled orders are in the list of a day, but not in the figure of the overview.
  await shop.follow('/app/orders?when=today', { orders: counts.today });
}

type Report = Awaited<ReturnType<typeof readReport.read>>;
type Row = Report['statuses'][number];
type Lists = ReturnType<typeof bothListsOf>['now'];
type Figures = (figure: Row['now']) => ListSums;

async function followReport(shop: Followed, ctx: ReadingCtx, filter: string): Promise<void> {
  const report: Report = await readReport.read(ctx, { filter });
  const lists = bothListsOf(report);
  const both = async ({ now, before }: Omit<Row, 'name'>, to: (of: Lists) => string, of: Figures): Promise<void> => {
    await shop.follow(to(lists.now), of(now));
    // A name may have its own row in one period, and be counted under "all others" in the other. So `before` may be
    // null.
    if (before !== null) await shop.follow(to(lists.before), of(before));
  };
  const ofOrders: Figures = ({ count, sum }) => ({ total: sum, ...(count === null ? {} : { orders: count }) });
  await both(report.orders, (of) => of.orders, ofOrders);
  await both(
    report.received,
    (of) => of.ofKind('payment'),
    ({ sum }) => ({ received: sum }),
  );
  await both(
    report.refunded,
    (of) => of.ofKind('refund'),
    ({ sum }) => ({ refunded: sum }),
  );
  await both(
    report.net,
    (of) => of.payments,
    ({ sum }) => ({ net: sum }),
  );
  const { items } = await readReportItems.read(ctx, { filter });
  const tables: readonly [readonly Row[], (of: Lists, name: string) => string, Figures][] = [
    [report.statuses, (of, name) => of.ofStatus(name), ofOrders],
    [report.sources, (of, name) => of.ordersWith('source', name), ofOrders],
    [report.platforms, (of, name) => of.ordersWith('platform', name), ofOrders],
    [items, (of, name) => of.ordersWith('item', name), ({ sum, quantity }) => ({ item: sum, pieces: quantity ?? -1 })],
    [report.methods, (of, name) => of.ofMethod('payment', name), ({ sum }) => ({ received: sum })],
    [report.refunds, (of, name) => of.ofMethod('refund', name), ({ sum }) => ({ refunded: sum })],
  ];
  for (const [rows, to, of] of tables) {
    for (const { name, ...row } of rows) {
      expect(name).not.toBeNull();
      await both(row, (all) => to(all, name ?? ''), of);
    }
  }
  for (const debt of report.debts) await shop.follow(lists.now.debts(debt), { left: debt.owed });
  await shop.follow(lists.now.debts({ from: null, to: null }), { left: report.owed });
  for (const { from, to, revenue, received, refunded } of report.points) {
    const link = (path: string): string => `${path}${new URLSearchParams({ from, to })}`;
    await shop.follow(`${link('/app/orders?')}&${report.kept}`, { total: revenue });
    await shop.follow(link('/app/payments?'), { received, refunded });
  }
}

async function followPayments(shop: Followed, ctx: ReadingCtx): Promise<void> {
  const { sums } = await readPaymentSums.read(ctx, { filter: 'when=all' });
  const { received, refunded, net } = sums.all;
  await shop.follow('/app/payments?when=all', { received, refunded, net });
  for (const [key, all] of Object.entries({ method: sums.methods, source: sums.sources })) {
    for (const { name, received, refunded } of all) {
      const query = new URLSearchParams({ when: 'all', [key]: name });
      await shop.follow(`/app/payments?${query}`, { received, refunded });
    }
  }
  for (const { name: day, ...of } of sums.days) {
    await shop.follow(paymentsOf(day), { received: of.received, refunded: of.refunded });
    const till = await readTillDay.read(ctx, { day });
    await shop.follow(paymentsOf(day, { kind: 'payment' }), { received: till.received });
    await shop.follow(paymentsOf(day, { kind: 'refund' }), { refunded: till.refunded });
    for (const { name, received, refunded } of till.methods)
      await shop.follow(paymentsOf(day, { method: name ?? '' }), { received, refunded });
  }
}

async function followClients(shop: Followed, ctx: ReadingCtx): Promise<void> {
  const { clients } = await readClients.read(ctx, { text: undefined, few: false });
  for (const { id } of clients) {
    const { client, owing } = await readClient.read(ctx, { id });
    const lists = listsOfClient(id, owing);
    const [{ orders, owed }, paid] = [client, client.paid];
    await shop.follow(lists.orders, { orders, paid });
    await shop.follow(lists.paid, { net: paid });
    await shop.follow(lists.owed, { left: owed });
  }
}

/** The orders are made in order of time. The clock then returns to now. */
async function makeAtEdges(all: readonly ReadingCtx[], clock: FakeWorld['clock']): Promise<void> {
  const now = clock.now();
  const edges = all.flatMap((ctx, nth) => {
    const { timeZone } = ctx.workspace;
    const start = startOfDay(addDays(dayInZone(now, timeZone) ?? '', -(nth % 20)), timeZone);
    return [start - 1, start].map((at) => ({ ctx, at }));
  });
  for (const { ctx, at } of edges.toSorted((a, b) => a.at - b.at)) {
    clock.set(at);
    await addOrder(ctx, { date: new Date(now).toISOString() });
  }
  clock.set(now);
}

async function askAtRandom(ctx: ReadingCtx, seed: number): Promise<void> {
  for (let at = 0; at < 3 + (seed % 5); at += 1) {
    const id = await addInquiry(ctx, { text: 'Roses' });
    const stageId = ['stage-new', 'stage-in-work', 'stage-done'][(seed * at) % 3] ?? '';
    await moveInquiry(ctx, { id, stageId });
  }
}

/** Zones on both sides of the date line. One of them has an offset of 5 hours and 45 minutes. */
const ZONES = ['Europe/Moscow', 'Pacific/Kiritimati', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Pago_Pago'];

test('in random shops of five time zones, each figure on a page equals the sum of the list that the figure links to', async () => {
  await using store = await openTestStore();
  // Stops the clock, because filling the shops with `workAtRandom` would move it past `nowMs`.
  const world = { ...store.world, clock: { ...store.world.clock, advance: () => undefined } };
  const about = {
    language: 'en',
    nowMs: world.clock.now(),
    request: { signal: new AbortController().signal },
  } as const;
  const all = await Promise.all(
    Array.from({ length: 30 }, async (_, seed): Promise<ReadingCtx> => {
      const workspace = await secondWorkspace(store, ZONES[seed % ZONES.length]);
      return { ...store.ctx(), workspace, ...about };
    }),
  );
  await makeAtEdges(all, store.world.clock);
  await Promise.all(
    all.map(async (ctx, seed) => {
      await workAtRandom(ctx, world, seed);
      await askAtRandom(ctx, seed);
    }),
  );
  await indexAllOrders(store.storage.path);
  const told = { overview: 0, reports: 0, payments: 0, clients: 0 };
  const filters = ['when=month', 'when=last-month', 'when=week', 'from=2026-04-20&to=2026-06-10', 'from=2026-05-19'];
  for (const [at, ctx] of all.entries()) {
    const pages = {
      overview: followOverview,
      reports: (shop: Followed) => followReport(shop, ctx, filters[(at >> 1) % filters.length] ?? ''),
      payments: followPayments,
      clients: followClients,
    };
    for (const [name, follow] of Object.entries(pages)) {
      const shop = new Followed(ctx);
      await follow(shop, ctx);
      told[name as 'overview'] += shop.told;
    }
  }
  expect(Object.values(told).every((figures) => figures > 100)).toBe(true);
}, 180_000);
