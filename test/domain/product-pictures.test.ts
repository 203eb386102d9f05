import { expect, test } from 'bun:test';
import { addProduct, getPicture, listProducts, updateProduct } from '../../src/stock/index.ts';
import { auditLog, productPictures } from '../../src/storage/index.ts';
import { type ImportShop, openImportShop, readProducts } from '../support/imports.ts';
import { jpeg, webpLossy } from '../support/pictures.ts';
import { openTestStore, rowsOf, type TestStore } from '../support/store.ts';

const WEBP = webpLossy(800, 600);
const JPEG = jpeg(600, 800);

const listed = (store: TestStore) => listProducts(store.ctx(), { limit: 10 }).products;
const rows = (store: TestStore) => store.storage.read.select().from(productPictures).all();
const told = (store: TestStore) =>
  rowsOf(store.storage, auditLog)
    .filter(({ action }) => action.startsWith('product.'))
    .map(({ action, subject }) => `${action} ${subject}`);

test('each addition, change or removal of a picture raises its version and is recorded in the history', async () => {
  await using store = await openTestStore();
  const id = await addProduct(store.ctx(), { externalId: 'rose', name: 'Rose', sku: null, pieces: 1, picture: WEBP });
  const [first] = listed(store);
  expect(getPicture(store.ctx(), id)).toEqual({ type: 'image/webp', image: new Uint8Array(WEBP) });
  await updateProduct(store.ctx(), { id, name: 'Red rose' });
  expect(listed(store)[0]?.picture).toBe(first?.picture ?? -1);
  await updateProduct(store.ctx(), { id, price: 100, picture: JPEG });
  const [second] = listed(store);
  expect(second?.picture).toBeGreaterThan(first?.picture ?? Number.MAX_VALUE);
  expect(getPicture(store.ctx(), id)).toEqual({ type: 'image/jpeg', image: new Uint8Array(JPEG) });
  await updateProduct(store.ctx(), { id, picture: null });
  await updateProduct(store.ctx(), { id, picture: null });
  expect(listed(store)[0]).toMatchObject({ price: 10_000, picture: null });
  expect(() => getPicture(store.ctx(), id)).toThrow('There is no picture.');
  expect(rows(store)).toEqual([]);
  // A new picture never gets the version of a removed picture, because browsers may have cached the removed one.
  await updateProduct(store.ctx(), { id, picture: WEBP });
  expect(listed(store)[0]?.picture).toBeGreaterThan(second?.picture ?? Number.MAX_VALUE);
  expect(told(store)).toEqual([
    'product.added rose',
    'product.picture_added rose',
    'product.updated rose',
    'product.updated rose',
    'product.picture_changed rose',
    'product.picture_removed rose',
    'product.picture_added rose',
  ]);
});

const bring = async (store: ImportShop, text: string): Promise<string> =>
  store.bring(await readProducts(store.importing, text));
const idOf = (store: ImportShop, name: string): string => listed(store).find((one) => one.name === name)?.id ?? '';

test('an import and its undo leave pictures unchanged, and the undo keeps a product that got a picture meanwhile', async () => {
  await using store = await openImportShop();
  const rose = await addProduct(store.ctx(), { externalId: 'r', name: 'Rose', sku: null, pieces: 1, picture: WEBP });
  const id = await bring(store, 'id;name;price\nr;Red rose;100\nt;Tulip;50\nv;Vase;70');
  expect(getPicture(store.ctx(), rose).image).toEqual(new Uint8Array(WEBP));
  await updateProduct(store.ctx(), { id: idOf(store, 'Vase'), picture: JPEG });
  await store.undo(id);
  expect(listed(store).map(({ name, picture }) => [name, picture !== null])).toEqual([
    ['Rose', true],
    ['Vase', true],
  ]);
  expect(getPicture(store.ctx(), rose).image).toEqual(new Uint8Array(WEBP));
});

test('a product’s picture is deleted when the product is removed from the list', async () => {
  await using store = await openImportShop();
  const id = await bring(store, 'name\nTulip');
  const product = idOf(store, 'Tulip');
  // The picture is inserted directly, so that the product keeps its version from the import. With a later version, the
  // undo would keep the product.
  await store.storage.write((tx) => {
    tx.db.insert(productPictures).values({ productSeq: 1, type: 'image/webp', image: WEBP }).run();
  });
  expect(getPicture(store.ctx(), product).type).toBe('image/webp');
  await store.undo(id);
  expect(listed(store)).toEqual([]);
  expect(rows(store)).toEqual([]);
});
