/** A `num` that is empty or only blanks counts as not given, wherever it is sent (contract, section 2). */

import { expect, test } from 'bun:test';
import { bringTable } from '../support/await-import.ts';
import { orderBody } from '../support/docket.ts';
import { eventTypes, expectFailure, expectInvalid, expectOk } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const { post } = ordersOf(shop);
const BLANKS = ['', ' ', '   ', '\t', ' \n ', '\u00a0', '\u3000 '];

test.each(BLANKS)('a create with the blank num %j equals a create without num', async (num) => {
  const body = orderBody();
  const first = expectOk(await post('create', { ...body, num }));
  expect(first.num).toMatch(/^\d+$/);
  for (const repeat of [body, { ...body, num: null }, { ...body, num: '' }, { ...body, num: '  ' }]) {
    const answer = await post('create', repeat);
    expect([expectOk(answer).id, answer.headers.get('idempotent-replayed')]).toEqual([first.id, 'true']);
  }
  expectFailure(await post('create', { ...body, num, platform: 'other' }), 409, 'order_key_conflict');
});

test.each(BLANKS)('a create with only the blank num %j is refused because it has no request key', async (num) => {
  expectInvalid(await post('create', orderBody({ requestKey: undefined, num })), 'requestKey');
});

test('an order number sent with blanks at its ends keeps these blanks', async () => {
  const order = expectOk(await post('create', orderBody({ requestKey: undefined, num: ' B-7 ' })));
  expect(order.num).toBe(' B-7 ');
  expectOk(await post('update', { id: order.id, data: { num: '  B-8' } }));
  expect(expectOk(await shop.api.get(`/api/v1/orders/${order.id}`)).num).toBe('  B-8');
});

test.each(BLANKS)(
  'an update with the num %j keeps the order’s number, and is refused as empty if nothing else is set',
  async (num) => {
    const order = expectOk(await post('create', orderBody()));
    expectInvalid(await post('update', { id: order.id, data: { num } }), 'data');
    const changed = expectOk(await post('update', { id: order.id, data: { num, platform: 'till' } }));
    expect([changed.num, changed.platform]).toEqual([order.num, 'till']);
    expect(eventTypes(shop, order.id)).toEqual(['order.created', 'order.updated']);
  },
);

test('an update with the num null keeps the number and counts as no change', async () => {
  const order = expectOk(await post('create', orderBody()));
  expect(expectOk(await post('update', { id: order.id, data: { num: null } }))).toEqual(order);
});

test('an update without a num counts as a repeat of one with a blank num under the same Idempotency-Key', async () => {
  const key = { 'idempotency-key': 'blank-num' };
  const order = expectOk(await post('create', orderBody()));
  const first = expectOk(await post('update', { id: order.id, data: { platform: 'till', num: ' ' } }, key));
  const again = await post('update', { id: order.id, data: { platform: 'till' } }, key);
  expect([expectOk(again), again.headers.get('idempotent-replayed')]).toEqual([first, 'true']);
});

test('a list with a blank num lists all orders', async () => {
  expectOk(await post('create', orderBody()));
  const all = expectOk(await shop.api.get('/api/v1/orders?limit=2'));
  for (const num of ['%20', '%20%09', '%C2%A0']) {
    const page = expectOk(await shop.api.get(`/api/v1/orders?limit=2&num=${num}`));
    expect(page.orders).toEqual(all.orders);
    expectOk(await shop.api.get(`/api/v1/orders?limit=2&cursor=${encodeURIComponent(page.nextCursor)}`));
  }
});

test('an update in the dashboard with a blank num leaves the order’s number unchanged', async () => {
  const order = expectOk(await post('create', orderBody()));
  expectOk(await owner.post(`${shop.base}/orders/${order.id}/update`, { data: { num: '  ', platform: 'desk' } }));
  expectInvalid(await owner.post(`${shop.base}/orders/${order.id}/update`, { data: { num: '  ' } }), 'data');
  expect(expectOk(await owner.get(`${shop.base}/orders/${order.id}`)).order).toMatchObject({
    num: order.num,
    version: 2,
  });
});

test('a blank order number in an import file is replaced by the next number of the series', async () => {
  const csv = 'Number,Date,Item,Quantity,Price\n"  ",2026-03-08,Blank-numbered,1,10\n';
  expect((await bringTable(owner, shop.base, 'orders/import', csv)).counts).toMatchObject({ created: 1 });
  const [newest] = expectOk(await shop.api.get('/api/v1/orders?limit=1')).orders;
  expect(newest.num).toMatch(/^\d+$/);
});
