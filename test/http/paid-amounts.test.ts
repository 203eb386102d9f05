/** paidAmount is the sum of `amount - refundedAmount` over `payments`, whatever was done (contract, section 3). */

import { expect, test } from 'bun:test';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
const { read } = ordersOf(shop);
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;

test('only a fully refunded payment moves from `payments` to `refundedPayments`', async () => {
  const payments = [1, 2, 3].map((n) => ({ paymentId: `split-${n}`, amount: 10 }));
  const { id } = await placeOrder(shop.api, { payments });
  const refund = async (at: number, amount: number) => {
    const { version, payments: shown } = await pageOf(id);
    expectOk(await owner.post(`${shop.base}/orders/${id}/payments/${shown[at].id}/refund`, { version, amount }));
  };
  expect(await read(id)).toMatchObject({ payments: [{}, {}, {}], refundedPayments: [] });
  await refund(0, 4);
  await refund(1, 10);
  expectOk(await owner.post(`${shop.base}/orders/${id}/payments`, { pending: true, amount: 7 }));
  const order = await read(id);
  expect(order.payments).toMatchObject([
    { externalId: 'split-1', status: 'confirmed', amount: 10, refundedAmount: 4 },
    { externalId: 'split-3', status: 'confirmed', amount: 10, refundedAmount: 0 },
  ]);
  expect(order.refundedPayments).toMatchObject([
    { externalId: 'split-2', status: 'refunded', amount: 10, refundedAmount: 10 },
  ]);
  expect([order.paidAmount, order.paymentStatus]).toEqual([16, 'partial']);
  const shown = (await pageOf(id)).payments.map((one: { status: string }) => one.status);
  expect(shown).toEqual(['confirmed', 'refunded', 'confirmed', 'pending']);
  await refund(0, 6);
  await refund(2, 10);
  const all = await read(id);
  expect([all.payments, all.refundedPayments.length, all.paidAmount, all.paymentStatus]).toEqual([
    [],
    3,
    0,
    'refunded',
  ]);
});
