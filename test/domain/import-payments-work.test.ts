import { expect, spyOn, test } from 'bun:test';
import { recordPayment } from '../../src/orders/index.ts';
import { refunds } from '../../src/storage/index.ts';
import { openImportShop, readPayments } from '../support/imports.ts';
import { addPriced, beginPayments } from '../support/payment-files.ts';

/** Counts the work on a row of a file of payments. A time would be meaningless on a busy machine. */

const COUNT = 200;
const LONG = 'м'.repeat(400);

test('a refund of an order with many payments reads each method once', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 10_000 });
  for (let at = 0; at < COUNT; at += 1) {
    await recordPayment(store.importing, {
      id: ids['A'],
      paymentId: `${at}`,
      amount: 10,
      paymentMethod: `${at}${LONG}`,
    });
  }
  const file = await readPayments(store.importing, `Заказ;Дата;Сумма;Способ\nA;09.03.2026;-25;7${LONG}`);
  await file.plan();
  await beginPayments(store, file);
  let folded = 0;
  const fold = String.prototype.toLowerCase;
  using _counted = spyOn(String.prototype, 'toLowerCase').mockImplementation(function count(this: string) {
    if (this.length > LONG.length) folded += 1;
    return fold.call(this);
  });
  await store.imports.finish();
  expect(folded).toBeLessThanOrEqual(COUNT + 1);
  const made = store.storage.read.select().from(refunds).orderBy(refunds.seq).all();
  // The payment of the same method comes first, then the newest.
  expect(made.map(({ paymentSeq, amount }) => [paymentSeq, amount])).toEqual([
    [8, 1_000],
    [COUNT, 1_000],
    [COUNT - 1, 500],
  ]);
});
