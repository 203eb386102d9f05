import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Client, client, createKey, openShop, orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { fillOrders } from '../support/many-orders.ts';
import { addWorkspace, openWorkspace } from '../support/members.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

interface Item {
  readonly id: string;
  readonly num: string;
}

/** A separate workspace, so that each test lists only its own orders. */
const workspace = async (): Promise<Client> => (await openWorkspace(shop, 'List')).api;

const create = (api: Client, extra: Record<string, unknown> = {}) => placeOrder(api, extra);

async function createMany(api: Client, count: number): Promise<Item[]> {
  const orders: Item[] = [];
  for (let index = 0; index < count; index += 1) orders.push(await create(api));
  return orders;
}

const list = async (api: Client, query: Record<string, string> = {}) =>
  expectOk(await api.get(`/api/v1/orders?${new URLSearchParams(query)}`));
const ids = (orders: readonly Item[]): string[] => orders.map((order) => order.id);

async function walk(api: Client, query: Record<string, string>, meanwhile: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { orders: Item[]; nextCursor: string | null } = await list(api, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    seen.push(...ids(page.orders));
    cursor = page.nextCursor;
    await meanwhile();
  } while (cursor !== null && seen.length < 1000);
  return seen;
}

describe('pages', () => {
  test('an empty list has no orders and no next page', async () => {
    expect(await list(await workspace())).toEqual({ orders: [], nextCursor: null });
  });

  test('orders come newest first, each with the fields of a summary', async () => {
    const api = await workspace();
    const made = await createMany(api, 5);
    const { orders, nextCursor } = await list(api);
    const own = orders.map(({ source, requestKey, ...summary }: Record<string, unknown>) => {
      expect([source, requestKey]).toEqual(['site', expect.stringMatching(/^order-/)]);
      return summary;
    });
    expect(own).toEqual([...made].reverse());
    expect(nextCursor).toBeNull();
  });

  test('limit defaults to 50 and goes up to 100', async () => {
    const api = await workspace();
    const newest = ids(await createMany(api, 101)).reverse();
    const first = await list(api);
    expect(ids(first.orders)).toEqual(newest.slice(0, 50));
    expect(first.nextCursor).toBeString();
    expect(ids((await list(api, { limit: '100' })).orders)).toEqual(newest.slice(0, 100));
    expect(ids((await list(api, { limit: '1' })).orders)).toEqual(newest.slice(0, 1));
    const rest = await list(api, { cursor: (await list(api, { limit: '100' })).nextCursor, limit: '100' });
    expect([ids(rest.orders), rest.nextCursor]).toEqual([newest.slice(100), null]);
  });

  test('a full last page has no next page', async () => {
    const api = await workspace();
    await createMany(api, 4);
    const first = await list(api, { limit: '2' });
    const second = await list(api, { limit: '2', cursor: first.nextCursor });
    expect([first.orders.length, second.orders.length, second.nextCursor]).toEqual([2, 2, null]);
  });

  test('a cursor still works after the last order of its page is deleted', async () => {
    const api = await workspace();
    const newest = ids(await createMany(api, 5)).reverse();
    const { nextCursor } = await list(api, { limit: '2' });
    await api.post('/api/v1/orders/delete', { id: newest[1] });
    expect(ids((await list(api, { limit: '10', cursor: nextCursor })).orders)).toEqual(newest.slice(2));
  });
});

describe('filters', () => {
  test('a cursor is refused with filters other than those that it was made with', async () => {
    const api = await workspace();
    await createMany(api, 3);
    const { nextCursor: cursor } = await list(api, { limit: '1', dateFrom: '2026-03-01' });
    expect((await list(api, { limit: '1', dateFrom: '2026-03-01', cursor })).orders).toHaveLength(1);
    expect((await list(api, { limit: '2', dateFrom: '2026-03-01', cursor })).orders).toHaveLength(2);
    for (const query of [
      {},
      { dateFrom: '2026-03-02' },
      { dateFrom: '2026-03-01', dateTo: '2026-12-01' },
      { dateFrom: '2026-03-01', statusId: 'status-new' },
      { dateFrom: '2026-03-01', updatedFrom: '2026-01-01T00:00:00Z' },
    ]) {
      const answer = await api.get(`/api/v1/orders?${new URLSearchParams({ ...query, cursor })}`);
      expectFailure(answer, 422, 'invalid_cursor');
    }
  });

  test('updatedFrom lists the orders changed at or after its time, oldest change first', async () => {
    const api = await workspace();
    const [a, b, c] = ids(await createMany(api, 3));
    const all = { updatedFrom: '2020-01-01T00:00:00Z' };
    expect(ids((await list(api, all)).orders)).toEqual([String(a), String(b), String(c)]);
    const { updatedAt } = expectOk(
      await api.post('/api/v1/orders/update', { id: a, data: { platform: 'changed later' } }),
    );
    const order = ids((await list(api, all)).orders);
    expect(order.at(-1)).toBe(String(a));
    expect(ids((await list(api, { updatedFrom: updatedAt })).orders)).toContain(String(a));
    expect((await list(api, { updatedFrom: '2999-01-01T00:00:00Z' })).orders).toEqual([]);
    const pages = await walk(api, { ...all, limit: '1' }, async () => undefined);
    expect(pages).toEqual(order);
  });
});

test('a page is full as long as more orders match, however far apart they are', async () => {
  await using own = await openShop();
  const store = { storage: { path: join(own.dir, 'docket.db') }, workspace: { seq: 1 } };
  await fillOrders(store, 4_000, (n) => ({ statusId: n % 900 === 850 ? 'status-closed' : 'status-new' }));
  const query = { updatedFrom: '1970-01-01T00:00:00Z', statusId: 'status-closed', limit: '2' };
  const first = await list(own.api, query);
  expect(first.orders.map(({ num }: Item) => num)).toEqual(['851', '1751']);
  const second = await list(own.api, { ...query, cursor: first.nextCursor });
  expect(second.orders.map(({ num }: Item) => num)).toEqual(['2651', '3551']);
  const none = { updatedFrom: '1970-01-01T00:00:00Z', dateFrom: '2030-01-01' };
  expect(await list(own.api, none)).toEqual({ orders: [], nextCursor: null });
});

test('the same requestKey in two workspaces creates two orders with separate number series', async () => {
  const [mine, theirs] = [await workspace(), await workspace()];
  const body = orderBody();
  const first = expectOk(await mine.post('/api/v1/orders/create', body));
  const second = expectOk(await theirs.post('/api/v1/orders/create', body));
  expect(first.id).not.toBe(second.id);
  expect([first.num, second.num]).toEqual(['1', '1']);
});

describe('an order is found', () => {
  test('the filter by number finds an order by its current number, whether the API caller or Docket chose the number', async () => {
    const api = await workspace();
    const [byNum, bySeries] = [await create(api, { requestKey: undefined, num: 'A-1' }), await create(api)];
    expect(ids((await list(api, { num: 'A-1' })).orders)).toEqual([byNum.id]);
    expect(ids((await list(api, { num: bySeries.num })).orders)).toEqual([bySeries.id]);
    expectOk(await api.post('/api/v1/orders/update', { id: byNum.id, data: { num: 'B-2' } }));
    expect((await list(api, { num: 'A-1' })).orders).toEqual([]);
    const [found] = (await list(api, { num: 'B-2' })).orders;
    expect(found).toMatchObject({ id: byNum.id, num: 'B-2', source: 'site', requestKey: null });
    expectOk(await api.post('/api/v1/orders/delete', { id: byNum.id }));
    expect((await list(api, { num: 'B-2' })).orders).toEqual([]);
  });

  test('by its exact requestKey within the API key’s source', async () => {
    const workspaceId = await addWorkspace(shop.dir, 'Two sources');
    const [site, till] = [
      client(shop.url, await createKey(shop.dir, workspaceId, 'site')),
      client(shop.url, await createKey(shop.dir, workspaceId, 'till')),
    ];
    const ours = await create(site, { requestKey: 'cart 7' });
    const theirs = await create(till, { requestKey: 'cart 7' });
    await create(site, { requestKey: 'cart 77' });
    await create(site, { requestKey: undefined, num: 'cart 8' });
    expect((await list(site, { requestKey: 'cart 7' })).orders).toMatchObject([
      { id: ours.id, source: 'site', requestKey: 'cart 7' },
    ]);
    expect(ids((await list(till, { requestKey: 'cart 7' })).orders)).toEqual([theirs.id]);
    for (const none of ['cart', 'Cart 7', 'cart 8', 'nothing']) {
      expect(await list(site, { requestKey: none })).toEqual({ orders: [], nextCursor: null });
    }
    expectOk(await site.post('/api/v1/orders/delete', { id: ours.id }));
    expect((await list(site, { requestKey: 'cart 7' })).orders).toEqual([]);
  });

  test('the filter by number finds an order only if the order also matches all other filters', async () => {
    const api = await workspace();
    const day = (date: string) => ({ date: `${date}T10:00:00+03:00` });
    const same = { requestKey: undefined, num: 'same' };
    const { id } = await create(api, { ...same, ...day('2026-03-08'), statusId: 'status-closed' });
    const keyed = await create(api, { requestKey: 'keyed', ...day('2026-03-09') });
    const of = async (query: Record<string, string>) => ids((await list(api, query)).orders);
    const since = (await list(api, { num: 'same' })).orders[0].updatedAt;
    for (const query of [
      { statusId: 'status-closed' },
      { dateFrom: '2026-03-08', dateTo: '2026-03-08' },
      { updatedFrom: since },
    ]) {
      expect(await of({ num: 'same', ...query })).toEqual([id]);
    }
    for (const query of [
      { statusId: 'status-new' },
      { dateFrom: '2026-03-09' },
      { updatedFrom: '2100-01-01T00:00:00Z' },
    ]) {
      expect(await of({ num: 'same', ...query })).toEqual([]);
    }
    expect(await of({ requestKey: 'keyed', num: keyed.num, statusId: 'status-new', dateFrom: '2026-03-09' })).toEqual([
      keyed.id,
    ]);
    for (const query of [
      { num: 'same' },
      { statusId: 'status-closed' },
      { dateTo: '2026-03-08' },
      { updatedFrom: '2100-01-01T00:00:00Z' },
    ]) {
      expect(await of({ requestKey: 'keyed', ...query })).toEqual([]);
    }
  });

  test('orders that share an order number are paged in the list’s sequence, and their cursor is valid for that number only', async () => {
    const api = await workspace();
    const made = await createMany(api, 7);
    for (const { id } of made) expectOk(await api.post('/api/v1/orders/update', { id, data: { num: 'same' } }));
    await createMany(api, 2);
    const nothing = async () => undefined;
    expect(await walk(api, { num: 'same', limit: '3' }, nothing)).toEqual(ids(made).reverse());
    const changed = await walk(api, { num: 'same', limit: '3', updatedFrom: '2000-01-01T00:00:00Z' }, nothing);
    expect(changed).toEqual(ids(made));
    const { nextCursor: cursor } = await list(api, { num: 'same', limit: '3' });
    for (const query of [{}, { num: 'other' }, { num: 'same', requestKey: 'x' }, { requestKey: 'same' }]) {
      const answer = await api.get(`/api/v1/orders?${new URLSearchParams({ ...query, cursor })}`);
      expectFailure(answer, 422, 'invalid_cursor');
    }
  });
});
