import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { previewUndo } from '../../src/imports/index.ts';
import { eraseOrder } from '../../src/orders/erase-order.ts';
import {
  addPendingPayment,
  confirmPayment,
  deleteOrder,
  deletePayment,
  editPayment,
  getOrder,
  IMPORTED_PAYMENTS,
  recordPayment,
  refundPayment,
} from '../../src/orders/index.ts';
import { auditLog, events, importMade, orderHistory, payments, refunds } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readPayments } from '../support/imports.ts';
import { addPriced, bringPayments, readPaymentFile } from '../support/payment-files.ts';
import { rowsOf } from '../support/store.ts';
import { in1251 } from '../support/windows-1251.ts';
import { workbook } from '../support/workbooks.ts';

const HEAD = 'Заказ;Дата;Сумма;Способ';
const lines = (...rows: readonly string[]): string => [HEAD, ...rows].join('\n');
const MOSCOW_NOON = Date.UTC(2026, 2, 8, 9);

const all = (store: ImportShop) => store.storage.read.select().from(payments).orderBy(payments.seq).all();
const live = (store: ImportShop) => all(store).filter(({ status }) => status !== 'deleted');
const moneyOf = (store: ImportShop) =>
  live(store).map(({ amount, refundedAmount, paidAt, paymentMethod }) => [
    amount,
    refundedAmount,
    paidAt,
    paymentMethod,
  ]);
const refundsOf = (store: ImportShop) =>
  rowsOf(store.storage, refunds).map(({ amount, at, method }) => [amount, at, method]);
const paidOf = async (store: ImportShop, id: string | undefined) => {
  const { paidAmount, paymentStatus } = (await getOrder(store.importing, id ?? '')).order;
  return [paidAmount, paymentStatus];
};
const named = ({ shown }: { readonly shown: readonly { line: number; code: string; value: string }[] }) =>
  shown.map(({ line, code, value }) => [line, code, value]);
const eventsOf = (store: ImportShop) =>
  rowsOf(store.storage, events).flatMap(({ type }) => (type === 'order.created' ? [] : [type]));

test('each row of a file becomes one confirmed payment, and events are sent only on request', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { '1043': 1500, 'W-2': 800.5, '3': 100 });
  const { file, counts } = await bringPayments(
    store,
    lines(
      '1043;08.03.2026;1 234,50 ₽;Карта',
      '№ W-2;2026-03-08 14:35:10;800.50;Наличные',
      '3;46089;100;',
      ';;;',
      'Итого;;2135',
    ),
  );
  expect(file.table.problems.shown).toEqual([]);
  expect(file.table.skipped.map(({ line }) => line)).toEqual([6]);
  expect(counts).toEqual({ new: 3 });
  expect(moneyOf(store)).toEqual([
    [123_450, 0, MOSCOW_NOON, 'Карта'],
    [10_000, 0, MOSCOW_NOON, null],
    [80_050, 0, Date.UTC(2026, 2, 8, 11, 35, 10), 'Наличные'],
  ]);
  expect(await paidOf(store, ids['1043'])).toEqual([123_450, 'partial']);
  expect(await paidOf(store, ids['W-2'])).toEqual([80_050, 'paid']);
  expect(eventsOf(store)).toEqual([]);
  const history = store.storage.read.select().from(orderHistory).where(eq(orderHistory.kind, 'payment_recorded')).all();
  expect(history.map(({ actorId, eventSeq }) => [actorId, eventSeq])).toEqual(
    Array(3).fill([store.importing.actor.id, null]),
  );
  const audit = store.storage.read.select().from(auditLog).where(sql`action = 'payments.imported'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toEqual([
    { payments: { from: null, to: 3 }, refunds: { from: null, to: 0 }, told: { from: null, to: false } },
  ]);
  const told = await bringPayments(store, lines('1043;09.03.2026;100;Карта', '1043;10.03.2026;-30;Карта'), {
    tell: true,
  });
  expect(told.counts).toEqual({ new: 1, refunds: 1 });
  expect(eventsOf(store)).toEqual(['order.payment.created', 'order.updated']);
});

test('payments are read from a bank statement in Windows-1251 and from a workbook', async () => {
  await using store = await openImportShop();
  await addPriced(store, { '1043': 5000, '7': 5000, 'K-12': 5000 });
  const statement = [
    'Выписка по счету;;;',
    'Дата операции;Назначение платежа;Поступление;Списание',
    '08.03.2026;Оплата заказа № 1043 от 01.03.2026 на сумму 7;1 500,00 руб.;',
    '08.03.2026;"По заказу K-12, без НДС";2 000,00;',
    '08.03.2026;Комиссия банка;;150,00',
    '09.03.2026;Возврат по заказу 1043;;300,00',
    'Итого;;3 500,00;450,00',
  ].join('\r\n');
  const file = await readPaymentFile(store, in1251(statement));
  expect(file.table).toMatchObject({ encoding: 'windows-1251', head: 2 });
  expect(named(file.table.dropped)).toEqual([[5, 'no_order', 'Комиссия банка']]);
  expect(await file.plan()).toEqual({ new: 2, refunds: 1, known: 0, over: 0 });
  await store.bring(file);
  expect(moneyOf(store)).toEqual([
    [150_000, 30_000, MOSCOW_NOON, null],
    [200_000, 0, MOSCOW_NOON, null],
  ]);
  const sheets = workbook({
    Титул: [['Касса'], ['за март']],
    Оплаты: [
      ['Отчёт кассы', null, null, null],
      ['Заказ', 'Дата', 'Сумма', 'Способ оплаты'],
      [7, { day: 46_089 }, 1_234.5, 'Наличные'],
      [7, 46_090, 765.5, 'Карта'],
      ['Итого', null, 2_000, null],
    ],
  });
  expect((await readPaymentFile(store, sheets)).table).toMatchObject({ sheets: ['Титул', 'Оплаты'], sheet: 1 });
  const second = await readPaymentFile(store, sheets, { sheet: 2 });
  expect(second.table.skipped.map(({ line }) => line)).toEqual([1, 5]);
  expect(second.sums).toEqual([
    { method: 'Наличные', payments: 1, paid: 123_450, refunds: 0, refunded: 0 },
    { method: 'Карта', payments: 1, paid: 76_550, refunds: 0, refunded: 0 },
  ]);
  await store.bring(second);
  expect(moneyOf(store).slice(2)).toEqual([
    [123_450, 0, MOSCOW_NOON, 'Наличные'],
    [76_550, 0, MOSCOW_NOON + 86_400_000, 'Карта'],
  ]);
});

test('each row that is left out is reported, and an error in a cell prevents the import', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 100, B: 100, TWICE: 100, 'C-1': 100, 'C-2': 100 });
  await addPriced(store, { TWICE: 100 }, 'other');
  await deleteOrder(store.importing, { id: ids['B'] ?? '' });
  const file = await readPayments(
    store.importing,
    [
      'Заказ;Клиент;Дата;Сумма;Id платежа',
      'X-9;Мария;08.03.2026;100;',
      'B;;08.03.2026;100;',
      'TWICE;;08.03.2026;100;',
      'заказы C-1, C-2;;08.03.2026;100;',
      'A;;08.03.2026;0;',
      'A;;08.03.2026;40;t-1',
      'A;;08.03.2026;40;t-1',
      'A;;08.03.2026;-50;',
      'a;;08.03.2026;10;',
    ].join('\n'),
  );
  expect(named(file.table.dropped)).toEqual([
    [2, 'order_missing', 'X-9, Мария'],
    [3, 'order_deleted', 'B'],
    [4, 'order_several', 'TWICE'],
    [5, 'orders_named', 'заказы C-1, C-2'],
    [6, 'no_amount', 'A'],
    [8, 'payment_again', 't-1'],
    [10, 'order_missing', 'a'],
    [9, 'refund_above', 'A'],
  ]);
  expect(file.table.dropped.shown.at(-1)?.than).toBe('40');
  expect(await file.plan()).toEqual({ new: 1, refunds: 0, known: 0, over: 0 });
  const wrong = await readPayments(
    store.importing,
    [
      'Заказ;Дата;Сумма;Возврат;Id',
      'A;;100;;',
      'A;32.03.2026;100;;',
      'A;08.03.2026;1,500;;',
      'A;08.03.2026;1;2;4.6E+16',
    ].join('\n'),
  );
  const timed = await readPayments(store.importing, 'Заказ;Дата;Время;Сумма\nA;08.03.2026;полдень;1');
  expect(named(timed.table.problems)).toEqual([[2, 'bad_time', 'полдень']]);
  expect(named(wrong.table.problems)).toEqual([
    [2, 'missing', ''],
    [3, 'bad_date', '32.03.2026'],
    [4, 'two_readings', '1,500'],
    [5, 'two_amounts', '2'],
    [5, 'rounded_digits', '4.6E+16'],
  ]);
});

test('a payment above the order’s total, and its refund, are recorded only if ticked', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 100, B: 100, C: 100 });
  const sameDay = await bringPayments(store, lines('C;08.03.2026;-5;', 'C;08.03.2026;50;'));
  expect(sameDay.counts).toEqual({ new: 1, refunds: 1 });
  // The statement has the newest row first, so the refund comes before its payments.
  const text = lines('A;10.03.2026;-50;', 'A;09.03.2026;80;', 'A;08.03.2026;70;', 'B;08.03.2026;-1;');
  const { file, counts } = await bringPayments(store, text);
  expect(named(file.held ?? { shown: [] })).toEqual([[3, 'paid_over', 'A']]);
  expect(file.held?.shown[0]?.than).toBe('50');
  expect(named(file.table.dropped)).toEqual([[5, 'refund_above', 'B']]);
  expect(counts).toEqual({ new: 1, refunds: 1, over: 1 });
  expect(await paidOf(store, ids['A'])).toEqual([2_000, 'partial']);
  const held = await readPayments(store.importing, lines('B;08.03.2026;150;', 'B;09.03.2026;-50;'));
  expect(named(held.held ?? { shown: [] })).toEqual([
    [2, 'paid_over', 'B'],
    [3, 'refund_over', 'B'],
  ]);
  await store.bring(held, { over: true });
  expect(await paidOf(store, ids['B'])).toEqual([10_000, 'paid']);
});

test('each recorded payment matches at most one row, so that none is counted twice', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 10_000 }));
  const at = '2026-03-08T20:00:00+03:00';
  await recordPayment(store.ctx('bot'), { id, paymentId: 'tx-1', amount: 5, paidAt: at });
  await recordPayment(store.ctx('shop'), {
    id,
    paymentId: 'manual:1',
    amount: 100,
    paidAt: at,
    paymentMethod: 'карта',
  });
  const withIds = [
    'Заказ;Дата;Сумма;Способ;Id',
    'A;08.03.2026;5;;tx-1',
    'A;08.03.2026;100;Карта;tx-2',
    'A;08.03.2026;100;Карта;tx-3',
    'A;01.03.2026;7;;tx-1',
  ];
  const first = await bringPayments(store, withIds.slice(0, 4).join('\n'));
  expect(first.counts).toEqual({ known: 2, new: 1 });
  const differing = await readPayments(store.importing, [withIds[0], withIds[4]].join('\n'));
  expect(named(differing.table.dropped)).toEqual([[2, 'payment_differs', 'tx-1']]);
  expect(await differing.plan()).toMatchObject({ known: 1, new: 0 });
  // Two of these three equal rows match the recorded payments, so only one row is new.
  const equal = lines(...Array(3).fill('A;08.03.2026;100;КАРТА'));
  expect((await bringPayments(store, equal)).counts).toEqual({ known: 2, new: 1 });
  expect((await bringPayments(store, equal)).counts).toEqual({ known: 3 });
  expect((await bringPayments(store, withIds.slice(0, 4).join('\n'))).counts).toEqual({ known: 3 });
  const spelled = lines(
    'A;07.03.2026;100;карта',
    'A;07.03.2026;100;КАРТА',
    'A;07.03.2026;-1;карта',
    'A;07.03.2026;-1;Карта',
  );
  expect((await bringPayments(store, spelled)).counts).toEqual({ new: 2, refunds: 2 });
  expect((await bringPayments(store, spelled)).counts).toEqual({ known: 4 });
  // A file exported from Docket names the method in the language of the person who exported it. So 'Card' and 'Карта'
  // must be recognized as the same method.
  for (const method of ['Card', 'Карта', 'card'])
    expect((await bringPayments(store, lines(`A;07.03.2026;100;${method}`))).counts).toEqual({ known: 1 });
  expect((await bringPayments(store, lines('A;08.03.2026;100;'))).counts).toEqual({ known: 1 });
  expect((await bringPayments(store, lines('A;08.03.2026;100;Наличные'))).counts).toEqual({ new: 1 });
  expect(live(store)).toHaveLength(7);
});

test('a payment row that equals a recorded payment except for its id is imported only if the user ticks it', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 10_000 }));
  const at = '2026-03-08T20:00:00+03:00';
  await recordPayment(store.ctx('site'), { id, paymentId: 'site-1', amount: 100, paidAt: at, paymentMethod: 'card' });
  const statement = (...rows: string[]): string => ['Заказ;Дата;Сумма;Способ;Id', ...rows].join('\n');
  const bank = statement(
    'A;08.03.2026;100;Карта;bank-1',
    'A;09.03.2026;100;Карта;bank-2',
    'A;08.03.2026;90;Карта;bank-3',
  );
  const { file, counts } = await bringPayments(store, bank);
  expect(named(file.held ?? { shown: [] })).toEqual([[2, 'payment_alike', 'A']]);
  expect(counts).toEqual({ new: 2, over: 1 });
  expect(await paidOf(store, id)).toEqual([29_000, 'partial']);
  // The row with `site-1` matches the recorded payment by its id. So that payment no longer holds back the row with
  // `bank-4`.
  const both = await readPayments(store.importing, statement('A;08.03.2026;100;;site-1', 'A;08.03.2026;100;;bank-4'));
  expect(await both.plan()).toMatchObject({ known: 1, new: 1, over: 0 });
  const again = await readPayments(store.importing, bank);
  await store.bring(again, { over: true });
  expect(await paidOf(store, id)).toEqual([39_000, 'partial']);
});

test('a payment row is left out if its order already has a pending payment of the same amount', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 1_000 }));
  const expected = { orderId: id, amount: 100, paymentMethod: 'transfer' };
  const { paymentId } = await addPendingPayment(store.ctx('shop'), { ...expected, paymentId: 'bank-1' });
  const header = 'Заказ;Дата;Сумма;Способ;Id';
  const text = [header, 'A;08.03.2026;100;;bank-1', 'A;08.03.2026;100;;bank-2', 'A;08.03.2026;70;;bank-3'].join('\n');
  const { file, counts } = await bringPayments(store, text);
  expect(named(file.table.dropped)).toEqual([
    [2, 'payment_awaited', 'A'],
    [3, 'payment_awaited', 'A'],
  ]);
  expect(counts).toEqual({ new: 1 });
  await confirmPayment(store.ctx('shop'), { orderId: id, paymentId });
  expect(await paidOf(store, id)).toEqual([17_000, 'partial']);
});

test('a payment that somebody deleted is not recorded again under its id', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 100 }));
  const text = 'Заказ;Дата;Сумма;Id\nA;08.03.2026;50;tx-1';
  await bringPayments(store, text);
  await deletePayment(store.importing, { orderId: id, paymentId: all(store)[0]?.id ?? '' });
  const again = await bringPayments(store, text);
  expect(named(again.file.table.dropped)).toEqual([[2, 'payment_removed', 'tx-1']]);
  expect(live(store)).toEqual([]);
});

test('a refund is taken from its order’s payments and is recognized in a second import', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 200 }));
  await recordPayment(store.ctx(), {
    id,
    paymentId: 'tx-1',
    amount: 100,
    paidAt: '2026-03-01T10:00:00Z',
    paymentMethod: 'Карта',
  });
  await recordPayment(store.ctx(), { id, paymentId: 'tx-2', amount: 100, paidAt: '2026-03-02T10:00:00Z' });
  const text = lines('A;08.03.2026;(120,00);Карта', 'A;08.03.2026;−10;', 'A;08.03.2026;-10;');
  expect((await bringPayments(store, text)).counts).toEqual({ refunds: 3 });
  expect(moneyOf(store).map(([amount, refunded]) => [amount, refunded])).toEqual([
    [10_000, 10_000],
    [10_000, 4_000],
  ]);
  expect(refundsOf(store)).toEqual([
    [10_000, MOSCOW_NOON, 'Карта'],
    [2_000, MOSCOW_NOON, 'Карта'],
    [1_000, MOSCOW_NOON, null],
    [1_000, MOSCOW_NOON, null],
  ]);
  expect((await bringPayments(store, text)).counts).toEqual({ known: 3 });
  const withIds = 'Заказ;Дата;Возврат;Id\nA;09.03.2026;20;r-1';
  expect((await bringPayments(store, withIds)).counts).toEqual({ refunds: 1 });
  expect((await bringPayments(store, withIds)).counts).toEqual({ known: 1 });
  await refundPayment(store.importing, { orderId: id, paymentId: all(store)[1]?.id ?? '', roubles: 5 });
  const today = new Date(store.world.clock.now()).toISOString().slice(0, 10);
  expect((await bringPayments(store, `Заказ;Дата;Возврат;Id\nA;${today};5;r-2`)).counts).toEqual({ known: 1 });
  expect(await paidOf(store, id)).toEqual([3_500, 'partial']);
});

test('an undo skips payments of orders that were erased after the import', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 1000, B: 1000 });
  const { id } = await bringPayments(
    store,
    'Заказ;Дата;Сумма;Id\nA;08.03.2026;10;t-1\nA;08.03.2026;-5;r-1\nB;08.03.2026;20;t-2\nB;08.03.2026;30;t-3',
  );
  await editPayment(store.importing, { orderId: ids['B'] ?? '', paymentId: all(store)[2]?.id ?? '', amount: 25 });
  const order = getOrder(store.ctx(), ids['A'] ?? '').order;
  await store.storage.write((tx) => eraseOrder(tx, store.workspace, order, { atMost: 100, deletedAt: 0 }));
  expect(await previewUndo(store.importing, { id, rows: IMPORTED_PAYMENTS })).toMatchObject({ deleted: 1, kept: 2 });
  await store.undo(id);
  expect(store.stateOf(id).undo).toMatchObject({ isDone: true, counts: { deleted: 1, kept: 2 } });
  expect(await paidOf(store, ids['B'])).toEqual([2_500, 'partial']);
});

test('an undo reverts the whole import, except for payments that were changed after it', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 1000, B: 1000, C: 1000, D: 1000 });
  await recordPayment(store.ctx(), {
    id: ids['A'] ?? '',
    paymentId: 'own',
    amount: 100,
    paidAt: '2026-03-01T10:00:00Z',
  });
  const text = [
    'Заказ;Дата;Сумма;Id',
    'A;08.03.2026;50;t-1',
    'A;09.03.2026;-120;r-1',
    'B;08.03.2026;10;t-2',
    'B;08.03.2026;20;t-3',
    'C;08.03.2026;30;t-4',
    'D;08.03.2026;40;t-5',
    'C;08.03.2026;31;t-6',
  ].join('\n');
  const { id } = await bringPayments(store, text);
  const made = (externalId: string) => all(store).find((one) => one.externalId === externalId)?.id ?? '';
  await editPayment(store.importing, { orderId: ids['B'] ?? '', paymentId: made('t-2'), paymentMethod: 'Карта' });
  await refundPayment(store.importing, { orderId: ids['B'] ?? '', paymentId: made('t-3'), roubles: 1 });
  await deletePayment(store.importing, { orderId: ids['C'] ?? '', paymentId: made('t-6') });
  await deleteOrder(store.importing, { id: ids['D'] ?? '' });
  const kept = ['B', 'B', 'D'].map((num) => ({ id: ids[num] ?? '', name: num }));
  expect(await previewUndo(store.importing, { id, rows: IMPORTED_PAYMENTS })).toEqual({
    deleted: 2,
    reverted: 1,
    kept: 3,
    keptRows: kept,
  });
  const told = eventsOf(store).length;
  await store.undo(id);
  expect(store.stateOf(id).undo).toEqual({ isDone: true, counts: { deleted: 2, reverted: 1, kept: 3, gone: 1 } });
  expect(await paidOf(store, ids['A'])).toEqual([10_000, 'partial']);
  expect(await paidOf(store, ids['B'])).toEqual([2_900, 'partial']);
  expect(await paidOf(store, ids['C'])).toEqual([0, 'unpaid']);
  expect(eventsOf(store).slice(told)).toEqual(Array(3).fill('order.updated'));
  expect(refundsOf(store)).toHaveLength(1);
  const audit = store.storage.read.select().from(auditLog).where(sql`action = 'payments.import_undone'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toEqual([
    { payments: { from: null, to: 2 }, refunds: { from: null, to: 1 }, kept: { from: null, to: 3 } },
  ]);
  // A repeated import of the file records only the payments and the refund that the undo removed. Payments that
  // somebody deleted stay deleted.
  const again = await bringPayments(store, text);
  expect(again.counts).toEqual({ new: 2, refunds: 1, known: 2 });
  expect(await paidOf(store, ids['A'])).toEqual([3_000, 'partial']);
  expect(store.storage.read.select().from(importMade).all()).toHaveLength(3);
});

test('two running imports with the same payments, and a manual payment recorded meanwhile, store no payment twice', async () => {
  await using store = await openImportShop();
  const [id = ''] = Object.values(await addPriced(store, { A: 1000 }));
  const rows = ['A;08.03.2026;10;Карта', 'A;08.03.2026;10;Карта', 'A;08.03.2026;20;Карта'];
  const [first, second] = [
    await readPayments(store.importing, lines(...rows)),
    await readPayments(store.importing, lines(...rows, 'A;08.03.2026;30;')),
  ];
  const ids = [await store.begin(first), await store.begin(second)];
  await recordPayment(store.ctx(), {
    id,
    paymentId: 'manual:x',
    amount: 20,
    paidAt: '2026-03-08T18:00:00+03:00',
    paymentMethod: 'Карта',
  });
  await store.imports.finish();
  expect(ids.map((one) => store.stateOf(one).counts)).toEqual([
    { new: 2, known: 1 },
    { known: 3, new: 1 },
  ]);
  expect(
    live(store)
      .map(({ amount }) => amount)
      .sort(),
  ).toEqual([1_000, 1_000, 2_000, 3_000]);
});

test('columns and methods that a person matched are remembered for the next file', async () => {
  await using store = await openImportShop();
  await addPriced(store, { A: 1000 });
  await bringPayments(store, lines('A;08.03.2026;10;Карта'));
  const text = (day: string) => `Куда;Когда;Сколько;Как\nA;${day};10;безнал`;
  const values = [{ field: 'paymentMethod', text: 'безнал', to: 'Карта' }];
  const { file } = await bringPayments(store, text('09.03.2026'), { mapping: 'order,date,amount,method', values });
  expect(file.values).toEqual([{ field: 'paymentMethod', text: 'безнал', rows: 1, to: 'Карта' }]);
  const next = await bringPayments(store, text('10.03.2026'));
  expect([next.counts, live(store).map(({ paymentMethod }) => paymentMethod)]).toEqual([
    { new: 1 },
    ['Карта', 'Карта', 'Карта'],
  ]);
});

test('an import adds no payments beyond an order’s limit', async () => {
  await using store = await openImportShop();
  await addPriced(store, { A: 100_000 });
  const { file, counts } = await bringPayments(
    store,
    lines(...Array.from({ length: 1_002 }, (_, at) => `A;08.03.2026;${at + 1}0;`).slice(0, 1_002)),
    { over: true },
  );
  expect(counts['new']).toBe(1_000);
  expect(named(file.table.dropped).map(([, code]) => code)).toEqual(['payments_full', 'payments_full']);
});

test('an order accepts no more refunds than its limit, from a file or by hand', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 1_000_000 });
  await bringPayments(store, lines('A;08.03.2026;1000000;'));
  const [payment] = all(store);
  const ref = { orderId: ids['A'] ?? '', paymentId: payment?.id ?? '' };
  await refundPayment(store.importing, { ...ref, roubles: 1 });
  const refunded = (count: number) => lines(...Array.from({ length: count }, (_, at) => `A;08.03.2026;-${at + 2};`));
  const { file, counts } = await bringPayments(store, refunded(1_001));
  expect(counts).toEqual({ refunds: 999 });
  expect(named(file.table.dropped).map(([, code]) => code)).toEqual(['payments_full', 'payments_full']);
  const full = refundPayment(store.importing, { ...ref, roubles: 1 });
  await expect(full).rejects.toMatchObject({ details: [{ path: 'amount' }] });
  expect(refundsOf(store)).toHaveLength(1_000);
});

test('an import leaves out a previewed refund if a refund by hand has reached the order’s limit since the preview', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 1_000_000 });
  await bringPayments(store, lines('A;08.03.2026;1000000;'));
  const [payment] = all(store);
  const rows = Array.from({ length: 1_000 }, (_, at) => `A;08.03.2026;-${at + 2};`);
  const file = await readPayments(store.importing, lines(...rows));
  await refundPayment(store.importing, { orderId: ids['A'] ?? '', paymentId: payment?.id ?? '', roubles: 1 });
  const id = await store.bring(file);
  expect(store.stateOf(id).counts).toEqual({ refunds: 999, left: 1 });
});

test('a row counts as recorded if an equal payment has the same day in the shop’s time zone', async () => {
  await using store = await openImportShop();
  const ids = await addPriced(store, { A: 1_000 }, 'shop');
  const paid = (amount: number, paidAt: string) =>
    recordPayment(store.ctx('shop'), { id: ids['A'] ?? '', paymentId: `t-${amount}`, amount, paidAt });
  await paid(1, '2026-03-07T23:59:59.999+03:00');
  await paid(2, '2026-03-08T00:00:00.000+03:00');
  await paid(3, '2026-03-08T23:59:59.999+03:00');
  await paid(4, '2026-03-09T00:00:00.000+03:00');
  const rows = [1, 2, 3, 4].map((amount) => `A;08.03.2026;${amount};`);
  expect((await bringPayments(store, lines(...rows))).planned).toMatchObject({ new: 2, known: 2 });
});

test('a refund that would be divided among more than twenty payments is left out as a whole', async () => {
  await using store = await openImportShop();
  await addPriced(store, { A: 1_000 });
  await bringPayments(store, lines(...Array.from({ length: 21 }, (_, at) => `A;0${1 + (at % 9)}.03.2026;${at + 1};`)));
  const { counts } = await bringPayments(store, lines('A;20.03.2026;-231;'));
  expect([counts, refundsOf(store)]).toEqual([{ left: 1 }, []]);
  const { counts: next } = await bringPayments(store, lines('A;20.03.2026;-230;'));
  expect([next, refundsOf(store).length]).toEqual([{ refunds: 1 }, 20]);
});
