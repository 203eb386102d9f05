import { expect, test } from 'bun:test';
import { client, openShop, orderBody } from '../support/docket.ts';
import {
  countRows,
  eventsOf,
  eventTypes,
  expectFailure,
  expectOk,
  placeOrder,
  readStore,
} from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { holdWriter } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const shop = shared(openShop);

const CREATE = '/api/v1/orders/create';
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

test('40 identical simultaneous creates give one order, one number and one event', async () => {
  const body = orderBody();
  const before = countRows(shop, 'orders');
  const answers = await times(40, () => shop.api.post(CREATE, body));
  const orders = answers.map(expectOk);
  expect(new Set(orders.map((order) => `${order.id} ${order.num}`)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(39);
  expect(countRows(shop, 'orders')).toBe(before + 1);
  expect(eventTypes(shop, orders[0].id)).toEqual(['order.created']);
});

test('simultaneous creates under one requestKey with different payloads give one order', async () => {
  const body = orderBody();
  const before = countRows(shop, 'orders');
  const answers = await times(20, (index) => shop.api.post(CREATE, { ...body, platform: `site ${index}` }));
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(19);
  for (const answer of refused) expectFailure(answer, 409, 'order_key_conflict');
  expect(countRows(shop, 'orders')).toBe(before + 1);
});

test('one of 30 simultaneous compare-and-sets of a status wins, and 29 get order_status_conflict', async () => {
  const { id } = await placeOrder(shop.api);
  const answers = await times(30, (index) => {
    const statusId = index % 2 === 0 ? 'status-in-progress' : 'status-closed';
    return shop.api.post('/api/v1/orders/status', { id, statusId, expectedStatusId: 'status-new' });
  });
  const won = answers.filter((answer) => answer.status === 200).map(expectOk);
  expect(won).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const details = expectFailure(answer, 409, 'order_status_conflict');
    expect(details).toEqual({ currentStatusId: won[0].statusId });
  }
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.status.changed']);
  expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).statusId).toBe(won[0].statusId);
});

test('one of 20 simultaneous updates with one If-Match wins, and 19 get precondition_failed', async () => {
  const { id } = await placeOrder(shop.api);
  const etag = (await shop.api.get(`/api/v1/orders/${id}`)).headers.get('etag') ?? '';
  const answers = await times(20, (index) =>
    shop.api.post('/api/v1/orders/update', { id, data: { platform: `p${index}` } }, { 'if-match': etag }),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectFailure(answer, 412, 'precondition_failed');
  }
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.updated']);
});

test('500 simultaneous creates with a requestKey are numbered 1 to 500 without a gap', async () => {
  await using fresh = await openShop();
  const orders = (await times(500, () => fresh.api.post(CREATE, orderBody()))).map(expectOk);
  const numbers = orders.map((order) => Number(order.num)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  expect(new Set(orders.map((order) => order.id)).size).toBe(500);
  expect(countRows(fresh, 'events')).toBe(500);
});

test('40 identical simultaneous payments give one payment and one event', async () => {
  const { id } = await placeOrder(shop.api);
  const body = { id, paymentId: 'at-once', amount: 100, paidAt: '2026-03-08T10:00:00Z' };
  const answers = await times(40, () => shop.api.post('/api/v1/orders/payment', body));
  expect(new Set(answers.map((answer) => expectOk(answer).paymentId)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(39);
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.payment.created']);
  const order = expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  expect([order.paidAmount, order.payments.length]).toEqual([100, 1]);
});

test('different simultaneous payments all count', async () => {
  const { id } = await placeOrder(shop.api);
  const answers = await times(50, (index) =>
    shop.api.post('/api/v1/orders/payment', { id, paymentId: `each-${index}`, amount: 0.1 }),
  );
  expect(new Set(answers.map((answer) => expectOk(answer).paymentId)).size).toBe(50);
  expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).paidAmount).toBe(5);
});

test('simultaneous deletes all succeed and send one event', async () => {
  const { id } = await placeOrder(shop.api);
  const answers = await times(20, () => shop.api.post('/api/v1/orders/delete', { id }));
  for (const answer of answers) expect(expectOk(answer)).toEqual({ id });
  expect(eventTypes(shop, id)).toEqual(['order.created', 'order.deleted']);
});

test('identical simultaneous inquiries give one inquiry', async () => {
  const before = countRows(shop, 'inquiries');
  const answers = await times(30, () =>
    shop.api.post('/api/v1/inquiries', { payload: { name: 'Анна' } }, { 'idempotency-key': 'at-once' }),
  );
  expect(new Set(answers.map((answer) => expectOk(answer).id)).size).toBe(1);
  expect(countRows(shop, 'inquiries')).toBe(before + 1);
});

test('a failed request to create an order leaves nothing and uses up no number, even among simultaneous requests', async () => {
  await using fresh = await openShop();
  const taken = { paymentId: 'taken', amount: 5 };
  const first = await placeOrder(fresh.api, { payments: [taken] });
  const answers = await times(60, (index) => {
    const own = { paymentId: `own-${index}`, amount: 7 };
    return fresh.api.post(CREATE, orderBody({ payments: index % 3 === 0 ? [own, taken] : [own] }));
  });
  const failed = answers.filter((_, index) => index % 3 === 0);
  for (const answer of failed) expectFailure(answer, 409, 'payment_key_conflict');
  const good = answers.filter((_, index) => index % 3 !== 0).map(expectOk);
  const numbers = [first, ...good].map((order) => Number(order.num)).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  expect(['orders', 'payments', 'events'].map((table) => countRows(fresh, table))).toEqual([41, 41, 82]);
  const keys = readStore(fresh, 'SELECT external_id FROM payments').map((row) => row['external_id']);
  expect(keys).not.toContain('own-0');
  expect(keys).toContain('own-1');
  for (const order of good) {
    const events = eventsOf(fresh, order.id);
    expect(events.map((event) => event.type)).toEqual(['order.created', 'order.payment.created']);
  }
});

test('simultaneous changes of many orders share one limit of fifty queued writes', async () => {
  await using shop = await openTimedShop();
  const { storage, workspace } = shop.store;
  const { key } = await shop.newKey('Site');
  const api = client(shop.url, key);
  const ids: string[] = [];
  for (let at = 0; at < 60; at += 1) ids.push((await placeOrder(api)).id);
  const owner = await shop.owner();
  const base = `/app/api/workspaces/${workspace.id}`;
  expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  const release = await holdWriter(storage);
  const change = (statusId: string) => owner.post(`${base}/orders/statuses`, { ids, statusId });
  const changes = ['status-in-progress', 'status-closed', 'status-new', 'status-in-progress'].map(change);
  await until('the first orders wait for the writer', () => storage.waiting() > 0);
  // These reads give the server time to receive all four `changes`.
  for (let at = 0; at < 5; at += 1) expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  expect(storage.waiting()).toBe(50);
  expectFailure(await change('status-closed'), 429, 'rate_limited');
  await release();
  for (const answer of await Promise.all(changes)) {
    const { outcomes } = expectOk(answer);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['changed']));
  }
  const { order } = expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  expect(order.statusId).toBe('status-in-progress');
});
