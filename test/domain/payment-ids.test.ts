/**
 * Deleting an order frees the ids of its payments; restoring it takes back those that are still free (contract, section
 * 3).
 */

import { expect, test } from 'bun:test';
import {
  deleteOrder,
  deletePayment,
  getDeskOrder,
  getOrder,
  recordPayment,
  restoreOrder,
} from '../../src/orders/index.ts';
import { addOrder, openTestStore, refusalOf, type TestStore } from '../support/store.ts';

const make = (store: TestStore, ids: readonly string[] = []): Promise<string> =>
  addOrder(store.ctx(), { payments: ids.map((paymentId) => ({ paymentId, amount: 10 })) });
const pay = (store: TestStore, id: string, paymentId: string) =>
  recordPayment(store.ctx(), { id, paymentId, amount: 10 });
const idsOf = (store: TestStore, id: string) => getOrder(store.ctx(), id).payments.map((one) => one.externalId);

test('deleting an order frees its payment ids for other payments and orders', async () => {
  await using store = await openTestStore();
  const [gone, other] = [await make(store, ['a', 'b']), await make(store)];
  await deleteOrder(store.ctx(), { id: gone });
  expect(await refusalOf(pay(store, gone, 'a'))).toMatchObject({ kind: 'order_not_found' });
  const first = await pay(store, other, 'a');
  expect(first.replayed).toBe(false);
  expect(await pay(store, other, 'a')).toMatchObject({ paymentId: first.paymentId, replayed: true });
  const made = await make(store, ['b']);
  expect([idsOf(store, other), idsOf(store, made)]).toEqual([['a'], ['b']]);
});

test('if restoring an order takes back all payment ids, neither the restore nor a repeat reports an id as lost', async () => {
  await using store = await openTestStore();
  const gone = await make(store, ['a']);
  await deleteOrder(store.ctx(), { id: gone });
  const restored = [await restoreOrder(store.ctx(), gone), await restoreOrder(store.ctx(), gone)];
  expect(restored.map(({ withoutIds }) => withoutIds)).toEqual([[], []]);
  expect(getDeskOrder(store.ctx(), gone).timeline.at(-1)?.changes).toBeNull();
  expect(idsOf(store, gone)).toEqual(['a']);
});

test('a payment id belongs to only one payment at a time while orders are deleted and restored', async () => {
  await using store = await openTestStore();
  const [first, second] = [await make(store, ['a']), await make(store)];
  await deleteOrder(store.ctx(), { id: first });
  await pay(store, second, 'a');
  await deleteOrder(store.ctx(), { id: second });
  // Both orders are deleted, so the id is free. The first order takes it back.
  await restoreOrder(store.ctx(), first);
  expect(idsOf(store, first)).toEqual(['a']);
  const { withoutIds } = await restoreOrder(store.ctx(), second);
  expect([withoutIds.length, idsOf(store, second)]).toEqual([1, [null]]);
  await deleteOrder(store.ctx(), { id: first });
  // The second order’s payment has lost the id, but Docket remembers this former id. So recording the payment again
  // counts as a repeat.
  expect(await pay(store, second, 'a')).toMatchObject({ replayed: true });
  expect(idsOf(store, second)).toEqual([null]);
  await deleteOrder(store.ctx(), { id: second });
  await restoreOrder(store.ctx(), second);
  expect(idsOf(store, second)).toEqual(['a']);
});

test('a payment removed by hand keeps its id until its order is deleted', async () => {
  await using store = await openTestStore();
  const [first, second] = [await make(store, ['a']), await make(store)];
  const [payment] = getOrder(store.ctx(), first).payments;
  await deletePayment(store.ctx(), { orderId: first, paymentId: payment?.id ?? '' });
  expect(await refusalOf(pay(store, second, 'a'))).toMatchObject({ kind: 'payment_key_conflict' });
  expect(await refusalOf(pay(store, first, 'a'))).toMatchObject({ kind: 'payment_deleted' });
  await deleteOrder(store.ctx(), { id: first });
  await pay(store, second, 'a');
  const { withoutIds } = await restoreOrder(store.ctx(), first);
  expect([withoutIds, idsOf(store, first), idsOf(store, second)]).toEqual([[], [], ['a']]);
});

test('a payment id belongs to only one payment when a restore and a new payment compete for it', async () => {
  await using store = await openTestStore();
  for (let round = 0; round < 6; round += 1) {
    const [gone, other] = [await make(store, [`r${round}`]), await make(store)];
    await deleteOrder(store.ctx(), { id: gone });
    const both = [
      () => restoreOrder(store.ctx(), gone),
      () => refusalOf(pay(store, other, `r${round}`)),
      () => refusalOf(pay(store, other, `r${round}`)),
    ];
    await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((act) => act()));
    expect([...idsOf(store, gone), ...idsOf(store, other)].filter((id) => id !== null)).toEqual([`r${round}`]);
  }
});

test('restoring an order that lost many payment ids reports how many, and some of them, in the answer and the history', async () => {
  await using store = await openTestStore();
  const ids = Array.from({ length: 60 }, (_, at) => `many-${at}`);
  const [gone, other] = [await make(store, ids), await make(store)];
  await deleteOrder(store.ctx(), { id: gone });
  for (const id of ids) await pay(store, other, id);
  const restored = await restoreOrder(store.ctx(), gone);
  expect([restored.withoutIds.length, restored.withoutIdsInAll]).toEqual([20, 60]);
  const { changes } = getDeskOrder(store.ctx(), gone).timeline.at(-1) ?? {};
  expect(String(changes?.['paymentIds']?.from)).toMatch(/^many-59, .*, … \(60\)$/);
});

test('an order has at most a thousand payments, with at most 2 MiB of extra fields together', async () => {
  await using store = await openTestStore();
  const [many, heavy] = [await make(store), await make(store)];
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => pay(store, many, `p-${at}`)));
  const full = { path: 'paymentId', rule: 'payments_at_most', most: 1_000 };
  expect(await refusalOf(pay(store, many, 'one more'))).toMatchObject({ kind: 'validation_failed', details: [full] });
  // The repeat of a recorded payment is accepted, because it adds no payment.
  expect(await pay(store, many, 'p-999')).toMatchObject({ replayed: true });

  const texts = Array.from({ length: 104 }, () => 'ж'.repeat(10_000 / 2));
  const payHeavy = (paymentId: string, texts: string[]) =>
    recordPayment(store.ctx(), { id: heavy, paymentId, amount: 10, providerData: { texts } });
  await payHeavy('first', texts);
  await payHeavy('second', texts);
  const large = { path: 'providerData', rule: 'provider_data_left', most: 2 * 1_048_576 };
  expect(await refusalOf(payHeavy('third', texts))).toMatchObject({ kind: 'validation_failed', details: [large] });
  expect(await payHeavy('second', texts)).toMatchObject({ replayed: true });
  await pay(store, heavy, 'third');
  expect(idsOf(store, heavy)).toEqual(['first', 'second', 'third']);
});
