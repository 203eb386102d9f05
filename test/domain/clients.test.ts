import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import {
  changeClient,
  comingDates,
  getClient,
  listAllClients,
  listClients,
  mergeClients,
  separateClient,
} from '../../src/clients/index.ts';
import { deleteOrder, type Order } from '../../src/orders/index.ts';
import { auditLog, clientIdIn, hidePlace } from '../../src/storage/index.ts';
import { allPages } from '../support/all-pages.ts';
import { workOf } from '../support/count-work.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { fillOrders } from '../support/many-orders.ts';
import { addOrder, openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const ANNA = '+7 912 345-67-89';
const BORIS = '8 921 765 43 21';

interface OrderWish {
  readonly phone?: string;
  readonly email?: string;
  readonly name?: string;
  readonly price?: number;
  readonly paid?: number;
  readonly address?: string;
  readonly item?: string;
  readonly date?: string;
}

const make = (
  store: TestStore,
  { price = 100, paid, address, item = 'Lily', date = '2026-05-20', ...client }: OrderWish,
): Promise<string> =>
  addOrder(store.ctx(), {
    date: `${date}T10:00:00+03:00`,
    client,
    products: [{ name: item, quantity: 1, price }],
    ...(address === undefined ? {} : { delivery: { adress: address, flat: '7' } }),
    ...(paid === undefined ? {} : { payments: [{ amount: paid }] }),
  });

async function index(store: TestStore): Promise<TestStore> {
  await indexAllOrders(store.storage.path);
  return store;
}
const list = async (store: TestStore, text?: string) =>
  (await listClients((await index(store)).ctx(), { text, limit: 50 })).clients;
const names = async (store: TestStore, text?: string) => (await list(store, text)).map(({ name }) => name);
const idOf = async (store: TestStore, text: string): Promise<string> => (await list(store, text))[0]?.id ?? 'none';
const shape = (order: Order) => order;
const page = async (store: TestStore, id: string) => getClient((await index(store)).ctx(), { id, limit: 20, shape });

test('a client’s orders are all orders with the client’s phone, in any spelling, newest first', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'Anna', price: 100, paid: 60, address: 'Old St. 1', item: 'Lily' });
  await make(store, { phone: BORIS, name: 'Boris', price: 300 });
  const last = await make(store, {
    phone: '89123456789',
    name: 'Anna Smirnova',
    price: 50,
    address: 'New St. 2',
    item: 'Rose',
  });
  const [first, second] = await list(store);
  expect(first).toMatchObject({ name: 'Anna Smirnova', phone: '89123456789', orders: 2, paid: 6_000, owed: 9_000 });
  expect(first?.last?.id).toBe(last);
  expect(second).toMatchObject({ name: 'Boris', orders: 1, paid: 0, owed: 30_000 });
  const anna = await page(store, first?.id ?? '');
  expect(anna.page.map(({ price }) => price)).toEqual([5_000, 10_000]);
  expect(anna.addresses.map(({ address }) => address)).toEqual(['New St. 2', 'Old St. 1']);
  expect(anna.goods).toEqual([
    { name: 'Rose', orders: 1 },
    { name: 'Lily', orders: 1 },
  ]);
});

test('a client’s last order is dated by its creation, not by its delivery', async () => {
  await using store = await openTestStore();
  store.world.clock.set(Date.parse('2026-05-20T23:30:00+03:00'));
  await make(store, { phone: ANNA, date: '2026-06-08' });
  // The order is imported long after its delivery.
  await make(store, { phone: BORIS, date: '2024-03-08' });
  expect((await list(store)).map(({ last }) => last?.date)).toEqual(['2024-03-08', '2026-05-20']);
});

test('clients are found by name, by phone in any spelling, by its last digits and by e-mail', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'Анна Смирнова', email: 'anna@example.com' });
  await make(store, { phone: BORIS, name: 'Boris' });
  await make(store, { email: 'Carl@Example.com', name: 'Carl' });
  for (const text of [
    'смирнова',
    'АННА',
    '912 345',
    '8 (912) 345-67-89',
    '6789',
    '9123456789',
    'ANNA@example.com',
    'ан',
  ]) {
    expect([text, await names(store, text)]).toEqual([text, ['Анна Смирнова']]);
  }
  expect(await names(store, 'carl@example.COM')).toEqual(['Carl']);
  expect(await names(store, 'nobody')).toEqual([]);
  expect(await names(store, '%_"')).toEqual([]);
});

test('a name that a person gives a client replaces the name from orders, and a search finds both', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'anna' });
  const id = await idOf(store, 'anna');
  const version = await changeClient(store.ctx(), {
    id,
    version: 0,
    name: ' Anna Petrovna ',
    note: 'Lilies make her ill',
  });
  await make(store, { phone: ANNA, name: 'A.' });
  expect(await list(store)).toMatchObject([{ id, name: 'Anna Petrovna', orders: 2 }]);
  expect(await names(store, 'petrovna')).toEqual(['Anna Petrovna']);
  expect(await page(store, id)).toMatchObject({ givenName: 'Anna Petrovna', note: 'Lilies make her ill', version });
});

test('the second of two simultaneous changes to a client is refused', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA });
  const id = await idOf(store, '6789');
  const both = await Promise.allSettled(
    ['first', 'second'].map((note) => changeClient(store.ctx(), { id, version: 0, note })),
  );
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(both[1]).toMatchObject({ reason: { refusal: { rule: 'client_changed' } } });
  expect(await page(store, id)).toMatchObject({ note: 'first', version: 1 });
});

test.each([
  [{ note: 'x'.repeat(2_001) }, 'note'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'two\nlines' }, 'name'],
  [{ dates: Array.from({ length: 21 }, () => ({ day: '01-01', title: 'New Year' })) }, 'dates'],
  [{ dates: [{ day: '02-30', title: 'No day' }] }, 'dates.0.day'],
  [{ dates: [{ day: '2-3', title: 'No day' }] }, 'dates.0.day'],
  [{ dates: [{ day: '02-29', title: ' ' }] }, 'dates.0.title'],
])('a change of a client to %j is refused with the name of the field', async (patch, path) => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA });
  const change = changeClient(store.ctx(), { id: await idOf(store, '6789'), version: 0, ...patch });
  await expect(change).rejects.toMatchObject({ kind: 'validation_failed', details: [{ path }] });
});

test('a client that is missing or belongs to another workspace is not found', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA });
  const id = await idOf(store, '6789');
  const other = { ...store.ctx(), workspace: await secondWorkspace(store) };
  for (const [ctx, one] of [
    [store.ctx(), clientIdIn(store.storage.read, 1, 'p+70000000000')],
    [store.ctx(), 'none'],
    [other, id],
  ] as const) {
    await expect(getClient(ctx, { id: one, limit: 1, shape })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(changeClient(ctx, { id: one, version: 0, note: 'x' })).rejects.toMatchObject({ kind: 'not_found' });
    await expect(mergeClients(ctx, { id: one, other: id })).rejects.toMatchObject({ kind: 'not_found' });
  }
  expect((await listClients(other, { limit: 50 })).clients).toEqual([]);
  expect((await listClients(other, { text: '6789', limit: 50 })).clients).toEqual([]);
});

test('merged clients count as one client with all their orders until they are separated', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'Anna', price: 10, paid: 10 });
  await make(store, { email: 'anna@example.com', name: 'A. S.', price: 20 });
  await make(store, { phone: BORIS, name: 'Boris' });
  const [anna, mail] = [await idOf(store, ANNA), await idOf(store, 'anna@example.com')];
  await changeClient(store.ctx(), {
    id: mail,
    version: 0,
    note: 'by mail',
    dates: [{ day: '03-08', title: 'Holiday' }],
  });
  expect(await mergeClients(store.ctx(), { id: anna, other: mail })).toBe(anna);
  expect(await list(store)).toMatchObject([{ name: 'Boris' }, { id: anna, orders: 2, paid: 1_000, owed: 2_000 }]);
  expect(await names(store, 'anna@example.com')).toEqual(['A. S.']);
  const both = await page(store, mail);
  expect(both).toMatchObject({ id: anna, note: '', merged: [{ id: mail, note: 'by mail', orders: 1 }] });
  expect(both.page.map(({ price }) => price)).toEqual([2_000, 1_000]);
  expect(both.contacts).toEqual([
    { phone: ANNA, email: '' },
    { phone: '', email: 'anna@example.com' },
  ]);
  await expect(mergeClients(store.ctx(), { id: mail, other: anna })).rejects.toMatchObject({
    kind: 'validation_failed',
  });
  await separateClient(store.ctx(), { id: mail });
  expect(await list(store)).toMatchObject([{ name: 'Boris' }, { id: mail, orders: 1 }, { id: anna, orders: 1 }]);
  expect(await page(store, mail)).toMatchObject({
    note: 'by mail',
    dates: [{ day: '03-08', title: 'Holiday' }],
    merged: [],
  });
  const actions = store.storage.read.select({ action: auditLog.action }).from(auditLog).all();
  expect(actions.map(({ action }) => action).filter((action) => action.startsWith('client.'))).toEqual([
    'client.changed',
    'client.merged',
    'client.separated',
  ]);
});

test('a client is merged and separated together with the clients already merged into it', async () => {
  await using store = await openTestStore();
  for (const email of ['a@b.c', 'b@b.c', 'c@b.c']) await make(store, { email, name: email });
  const [a, b, c] = [await idOf(store, 'a@b.c'), await idOf(store, 'b@b.c'), await idOf(store, 'c@b.c')];
  await mergeClients(store.ctx(), { id: b, other: c });
  await mergeClients(store.ctx(), { id: a, other: b });
  expect(await list(store)).toMatchObject([{ id: a, orders: 3 }]);
  await separateClient(store.ctx(), { id: b });
  expect(await list(store)).toMatchObject([
    { id: b, orders: 2 },
    { id: a, orders: 1 },
  ]);
});

test('more than twenty clients cannot be merged into one', async () => {
  await using store = await openTestStore();
  for (let n = 0; n < 21; n += 1) await make(store, { email: `${n}@b.c` });
  const ids = (await list(store)).map(({ id }) => id);
  const [first = '', ...others] = ids;
  for (const other of others.slice(0, 19)) await mergeClients(store.ctx(), { id: first, other });
  await expect(mergeClients(store.ctx(), { id: first, other: others[19] ?? '' })).rejects.toMatchObject({
    details: [{ rule: 'merged_at_most' }],
  });
});

test('clients who share an e-mail are suggested as the same client', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, email: 'anna@example.com', name: 'Anna' });
  await make(store, { phone: BORIS, email: 'ANNA@example.com', name: 'Anna (new phone)' });
  await make(store, { email: 'anna@example.com', name: 'A' });
  const { alike } = await page(store, await idOf(store, ANNA));
  expect(alike.map(({ name }) => name).toSorted()).toEqual(['A', 'Anna (new phone)']);
});

test('clients’ yearly dates are shown a week ahead, also across New Year and for 29 February', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'Anna' });
  const id = await idOf(store, ANNA);
  const dates = ['01-02', '02-29', '12-30', '06-15'].map((day) => ({ day, title: day }));
  await changeClient(store.ctx(), { id, version: 0, dates });
  const coming = async (today: string) =>
    (await comingDates(store.ctx(), today)).map(({ date, title }) => `${date} ${title}`);
  expect(await coming('2026-12-28')).toEqual(['2026-12-30 12-30', '2027-01-02 01-02']);
  expect(await coming('2027-02-25')).toEqual(['2027-02-28 02-29']);
  expect(await coming('2028-02-25')).toEqual(['2028-02-29 02-29']);
  expect(await coming('2026-06-09')).toEqual(['2026-06-15 06-15']);
  expect(await coming('2026-06-08')).toEqual([]);
  expect((await comingDates(store.ctx(), '2026-06-15'))[0]).toMatchObject({ clientId: id, clientName: 'Anna' });
  // A full January does not push out the last days of December.
  const full = Array.from({ length: 20 }, (_, nth) => ({ day: '01-02', title: `January ${nth}` }));
  for (const email of ['a@b.c', 'b@b.c', 'c@b.c']) {
    await make(store, { email });
    await changeClient(store.ctx(), { id: await idOf(store, email), version: 0, dates: full });
  }
  expect(await coming('2026-12-29')).toHaveLength(30);
  expect((await coming('2026-12-29'))[0]).toBe('2026-12-30 12-30');
});

test('every client appears exactly once in the pages of the list and in the exported file', async () => {
  await using store = await openTestStore();
  await fillOrders(store, 700, (n) => ({
    client: JSON.stringify({ phone: `+7912${String(1_000_000 + (n % 130))}`, name: `Client ${n % 130}` }),
  }));
  const pages = await allPages((cursor) => listClients(store.ctx(), { limit: 50, cursor }));
  const seen = pages.flatMap(({ clients }) => clients.map(({ id }) => id));
  expect([seen.length, new Set(seen).size]).toEqual([130, 130]);
  const rows = [];
  for await (const clients of listAllClients(store.ctx())) rows.push(...clients);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(seen.toSorted());
  expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(700);
  await expect(listClients(store.ctx(), { limit: 50, cursor: 'x' })).rejects.toMatchObject({ kind: 'invalid_cursor' });
});

test('a client appears once in the exported file even if their orders change during the export', async () => {
  await using store = await openTestStore();
  const phoneOf = (n: number): string => `+7912${String(1_000_000 + n)}`;
  await fillOrders(store, 450, (n) => ({ client: JSON.stringify({ phone: phoneOf(n) }) }));
  const idOfNth = (n: number): string => clientIdIn(store.storage.read, 1, `p${phoneOf(n)}`);
  await changeClient(store.ctx(), { id: idOfNth(449), version: 0, note: 'the last' });
  await mergeClients(store.ctx(), { id: idOfNth(3), other: idOfNth(440) });
  const seen: string[] = [];
  for await (const clients of listAllClients(store.ctx())) {
    if (seen.length === 0) for (const n of [449, 0]) await make(store, { phone: phoneOf(n) });
    await index(store);
    seen.push(...clients.map(({ id }) => id));
  }
  expect([seen.length, new Set(seen).size]).toEqual([449, 449]);
});

test('the pages of a client’s orders continue past recently deleted orders', async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) ids.push(await make(store, { phone: ANNA }));
  const id = await idOf(store, ANNA);
  for (const gone of ids.slice(1, 3)) await deleteOrder(store.ctx(), { id: gone });
  const pages = await allPages((cursor) => getClient(store.ctx(), { id, limit: 2, cursor, shape }));
  expect(pages.flatMap(({ page }) => page.map((order) => order.id))).toEqual([ids[3] ?? '', ids[0] ?? '']);
});

test('a client’s page refuses a cursor of another list', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 2; at += 1) await make(store, { phone: ANNA });
  const id = await idOf(store, '6789');
  const { nextCursor } = await getClient(store.ctx(), { id, limit: 1, shape });
  const read = (cursor: string) => getClient(store.ctx(), { id, limit: 1, cursor, shape });
  expect((await read(nextCursor ?? '')).page).toHaveLength(1);
  const ofOrders = hidePlace(store.storage, [1], JSON.stringify([store.workspace.id, 'orders']));
  await expect(read(ofOrders)).rejects.toMatchObject({ refusal: { rule: 'list_cursor' } });
});

test('a search finds a client of a small shop despite thousands of namesakes in another shop', async () => {
  await using store = await openTestStore();
  await make(store, { phone: ANNA, name: 'Anna' });
  const small = store.ctx();
  const large = { ...store, workspace: await secondWorkspace(store) };
  const many = (n: number) => ({
    seq: n + 2,
    client: JSON.stringify({ phone: `+7913${1_000_000 + n}`, name: 'Anna' }),
  });
  await fillOrders(large, 4_100, many);
  for (const text of ['anna', 'an']) {
    const { clients, more } = await listClients(small, { text, limit: 50 });
    expect([text, clients.map(({ name }) => name), more]).toEqual([text, ['Anna'], false]);
    const there = await listClients({ ...small, workspace: large.workspace }, { text, limit: 50 });
    expect([text, there.clients.length, there.more]).toEqual([text, 100, true]);
  }
});

test('a client’s addresses come only from orders with at most 32 KiB of text', async () => {
  await using store = await openTestStore();
  await fillOrders(store, 150, (n) => ({
    client: JSON.stringify({ phone: ANNA, name: 'Anna' }),
    delivery: JSON.stringify({
      adress: n % 2 === 0 ? 'Small 1' : 'Large 2',
      note: 'x'.repeat(n % 2 === 0 ? 9 : 40_000),
    }),
  }));
  const { clients } = await listClients(store.ctx(), { limit: 1 });
  const { addresses, page } = await getClient(store.ctx(), { id: clients[0]?.id ?? '', limit: 20, shape });
  expect(addresses.map(({ address }) => address)).toEqual(['Small 1']);
  expect(page).toHaveLength(20);
});

test('the client list and a client’s page cost the same with twenty times the orders', async () => {
  const stepsWith = async (orders: number): Promise<number> => {
    await using store = await openTestStore();
    await fillOrders(store, orders, (n) => ({
      client: JSON.stringify({ phone: n % 2 === 0 ? ANNA : `+7912${String(1_000_000 + n)}`, name: `Client ${n}` }),
    }));
    const { clients } = await listClients(store.ctx(), { limit: 50 });
    const anna = clients.find(({ orders }) => orders > 1);
    expect(anna?.orders).toBe(orders / 2);
    const { steps } = await workOf(store, async () => {
      await listClients(store.ctx(), { limit: 50 });
      await listClients(store.ctx(), { text: '8 912 345 67 89', limit: 50 });
      await getClient(store.ctx(), { id: anna?.id ?? '', limit: 20, shape });
    });
    return steps;
  };
  const [few, many] = [await stepsWith(1_000), await stepsWith(20_000)];
  expect(many).toBeLessThan(few * 1.5);
});

test.each([
  // The numbers count the rows that each query returns. Scheduled orders are read in slices of at most 500, by two
  // queries each. The first query looks for more orders on the day at which the previous slice ended. It finds none,
  // because each order here has its own day.
  ['many orders are read with those of the shop', 1_001, [0, 500, 0, 500, 0, 500]],
  ['at most a thousand orders are looked up by those alone', 1_000, [50]],
])('a client’s page lists the fifty scheduled orders that are due soonest: %s', async (_what, own, read) => {
  await using store = await openTestStore();
  const others = 1_200;
  await fillOrders(store, others + own, (n) => ({
    client: JSON.stringify({ phone: n < others ? `+7912${1_000_000 + n}` : ANNA, name: 'Anna' }),
  }));
  await store.storage.write(({ db }) =>
    db.run(sql`INSERT INTO order_schedules (workspace_seq, order_seq, every, anchor, starts, days_before, open_from)
      SELECT workspace_seq, seq, 'week', '2026-05-21', '2026-05-21', 0, date('2026-05-21', seq || ' days') FROM orders`),
  );
  const { clients } = await listClients(store.ctx(), { limit: 5 });
  const anna = clients.find(({ orders }) => orders === own);
  const { statements } = await workOf(store, async () => {
    const { scheduled } = await getClient(store.ctx(), { id: anna?.id ?? '', limit: 5, shape });
    expect(scheduled).toEqual(Array.from({ length: 50 }, (_, at) => others + 1 + at));
  });
  expect(statements.filter(({ sql: text }) => text.includes('order_schedules')).map(({ rows }) => rows)).toEqual(read);
});

test('the client list’s number of unindexed orders leaves out the orders of other workspaces', async () => {
  await using store = await openTestStore();
  await fillOrders({ ...store, workspace: await secondWorkspace(store) }, 40, (n) => ({ seq: n + 1 }));
  for (let n = 0; n < 3; n += 1) await make(store, { phone: ANNA });
  rmSync(join(dirname(store.storage.path), 'search.db'));
  expect((await listClients(store.ctx(), { limit: 50 })).behind).toBe(3);
  await index(store);
  expect((await listClients(store.ctx(), { limit: 50 })).behind).toBe(0);
});

test('a search of thousands of stored clients finds the first and the last, in bounded steps', async () => {
  const most = [];
  for (const count of [9_000, 18_000]) {
    await using store = await openTestStore();
    await index(store);
    await store.storage.write(({ db }) =>
      db.run(sql`WITH RECURSIVE n (i) AS (SELECT 10001 UNION ALL SELECT i + 1 FROM n WHERE i < 10000 + ${count})
        INSERT INTO clients (id, workspace_seq, key, name, phone, email, note, version, created_at, updated_at, search_text)
        SELECT randomblob(16), ${store.workspace.seq}, 'p+791600' || i, 'Olga ' || i, '+791600' || i, '', '', 1, 0, 0,
          'olga ' || i || iif(i = 10001 OR i = 10000 + ${count}, ' zz', '') FROM n`),
    );
    const { statements } = await workOf(store, async () => {
      const { clients } = await listClients(store.ctx(), { text: 'zz', limit: 50 });
      expect(clients.map(({ name }) => name).toSorted()).toEqual(['Olga 10001', `Olga ${10_000 + count}`]);
    });
    most.push(Math.max(...statements.filter((one) => one.sql.includes('search_text')).map(({ steps }) => steps)));
  }
  expect(most[1]).toBeLessThan((most[0] ?? 0) * 1.1);
});
