import { Database } from 'bun:sqlite';
/**
 * An order may contain nearly as much text as a request body may, and an inquiry a quarter of that. So a read of many
 * such orders keeps only one of them in memory at a time. It lets other requests run after each order.
 */

import { beforeAll, expect, test } from 'bun:test';
import {
  changeClient,
  comingDates,
  findClients,
  getClient,
  listAllClients,
  listClients,
} from '../../src/clients/index.ts';
import { ORDER_FLOW, updateStep } from '../../src/flows/index.ts';
import { listCards, listSeenPaths, readCardSettings, removeStage } from '../../src/inquiries/index.ts';
import {
  changeStatus,
  changeStatuses,
  deleteOrders,
  fillDesk,
  findDeskOrders,
  getDeskOrder,
  isLargeOrder,
  listHistory,
  listMoney,
  type Order,
  quickFind,
  readParts,
  recordPayment,
  restoreOrders,
  sumDesk,
  undoStatuses,
  updateOrder,
} from '../../src/orders/index.ts';
import { clientIdIn } from '../../src/storage/index.ts';
import { allPages } from '../support/all-pages.ts';
import { countWork } from '../support/count-work.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { fillOrders } from '../support/many-orders.ts';
import { shared } from '../support/shared.ts';
import { addInquiry, addOrder, asker, openTestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

const ORDERS = 12;
/** The maximum number of JSON characters for one page of the history, or for the changes on an order's page. */
const MOST_SAID = 2_500_000;

const ids: string[] = [];

const heavy = (comment: string) => ({
  client: { name: 'Анна' },
  products: Array.from({ length: 60 }, (_, at) => ({
    name: `Роза ${at}`,
    quantity: 1,
    price: 1,
    comment: comment.repeat(8_000),
  })),
});

const store = shared(openTestStore);
beforeAll(async () => {
  // The index exists, but has no orders yet.
  await indexAllOrders(store.storage.path);
  for (let at = 0; at < ORDERS; at += 1) {
    ids.push(await addOrder(store.ctx(), heavy(String(at % 10))));
    const texts = Array.from({ length: 15 }, (_, n) => [`text ${n}`, 'x'.repeat(16_000)]);
    await addInquiry(store.ctx(), Object.fromEntries(texts));
  }
});

/** Clients whose last order has long texts about its client, and one client whose every order has such texts. */
const clients = shared(openTestStore);
const FRIEND = '+79120000000';
const friends: string[] = [];
beforeAll(async () => {
  const said = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`said ${at}`, 'x'.repeat(8_000)]));
  for (let at = 0; at < ORDERS; at += 1) {
    const phone = `+7912${1_000_000 + at}`;
    const client = { ...said, name: 'Анна', phone };
    await addOrder(clients.ctx(), { client, payments: [{ amount: 1 }] });
    friends.push(await addOrder(clients.ctx(), { ...heavy('x'), client: { phone: FRIEND } }));
    const id = clientIdIn(clients.storage.read, clients.workspace.seq, `p${phone}`);
    await indexAllOrders(clients.storage.path);
    await changeClient(clients.ctx(), { id, version: 0, dates: [{ day: '05-20', title: 'Праздник' }] });
  }
});

const numOf = ({ id, num }: Order) => ({ id, num });
const settings = () => readCardSettings(store.storage.read, store.workspace.seq);
const LOOKS = {
  list: () => fillDesk(store.ctx(), { filter: {}, limit: 50, asker, shape: numOf }),
  search: () => quickFind(store.ctx(), { text: 'роза', limit: ORDERS, asker, shape: numOf }),
  clients: () => findClients(store.ctx(), { text: 'анна', asker }),
  'chosen orders': () => findDeskOrders(store.ctx(), { ids, shape: numOf, asker }),
  'seen places': () => listSeenPaths(store.ctx()),
  'a stage': () => listCards(store.ctx(), { stageId: 'stage-new', settings: settings(), limit: 50 }),
  'the list of clients': () => listClients(clients.ctx(), { limit: 50 }),
  'a search of clients': () => listClients(clients.ctx(), { text: 'анна', limit: 50 }),
  'the file of clients': () => Array.fromAsync(listAllClients(clients.ctx())),
  'coming dates': () => comingDates(clients.ctx(), '2026-05-18'),
  'the list of payments': () =>
    listMoney(clients.ctx(), { filter: { fromMs: 0, beforeMs: Number.MAX_SAFE_INTEGER }, limit: 50, asker }),
  'a client': () =>
    getClient(clients.ctx(), {
      id: clientIdIn(clients.storage.read, clients.workspace.seq, `p${FRIEND}`),
      limit: 20,
      shape: numOf,
    }),
};

for (const [name, look] of Object.entries(LOOKS)) {
  test(`a call that reads many large records lets the server handle other requests between them: ${name}`, async () => {
    expect(await turnsMeanwhile(look)).toBeGreaterThanOrEqual(ORDERS - 1);
  });
}

const CHANGES = {
  'put into a status': () => changeStatuses(clients.ctx(), { ids: friends, statusId: 'status-closed' }),
  'taken back': () =>
    undoStatuses(clients.ctx(), {
      statusId: 'status-closed',
      orders: friends.map((id) => ({ id, statusId: 'status-new' })),
    }),
  deleted: () => deleteOrders(clients.ctx(), friends),
  restored: () => restoreOrders(clients.ctx(), friends),
};

for (const [name, change] of Object.entries(CHANGES)) {
  test(`other requests are served between two heavy orders that are ${name}`, async () => {
    const versions = () => {
      const { read } = clients.storage;
      return read.all<{ all: number }>('SELECT sum(version) AS "all" FROM orders')[0]?.all ?? 0;
    };
    const seen = [versions()];
    let changed: Awaited<ReturnType<typeof change>> | undefined;
    const changing = async () => {
      changed = await change();
    };
    await turnsMeanwhile(changing, () => seen.push(versions()));
    expect([...(changed?.outcomes.values() ?? [])]).toEqual(friends.map(() => 'changed'));
    const steps = seen.slice(1).map((now, at) => now - (seen[at] ?? 0));
    expect(Math.max(...steps)).toBe(1);
  });
}

test('an order is recognized as large by the size of its texts or of its payments', async () => {
  const ctx = clients.ctx();
  const isLarge = (id: string): boolean => isLargeOrder(ctx, id);
  const light = await addOrder(ctx);
  expect([light, friends[0] ?? '', 'none'].map(isLarge)).toEqual([false, true, false]);
  const providerData = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, 'x'.repeat(9_000)]));
  await recordPayment(ctx, { id: light, paymentId: 'p', amount: 1, providerData });
  expect(isLarge(light)).toBe(true);
  expect(isLargeOrder({ ...ctx, workspace: { ...ctx.workspace, seq: 99 } }, light)).toBe(false);
  const paid = (count: number, paymentMethod: string | null): Promise<string> =>
    addOrder(ctx, { payments: Array.from({ length: count }, () => ({ amount: 1, paymentMethod })) });
  expect([await paid(20, 'cash'), await paid(100, 'м'.repeat(490))].map(isLarge)).toEqual([false, true]);
  const many = await paid(100, null);
  for (let at = 0; at < 200; at += 1) await recordPayment(ctx, { id: many, paymentId: `${at}`, amount: 1 });
  expect(isLarge(many)).toBe(true);
});

test('the export of a table reads heavy orders one by one', () => {
  const places = store.storage.read.all<{ seq: number }>('SELECT seq FROM orders ORDER BY seq');
  expect([...readParts(store.ctx(), places)].map((orders) => orders.length)).toEqual(places.map(() => 1));
});

test('the export of a table reads 40 small orders in one step', async () => {
  const light = await openTestStore();
  for (let at = 0; at < 40; at += 1) await addOrder(light.ctx());
  const places = light.storage.read.all<{ seq: number }>('SELECT seq FROM orders ORDER BY seq');
  expect([...readParts(light.ctx(), places)].map((orders) => orders.length)).toEqual([40]);
  await light[Symbol.asyncDispose]();
});

test('an order’s page limits the total size of the changes that it shows', async () => {
  const [id = ''] = ids;
  for (const letter of 'abcdefgh') await updateOrder(store.ctx(), { id, data: { products: heavy(letter).products } });
  const { order, timeline, earlier } = getDeskOrder(store.ctx(), id);
  expect(JSON.stringify(timeline).length).toBeLessThan(MOST_SAID);
  expect(timeline.at(-1)?.version).toBe(order.version);
  expect(timeline.length + earlier).toBe(order.version);
});

test('the history is split into pages of bounded size without losing a row', async () => {
  const pages = await allPages((cursor) => listHistory(store.ctx(), { filter: {}, limit: 50, cursor }));
  for (const { rows } of pages) expect(JSON.stringify(rows).length).toBeLessThan(MOST_SAID);
  const actions = pages.flatMap(({ rows }) => rows.map(({ action }) => action));
  expect(actions.filter((action) => action.startsWith('order.updated')).length).toBe(8);
  expect(actions.filter((action) => action.startsWith('order.created')).length).toBe(ORDERS);
});

test('reading an order’s page or the history costs about the same after 440 changes of an order as after 220', async () => {
  await using changed = await openTestStore();
  const ctx = changed.ctx();
  await updateStep(ctx, { flow: ORDER_FLOW, language: 'en', id: 'status-closed', writesOffStock: true });
  const id = await addOrder(ctx, heavy('x'));
  await changeStatus(ctx, { id, statusId: 'status-closed' });
  const change = async (times: number): Promise<readonly number[]> => {
    for (let at = 0; at < times; at += 1) {
      // The earlier changes are large too. The size of each change counts, not the size of the current order.
      await updateOrder(ctx, { id, data: { delivery: { note: `${at % 10}`.repeat(9_000) } } });
    }
    using counter = await countWork(changed.storage.path);
    const page = await counter.of(() => getDeskOrder(ctx, id));
    const history = await counter.of(() => listHistory(ctx, { filter: { kind: 'orders' }, limit: 50 }));
    return [page.pages, history.pages];
  };
  const few = await change(220);
  const many = await change(220);
  for (const [at, pages] of many.entries()) expect(pages).toBeLessThan(1.2 * (few[at] ?? 0));
});

test('other requests are served while a search looks for many words in each order', async () => {
  await using full = await openTestStore();
  const letters = Array.from('abcdefghijkl');
  await fillOrders(full, 1_000, (n) => ({ searchText: `${letters.slice(0, -1).join(' ')} ${n}` }));
  const look = () => fillDesk(full.ctx(), { filter: { text: letters.join(' ') }, limit: 50, asker, shape: numOf });
  expect(await turnsMeanwhile(look)).toBeGreaterThanOrEqual(letters.length - 1);
});

test.each([
  ['', {}, false],
  [' with a text, before they are in the index', { text: 'роза' }, false],
  [' with a text', { text: 'роза' }, true],
])(
  'a search lets other requests run after each megabyte of items when it filters orders by item%s',
  async (_what, more, isIndexed) => {
    if (isIndexed) await indexAllOrders(store.storage.path);
    const filter = { item: 'Роза 3', ...more };
    const turns = await turnsMeanwhile(async () => {
      const sums = await sumDesk(store.ctx(), { filter, most: 100, asker });
      expect([sums?.orders, sums?.item?.quantity]).toEqual([ORDERS, ORDERS * 1_000]);
    });
    expect(turns).toBeGreaterThan(ORDERS / 3);
    const sorted = { filter: { ...filter, sort: 'date' }, limit: 50, asker, shape: numOf } as const;
    let nums: readonly string[] = [];
    const find = async () => {
      nums = (await fillDesk(store.ctx(), sorted)).orders.map(({ num }) => num);
    };
    expect(await turnsMeanwhile(find)).toBeGreaterThan(ORDERS / 3);
    expect(nums.length).toBe(ORDERS);
  },
);

test('a search by item lets other requests run while it reads orders with very large client data', async () => {
  await using full = await openTestStore();
  const count = 40;
  await fillOrders(full, count, (n) => ({ searchText: `${n}` }));
  using db = new Database(full.storage.path);
  db.run(`UPDATE orders SET client = json_object('name', printf('%.*c', 900000, 'x'))`);
  const look = () => fillDesk(full.ctx(), { filter: { item: 'Роза' }, limit: 50, asker, shape: numOf });
  // Each step reads some nine orders.
  expect(await turnsMeanwhile(look)).toBeGreaterThanOrEqual(4);
  const sum = () => sumDesk(full.ctx(), { filter: { item: 'Роза' }, most: 100, asker });
  expect(await turnsMeanwhile(sum)).toBeGreaterThanOrEqual(4);
});

test('removing a stage moves its large inquiries one at a time, and other requests run between them', async () => {
  const countLeft = (): number =>
    store.storage.read.all<{ n: number }>("SELECT count(*) AS n FROM inquiries WHERE stage_id = 'stage-new'")[0]?.n ??
    0;
  const seen = [countLeft()];
  const remove = () => removeStage(store.ctx(), { id: 'stage-new', to: 'stage-done' });
  await turnsMeanwhile(remove, () => seen.push(countLeft()));
  const steps = seen.slice(1).map((now, at) => (seen[at] ?? 0) - now);
  expect([seen[0], seen.at(-1), Math.max(...steps)]).toEqual([ORDERS, 0, 1]);
});
