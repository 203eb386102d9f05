/**
 * Deleting an order frees the ids of its payments. A restore reports the ids that it cannot take back (contract,
 * section 3).
 */

import { expect, test } from 'bun:test';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--environment', 'dev']);

const { post, made, read } = ordersOf(shop);
const make = (...ids: readonly (string | number)[]): Promise<{ id: string; num: string }> =>
  made({ payments: ids.map((paymentId) => ({ paymentId, amount: 1 })) });
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;

test('a payment conflict names the order that has the payment id, unless both payments are in one create call', async () => {
  const { id } = await make('conflict-1');
  const other = await make();
  const answer = await post('payment', { id: other.id, paymentId: 'conflict-1', amount: 1 });
  expect(expectFailure(answer, 409, 'payment_key_conflict')).toEqual({ paymentId: 'conflict-1', orderId: id });
  const payments = [
    { paymentId: 'twice', amount: 1 },
    { paymentId: 'twice', amount: 2 },
  ];
  const twice = await post('create', orderBody({ payments }));
  expect(expectFailure(twice, 409, 'payment_key_conflict')).toEqual({ paymentId: 'twice' });
  expect(twice.body.message).toBe('Two payments of this create have the same paymentId. Nothing was stored.');
});

test('payment ids that a restored order cannot reclaim are in the restore’s answer, in reads and in the history', async () => {
  const gone = await make('moved', 7401, 'stays');
  const other = await make();
  expectOk(await post('delete', { id: gone.id }));
  expectFailure(await post('payment', { id: gone.id, paymentId: 'moved', amount: 1 }), 404, 'order_not_found');
  for (const paymentId of ['moved', '7401']) {
    const answer = await post('payment', { id: other.id, paymentId, amount: 1 });
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
  }
  const restored = expectOk(await owner.post(`${shop.base}/orders/${gone.id}/restore`, {}));
  const now = { orderId: other.id, orderNumber: other.num };
  expect(restored).toMatchObject({
    withoutIds: [
      { externalId: '7401', ...now },
      { externalId: 'moved', ...now },
    ],
    withoutIdsInAll: 2,
  });
  const { payments, paidAmount } = await read(gone.id);
  expect(paidAmount).toBe(3);
  expect(payments).toMatchObject([
    { externalId: null, sent: { paymentId: 'moved' } },
    { externalId: null, sent: { paymentId: 7401 } },
    { externalId: 'stays' },
  ]);
  const page = await pageOf(gone.id);
  expect(page.payments).toMatchObject([
    { externalId: null, freedId: 'moved', holder: { id: other.id, num: other.num } },
    { externalId: null, freedId: '7401', holder: { id: other.id, num: other.num } },
    { externalId: 'stays', freedId: null, holder: null },
  ]);
  expect(page.timeline.at(-1)).toMatchObject({ kind: 'restored', changes: { paymentIds: { from: '7401, moved' } } });
  for (const [id, paymentId, orderId] of [
    [other.id, 'stays', gone.id],
    [gone.id, 'moved', other.id],
  ]) {
    const answer = await post('payment', { id, paymentId, amount: 1 });
    expect(expectFailure(answer, 409, 'payment_key_conflict')).toEqual({ paymentId, orderId });
  }
});

test('a payment gets its lost id back when the order that took the id is deleted', async () => {
  const paid = { amount: 1, paidAt: '2026-03-08T10:00:00Z' };
  const pay = (id: string, paymentId: string, extra = {}) => post('payment', { id, paymentId, ...paid, ...extra });
  const [one, two] = [await make(), await make()];
  const [kept, removed] = [expectOk(await pay(one.id, 'kept')), expectOk(await pay(one.id, 'removed'))];
  const { version } = await pageOf(one.id);
  expectOk(await owner.post(`${shop.base}/orders/${one.id}/payments/${removed.paymentId}/remove`, { version }));
  expectOk(await post('delete', { id: one.id }));
  for (const paymentId of ['kept', 'removed']) expectOk(await pay(two.id, paymentId));
  expectOk(await owner.post(`${shop.base}/orders/${one.id}/restore`, {}));
  expectFailure(await pay(one.id, 'kept'), 409, 'payment_key_conflict');
  expectOk(await post('delete', { id: two.id }));
  const again = await pay(one.id, 'kept');
  expect([again.headers.get('idempotent-replayed'), expectOk(again).paymentId]).toEqual(['true', kept.paymentId]);
  const other = expectFailure(await pay(one.id, 'kept', { amount: 2 }), 409, 'payment_key_conflict');
  expect(other).toEqual({ paymentId: 'kept', orderId: one.id });
  expectFailure(await pay(one.id, 'removed'), 409, 'payment_deleted');
  expect((await read(one.id)).paidAmount).toBe(1);
  const third = await make();
  expectOk(await pay(third.id, 'kept'));
});

test('a restore of many orders reports how many payments stay without their ids', async () => {
  const [one, two, other] = [await make('many-1', 'stays-1'), await make('many-2'), await make()];
  const ids = [one.id, two.id];
  expect(expectOk(await owner.post(`${shop.base}/orders/remove`, { ids })).withoutIds).toBe(0);
  for (const paymentId of ['many-1', 'many-2']) {
    expectOk(await post('payment', { id: other.id, paymentId, amount: 1 }));
  }
  expect(expectOk(await owner.post(`${shop.base}/orders/restore`, { ids })).withoutIds).toBe(2);
});
