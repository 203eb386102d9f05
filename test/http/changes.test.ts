import { expect, test } from 'bun:test';
import { type Client, client, createKey } from '../support/docket.ts';
import { expectFailure, expectInvalid, expectOk, placeOrder } from '../support/http-answers.ts';
import { openWorkspace } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();

interface Change {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly type: string;
  readonly version: number;
  readonly occurredAt: string;
}

interface ChangePage {
  readonly changes: readonly Change[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const changes = async (api: Client, query: Record<string, string> = {}): Promise<ChangePage> =>
  expectOk(await api.get(`/api/v1/changes?${new URLSearchParams(query)}`));

/** A separate workspace, so that a test sees only its own changes. */
const workspace = () => openWorkspace(shop, 'Changes');

const create = (api: Client, extra: object = {}): Promise<{ id: string; num: string; updatedAt: string }> =>
  placeOrder(api, extra as Record<string, unknown>);

async function follow(api: Client, after: string | undefined, limit: number): Promise<ChangePage> {
  const seen: Change[] = [];
  let cursor = after;
  for (;;) {
    const page = await changes(api, { limit: String(limit), ...(cursor === undefined ? {} : { after: cursor }) });
    seen.push(...page.changes);
    cursor = page.nextCursor;
    if (!page.hasMore) return { ...page, changes: seen };
  }
}

test('the feed lists each change in storage order, with the order’s number and version at that time', async () => {
  const { api } = await workspace();
  const now = await changes(api, { after: 'now' });
  expect(now).toEqual({ changes: [], nextCursor: expect.any(String), hasMore: false });
  const payments = [{ paymentId: 'p1', amount: 10, currency: 'RUB' }];
  const first = await create(api, { num: 'A-1', requestKey: undefined, payments });
  const second = await create(api);
  expectOk(await api.post('/api/v1/orders/update', { id: first.id, data: { num: 'A-2' } }));
  expectOk(await api.post('/api/v1/orders/status', { id: first.id, statusId: 'status-closed' }));
  expectOk(await api.post('/api/v1/orders/payment', { id: second.id, paymentId: 'p2', amount: 5 }));
  // An update without effect is not a change.
  expectOk(await api.post('/api/v1/orders/status', { id: first.id, statusId: 'status-closed' }));
  expectOk(await api.post('/api/v1/orders/delete', { id: second.id }));
  expectOk(await api.post('/api/v1/orders/delete', { id: second.id }));
  const told = await changes(api, { after: now.nextCursor });
  expect(told.hasMore).toBe(false);
  expect(told.changes.map(({ occurredAt, ...rest }) => rest)).toEqual([
    { orderId: first.id, orderNumber: 'A-1', type: 'order.created', version: 1 },
    { orderId: first.id, orderNumber: 'A-1', type: 'order.payment.created', version: 1 },
    { orderId: second.id, orderNumber: second.num, type: 'order.created', version: 1 },
    { orderId: first.id, orderNumber: 'A-2', type: 'order.updated', version: 2 },
    { orderId: first.id, orderNumber: 'A-2', type: 'order.status.changed', version: 3 },
    { orderId: second.id, orderNumber: second.num, type: 'order.payment.created', version: 2 },
    { orderId: second.id, orderNumber: second.num, type: 'order.deleted', version: 3 },
  ]);
  for (const { occurredAt } of told.changes) expect(occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await changes(api, { after: told.nextCursor })).toEqual({ ...told, changes: [] });
  expect((await changes(api)).changes).toEqual(told.changes);
  expect((await changes(api, { after: '' })).changes).toEqual(told.changes);
  for (const limit of [1, 2, 3, 7, 1000]) {
    expect((await follow(api, undefined, limit)).changes).toEqual(told.changes);
    expect((await follow(api, now.nextCursor, limit)).changes).toEqual(told.changes);
  }
  expect((await changes(api, { limit: '7' })).hasMore).toBe(false);
  expect((await changes(api, { limit: '6' })).hasMore).toBe(true);
});

test('the feed contains changes from the desk, from other sources and from times when webhooks are off', async () => {
  const key = await createKey(shop.dir, shop.workspaceId, 'other-source');
  const api = client(shop.url, key);
  const { nextCursor } = await changes(api, { after: 'now' });
  expectOk(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled: false }));
  const { id } = await create(client(shop.url, shop.key));
  expectOk(await owner.post(`${shop.base}/orders/${id}/remove`, {}));
  expectOk(await owner.post(`${shop.base}/orders/${id}/restore`, {}));
  const told = await changes(api, { after: nextCursor });
  expect(told.changes.map(({ orderId, type, version }) => [orderId === id, type, version])).toEqual([
    [true, 'order.created', 1],
    [true, 'order.deleted', 2],
    [true, 'order.updated', 3],
  ]);
});

test('a cursor of the feed works only in its own workspace, and an altered or invented cursor is refused', async () => {
  const [one, other] = [await workspace(), await workspace()];
  await create(one.api);
  const { nextCursor } = await changes(one.api);
  expect(await changes(one.api, { after: nextCursor })).toMatchObject({ changes: [] });
  const list = expectOk(await one.api.get('/api/v1/orders?limit=1'));
  expect(list.nextCursor).toBeNull();
  const flipped = `${nextCursor.slice(0, 9)}${nextCursor[9] === 'A' ? 'B' : 'A'}${nextCursor.slice(10)}`;
  for (const after of ['NOW', '0', '1', 'null', flipped, nextCursor.slice(2), `${nextCursor}A`, 'x'.repeat(5000)]) {
    const asked = await one.api.get(`/api/v1/changes?${new URLSearchParams({ after })}`);
    expectFailure(asked, 422, 'invalid_cursor');
  }
  expectFailure(await other.api.get(`/api/v1/changes?after=${nextCursor}`), 422, 'invalid_cursor');
});

test('limit is 1 to 1,000 and defaults to 100, and unknown parameters are refused', async () => {
  const { api, id } = await workspace();
  for (const limit of ['0', '1001', '-1', '1.5', 'x']) {
    expectInvalid(await api.get(`/api/v1/changes?limit=${limit}`), 'limit');
  }
  expectInvalid(await api.get('/api/v1/changes?before=now'), 'before');
  expectFailure(await api.post('/api/v1/changes', {}), 405, 'method_not_allowed');
  const payments = Array.from({ length: 100 }, (_, at) => ({ paymentId: `p${at}`, amount: 1, currency: 'RUB' }));
  await create(api, { payments });
  await create(api);
  const first = await changes(api);
  expect([first.changes.length, first.hasMore]).toEqual([100, true]);
  const rest = await changes(api, { after: first.nextCursor });
  expect([rest.changes.length, rest.hasMore]).toEqual([2, false]);
  const writeOnly = client(shop.url, await createKey(shop.dir, id, 'w', 'svc:orders:create'));
  expectFailure(await writeOnly.get('/api/v1/changes'), 403, 'scope_missing');
});
