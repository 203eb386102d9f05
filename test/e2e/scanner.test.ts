import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { field, holds, savedOrder, showTiles, valuesOf } from '../support/order-form.ts';
import { CARD_CODE, openPricedShop, ROSE_CODE } from '../support/priced-shop.ts';
import { pressAtPace, scan } from '../support/scanner.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, look, walk, walkOnPhones, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();
const shop = shared(openPricedShop);
const UNKNOWN_CODE = '4699999999999';

const tile = (page: Page, name: string) => page.locator('.order-form-tiles').getByRole('button', { name });
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const itemsOf = async (page: Page): Promise<string[]> => {
  const rows = await page.locator('.order-form-item').count();
  const names = Array.from({ length: rows }, (_, at) => [`products.${at}.name`, `products.${at}.quantity`]);
  return Promise.all(names.map(async (pair) => (await valuesOf(page, pair)).join(' ×')));
};

/** The addresses of the page's requests for scanned codes, from now on. */
function lookUpsOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/scanned')) asked.push(request.url());
  });
  return asked;
}

walk('a scan adds a product, or one more piece of a product in the order, wherever the focus is', async (form) => {
  const o = wordsOf(form).orderForm;
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await field(page, 'products.0.name').click();
  await scan(page, ROSE_CODE);
  await said(page, o.scanned('Роза красная', '1')).waitFor();
  await holds(page, 'products.0.name', 'Роза красная');
  await page.locator('[name="products.0.name"]:focus').waitFor();
  await scan(page, ROSE_CODE);
  await said(page, o.scanned('Роза красная', '2')).waitFor();
  await scan(page, `0${CARD_CODE}`);
  await said(page, o.scanned('Открытка', '1')).waitFor();
  await scan(page, UNKNOWN_CODE);
  await said(page, o.notScanned(UNKNOWN_CODE)).waitFor();
  await look(page, form, 'scanned');
  // A tile has the focus: the scanner's Enter does not press it.
  await showTiles(page, o.priceList);
  await tile(page, 'Тюльпан').focus();
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '2')).waitFor();
  expect(
    await valuesOf(page, ['products.0.name', 'products.0.quantity', 'products.1.name', 'products.1.quantity']),
  ).toEqual(['Роза красная', '2', 'Открытка', '2']);
  expect(await field(page, 'products.2.name').count()).toBe(0);
  expect(await page.getByRole('button', { name: o.scan }).count()).toBe(0);
  await page.getByRole('button', { name: o.saveOrder }).click();
  expect(await savedOrder(page, shop)).toMatchObject({
    productsAmount: 801,
    products: [
      { id: 'rose', quantity: 2 },
      { id: 'card', quantity: 2 },
    ],
  });
});

const standing = (page: Page, name: string): Promise<readonly [string, number, number]> =>
  page.evaluate(`{
    const { value, selectionStart, selectionEnd } = document.querySelector('[name="${name}"]');
    [value, selectionStart, selectionEnd];
  }`);

const select = (page: Page, name: string, from: number, to: number): Promise<void> =>
  page.evaluate(`{
    const field = document.querySelector('[name="${name}"]');
    field.focus();
    field.setSelectionRange(${from}, ${to});
  }`);

walk('a scan leaves no trace in the field that has the focus', async (form) => {
  const o = wordsOf(form).orderForm;
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await page.locator(':focus[name="line"]').waitFor();
  await scan(page, ROSE_CODE);
  await said(page, o.scanned('Роза красная', '1')).waitFor();
  expect(await standing(page, 'line')).toEqual(['', 0, 0]);
  expect(await valuesOf(page, ['client.name', 'client.phone'])).toEqual(['', '']);
  await field(page, 'client.name').fill('Анна');
  await select(page, 'client.name', 1, 3);
  await scan(page, ROSE_CODE);
  await said(page, o.scanned('Роза красная', '2')).waitFor();
  expect(await standing(page, 'client.name')).toEqual(['Анна', 1, 3]);
  await field(page, 'products.0.price').fill('0.35');
  await select(page, 'products.0.price', 0, 4);
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '1')).waitFor();
  expect(await standing(page, 'products.0.price')).toEqual(['0.35', 0, 4]);
  await select(page, 'products.1.quantity', 1, 1);
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '2')).waitFor();
  await select(page, 'products.1.name', 0, 0);
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '3')).waitFor();
  expect(await standing(page, 'products.1.name')).toEqual(['Открытка', 0, 0]);
  await page.getByRole('button', { name: o.addItem }).click();
  await page.locator(':focus[name="products.2.name"]').waitFor();
  await page.keyboard.type('Ро');
  await page.getByRole('option', { name: 'Роза красная' }).waitFor();
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '4')).waitFor();
  expect(await standing(page, 'products.2.name')).toEqual(['Ро', 2, 2]);
  expect(await page.locator('[role="combobox"][aria-expanded="true"]').count()).toBe(0);
  expect(await itemsOf(page)).toEqual(['Роза красная ×2', 'Открытка ×4', 'Ро ×1']);
});

walk('a barcode scanned in an open dialog is processed when the dialog closes', async (form) => {
  const o = wordsOf(form).orderForm;
  await using page = await enter(browser, shop, form, '/app/orders/new');
  await page.locator(':focus[name="line"]').waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.waitFor();
  await scan(page, ROSE_CODE, CARD_CODE);
  expect(await field.inputValue()).toBe('');
  expect(await itemsOf(page)).toEqual([' ×1']);
  await page.keyboard.press('Escape');
  await said(page, o.scanned('Открытка', '1')).waitFor();
  expect(await itemsOf(page)).toEqual(['Роза красная ×1', 'Открытка ×1']);
});

test('two quick scans are both processed even if the answers are late', async () => {
  const o = wordsOf(DESKTOP).orderForm;
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  const asked: string[] = [];
  const late = Promise.withResolvers<void>();
  await page.route('**/scanned**', async (route) => {
    asked.push(route.request().url());
    await late.promise;
    await route.continue();
  });
  await field(page, 'products.0.name').click();
  await scan(page, ROSE_CODE, CARD_CODE, ROSE_CODE);
  await until('the first to be asked for', () => asked.length === 1);
  // The order cannot be saved yet, because this code's product would be missing from it.
  const save = page.getByRole('button', { name: o.saveOrder });
  expect(await save.isDisabled()).toBe(true);
  late.resolve();
  await said(page, o.scanned('Роза красная', '2')).waitFor();
  expect(await itemsOf(page)).toEqual(['Роза красная ×2', 'Открытка ×1']);
  await until('the button', () => save.isEnabled());
});

test('a lookup’s answer that arrives during the next scan fills in the right item', async () => {
  const o = wordsOf(DESKTOP).orderForm;
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  // A barcode ends when no key comes for 500 ms. The test lengthens this pause, so that the late answer arrives before
  // the barcode ends.
  await page.evaluate(`{
    const { setTimeout } = window;
    window.setTimeout = (act, ms, ...rest) => setTimeout(act, ms === 500 ? 60_000 : ms, ...rest);
  }`);
  const late = Promise.withResolvers<void>();
  await page.route('**/scanned**', async (route) => {
    await late.promise;
    await route.continue();
  });
  await field(page, 'products.0.name').click();
  const answer = page.waitForResponse('**/scanned**');
  const beganMs = await pressAtPace(page, [...ROSE_CODE, 'Enter', ...CARD_CODE.slice(0, 6)]);
  late.resolve();
  await (await answer).finished();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  expect(await itemsOf(page)).toEqual(['036000 ×1']);
  await pressAtPace(page, [...CARD_CODE.slice(6), 'Enter'], { beganMs });
  await said(page, o.scanned('Открытка', '1')).waitFor();
  expect(await itemsOf(page)).toEqual(['Роза красная ×1', 'Открытка ×1']);
});

test('the order form keeps digits in their field if a person types them or holds a key down', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  const asked = lookUpsOf(page);
  await field(page, 'client.phone').click();
  const endedMs = await pressAtPace(page, [...'89123304429'], { everyMs: 70 });
  await holds(page, 'client.phone', '89123304429');
  await field(page, 'line').click();
  // The keys above were sent all at once, with times in the future. The next keys need later times than those.
  const beganMs = Math.max(Date.now(), endedMs + 1_000);
  await pressAtPace(page, [...'46001234', 'Enter'], { everyMs: 70, beganMs });
  await page.locator(':focus[name="products.0.name"]').waitFor();
  await holds(page, 'line', '46001234');
  await field(page, 'products.0.quantity').click();
  await page.keyboard.press('End');
  for (let nth = 0; nth < 9; nth += 1) await page.keyboard.down('Digit0');
  await page.keyboard.up('Digit0');
  await page.keyboard.press('Enter');
  await holds(page, 'products.0.quantity', '1000000000');
  expect(asked).toEqual([]);
});

test('a failed lookup of a barcode is reported and does not delay later barcodes', async () => {
  const o = wordsOf(DESKTOP).orderForm;
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  page.excuse(/ERR_FAILED/);
  const late = Promise.withResolvers<void>();
  await page.route('**/scanned**', async (route) => {
    await late.promise;
    await route.abort();
  });
  const asked = page.waitForRequest('**/scanned**');
  await field(page, 'products.0.name').click();
  await scan(page, ROSE_CODE, CARD_CODE);
  await asked;
  late.resolve();
  await said(page, o.scansLost(`${ROSE_CODE}, ${CARD_CODE}`)).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await scan(page, CARD_CODE);
  await said(page, o.scanned('Открытка', '1')).waitFor();
  expect(await itemsOf(page)).toEqual(['Открытка ×1']);
});

test('a scan presses no button in an open dialog, and adds nothing to an order that is being saved', async () => {
  const w = wordsOf(DESKTOP);
  const o = w.orderForm;
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  const asked = lookUpsOf(page);
  await field(page, 'products.0.name').fill('Лента');
  await field(page, 'products.0.price').fill('45');
  await field(page, 'client.phone').fill('12');
  await page.getByRole('button', { name: o.saveOrder }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: o.saveAnyway }).focus();
  await scan(page, ROSE_CODE);
  await dialog.getByRole('button', { name: o.saveAnyway }).waitFor();
  await page.keyboard.press('Escape');
  await said(page, o.scanned('Роза красная', '1')).waitFor();
  await field(page, 'client.phone').fill('');
  const late = Promise.withResolvers<void>();
  await page.route('**/orders', async (route) => {
    if (route.request().method() === 'POST') await late.promise;
    await route.continue();
  });
  const saving = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'));
  await page.getByRole('button', { name: o.saveOrder }).click();
  await saving;
  await field(page, 'products.0.name').click();
  await scan(page, ROSE_CODE);
  await holds(page, 'products.0.name', 'Лента');
  late.resolve();
  expect((await savedOrder(page, shop)).products).toMatchObject([{ name: 'Лента' }, { id: 'rose', quantity: 1 }]);
  expect(asked.length).toBe(1);
});

test('a scanner types like a keyboard in a field outside the order form', async () => {
  const w = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/new');
  await field(page, 'products.0.name').waitFor();
  await page.getByRole('link', { name: w.cancel }).click();
  const search = page.getByRole('searchbox', { name: w.orders.search });
  await search.click();
  await scan(page, ROSE_CODE);
  expect(await search.inputValue()).toBe(ROSE_CODE);
});

/** A camera whose picture has the codes that a test puts into `window.codes`. */
const CAMERA = `
window.codes = [];
window.looks = 0;
window.BarcodeDetector = class {
  async detect() {
    window.looks += 1;
    return window.codes.map((rawValue) => ({ rawValue }));
  }
};
const media = { getUserMedia: async () => {
  if (window.noCamera) throw new DOMException('denied', 'NotAllowedError');
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 9, 9);
  window.stream = canvas.captureStream(10);
  return window.stream;
} };
Object.defineProperty(navigator, 'mediaDevices', { value: media });
`;

walkOnPhones('a phone’s camera reads each barcode once while it is in the picture', async (form) => {
  const w = wordsOf(form);
  const o = w.orderForm;
  await using page = await enter(browser, shop, form, '/app/orders');
  await page.addInitScript(CAMERA);
  await page.goto(`${shop.url}/app/orders/new`);
  const open = page.getByRole('button', { name: o.scan });
  await open.click();
  const dialog = page.getByRole('dialog');
  const said = (text: string) => dialog.getByText(text, { exact: true });
  // The first code is the link of a printed slip. It belongs to no product and is ignored.
  await page.evaluate(`window.codes = ['https://shop.example/app/orders/1', '${ROSE_CODE}']`);
  await said(o.scanned('Роза красная', '1')).waitFor();
  await page.evaluate(`window.codes = ['${CARD_CODE}', '${ROSE_CODE}']`);
  await said(o.scanned('Открытка', '1')).waitFor();
  await look(page, form, 'the camera');
  await page.evaluate(`window.codes = ['${ROSE_CODE}']`);
  const looks = await page.evaluate<number>('window.looks');
  await until('the card to be out of the picture', () => page.evaluate(`window.looks > ${looks + 8}`));
  await page.evaluate(`window.codes = ['${CARD_CODE}', '${ROSE_CODE}']`);
  await said(o.scanned('Открытка', '2')).waitFor();
  await dialog.getByRole('button', { name: w.close, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await until('the camera to stop', () =>
    page.evaluate("window.stream.getTracks().every(({ readyState }) => readyState === 'ended')"),
  );
  // The rose was in the picture all the time and was counted once.
  expect(await valuesOf(page, ['products.0.quantity', 'products.1.name', 'products.1.quantity'])).toEqual([
    '1',
    'Открытка',
    '2',
  ]);
  await page.evaluate('window.noCamera = true');
  await open.click();
  await dialog.getByText(o.noCamera).waitFor();
});
