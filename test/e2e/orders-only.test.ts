import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PAGES } from '../../src/dashboard/pages/routes.ts';
import { type Browser, startBrowser } from '../support/browser.ts';
import { docketJson, openShop, orderBody, type Shop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { enter, formNamed, look, orderWords, WALKS, wordsOf } from '../support/visits.ts';

const EMAIL = 'counter@example.com';

let browser: Browser;
let shop: Shop;
/** What stands for `:id`, by the route before it. */
const ids: Record<string, string> = { '/app/stock': 'none' };
beforeAll(async () => {
  [browser, shop] = await Promise.all([startBrowser(), openShop()]);
  await addMember(shop.dir, shop.workspaceId, { email: EMAIL, role: 'orders', password: 'long enough' });
  const address = ['--allow-private-webhooks', '--url', 'http://127.0.0.1:9/hook', '--events', 'all'];
  ids['/app/webhooks'] = (await docketJson<{ id: string }>(['webhook', 'add', '--data', shop.dir, ...address])).id;
  ids['/app/inquiries'] = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Anna' } })).id;
  ids['/app/orders'] = expectOk(await shop.api.post('/api/v1/orders/create', orderBody())).id;
}, 60_000);
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await shop[Symbol.asyncDispose]();
});

const pathOf = (route: string): string =>
  route.replace(/^(.*)\/:id/, (_, before: string) => `${before}/${ids[before]}`);

test('a role for orders alone has the pages of orders and its own; no page asks for what the role may not see', async () => {
  const form = formNamed('desktop, light, en');
  await using visit = await enter(browser, shop, form, '/app', EMAIL);
  const { page, refused } = visit;
  const others: string[] = [];
  for (const route of PAGES) {
    if (route === '/app/reset') continue;
    await page.goto(`${shop.url}${pathOf(route)}`);
    await page.locator('h1').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await page.waitForFunction('performance.getEntriesByType("resource").every((one) => one.responseEnd > 0)');
    const title = await page.locator('h1').first().textContent();
    if (title === wordsOf(form).menu.othersPage) others.push(route);
  }
  const own = /^\/app(\/orders(?!\/import)|\/print|\/account|$)/;
  expect(others).toEqual(PAGES.filter((route) => route !== '/app/reset' && !own.test(route)));
  expect(refused).toEqual([]);
  expect(visit.complaints).toEqual([]);
});

test.each(WALKS)('somebody at the counter takes money, and finds orders and nothing else: %s', async (_, form) => {
  const w = { ...orderWords(wordsOf(form)), ...wordsOf(form).menu };
  const { id, num } = expectOk(
    await shop.api.post('/api/v1/orders/create', orderBody({ requestKey: form.name, date: '2027-03-08T10:00:00Z' })),
  );
  await using visit = await enter(browser, shop, form, '/app', EMAIL);
  const { page } = visit;
  await page.getByRole('heading', { level: 1, name: wordsOf(form).orders.title }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).pathname).toBe('/app/orders');
  const menu = page.locator('.rail nav, .menu-bar').getByRole('link');
  await page.getByRole('link', { name: num, exact: true }).first().waitFor();
  const places = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(places.filter((to) => to?.startsWith('/docs') !== true)).toEqual(['/app/orders']);
  await look(visit, form);
  await page.keyboard.press('Control+KeyK');
  const palette = page.locator('dialog[open]');
  await palette.getByRole('option', { name: wordsOf(form).palette.newOrder }).waitFor();
  expect(await palette.getByRole('option', { name: wordsOf(form).stock.title, exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.locator('.order-work').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: w.record, exact: true }).click();
  await page.locator('.order-payment').waitFor();
  await look(visit, form);
  await page.goto(`${shop.url}/app/orders?look=day&from=2027-03-08&to=2027-03-08`);
  await page.locator('.orders-slots section').first().waitFor();
  expect(await page.locator('.orders-day-head').textContent()).not.toContain('₽');
  expect(visit.refused).toEqual([]);
  expect(visit.complaints).toEqual([]);
});
