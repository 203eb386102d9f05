import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { checkPicture } from '../../src/base/index.ts';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { type Form, sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { showTiles } from '../support/order-form.ts';
import { edgesOf, PLACE, takePhoto } from '../support/photos.ts';
import { png } from '../support/pictures.ts';
import { openPricedShop } from '../support/priced-shop.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, ruleWords, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const ICON = readFileSync('src/dashboard/pages/identity/icon-192.png');
const PREVIEW = '.stock-picture-field img';

interface StoredPicture {
  readonly name: string;
  readonly picture: number | null;
  readonly bytes: Buffer;
}

/** A product without a picture has no bytes. */
async function kept(shop: Shop): Promise<readonly StoredPicture[]> {
  const owner = await ownerOf(shop);
  const base = `${shop.base}/stock`;
  const { products } = expectOk(await owner.get(base));
  return Promise.all(
    products.map(async ({ id, name, picture }: { id: string; name: string; picture: number | null }) => {
      if (picture === null) return { name, picture, bytes: Buffer.of() };
      const answer = await owner.fetch(`${base}/${id}/picture`);
      return { name, picture, bytes: Buffer.from(await answer.arrayBuffer()) };
    }),
  );
}
const keptOf = async (shop: Shop, name: string): Promise<StoredPicture | undefined> =>
  (await kept(shop)).find((one) => one.name === name);

const openEdit = async (page: Page, form: Form, name: string): Promise<void> => {
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('button', { name: wordsOf(form).edit, exact: true }).click();
};
const choose = (page: Page, form: Form, buffer: Buffer) =>
  page
    .getByLabel(wordsOf(form).stock.picture, { exact: true })
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
const save = async (page: Page, form: Form): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: wordsOf(form).save, exact: true })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const isDrawn = (page: Page, selector: string) =>
  until('the picture to be drawn', () =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number(Reflect.get(one, 'naturalWidth')) > 0),
  );

walk('a large photo is stored scaled, upright and without its location', async (form) => {
  await using shop = await openPricedShop();
  await using page = await enter(browser, shop, form, '/app/stock');
  const s = wordsOf(form).stock;
  await page.getByRole('link', { name: 'Роза красная', exact: true }).waitFor();
  expect(await page.locator('.product-picture').count()).toBe(0);
  const photo = await takePhoto(page);
  expect(photo.length).toBeGreaterThan(1_000_000);
  expect(photo.includes(PLACE)).toBe(true);
  await openEdit(page, form, 'Роза красная');
  await choose(page, form, photo);
  await isDrawn(page, PREVIEW);
  expect(await edgesOf(page, PREVIEW)).toEqual(['red', 'blue']);
  await look(page, form, 'a chosen picture');
  await save(page, form);
  await isDrawn(page, 'main img[alt="Роза красная"]');
  await look(page, form, 'a product with a picture');
  const { bytes = Buffer.of() } = (await keptOf(shop, 'Роза красная')) ?? {};
  expect(checkPicture(bytes, 'picture')).toEqual({ type: 'image/webp', width: 600, height: 800 });
  expect(bytes.length).toBeLessThanOrEqual(200 * 1024);
  expect(bytes.includes(PLACE)).toBe(false);

  await page.goto(`${shop.url}/app/stock`);
  await openEdit(page, form, 'Роза красная');
  await page.getByRole('button', { name: s.removePicture }).click();
  await page.locator(PREVIEW).waitFor({ state: 'detached' });
  await page.getByLabel(s.picture, { exact: true }).and(page.locator(':focus')).waitFor();
  await save(page, form);
  await page.locator('main img').waitFor({ state: 'detached' });
  expect((await keptOf(shop, 'Роза красная'))?.picture).toBeNull();
  await page
    .locator('.toasts')
    .getByRole('button', { name: wordsOf(form).undo })
    .click();
  await isDrawn(page, 'main img[alt="Роза красная"]');
  expect((await keptOf(shop, 'Роза красная'))?.bytes.equals(bytes)).toBe(true);
});

walk('every list of products shows pictures of one size, and enlarges them on a click', async (form) => {
  await using shop = await openPricedShop();
  const owner = await ownerOf(shop);
  const base = `${shop.base}/stock`;
  const [rose] = expectOk(await owner.get(`${base}?q=rose`)).products;
  expectOk(await owner.post(`${base}/${rose.id}/update`, { picture: ICON.toBase64() }));
  await using page = await enter(browser, shop, form, '/app/stock');
  const { stock: s, orderForm: o, close } = wordsOf(form);
  await isDrawn(page, 'table.stock img');
  // The boxes are of one size, with and without a picture, so that names align.
  const boxes = await page.locator('table.stock .product-picture').all();
  const sizes = await Promise.all(boxes.map((one) => one.boundingBox()));
  expect(new Set(sizes.map((one) => `${one?.x} ${one?.width} ${one?.height}`)).size).toBe(1);
  expect(sizes.length).toBe(4);
  await look(page, form, 'a list with a picture');
  await page.getByRole('button', { name: `${s.enlarge}: Роза красная` }).click();
  await isDrawn(page, 'dialog img[alt="Роза красная"]');
  await look(page, form, 'a larger view');
  await page.getByRole('dialog').getByRole('button', { name: close }).click();
  await page.goto(`${shop.url}/app/stock/stocktakes`);
  await page.getByRole('button', { name: s.stocktakes.start }).click();
  await isDrawn(page, 'table.stock-take img');
  await look(page, form, 'a stocktake with a picture');
  await page.goto(`${shop.url}/app/orders/new`);
  await showTiles(page, o.priceList);
  await isDrawn(page, '.order-form-tiles img');
  await look(page, form, 'tiles with a picture');
});

test('a file that is no picture or unpacks to gigabytes is refused before it is unpacked', async () => {
  await using shop = await openPricedShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/stock');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.evaluate(`{
    const { createImageBitmap } = globalThis;
    globalThis.unpacked = 0;
    globalThis.createImageBitmap = (...all) => {
      globalThis.unpacked += 1;
      return createImageBitmap(...all);
    };
  }`);
  await openEdit(page, DESKTOP, 'Роза красная');
  const problem = page.locator('.stock-picture-field .field-problem');
  for (const [buffer, text] of [
    [png(30_000, 30_000), '10,000'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), ruleWords('en', 'picture_kind')],
    [Buffer.of(), ruleWords('en', 'picture_kind')],
  ] as const) {
    await choose(page, DESKTOP, buffer);
    await problem.getByText(text).waitFor();
    await look(page, DESKTOP, 'a refused picture');
  }
  expect(await page.evaluate('globalThis.unpacked')).toBe(0);
  // The file is only a header, which states a size but has no pixels.
  await choose(page, DESKTOP, png(600, 600));
  await until('a look into it', async () => (await page.evaluate('globalThis.unpacked')) === 1);
  await problem.getByText(ruleWords('en', 'picture_kind')).waitFor();
  expect(await page.locator(PREVIEW).count()).toBe(0);
  expect(sent).toEqual([]);
  await choose(page, DESKTOP, await takePhoto(page));
  await isDrawn(page, PREVIEW);
  expect(await problem.textContent()).toBe('');
  await save(page, DESKTOP);
  expect((await keptOf(shop, 'Роза красная'))?.picture).not.toBeNull();
});

test('a pasted picture is added to a new product, but copied table cells stay text', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/stock');
  const s = wordsOf(DESKTOP).stock;
  await page.getByRole('button', { name: s.add }).click();
  await page.getByLabel(s.name, { exact: true }).fill('Пион');
  const paste = (withText: boolean) =>
    page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(1200, 300);
      canvas.getContext('2d').fillRect(0, 0, 600, 300);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([await canvas.convertToBlob()], 'pasted.png', { type: 'image/png' }));
      if (${withText}) clipboardData.setData('text/plain', 'cells');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
      return event.defaultPrevented;
    })()`);
  expect(await paste(true)).toBe(false);
  expect(await page.locator(PREVIEW).count()).toBe(0);
  expect(await paste(false)).toBe(true);
  await isDrawn(page, PREVIEW);
  await save(page, DESKTOP);
  await isDrawn(page, 'table.stock img');
  const { bytes = Buffer.of() } = (await keptOf(shop, 'Пион')) ?? {};
  expect(checkPicture(bytes, 'picture')).toEqual({ type: 'image/webp', width: 800, height: 200 });
});

test('undoing an edit of a product keeps later changes by others', async () => {
  await using shop = await openPricedShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/stock');
  const s = wordsOf(DESKTOP).stock;
  await openEdit(page, DESKTOP, 'Открытка');
  await page.getByLabel(s.name, { exact: true }).fill('Конверт');
  await save(page, DESKTOP);
  await page.getByRole('heading', { name: 'Конверт' }).waitFor();
  const owner = await ownerOf(shop);
  const path = new URL(page.url()).pathname.replace('/app/', `${shop.base}/`);
  expectOk(await owner.post(`${path}/update`, { price: 5 }));
  await page
    .locator('.toasts')
    .getByRole('button', { name: wordsOf(DESKTOP).undo })
    .click();
  await page.getByRole('heading', { name: 'Открытка' }).waitFor();
  expect(expectOk(await owner.get(path)).product).toMatchObject({ name: 'Открытка', price: 5 });
});

test('only a phone offers a camera, and an icon replaces a picture that fails to load', async () => {
  const form = formNamed('phone, dark, ru');
  await using shop = await openPricedShop();
  const owner = await ownerOf(shop);
  const base = `${shop.base}/stock`;
  // This PNG has a header but no pixels. The server checks only the header, but a browser cannot draw the picture.
  const broken = { name: 'Битый', sku: null, quantity: 1, picture: png(64, 64).toBase64() };
  expectOk(await owner.post(base, broken));
  await using page = await enter(browser, shop, form, '/app/stock');
  await page
    .getByRole('button', { name: `${wordsOf(form).stock.enlarge}: Битый` })
    .locator('svg')
    .waitFor();
  await openEdit(page, form, 'Роза красная');
  const camera = page.getByLabel(wordsOf(form).stock.takePhoto);
  expect(await camera.getAttribute('capture')).toBe('environment');
  await camera.setInputFiles({ name: 'p.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) });
  await isDrawn(page, PREVIEW);
  await using desk = await enter(browser, shop, DESKTOP, '/app/stock');
  await openEdit(desk, DESKTOP, 'Роза красная');
  const offered = desk.getByLabel(wordsOf(DESKTOP).stock.takePhoto);
  expect(await offered.isVisible()).toBe(false);
});

test('a logo within the server’s limits is sent unchanged, and a photo is scaled', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, DESKTOP, '/app/settings/workspace');
  const owner = await ownerOf(shop);
  const logo = async (): Promise<Buffer> => {
    const path = `${shop.url}${shop.base}/logo`;
    return Buffer.from(await (await fetch(path, { headers: { cookie: owner.cookie() } })).arrayBuffer());
  };
  const field = page.getByLabel(PAGES_EN.workspace.logo, { exact: true });
  await field.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: ICON });
  await until('the logo as it was drawn', async () => (await logo()).equals(ICON));
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) });
  await until('the photo, upright', async () => {
    const head = checkPicture(await logo(), 'image');
    return 'width' in head && head.type === 'image/webp' && head.width === 600 && head.height === 800;
  });
});
