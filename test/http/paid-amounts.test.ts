/** paidAmount is the sum of `amount - refundedAmount` over `payments`, whatever was done (contract, section 3). */

import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Visitor } from '../support/browser-session.ts';
import { crowdOf } from '../support/crowd.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { ordersOf } from '../support/orders-api.ts';
import { shared } from '../support/shared.ts';

const shop = shared(() => openShop(['--environment', 'dev', '--rate-limit', '0']));
let owner: Visitor;
beforeAll(async () => {
  owner = await crowdOf(shop, shop.workspaceId);
});

interface PaymentAnswer {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly refundedAmount: number;
}
const { read } = ordersOf(shop);
const pageOf = async (id: string) => expectOk(await owner.get(`${shop.base}/orders/${id}`)).order;
const kopecks = (roubles: number): number => Math.round(roubles * 100);
const sumOf = (paid: readonly PaymentAnswer[]): number =>
  paid.reduce((sum, { amount, refundedAmount }) => sum + kopecks(amount) - kopecks(refundedAmount), 0);

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
  const shown = (await pageOf(id)).payments.map((one: PaymentAnswer) => one.status);
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

test('a read’s sums match its payments after any sequence of payment actions', async () => {
  const step = fc.record({
    act: fc.constantFrom('record', 'add', 'confirm', 'edit', 'refund', 'refundWhole', 'remove', 'restore'),
    which: fc.nat(3),
    kopecks: fc.integer({ min: 1, max: 20_000 }),
  });
  const runs = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
    const first = { paymentId: crypto.randomUUID(), amount: 0.07 };
    const { id } = await placeOrder(shop.api, { payments: [first] });
    const at = `${shop.base}/orders/${id}/payments`;
    for (const { act, which, kopecks: much } of steps) {
      const amount = much / 100;
      const { version, payments: shown } = await pageOf(id);
      const one = shown[which % Math.max(shown.length, 1)] ?? { id: 'none', amount: 1, refundedAmount: 0 };
      const left = (kopecks(one.amount) - kopecks(one.refundedAmount)) / 100;
      // The server refuses an impossible action. `paidAmount` must be correct after a refusal too.
      const acts = {
        record: () => shop.api.post('/api/v1/orders/payment', { id, paymentId: crypto.randomUUID(), amount }),
        add: () => owner.post(at, { pending: true, amount }),
        confirm: () => owner.post(`${at}/${one.id}/confirm`, { version }),
        edit: () => owner.post(`${at}/${one.id}/edit`, { version, amount }),
        refund: () => owner.post(`${at}/${one.id}/refund`, { version, amount }),
        refundWhole: () => owner.post(`${at}/${one.id}/refund`, { version, amount: left }),
        remove: () => owner.post(`${at}/${one.id}/remove`, { version }),
        restore: async () => {
          await owner.post(`${shop.base}/orders/${id}/remove`, {});
          return owner.post(`${shop.base}/orders/${id}/restore`, {});
        },
      };
      expect((await acts[act]()).status).toBeLessThan(500);
      const order = await read(id);
      expect(kopecks(order.paidAmount)).toBe(sumOf(order.payments));
      expect(sumOf(order.refundedPayments)).toBe(0);
      expect(order.payments.every((paid: PaymentAnswer) => paid.status === 'confirmed')).toBe(true);
      expect(order.refundedPayments.every((paid: PaymentAnswer) => paid.status === 'refunded')).toBe(true);
      const held = (await pageOf(id)).payments.filter((paid: PaymentAnswer) => paid.status !== 'pending');
      expect(held.length).toBe(order.payments.length + order.refundedPayments.length);
    }
  });
  await fc.assert(runs, { numRuns: 40 });
});
