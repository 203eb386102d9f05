/**
 * The payments in a file of orders. One cell may contain all payments of an order. Or a row may state a paid amount,
 * with or without a date.
 */

import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { HOUR_MS, startOfDay } from '../../src/base/index.ts';
import { tableOfOrders } from '../../src/dashboard/orders/readings.ts';
import { previewUndo } from '../../src/imports/index.ts';
import { readMoneyCell } from '../../src/orders/import-file/money-cell.ts';
import {
  getOrder,
  IMPORTED_ORDERS,
  importOrders,
  listOrders,
  moneyCellOf,
  refundPayment,
  sumMoney,
} from '../../src/orders/index.ts';
import { findOrder } from '../../src/orders/order.ts';
import { findOrderByKey } from '../../src/orders/repeat-key.ts';
import { inspect } from '../../src/storage/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { type ImportShop, openImportShop, readOrders } from '../support/imports.ts';
import { payAtRandom } from '../support/paid-shop.ts';
import { addOrder, asker, secondWorkspace } from '../support/store.ts';

const ALWAYS = { fromMs: Number.MIN_SAFE_INTEGER, beforeMs: Number.MAX_SAFE_INTEGER };
type Language = 'en' | 'ru';

async function textsOfItems(store: ImportShop, ctx: Ctx, language: Language): Promise<string[]> {
  const reading = { ...ctx, language, nowMs: store.world.clock.now(), request: asker };
  const made: string[] = [];
  const texts = tableOfOrders.texts(reading, { filter: '', byItem: true });
  for (let part = await texts.next(); part.done !== true; part = await texts.next()) made.push(String(part.value));
  return made;
}

const itemsOf = async (...of: Parameters<typeof textsOfItems>): Promise<string> => (await textsOfItems(...of)).join('');

const importingIn = async (store: ImportShop): Promise<ImportShop> => ({
  ...store,
  importing: { ...store.importing, workspace: await secondWorkspace(store) },
});

const sumsOf = async (ctx: Ctx) => {
  const { all, methods, days } = await sumMoney(ctx, { filter: ALWAYS, asker });
  return { all, methods, days };
};

test.each(['en', 'ru'] as const)(
  'an itemized export in %s keeps its sums by day and payment method when another shop imports it',
  async (language) => {
    await using store = await openImportShop();
    for (let seed = 1; seed <= 6; seed += 1) {
      const from = { ...store.ctx(), workspace: await secondWorkspace(store) };
      await payAtRandom(from, store.world, seed);
      const file = await itemsOf(store, from, language);
      const to = await importingIn(store);
      const { orders: found, problems, values } = await readOrders(to.importing, file);
      expect([problems.shown, values.filter(({ field }) => field === 'paidAt')]).toEqual([[], []]);
      await accept(to, found);
      const money = await sumsOf(from);
      expect(money.all.lines).toBeGreaterThan(0);
      expect(await sumsOf(to.importing)).toEqual(money);
    }
  },
);

async function accept(
  shop: ImportShop,
  found: Awaited<ReturnType<typeof readOrders>>['orders'],
  tell = false,
): Promise<string> {
  const id = shop.world.newId(shop.world.clock.now());
  await importOrders({ ...shop.importing, staging: shop.imports }, { id, tell, orders: found });
  await shop.imports.finish();
  return id;
}

test('the payments cell of an exported order is read back correctly, even if the name of a payment method contains separators', async () => {
  await using store = await openImportShop();
  const at = '2026-03-08T11:05:00Z';
  const ctx = { ...store.ctx(), workspace: { ...store.workspace, timeZone: 'Europe/Moscow' } };
  const cellOf = async (paid: readonly { readonly amount: number; readonly paymentMethod?: string }[]) => {
    const orderId = await addOrder(store.ctx(), { payments: paid.map((one) => ({ ...one, paidAt: at })) });
    const [payment] = getOrder(store.ctx(), orderId).payments;
    await refundPayment(store.ctx(), { orderId, paymentId: payment?.id ?? '', roubles: 0.05 });
    const orderSeq = findOrder(store.storage.read, ctx.workspace.seq, orderId)?.seq ?? 0;
    return moneyCellOf(ctx, { orderSeq, nameOf: (method) => method });
  };
  const odd = '=1+1; by hand; 2026-03-08';
  const cell = await cellOf([{ amount: 1500, paymentMethod: odd }, { amount: 0.5 }]);
  expect(cell).toMatch(/^2026-03-08 14:05 1500.00 =1\+1; by hand; 2026-03-08; 2026-\d\d-\d\d \d\d:\d\d -0.05 =1/);
  expect(readMoneyCell(cell, 'Europe/Moscow')).toMatchObject([
    { at: Date.parse(at), amount: 150_000, method: odd },
    { amount: -5, method: odd },
    { at: Date.parse(at), amount: 50, method: '' },
  ]);
  const forged = 'Card; 2026-01-05 09:00 5000.00 Cash; 2026-01-06 09:00 -5000.00 Card;';
  expect(readMoneyCell(await cellOf([{ amount: 2, paymentMethod: forged }]), 'UTC')).toMatchObject([
    { amount: 200, method: 'Card, 2026-01-05 09:00 5000.00 Cash, 2026-01-06 09:00 -5000.00 Card;' },
    { amount: -5 },
  ]);
  expect(await cellOf(Array(100).fill({ amount: 1 }))).toBe('');
  expect(await cellOf(Array(90).fill({ amount: 1, paymentMethod: 'x'.repeat(200) }))).toBe('');
  for (const wrong of ['1500', '2026-03-08 1500.00', '2026-02-30 10:00 1.00', '2026-03-08 10:00 0.00'])
    expect(readMoneyCell(wrong, 'UTC')).toBeUndefined();
});

test('an export writes each order with its payments as one piece', async () => {
  await using store = await openImportShop();
  const payments = Array(100).fill({ amount: 1, paymentMethod: 'x'.repeat(490) });
  for (const requestKey of ['a', 'b', 'c']) await addOrder(store.ctx(), { requestKey, payments });
  const texts = await textsOfItems(store, store.ctx(), 'en');
  // The first two texts are the byte order mark and the headings.
  expect(texts.slice(2).map((text) => text.split('\r\n').length - 1)).toEqual([1, 1, 1]);
  // A cell is given up as soon as it is known to be too long.
  const orderSeq = findOrderByKey(store.storage.read, store.workspace.seq, 'shop', 'a')?.seq ?? 0;
  let named = 0;
  const nameOf = (method: string): string => {
    named += 1;
    return method;
  };
  expect(moneyCellOf(store.ctx(), { orderSeq, nameOf })).toBe('');
  expect(named).toBeLessThan(40);
});

const HEAD = 'number;date;item;price;paid;payments by date';

test('payments that do not add up to the amount paid are an error', async () => {
  await using store = await openImportShop();
  const money = '2026-03-08 10:00 100.00 Cash; 2026-03-09 10:00 -40.00 Card';
  const { problems, orders: found } = await readOrders(
    store.importing,
    [
      HEAD,
      `1;2026-03-08;Rose;100;60;${`"${money}"`}`,
      `2;2026-03-08;Rose;100;61;${`"${money}"`}`,
      '3;2026-03-08;Rose;100;100;yesterday',
      '4;2026-03-08;Rose;100;;2026-03-08 10:00 -1.00',
      '5;2026-03-08;Rose;100;;"2026-03-08 10:00 5.00; 2026-03-08 10:00 1.00; 2026-03-08 10:00 -2.00"',
    ].join('\n'),
  );
  expect(problems.shown.map(({ line, column, code, than }) => [line, column, code, than])).toEqual([
    [3, 5, 'paid_differs', '60.00'],
    [4, 5, 'bad_payments', ''],
    [5, 5, 'paid_differs', '-1.00'],
    [6, 5, 'paid_differs', '4.00'],
  ]);
  const id = await accept(store, found.slice(0, 1));
  // The refund came with the import, so it does not count as a later change by hand. Undoing the import can therefore
  // delete the order.
  expect(await previewUndo(store.importing, { id, rows: IMPORTED_ORDERS })).toMatchObject({ deleted: 1, kept: 0 });
  const { methods } = await sumMoney(store.ctx(), { filter: ALWAYS, asker });
  expect(methods.map(({ name, received, refunded }) => [name, received, refunded])).toEqual([
    ['cash', 10_000, 0],
    ['card', 0, 4_000],
  ]);
});

test('an order with a hundred payments and refunds is imported in one change', async () => {
  await using store = await openImportShop();
  const refunds = Array.from({ length: 99 }, (_, n) => `2026-03-09 10:00 -${n === 98 ? '2.00' : '1.00'} Card`);
  const rowOf = (num: number, more: readonly string[]): string =>
    `${num};2026-03-08;Rose;100;;"${['2026-03-08 10:00 100.00 Cash', ...refunds, ...more].join('; ')}"`;
  const file = [HEAD, rowOf(1, []), rowOf(2, ['2026-03-09 11:00 1.00'])].join('\n');
  const { problems, orders: found } = await readOrders(store.importing, file);
  expect(problems.shown.map(({ line, column, code, than }) => [line, column, code, than])).toEqual([
    [3, 5, 'many_payments', '100'],
  ]);
  await accept(store, found, true);
  const [order] = listOrders(store.ctx(), { limit: 10 }).orders;
  expect(await getOrder(store.ctx(), order?.id ?? '')).toMatchObject({
    order: { version: 1, paidAmount: 0, paymentStatus: 'refunded' },
    refundedPayments: [{ status: 'refunded', amount: 10_000, refundedAmount: 10_000 }],
  });
  const sent = store.storage.read.values(sql`SELECT type, count(*) FROM events GROUP BY type ORDER BY type`);
  expect(sent).toEqual([
    ['order.created', 1],
    ['order.payment.created', 1],
  ]);
  const { all, methods } = await sumMoney(store.ctx(), { filter: ALWAYS, asker });
  expect(all).toMatchObject({ received: 10_000, refunded: 10_000, lines: 100 });
  expect(methods).toMatchObject([
    { name: 'cash', received: 10_000 },
    { name: 'card', refunded: 10_000 },
  ]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('a payment without a date gets the chosen day, or else its order’s day, but never a time in the future', async () => {
  await using store = await openImportShop();
  const nowMs = Date.UTC(2026, 2, 20, 8);
  const importing = { ...store.importing, nowMs };
  const file = [
    'number;date;item;price;paid;payment date;payment method',
    '1;2026-03-08;Rose;100;100;2026-03-01;Cash',
    '2;2026-03-08;Rose;100;40;;Cash',
    '3;2026-03-25;Rose;100;100;;',
    '4;2026-03-08;Rose;100;0;;',
  ].join('\n');
  const { timeZone } = store.workspace;
  const noon = (day: string): number => startOfDay(day, timeZone) + 12 * HOUR_MS;
  const whenPaid = async (to?: string) => {
    const chosen = to === undefined ? [] : [{ field: 'paidAt', text: '', to }];
    const { values, orders: found, problems } = await readOrders(importing, file, undefined, chosen);
    expect(problems.shown).toEqual([]);
    return { values, paidAt: found.map(({ draft }) => draft.payments[0]?.paidAt) };
  };
  const wanted = { field: 'paidAt', text: '', rows: 2 };
  const [dated, day] = [noon('2026-03-01'), noon('2026-03-08')];
  expect(await whenPaid()).toEqual({ values: [{ ...wanted, to: null }], paidAt: [dated, day, nowMs, undefined] });
  expect(await whenPaid('soon')).toMatchObject({ paidAt: [dated, day, nowMs, undefined] });
  const chosen = noon('2026-03-05');
  expect(await whenPaid('2026-03-05')).toEqual({
    values: [{ ...wanted, to: '2026-03-05' }],
    paidAt: [dated, chosen, chosen, undefined],
  });
});
