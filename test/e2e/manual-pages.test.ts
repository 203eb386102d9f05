import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Browser, FORMS, startBrowser } from '../support/browser.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { formNamed, look } from '../support/visits.ts';

/** The manual in a browser, by somebody who is not signed in. */

let browser: Browser;
let shop: Shop;
beforeAll(async () => {
  [browser, shop] = await Promise.all([startBrowser(), openShop()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

const EN = formNamed('desktop, light, en');

test.each([
  '/docs/manual',
  '/docs/manual/settings',
  '/docs/manual/receivers',
  '/docs/manual/search?q=backup',
  '/docs/manual/ru/orders',
])('%s can be read in every form', async (path) => {
  await using visit = await browser.visit(
    `${shop.url}${path}`,
    path.includes('/ru/') ? formNamed('phone, dark, ru') : EN,
  );
  await look(visit, path.includes('/ru/') ? formNamed('phone, dark, ru') : EN);
  expect(visit.complaints).toEqual([]);
});

test('a reader searches, follows a find to its heading, and prints the page alone', async () => {
  await using visit = await browser.visit(
    `${shop.url}/docs/manual`,
    FORMS.find(({ name }) => name === 'phone, light, en') ?? EN,
  );
  const { page } = visit;
  await page.getByRole('searchbox').fill('loss machine litestream');
  await page.keyboard.press('Enter');
  await page
    .getByRole('main')
    .getByRole('link', { name: /After the loss of a machine/ })
    .click();
  await page.getByRole('heading', { name: 'After the loss of a machine' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#after-the-loss-of-a-machine');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect(visit.complaints).toEqual([]);
});
