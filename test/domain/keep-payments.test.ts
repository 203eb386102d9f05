import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import {
  addPendingPayment,
  confirmPayment,
  deleteOrder,
  deletePayment,
  editPayment,
  getDeskOrder,
  getOrder,
  recordPayment,
  refundPayment,
  restoreOrder,
  undoPayment,
} from '../../src/orders/index.ts';
import { events, inspect, payments, refunds } from '../../src/storage/index.ts';
import { addOrder, changeLater, openTestStore, type TestStore } from '../support/store.ts';

let keys = 0;
const makeOrder = (store: TestStore): Promise<string> => addOrder(store.ctx('@dashboard'));
const told = (store: TestStore): number =>
  store.storage.read.select().from(events).where(eq(events.type, 'order.payment.created')).all().length;
function toldOf(store: TestStore, id: string): string[] {
  const { order } = getDeskOrder(store.ctx(), id);
  const rows = store.storage.read.select().from(events).where(eq(events.orderSeq, order.seq)).all();
  return rows.map(({ type }) => type);
}
const stateOf = (store: TestStore, id: string) => {
  const { order } = getOrder(store.ctx(), id);
  return { paid: order.paidAmount, status: order.paymentStatus };
};
const etagOf = (store: TestStore, id: string): string => `"${getDeskOrder(store.ctx(), id).order.version}"`;

test('a pending payment counts only when confirmed, and repeated confirmations send one event', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const add = () => addPendingPayment(ctx, { orderId, paymentId: 'manual:1', amount: 40 });
  const [{ paymentId }, again] = await Promise.all([add(), add()]);
  expect(again.paymentId).toBe(paymentId);
  expect(stateOf(store, orderId)).toEqual({ paid: 0, status: 'unpaid' });
  expect(getOrder(ctx, orderId).payments).toEqual([]);
  expect(getDeskOrder(ctx, orderId).payments.map(({ status }) => status)).toEqual(['pending']);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  expect(told(store)).toBe(0);

  const ref = { orderId, paymentId, ifMatch: etagOf(store, orderId) };
  await Promise.all([confirmPayment(ctx, ref), confirmPayment(ctx, ref), confirmPayment(ctx, ref)]);
  expect(stateOf(store, orderId)).toEqual({ paid: 4_000, status: 'partial' });
  expect(told(store)).toBe(1);
});

test('each edit, refund or deletion of a payment sends one order.updated and updates the amounts', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await recordPayment(ctx, { id: orderId, paymentId: 'manual:1', amount: 100 });
  const ref = () => ({ orderId, paymentId, ifMatch: etagOf(store, orderId) });
  expect(told(store)).toBe(1);
  await editPayment(ctx, { ...ref(), amount: 120 });
  expect(stateOf(store, orderId)).toEqual({ paid: 12_000, status: 'overpaid' });
  await refundPayment(ctx, { ...ref(), roubles: 50.5 });
  expect(stateOf(store, orderId)).toEqual({ paid: 6_950, status: 'partial' });
  await expect(editPayment(ctx, { ...ref(), amount: 50 })).rejects.toMatchObject({ kind: 'validation_failed' });
  await expect(refundPayment(ctx, { ...ref(), roubles: 69.51 })).rejects.toMatchObject({ kind: 'validation_failed' });
  await refundPayment(ctx, { ...ref(), roubles: 69.5, paymentMethod: 'cash', reason: ' Wilted ' });
  expect(getDeskOrder(ctx, orderId).timeline.at(-1)?.changes).toMatchObject({
    refundMethod: { from: null, to: 'cash' },
    refundReason: { from: null, to: 'Wilted' },
  });
  expect(stateOf(store, orderId)).toEqual({ paid: 0, status: 'refunded' });
  expect(getOrder(ctx, orderId).payments).toEqual([]);
  expect(getOrder(ctx, orderId).refundedPayments.map(({ status }) => status)).toEqual(['refunded']);
  await editPayment(ctx, { ...ref(), amount: 130 });
  expect(stateOf(store, orderId)).toEqual({ paid: 1_000, status: 'partial' });
  await deletePayment(ctx, ref());
  await deletePayment(ctx, { orderId, paymentId, ifMatch: '"1"' });
  expect(stateOf(store, orderId)).toEqual({ paid: 0, status: 'unpaid' });
  await expect(refundPayment(ctx, { ...ref(), roubles: 1 })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(recordPayment(ctx, { id: orderId, paymentId: 'manual:1', amount: 100 })).rejects.toMatchObject({
    kind: 'payment_deleted',
  });
  expect(told(store)).toBe(1);
  const { timeline } = getDeskOrder(ctx, orderId);
  expect(timeline.map(({ kind }) => kind)).toEqual([
    'created',
    'payment_recorded',
    'payment_edited',
    'payment_refunded',
    'payment_refunded',
    'payment_edited',
    'payment_deleted',
  ]);
  const corrections = Array.from({ length: 5 }, () => 'order.updated');
  expect(toldOf(store, orderId)).toEqual(['order.created', 'order.payment.created', ...corrections]);
});

test('a repeated refund is refused because the first one changed the order', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await recordPayment(ctx, { id: orderId, paymentId: 'manual:1', amount: 100 });
  const ref = { orderId, paymentId, ifMatch: etagOf(store, orderId) };
  const outcomes = await Promise.allSettled([
    refundPayment(ctx, { ...ref, roubles: 30 }),
    refundPayment(ctx, { ...ref, roubles: 30 }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(stateOf(store, orderId)).toEqual({ paid: 7_000, status: 'partial' });
});

test('a pending payment cannot be refunded, and another order’s payment is not found', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const other = await makeOrder(store);
  const { paymentId } = await addPendingPayment(ctx, { orderId, paymentId: 'manual:1', amount: 40 });
  await expect(refundPayment(ctx, { orderId, paymentId, roubles: 1 })).rejects.toMatchObject({ kind: 'payment_state' });
  for (const ref of [
    { orderId: other, paymentId },
    { orderId, paymentId: crypto.randomUUID() },
    { orderId, paymentId: 'x' },
  ]) {
    await expect(confirmPayment(ctx, ref)).rejects.toMatchObject({ kind: 'not_found' });
  }
  for (const amount of [0, -1, 0.001, 1e12]) {
    await expect(refundPayment(ctx, { orderId, paymentId, roubles: amount })).rejects.toMatchObject({
      kind: 'validation_failed',
    });
    await expect(editPayment(ctx, { orderId, paymentId, amount })).rejects.toMatchObject({
      kind: 'validation_failed',
    });
  }
});

test('a refund and a confirmation can each be undone once, but not after another change', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await addPendingPayment(ctx, { orderId, paymentId: 'manual:1', amount: 100 });
  const seen = () => ({ orderId, ifMatch: etagOf(store, orderId) });
  await confirmPayment(ctx, { ...seen(), paymentId });
  await refundPayment(ctx, { ...seen(), paymentId, roubles: 100 });
  const afterRefund = { ...seen(), paymentId };
  await expect(undoPayment(ctx, afterRefund)).rejects.toMatchObject({ kind: 'not_found' });
  await expect(undoPayment(ctx, { ...afterRefund, roubles: 100.01 })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(undoPayment(ctx, { ...afterRefund, roubles: 40 })).rejects.toMatchObject({ kind: 'not_found' });
  await expect(undoPayment(ctx, { ...afterRefund, roubles: 0 })).rejects.toMatchObject({ kind: 'validation_failed' });
  await undoPayment(ctx, { ...afterRefund, roubles: 100 });
  expect(stateOf(store, orderId)).toEqual({ paid: 10_000, status: 'paid' });
  await expect(undoPayment(ctx, { ...afterRefund, roubles: 100 })).rejects.toMatchObject({
    kind: 'precondition_failed',
  });
  const again = await undoPayment(ctx, { ...seen(), paymentId });
  expect(again.paymentId).not.toBe(paymentId);
  expect(stateOf(store, orderId)).toEqual({ paid: 0, status: 'unpaid' });
  expect(getDeskOrder(ctx, orderId).payments.map(({ status }) => status)).toEqual(['pending']);
  expect(told(store)).toBe(1);
  await confirmPayment(ctx, { ...seen(), paymentId: again.paymentId });
  expect(told(store)).toBe(2);
});

test('a confirmation can be undone while it is one of the order’s latest thousand changes', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await addPendingPayment(ctx, { orderId, paymentId: 'manual:1', amount: 100 });
  await confirmPayment(ctx, { orderId, paymentId, ifMatch: etagOf(store, orderId) });
  const undo = () => undoPayment(ctx, { orderId, paymentId, ifMatch: etagOf(store, orderId) });
  await changeLater(store, orderId, 1_000);
  await expect(undo()).rejects.toMatchObject({ kind: 'not_found' });
  await changeLater(store, orderId, -1);
  await undo();
  expect(stateOf(store, orderId)).toEqual({ paid: 0, status: 'unpaid' });
});

test('a change runs only once even if a simultaneous undo is refused because of too many payments', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await addPendingPayment(ctx, { orderId, paymentId: 'manual:1', amount: 100 });
  await confirmPayment(ctx, { orderId, paymentId, ifMatch: etagOf(store, orderId) });
  await Promise.all(
    Array.from({ length: 999 }, (_, at) => recordPayment(ctx, { id: orderId, paymentId: `p${at}`, amount: 1 })),
  );
  let runs = 0;
  const change = store.storage.write(() => {
    runs += 1;
  });
  const undo = undoPayment(ctx, { orderId, paymentId, ifMatch: etagOf(store, orderId) });
  await expect(undo).rejects.toMatchObject({ kind: 'validation_failed' });
  await change;
  expect(runs).toBe(1);
});

test('undoing a confirmation is refused for a payment that was never pending', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const orderId = await makeOrder(store);
  const { paymentId } = await recordPayment(ctx, { id: orderId, paymentId: 'sent', amount: 100 });
  const undo = undoPayment(ctx, { orderId, paymentId, ifMatch: etagOf(store, orderId) });
  await expect(undo).rejects.toMatchObject({ kind: 'not_found' });
  expect(stateOf(store, orderId)).toEqual({ paid: 10_000, status: 'paid' });
});

test('after any payment actions the order’s amounts match its payments, and each confirmation is sent once', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx('@dashboard');
  const leftOf = (orderId: string, paymentId: string): number => {
    const paid = getDeskOrder(ctx, orderId).payments.find(({ id }) => id === paymentId);
    return (paid?.amount ?? 0) - (paid?.refundedAmount ?? 0);
  };
  const step = fc.record({
    act: fc.constantFrom(
      'add',
      'record',
      'confirm',
      'edit',
      'refund',
      'refundAll',
      'unrefund',
      'unconfirm',
      'delete',
      'restore',
    ),
    which: fc.nat(3),
    // There are only a few amounts, so that an undo sometimes finds the refund it belongs to.
    kopecks: fc.constantFrom(1, 500, 999, 20_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const before = told(store);
      const orderId = await makeOrder(store);
      const ids: string[] = [];
      for (const { act, which, kopecks } of steps) {
        const amount = kopecks / 100;
        const ref = { orderId, paymentId: ids[which % Math.max(ids.length, 1)] ?? '' };
        keys += 1;
        const input = { paymentId: `manual:${keys}`, amount };
        const done = {
          add: async () => ids.push((await addPendingPayment(ctx, { orderId, ...input })).paymentId),
          record: async () => ids.push((await recordPayment(ctx, { id: orderId, ...input })).paymentId),
          confirm: () => confirmPayment(ctx, ref),
          edit: () => editPayment(ctx, { ...ref, amount }),
          refund: () => refundPayment(ctx, { ...ref, roubles: amount }),
          refundAll: () => refundPayment(ctx, { ...ref, roubles: leftOf(orderId, ref.paymentId) / 100 }),
          unrefund: () => undoPayment(ctx, { ...ref, roubles: amount }),
          unconfirm: async () => ids.push((await undoPayment(ctx, ref)).paymentId),
          delete: () => deletePayment(ctx, ref),
          restore: async () => {
            await deleteOrder(ctx, { id: orderId });
            await restoreOrder(ctx, orderId);
          },
        };
        await done[act]().catch(() => undefined);
      }
      const { order, timeline } = getDeskOrder(ctx, orderId);
      const rows = store.storage.read.select().from(payments).where(eq(payments.orderSeq, order.seq)).all();
      const counted = rows.filter(({ status }) => status === 'confirmed' || status === 'refunded');
      const net = counted.reduce((sum, row) => sum + row.amount - row.refundedAmount, 0);
      expect(order.paidAmount).toBe(net);
      for (const row of counted) expect(row.status === 'refunded').toBe(row.refundedAmount === row.amount);
      const read = getOrder(ctx, orderId);
      const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);
      expect(idsOf(read.payments)).toEqual(idsOf(rows.filter(({ status }) => status === 'confirmed')));
      expect(idsOf(read.refundedPayments)).toEqual(idsOf(rows.filter(({ status }) => status === 'refunded')));
      for (const { seq, refundedAmount } of rows) {
        const given = store.storage.read.select().from(refunds).where(eq(refunds.paymentSeq, seq)).all();
        expect(given.reduce((sum, refund) => sum + refund.amount, 0)).toBe(refundedAmount);
      }
      const confirmations = timeline.filter(({ kind }) => kind === 'payment_recorded' || kind === 'payment_confirmed');
      expect(told(store) - before).toBe(confirmations.length);
      expect(order.version).toBe(timeline.length);
      // Each change has exactly one event, so a mirror that follows the events misses nothing.
      expect(toldOf(store, orderId).length).toBe(timeline.length);
      expect(timeline.every(({ events: published }) => published.length === 1)).toBe(true);
    }),
    { numRuns: 60 },
  );
});
