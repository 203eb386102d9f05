import { expect, test } from 'bun:test';
import { shapeFull } from '../../src/http/orders/shape.ts';
import {
  addPendingPayment,
  changeStatus,
  confirmPayment,
  createOrder,
  deleteOrder,
  deletePayment,
  editPayment,
  getOrder,
  getOrderState,
  recordPayment,
  refundPayment,
  restoreOrder,
  undoPayment,
  updateOrder,
} from '../../src/orders/index.ts';
import { openTestStore } from '../support/store.ts';

const body = (requestKey: string) => ({
  requestKey,
  date: '2026-03-08T10:00:00+03:00',
  products: [{ name: 'Rose', quantity: 2, price: 1_500 }],
});

test('each change of an order or its payments gives the order a new state, even on a stopped clock', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const { order } = await createOrder(ctx, body('one'));
  const { id } = order;
  const other = await createOrder(ctx, body('two'));
  const ref = { orderId: id, paymentId: '' };
  const expected = {
    orderId: id,
    paymentId: 'sent',
    amount: 50,
    paidAt: '2026-05-20T10:00:00Z',
    paymentMethod: 'card',
  };
  const waits = async () => void Object.assign(ref, await addPendingPayment(ctx, { ...expected, paymentId: 'waits' }));
  const steps: readonly (() => Promise<unknown>)[] = [
    () => updateOrder(ctx, { id, data: { platform: 'Phone' } }),
    () => updateOrder(ctx, { id, data: { client: { name: 'Anna' } } }),
    () => changeStatus(ctx, { id, statusId: 'status-closed' }),
    waits,
    () => confirmPayment(ctx, ref),
    () => editPayment(ctx, { ...ref, paymentMethod: 'cash' }),
    () => refundPayment(ctx, { ...ref, roubles: 20 }),
    () => undoPayment(ctx, { ...ref, roubles: 20 }),
    async () => Object.assign(ref, await undoPayment(ctx, ref)),
    () => deletePayment(ctx, ref),
    () => recordPayment(ctx, { ...expected, id }),
    async () => {
      await deleteOrder(ctx, { id });
      expect(() => getOrderState(ctx, id)).toThrow(expect.objectContaining({ kind: 'order_not_found' }));
      // The deletion frees the payment id, and another order takes it. So the restored payment has no id.
      await recordPayment(ctx, { ...expected, id: other.order.id });
      await restoreOrder(ctx, id);
    },
  ];
  const read = () => [JSON.stringify(getOrderState(ctx, id)), JSON.stringify(shapeFull(getOrder(ctx, id)))] as const;
  const texts = new Map([read()]);
  for (const step of steps) {
    await step();
    const [state, text] = read();
    expect(texts.has(state)).toBe(false);
    texts.set(state, text);
  }
  // A read shows neither an expected payment nor its reversal, so four of the thirteen texts repeat an earlier text.
  expect([texts.size, new Set(texts.values()).size]).toEqual([13, 9]);
  expect(() => getOrderState({ ...ctx, workspace: { ...ctx.workspace, seq: 99 } }, id)).toThrow();
  expect(() => getOrderState(ctx, 'no-uuid')).toThrow(expect.objectContaining({ kind: 'order_not_found' }));
});
