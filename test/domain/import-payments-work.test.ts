/** Counts the work on a row of a file of payments. A measured time would mean nothing on a busy machine. */

import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { whereIs } from '../../src/orders/import-payments/recorded.ts';
import { recordPayment } from '../../src/orders/index.ts';
import { type Db, refunds } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { openImportShop, readPayments } from '../support/imports.ts';
import { fillOrders } from '../support/many-orders.ts';
import { addPriced, bringPayments } from '../support/payment-files.ts';

const COUNT = 200;
const LONG = 'м'.repeat(400);

function countFolds() {
  let times = 0;
  const fold = String.prototype.toLowerCase;
  const counted = spyOn(String.prototype, 'toLowerCase').mockImplementation(function count(this: string) {
    if (this.length > LONG.length) times += 1;
    return fold.call(this);
  });
  return { times: () => times, [Symbol.dispose]: () => counted.mockRestore() };
}

test('four rows are matched to the 200 payments of their day with fewer than 200 conversions to lower case', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 10_000 });
  for (let at = 0; at < COUNT; at += 1) {
    const payment = { paymentId: `${at}`, amount: 10, paidAt: '2026-03-09T09:00:00Z', paymentMethod: `${at}${LONG}` };
    await recordPayment(store.importing, { id: ids['A'], ...payment });
  }
  const rows = ['7', '8', 'x', 'y'].map((name) => `A;09.03.2026;10;${name}${LONG}`);
  using folded = countFolds();
  const file = await readPayments(store.importing, `Заказ;Дата;Сумма;Способ\n${rows.join('\n')}`);
  expect(await file.plan()).toMatchObject({ known: 2, new: 2 });
  expect(folded.times()).toBeLessThan(COUNT);
});

test('the import of a refund folds the case of each payment method of the order only once', async () => {
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
  await store.begin(file);
  using folded = countFolds();
  await store.imports.finish();
  expect(folded.times()).toBeLessThanOrEqual(COUNT + 1);
  const made = store.storage.read.select().from(refunds).orderBy(refunds.seq).all();
  // The refund is taken first from the payment with the same method as the refund. The rest is taken from the other
  // payments, newest first.
  expect(made.map(({ paymentSeq, amount }) => [paymentSeq, amount])).toEqual([
    [8, 1_000],
    [COUNT, 1_000],
    [COUNT - 1, 500],
  ]);
});

test.each([
  ['payment', 10],
  ['refund', -10],
])(
  'a %s row takes the same number of queries, however many equal rows precede it in the file',
  async (_what, amount) => {
    await using store = await openImportShop();
    await addPriced(store, { A: 100 });
    await bringPayments(store, 'Заказ;Дата;Сумма;Номер операции\nA;08.03.2026;10;x\nA;08.03.2026;-10;y');
    using client = new Database(join(store.dataDir, 'docket.db'), { readonly: true });
    const asked: string[] = [];
    const db = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } }) as unknown as Db;
    const books = { workspaceSeq: store.workspace.seq, timeZone: 'UTC' };
    const at = Date.UTC(2026, 2, 8, 9);
    const askedFor = (count: number): number => {
      const before = asked.length;
      const ids = Array.from({ length: count }, (_, one) => `r${one}`);
      const row = { amount: amount * 100, at, method: null, id: 'new', before: 0, ids };
      expect(whereIs(db, books, 1, row)).toBe('alike');
      return asked.length - before;
    };
    expect(askedFor(1)).toBeGreaterThan(0);
    expect(askedFor(20)).toBe(askedFor(1));
  },
);

test('a payment row is left out if more than 200 orders have its order number, and no further orders are read', async () => {
  const stepsFor = async (deleted: number): Promise<number> => {
    await using store = await openImportShop();
    await fillOrders(store, deleted + 1, (n) => ({ num: 'A', deletedAt: n < deleted ? 2_000 : null }));
    let planned: unknown;
    const { statements } = await workOf(store, async () => {
      const file = await readPayments(store.importing, 'Заказ;Дата;Сумма\nA;09.03.2026;10');
      const { over = 0, new: made = 0 } = await file.plan();
      planned = [over + made, file.table.dropped.shown.map(({ code }) => code)];
    });
    expect(planned).toEqual(deleted < 200 ? [1, []] : [0, ['order_several']]);
    return statements.filter(({ sql }) => sql.includes('num')).reduce((sum, { steps }) => sum + steps, 0);
  };
  await stepsFor(199);
  expect(await stepsFor(2_000)).toBe(await stepsFor(400));
});

test('a preview reads client names only for the rows that it shows', async () => {
  await using store = await openImportShop();
  await fillOrders(store, 210, (n) => ({ num: `A${n}`, client: '{"name":"Анна"}' }));
  const rows = Array.from({ length: 210 }, (_, n) => `A${n};09.03.2026;10`);
  let file: Awaited<ReturnType<typeof readPayments>> | undefined;
  const { statements } = await workOf(store, async () => {
    file = await readPayments(store.importing, `Заказ;Дата;Сумма\n${rows.join('\n')}`);
  });
  expect(file?.preview.at(-1)).toMatchObject({ changes: [{ field: 'order', to: 'A199, Анна' }, { field: 'paid' }] });
  expect(statements.filter(({ sql }) => sql.includes('client')).length).toBe(200);
});
