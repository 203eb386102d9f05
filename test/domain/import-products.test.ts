import { expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { addStep, ORDER_FLOW } from '../../src/flows/index.ts';
import { previewUndo, undoImport } from '../../src/imports/index.ts';
import {
  addProduct,
  applyStocktake,
  correctStock,
  countProduct,
  getStocktake,
  IMPORTED_PRODUCTS,
  startStocktake,
  updateProduct,
} from '../../src/stock/index.ts';
import { auditLog, importMade, products, stockMovements } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readProducts } from '../support/imports.ts';
import { addOrder } from '../support/store.ts';

const bring = async (shop: ImportShop, text: string): Promise<string> =>
  shop.bring(await readProducts(shop.importing, text));
const preview = (shop: ImportShop, id: string) => previewUndo(shop.importing, { id, rows: IMPORTED_PRODUCTS });
const all = (shop: ImportShop) => shop.storage.read.select().from(products).orderBy(products.seq).all();
const listed = (shop: ImportShop) =>
  all(shop).map(({ name, price, quantity }) => [name, price === null ? null : price / 100, quantity / 1000]);
const ledger = (shop: ImportShop) => shop.storage.read.select().from(stockMovements).all();
const add = (shop: ImportShop, name: string, externalId?: string) =>
  addProduct(shop.ctx(), { name, externalId, sku: null, price: 100, pieces: 5 });

test('products from a file without ids get Docket’s ids and are later recognized by name', async () => {
  await using shop = await openImportShop();
  const file = (price: number) => `Наименование;Цена;Остаток\nРоза  красная;${price};3\nЛента;10;\n`;
  await bring(shop, file(90));
  expect(listed(shop)).toEqual([
    ['Роза  красная', 90, 3],
    ['Лента', 10, 0],
  ]);
  expect(all(shop).every(({ id, externalId }) => id === externalId)).toBe(true);
  const looked = await readProducts(shop.importing, file(95).replace('Роза  красная', 'РОЗА красная'));
  expect(looked.preview).toMatchObject([
    {
      line: 2,
      known: 'name',
      changes: [
        { field: 'name', from: 'Роза  красная', to: 'РОЗА красная' },
        { field: 'price', from: 9_000, to: 9_500 },
      ],
    },
  ]);
  expect(await looked.plan()).toEqual({ new: 0, changed: 1, same: 1, byName: 2, unclear: 0 });
  const id = await bring(shop, file(95));
  expect(shop.stateOf(id).counts).toEqual({ changed: 1, same: 1, byName: 2 });
  expect(all(shop)).toHaveLength(2);
});

test('a row with a new id may match a product by name, but only a product without a shop id', async () => {
  await using shop = await openImportShop();
  await add(shop, 'Rose');
  await add(shop, 'Tulip', 'other');
  const looked = await readProducts(shop.importing, 'id;name\nr1;Rose\nt1;Tulip');
  expect(looked.preview).toMatchObject([
    { known: 'name', changes: [{ field: 'id', from: null, to: 'r1' }] },
    { known: null, changes: [] },
  ]);
  await bring(shop, 'id;name\nr1;Rose\nt1;Tulip');
  expect(all(shop).map(({ name, externalId }) => [name, externalId])).toEqual([
    ['Rose', 'r1'],
    ['Tulip', 'other'],
    ['Tulip', 't1'],
  ]);
});

test('a product is found by its Docket id in an older export, and keeps the shop’s own id', async () => {
  await using shop = await openImportShop();
  const own = await add(shop, 'Rose');
  await bring(shop, 'id;name\nr1;Rose');
  const older = `id;name;price\n${own};Roses;120`;
  const looked = await readProducts(shop.importing, older);
  expect(looked.preview).toMatchObject([
    {
      known: 'id',
      changes: [
        { field: 'name', from: 'Rose', to: 'Roses' },
        { field: 'price', from: 10_000, to: 12_000 },
      ],
    },
  ]);
  const again = await bring(shop, older);
  expect(shop.stateOf(again).counts).toEqual({ changed: 1 });
  expect(await (await readProducts(shop.importing, older)).plan()).toEqual({
    new: 0,
    changed: 0,
    same: 1,
    byName: 0,
    unclear: 0,
  });
  expect(all(shop)).toMatchObject([{ id: own, externalId: 'r1', name: 'Roses' }]);
  await shop.undo(again);
  expect(all(shop)).toMatchObject([{ id: own, externalId: 'r1', name: 'Rose', price: 10_000 }]);
  const both = await readProducts(shop.importing, `id;name\nr1;Rose\n${own};Rose 2`);
  expect(both.table.problems.shown).toMatchObject([{ line: 3, code: 'id_again', than: '2' }]);
});

test('an undo does not restore a product’s Docket id if another product now uses it', async () => {
  await using shop = await openImportShop();
  const own = await add(shop, 'Rose');
  const id = await bring(shop, 'id;name\nr1;Rose');
  const other = await add(shop, 'Double');
  await shop.storage.write((tx) => {
    tx.db.update(products).set({ externalId: own }).where(eq(products.id, other)).run();
  });
  await shop.undo(id);
  expect(shop.stateOf(id).undo).toEqual({ isDone: true, counts: { reverted: 1 } });
  expect(all(shop)).toMatchObject([
    { id: own, externalId: 'r1' },
    { id: other, externalId: own },
  ]);
});

test.each([
  ['name\nRose\nrose', { line: 3, code: 'id_again', value: 'rose', than: '2' }],
  ['id;name\na;Rose\n;ROSE', { line: 3, column: 1, code: 'id_again', than: '2' }],
  ['id;name\n;Rose\na;Rose', { line: 3, column: 1, code: 'id_again', than: '2' }],
  ['id;name\na;Rose\na;Tulip', { line: 3, column: 0, code: 'id_again', than: '2' }],
  ['id;name\na;New name\n;Lily', { line: 3, column: null, code: 'id_again', than: '2' }],
])('the second row of the file %j is reported as a repeat of the first row’s product', async (text, problem) => {
  await using shop = await openImportShop();
  await add(shop, 'Lily', 'a');
  expect((await readProducts(shop.importing, text)).table.problems.shown).toMatchObject([problem]);
});

test('stock and price in a product’s unit are converted to pieces, and a warning level in pieces is kept', async () => {
  await using shop = await openImportShop();
  const text = 'Наименование;Ед.;Цена;Остаток;Минимум\nРоза;упак;1000;3;10 шт\nЛента;упак;100;2 м;';
  const values = [{ field: 'unit', text: 'упак', to: '20' }];
  const first = await readProducts(shop.importing, text);
  expect(first.values).toEqual([
    { field: 'unit', text: 'упак', rows: 2, to: null },
    { field: 'unit', text: 'м', rows: 1, to: null },
  ]);
  const file = await readProducts(shop.importing, text, { values });
  expect(file.table.dropped.shown).toMatchObject([{ line: 3, column: 3, code: 'unit', value: '2 м' }]);
  await shop.bring(file);
  expect(listed(shop)).toEqual([
    ['Роза', 50, 60],
    ['Лента', 100, 2],
  ]);
  expect(all(shop)[0]?.warnBelow).toBe(10_000);
  const odd = await readProducts(shop.importing, text, { values: [{ field: 'unit', text: 'упак', to: '3' }] });
  expect(odd.table.problems.shown).toMatchObject([{ line: 2, column: 2, code: 'pack_price', value: '1000' }]);
});

test('a stock quantity in pieces is understood, and any other unit is reported', async () => {
  await using shop = await openImportShop();
  const text = 'Наименование;Цена (руб.);Остаток;Минимум\nРоза;95;300 шт;20 шт.\nЛента;10;12,5 м;';
  const { table } = await readProducts(shop.importing, text);
  expect([table.problems.shown, table.missing]).toEqual([[], []]);
  expect(table.dropped.shown).toMatchObject([{ line: 3, column: 2, code: 'unit', value: '12,5 м' }]);
  await bring(shop, text);
  expect(listed(shop)).toEqual([
    ['Роза', 95, 300],
    ['Лента', 10, 12.5],
  ]);
});

test('a row that matches several products by name is reported and changes none of these products', async () => {
  await using shop = await openImportShop();
  for (const name of ['Rose', 'Rose', 'Box', 'Box']) await add(shop, name);
  for (const id of ['v1', 'v2']) await add(shop, 'Vase', id);
  // Products with the name in another spelling do not match the row, however many there are.
  for (const name of ['L i l y', 'Li ly', 'Lil y', 'Lily']) await add(shop, name);
  const before = all(shop);
  const text = 'id;name;price\n;rose;150\nb1;Box;150\n;Vase;150\n;Lily;150';
  const looked = await readProducts(shop.importing, text);
  expect(looked.table.dropped.shown).toMatchObject([
    { line: 2, column: 1, code: 'name_shared', value: 'rose' },
    { line: 3, column: 1, code: 'name_shared', value: 'Box' },
    { line: 4, column: 1, code: 'name_shared', value: 'Vase' },
  ]);
  const counts = { unclear: 3, changed: 1, byName: 1 };
  expect(await looked.plan()).toEqual({ new: 0, same: 0, ...counts });
  expect(looked.preview.map(({ line }) => line)).toEqual([5]);
  const id = await bring(shop, text);
  expect(shop.stateOf(id).counts).toEqual(counts);
  expect(all(shop).slice(0, -1)).toEqual(before.slice(0, -1));
  expect(all(shop).at(-1)).toMatchObject({ name: 'Lily', price: 15_000 });
});

test('an undo removes new products from the list and restores changed ones', async () => {
  await using shop = await openImportShop();
  await add(shop, 'Rose', 'rose');
  const before = all(shop)[0];
  const id = await bring(shop, 'id;name;price;quantity;category\nrose;Red rose;150;12;Roses\n;Vase;700;2;\n;Box;;;');
  expect(listed(shop)).toEqual([
    ['Red rose', 150, 12],
    ['Vase', 700, 2],
    ['Box', null, 0],
  ]);
  expect(await preview(shop, id)).toEqual({ deleted: 2, reverted: 1, kept: 0, keptRows: [] });
  await shop.undo(id);
  expect(all(shop)).toMatchObject([{ ...before, version: expect.any(Number), updatedAt: expect.any(Number) }]);
  expect(ledger(shop).map(({ delta }) => delta)).toEqual([5_000, 7_000, -7_000]);
  expect(shop.stateOf(id).undo).toEqual({ isDone: true, counts: { deleted: 2, reverted: 1 } });
  expect(shop.storage.read.select().from(importMade).all()).toEqual([]);
  const audit = shop.storage.read.select().from(auditLog).where(sql`action = 'product.import_undone'`).all();
  expect(audit.map(({ changes }) => JSON.parse(changes ?? '{}'))).toEqual([
    { removed: { from: null, to: 2 }, changed: { from: null, to: 1 }, kept: { from: null, to: 0 } },
  ]);
  await bring(shop, 'name\nVase');
  expect(all(shop).map(({ name }) => name)).toEqual(['Rose', 'Vase']);
});

test('undoing an import removes its new products from an open stocktake, but keeps those that an applied stocktake corrected', async () => {
  await using shop = await openImportShop();
  const stocktake = await startStocktake(shop.ctx());
  const count = async (name: string, pieces: number): Promise<void> => {
    const productId = all(shop).find((one) => one.name === name)?.id ?? '';
    await countProduct(shop.ctx(), { id: stocktake, productId, pieces });
  };
  const file = 'name;quantity\nVase;2\nBox;1';
  const first = await bring(shop, file);
  await count('Vase', 5);
  await count('Box', 1);
  expect(getStocktake(shop.ctx(), stocktake)).toMatchObject({ counted: 2, differing: 1 });
  await shop.undo(first);
  expect(all(shop)).toEqual([]);
  expect(getStocktake(shop.ctx(), stocktake)).toMatchObject({ counted: 0, differing: 0 });
  const second = await bring(shop, file);
  await count('Vase', 5);
  await count('Box', 1);
  expect(await applyStocktake(shop.ctx(), stocktake)).toBe(1);
  await shop.undo(second);
  expect(listed(shop)).toEqual([['Vase', null, 5]]);
  expect(getStocktake(shop.ctx(), stocktake)).toMatchObject({ counted: 2, differing: 1 });
});

test('undoing two imports, newest first, restores a product that both changed', async () => {
  await using shop = await openImportShop();
  await add(shop, 'Rose', 'rose');
  const [before] = all(shop);
  const first = await bring(shop, 'id;name;price;quantity\nrose;Red rose;150;12');
  const second = await bring(shop, 'id;name;price;quantity\nrose;Red rose;160;20');
  // The second import has replaced the values of the first, so undoing only the first would change nothing.
  expect(await preview(shop, first)).toMatchObject({ reverted: 0, kept: 1 });
  await shop.undo(second);
  expect(listed(shop)).toEqual([['Red rose', 150, 12]]);
  expect(await preview(shop, first)).toMatchObject({ reverted: 1, kept: 0 });
  await shop.undo(first);
  expect(all(shop)).toMatchObject([{ ...before, version: expect.any(Number), updatedAt: expect.any(Number) }]);
});

test('undoing an import restores a product that was renamed after the preview and so matched two rows', async () => {
  await using shop = await openImportShop();
  const own = await add(shop, 'Rose', 'rose');
  const file = await readProducts(shop.importing, 'id;name;price;quantity\n;Lily;160;20\nrose;Rose;150;12');
  const id = await shop.begin(file);
  await updateProduct(shop.ctx(), { id: own, name: 'Lily' });
  await shop.imports.finish();
  expect(listed(shop)).toEqual([['Rose', 150, 12]]);
  await shop.undo(id);
  expect(shop.stateOf(id).undo?.counts).toEqual({ reverted: 1 });
  expect(listed(shop)).toEqual([['Lily', 100, 5]]);
});

test('neither an import nor its undo gives a product the barcode of another product', async () => {
  await using shop = await openImportShop();
  const own = await add(shop, 'Rose', 'rose');
  const file = await readProducts(shop.importing, 'id;name;price;barcode\nrose;Rose;150;4600000000017');
  const id = await shop.begin(file);
  const other = await add(shop, 'Vase', 'vase');
  await updateProduct(shop.ctx(), { id: other, barcode: '4600000000017' });
  await shop.imports.finish();
  const codes = () => all(shop).map(({ barcode }) => barcode);
  expect(listed(shop)[0]).toEqual(['Rose', 150, 5]);
  expect(codes()).toEqual([null, '4600000000017']);
  await updateProduct(shop.ctx(), { id: other, barcode: null });
  await shop.undo(id);
  await updateProduct(shop.ctx(), { id: own, barcode: '4600000000017' });
  const second = await bring(shop, 'id;name;barcode\nrose;Rose;4600000000024');
  await updateProduct(shop.ctx(), { id: other, barcode: '4600000000017' });
  await shop.undo(second);
  expect(shop.stateOf(second).undo).toEqual({ isDone: true, counts: { reverted: 1 } });
  expect(codes()).toEqual([null, '4600000000017']);
});

test('queued undos run newest import first, whatever the order of the requests', async () => {
  await using shop = await openImportShop();
  await add(shop, 'Rose', 'rose');
  const ids = [await bring(shop, 'id;name;price\nrose;Rose;150'), await bring(shop, 'id;name;price\nrose;Rose;160')];
  for (const id of ids) await undoImport(shop.importing, id);
  await shop.imports.finish();
  expect(listed(shop)).toEqual([['Rose', 100, 5]]);
});

test('undoing two imports, newest first, removes a product that the first import created', async () => {
  await using shop = await openImportShop();
  const first = await bring(shop, 'id;name;price\nrose;Rose;150');
  const second = await bring(shop, 'id;name;price\nrose;Rose;160');
  await shop.undo(second);
  await shop.undo(first);
  expect(all(shop)).toEqual([]);
});

test('a manual change between two imports prevents the undo of the first', async () => {
  await using shop = await openImportShop();
  const first = await bring(shop, 'id;name;price\nrose;Rose;150');
  await updateProduct(shop.ctx(), { id: all(shop)[0]?.id ?? '', category: 'Hand' });
  const second = await bring(shop, 'id;name;price\nrose;Rose;160');
  await shop.undo(second);
  await shop.undo(first);
  expect(all(shop)).toMatchObject([{ name: 'Rose', price: 15_000, category: 'Hand' }]);
});

test('an undo leaves a product alone if it was changed or counted by hand', async () => {
  await using shop = await openImportShop();
  const ids = [await add(shop, 'A', 'a'), await add(shop, 'B', 'b'), await add(shop, 'C', 'c')];
  const id = await bring(shop, 'id;name;price\na;A;1\nb;B;2\nc;C;3\nd;D;4\n');
  await updateProduct(shop.ctx(), { id: ids[0] ?? '', category: 'Hand' });
  const counted = { formId: crypto.randomUUID(), way: 'to', pieces: 9, reason: 'counted' } as const;
  await correctStock(shop.ctx(), { id: ids[1] ?? '', ...counted });
  expect(await preview(shop, id)).toEqual({
    deleted: 1,
    reverted: 1,
    kept: 2,
    keptRows: [
      { id: ids[0] ?? '', name: 'A' },
      { id: ids[1] ?? '', name: 'B' },
    ],
  });
  await shop.undo(id);
  expect(listed(shop)).toEqual([
    ['A', 1, 5],
    ['B', 2, 9],
    ['C', 100, 5],
  ]);
});

test('an undo restores the earlier stock minus what orders took after the import', async () => {
  await using shop = await openImportShop();
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true } as const;
  await addStep(shop.ctx(), { flow: ORDER_FLOW, language: 'en', ...packed });
  await add(shop, 'Rose', 'rose');
  const id = await bring(shop, 'id;name;quantity\nrose;Rose;20\nvase;Vase;3');
  const items = ['rose', 'vase'].map((one) => ({ id: one, name: one, quantity: 2, price: 1 }));
  await addOrder(shop.ctx(), { statusId: 'packed', products: items });
  expect(await preview(shop, id)).toMatchObject({ deleted: 0, reverted: 1, kept: 1, keptRows: [{ name: 'Vase' }] });
  await shop.undo(id);
  expect(listed(shop)).toEqual([
    ['Rose', 100, 3],
    ['Vase', null, 1],
  ]);
});

test('the history does not mention Docket’s own id when a product gets a shop id', async () => {
  await using shop = await openImportShop();
  const id = await add(shop, 'Rose');
  await updateProduct(shop.ctx(), { id, externalId: 'R-1' });
  const [audit] = shop.storage.read.select().from(auditLog).where(sql`action = 'product.updated'`).all();
  expect(JSON.parse(audit?.changes ?? '{}')).toEqual({ externalId: { from: null, to: 'R-1' } });
});

test('a totals row is not a product, but a product’s name may begin with a totals word', async () => {
  await using shop = await openImportShop();
  const totals = [
    'Итого: 2 позиции;;25',
    'Итого',
    'Total',
    'ИТОГО по складу;;1 025,50',
    'Всего: роз и лент;;25',
    'Всего 12 шт.;;25',
    'Total 3 items;;25;1 500 ₽',
    'Grand total of stock;;25',
  ];
  const goods = ['Total bouquet', 'Всего понемногу', 'Всего 5 роз', 'Total 5W-30', 'Итоговый букет', 'Итого;R-2'];
  const rows = [...totals, ...goods.map((name) => `${name};;25`)];
  const { table, records } = await readProducts(shop.importing, `name;sku;quantity;price\n${rows.join('\n')}`);
  expect(table.problems.count()).toBe(0);
  expect(table.skipped.map(({ cells }) => cells[0])).toEqual(totals.map((row) => row.split(';')[0] ?? ''));
  expect(records).toBe(goods.length);
});

test('the columns of a file without headings are remembered by their positions', async () => {
  await using shop = await openImportShop();
  const choice = { head: 0, mapping: 'name,,price' };
  const file = await readProducts(shop.importing, 'Rose;x;10\nVase;y;20', choice);
  await shop.bring(file);
  const next = await readProducts(shop.importing, 'Box;z;30', { head: 0 });
  expect(next.table.mapping).toEqual(['name', null, 'price']);
  // A file with headings does not use the columns that were remembered without headings.
  expect((await readProducts(shop.importing, 'name;price;stock\nBox;30;1')).table.mapping).toEqual([
    'name',
    'price',
    'quantity',
  ]);
});
