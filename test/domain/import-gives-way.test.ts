/** Counts how often others get a turn while a file is read. A measured time would mean nothing on a busy machine. */

import { expect, test } from 'bun:test';
import { nextTurn } from '../../src/base/index.ts';
import { type ImportKind, listOpenImports, openSource, workOff } from '../../src/imports/index.ts';
import { countEqual } from '../../src/orders/import-payments/order-rows.ts';
import { openOrderFile } from '../../src/orders/index.ts';
import { openProductFile } from '../../src/stock/index.ts';
import { refunds } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readOrders, readPayments } from '../support/imports.ts';
import { addPriced, bringPayments } from '../support/payment-files.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { tempFile } from '../support/temp-file.ts';
import { turnsWithin } from '../support/until.ts';

const store = shared(openTestStore);

const MB = 1_048_576;
const HEAD = 'number;date;item;price\n';

const look = async (bytes: Uint8Array, open: typeof openOrderFile | typeof openProductFile): Promise<unknown> => {
  using file = tempFile(bytes);
  const source = await openSource(file, () => nextTurn(1));
  return await open(store.ctx(), { source });
};

test.each([
  ['a million lines of one sign', new TextEncoder().encode(`${HEAD}${'a\n'.repeat(1_000_000)}`), 500],
  ['16 MB of blank lines', new TextEncoder().encode(`${HEAD}${'\n'.repeat(16 * MB)}`), 500],
  ['one order of 90,000 rows', new TextEncoder().encode(`${HEAD}${'A-1;2026-03-08;Rose;100\n'.repeat(90_000)}`), 500],
  ['16 MB in Windows-1251', new Uint8Array(16 * MB).fill(0xc0), 60],
])('other requests are served while %s is previewed', async (_name, bytes, least) => {
  expect(await turnsWithin(() => look(bytes, openOrderFile))).toBeGreaterThan(least);
});

test.each([
  ['a million products', new TextEncoder().encode(`id;name\n${'a;Rose\n'.repeat(1_000_000)}`), 100],
  ['16 MB of blank lines', new TextEncoder().encode(`id;name\n${'\n'.repeat(16 * MB)}`), 500],
  ['16 MB in Windows-1251', new Uint8Array(16 * MB).fill(0xc0), 60],
])('other requests are served while a list of products is previewed: %s', async (_name, bytes, least) => {
  expect(await turnsWithin(() => look(bytes, openProductFile))).toBeGreaterThan(least);
});

function slowKinds({ imports: { kinds }, world }: ImportShop, ms: number) {
  const orders: ImportKind = {
    ...kinds.orders,
    takeIn(...row) {
      world.clock.advance(ms);
      return kinds.orders.takeIn(...row);
    },
  };
  return { ...kinds, orders };
}

test('other requests are served between the slow rows of an import’s transaction', async () => {
  await using shop = await openImportShop();
  const lines = Array.from({ length: 12 }, (_, at) => `${at + 1};2026-03-08;Rose;100`);
  const { orders } = await readOrders(shop.importing, HEAD + lines.join('\n'));
  await shop.accept(orders);
  const [job] = listOpenImports(shop.storage.read);
  const { clock } = shop.world;
  const ports = { storage: shop.storage, clock, kinds: slowKinds(shop, 1.5) };
  const before = await turnsWithin(() => workOff({ ...ports, kinds: shop.imports.kinds }, -1));
  expect(await turnsWithin(() => workOff(ports, job?.seq ?? 0))).toBeGreaterThan(before + 10);
  expect(shop.outcomeOf(job?.id ?? '').created).toBe(12);
});

test('an import’s transaction ends after a few slow rows, so that others may write', async () => {
  await using shop = await openImportShop();
  const lines = Array.from({ length: 30 }, (_, at) => `${at + 1};2026-03-08;Rose;100`);
  const { orders } = await readOrders(shop.importing, HEAD + lines.join('\n'));
  const id = await shop.accept(orders);
  const [job] = listOpenImports(shop.storage.read);
  const { clock } = shop.world;
  await workOff({ storage: shop.storage, clock, kinds: slowKinds(shop, 8) }, job?.seq ?? 0);
  expect(shop.stateOf(id).done).toBe(3);
});

test('other requests are served between the parts of a divided refund, and see the whole refund or nothing', async () => {
  await using shop = await openImportShop();
  await addPriced(shop, { A: 1_000 });
  const paid = Array.from({ length: 20 }, (_, at) => `A;${at + 1}.03.2026;${at + 1}`);
  await bringPayments(shop, `Заказ;Дата;Сумма\n${paid.join('\n')}`);
  await shop.begin(await readPayments(shop.importing, 'Заказ;Дата;Сумма\nA;21.03.2026;-210'));
  const [job] = listOpenImports(shop.storage.read);
  const seen: number[] = [];
  const look = (): void => {
    seen.push(shop.storage.read.select({ seq: refunds.seq }).from(refunds).all().length);
    if (seen.at(-1) === 0) setImmediate(look);
  };
  setImmediate(look);
  // This clock advances two milliseconds at each reading. So the import lets others run after each part of the refund.
  const looksAt: number[] = [];
  const clock = { monotonic: () => 2 * looksAt.push(seen.length) };
  await workOff({ storage: shop.storage, clock, kinds: shop.imports.kinds }, job?.seq ?? 0);
  look();
  expect(new Set(seen)).toEqual(new Set([0, 20]));
  expect((looksAt.at(-1) ?? 0) - (looksAt[0] ?? 0)).toBeGreaterThanOrEqual(20);
});

test('equal rows of a file of payments are counted in steps', () => {
  const order = { seq: 1, id: '', num: 'A', price: 0, paidAmount: 0 };
  const row = { amount: 1, at: 0, day: '2026-03-08', method: null, id: null, order };
  const rows = Array.from({ length: 100 }, (_, line) => ({ ...row, line }));
  expect([...countEqual(rows)].length).toBeGreaterThanOrEqual(200);
});
