import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { scan } from '../support/scanner.ts';
import { DESKTOP, enter, look, OWNER, typed, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const PRODUCTS = [
  { name: 'Ваза', sku: 'V-2', quantity: 3, price: 990 },
  { name: 'Лилия', sku: null, quantity: 1_200, price: 33.33, category: 'Цветы', barcode: '4601234567893' },
  { name: 'Роза', sku: null, quantity: 10, price: 120.5, category: 'Цветы' },
];

/** @returns a function that reads the quantities on hand by product name */
async function fill(shop: Shop): Promise<() => Promise<Readonly<Record<string, number>>>> {
  const owner = await ownerOf(shop);
  for (const product of PRODUCTS) expectOk(await owner.post(`${shop.base}/stock`, product));
  return async () => {
    const { products } = expectOk(await owner.get(`${shop.base}/stock`));
    return Object.fromEntries(products.map(({ name, quantity }: (typeof PRODUCTS)[number]) => [name, quantity]));
  };
}

walk('a stocktake is started, counted by keyboard, reviewed and applied', async (form) => {
  await using shop = await openShop();
  const onHand = await fill(shop);
  await using page = await enter(browser, shop, form, '/app/stock/stocktakes');
  const w = wordsOf(form);
  const s = w.stock.stocktakes;
  await page.getByRole('heading', { name: s.empty }).waitFor();
  await look(page, form, 'no stocktakes');
  await page.getByRole('button', { name: s.start }).click();
  const field = (name: string) => page.getByLabel(s.countedOf(name));
  await field('Ваза').fill('3');
  await field('Ваза').press('Enter');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByLabel(s.countedOf(name)) });
  await row('Ваза').getByText(s.matches).waitFor();
  await page.locator(':focus').and(field('Лилия')).waitFor();
  // The field must show this number without a thousands separator, because the page reads a comma as a decimal point.
  await field('Лилия').fill('1200');
  await field('Лилия').press('Enter');
  await row('Лилия').getByText(s.matches).waitFor();
  await field('Роза').fill('7,5');
  await field('Роза').press('Enter');
  await row('Роза').getByText('−2').waitFor();
  await page.getByText(s.shortage).first().waitFor();
  await look(page, form, 'counting');
  await field('Лилия').focus();
  await field('Роза').focus();
  await field('Роза').fill('-1');
  await field('Роза').blur();
  await page.getByText(s.badCount).waitFor();
  await look(page, form, 'a wrong count');
  await field('Лилия').focus();
  await page.getByRole('button', { name: s.apply, exact: true }).click();
  await page.locator(':focus').and(field('Роза')).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await field('Роза').fill('7.5');
  await field('Роза').blur();
  await page.getByText(s.badCount).waitFor({ state: 'detached' });
  // A scanner types into the search, and ends with Enter.
  await page.getByLabel(s.search).fill('4601234567893');
  await field('Роза').waitFor({ state: 'detached' });
  await page.getByLabel(s.search).press('Enter');
  await page.locator(':focus').and(field('Лилия')).waitFor();
  expect(await field('Лилия').inputValue()).toBe('1200');
  await page.getByLabel(s.search).fill('');
  await field('Роза').waitFor();
  expect(await onHand()).toEqual({ Ваза: 3, Лилия: 1_200, Роза: 10 });
  await page.getByRole('button', { name: s.apply }).click();
  await page.getByRole('dialog').getByText('Роза').locator('..').getByText(typed(form, '7.5')).waitFor();
  await look(page, form, 'before it is applied');
  await page.getByRole('dialog').getByRole('button', { name: s.apply }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: s.apply }).waitFor({ state: 'detached' });
  expect(await onHand()).toEqual({ Ваза: 3, Лилия: 1_200, Роза: 7.5 });
  await look(page, form, 'applied');
  await page.getByRole('link', { name: 'Роза' }).click();
  await page.getByRole('link', { name: s.one, exact: true }).click();
  await page.getByText(s.appliedOn('').slice(0, 8)).waitFor();
  await page.goto(`${shop.url}/app/history`);
  await page.getByRole('link', { name: s.one, exact: true }).click();
  await page.getByText(s.appliedOn('').slice(0, 8)).waitFor();
  await page.goto(`${shop.url}/app/stock/stocktakes`);
  await page.getByRole('button', { name: s.start }).waitFor();
  await look(page, form, 'the list of them');
});

test('a count typed while the previous count is being saved is kept', async () => {
  await using shop = await openShop();
  const onHand = await fill(shop);
  await using page = await enter(browser, shop, DESKTOP, '/app/stock/stocktakes');
  const s = EN.stock.stocktakes;
  await page.getByRole('button', { name: s.start }).click();
  const field = page.getByLabel(s.countedOf('Роза'));
  const sent: unknown[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(/\/count$/, async (route) => {
    sent.push(JSON.parse(route.request().postData() ?? '{}').counted);
    await held.promise;
    await route.continue();
  });
  const first = page.waitForRequest(/\/count$/);
  await field.fill('1');
  await field.blur();
  await first;
  const second = page.waitForRequest(/\/count$/);
  await field.fill('12');
  await field.blur();
  held.resolve();
  await second;
  await page.getByRole('row').filter({ has: field }).getByText('+2').waitFor();
  expect(sent).toEqual([1, 12]);
  await page.unrouteAll({ behavior: 'wait' });
  // The server may notify the page of the drop before it answers the request. The page then asks for the dropped
  // stocktake again.
  page.excuse(/status of 404/);
  await page.getByRole('button', { name: EN.orders.export }).click();
  await page.getByRole('menuitem', { name: s.drop }).click();
  await page.getByRole('dialog').getByRole('button', { name: s.drop }).click();
  await page.getByRole('heading', { name: s.empty }).waitFor();
  expect((await onHand())['Роза']).toBe(10);
});

test('scanning the next product saves the count that was typed for the previous one', async () => {
  await using shop = await openShop();
  await fill(shop);
  await using page = await enter(browser, shop, DESKTOP, '/app/stock/stocktakes');
  const s = EN.stock.stocktakes;
  await page.getByRole('button', { name: s.start }).click();
  const field = (name: string) => page.getByLabel(s.countedOf(name));
  await field('Ваза').waitFor();
  // The list is requested before the count is saved. The page must still get the new list, even without a hint from the
  // server.
  await page.route(/\/live/, (route) => route.abort());
  page.excuse(/ERR_FAILED/);
  await page.reload();
  await field('Ваза').waitFor();
  const list = /\/api\/.*\/stocktakes\/[^/]+$/;
  const asked = page.waitForRequest(list);
  await page.route(/\/count$/, async (route) => {
    await asked;
    await route.continue();
  });
  const kept = page.waitForResponse(/\/count$/);
  await page.route(list, async (route) => {
    await kept;
    await page.getByText('1 product counted').waitFor();
    await route.continue();
  });
  await field('Ваза').fill('3');
  await scan(page, '4601234567893');
  expect((await kept).request().postDataJSON()).toMatchObject({ counted: 3 });
  await field('Ваза').waitFor({ state: 'detached' });
  await page.locator(':focus').and(field('Лилия')).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByLabel(s.search).fill('');
  await page
    .getByRole('row')
    .filter({ has: field('Ваза') })
    .getByText(s.matches)
    .waitFor();
  expect(await field('Ваза').inputValue()).toBe('3');
});

test('a count can be sent again if its answer was lost, even if goods were sold between the two attempts', async () => {
  await using shop = await openShop();
  await fill(shop);
  const owner = await ownerOf(shop);
  const { products } = expectOk(await owner.get(`${shop.base}/stock`));
  const { id: rose } = products.find(({ name }: (typeof PRODUCTS)[number]) => name === 'Роза');
  await using page = await enter(browser, shop, DESKTOP, '/app/stock/stocktakes');
  const s = EN.stock.stocktakes;
  await page.getByRole('button', { name: s.start }).click();
  const field = page.getByLabel(s.countedOf('Роза'));
  await field.waitFor();
  // The test blocks notifications from the server. Otherwise the page would learn from them that its count was saved.
  await page.route(/\/live/, (route) => route.abort());
  page.excuse(/ERR_FAILED/);
  await page.reload();
  await field.waitFor();
  await page.route(/\/count$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field.fill('10');
  await field.blur();
  const retry = page.getByRole('button', { name: EN.retry });
  await retry.waitFor();
  expectOk(await owner.post(`${shop.base}/stock/${rose}/correct`, { way: 'by', quantity: -2, reason: 'sold' }));
  await page.unrouteAll({ behavior: 'wait' });
  await retry.click();
  await page.getByRole('row').filter({ has: field }).getByText(s.matches).waitFor();
  expect(await owner.get(`${shop.base}/stock/stocktakes`).then(expectOk)).toMatchObject({
    stocktakes: [{ counted: 1, differing: 0 }],
  });
});

test('a viewer can see a stocktake, but not count or apply it', async () => {
  await using shop = await openShop();
  await fill(shop);
  const owner = await ownerOf(shop);
  const { id } = expectOk(await owner.post(`${shop.base}/stock/stocktakes`, {}));
  const viewer = { email: 'viewer@example.com', role: 'viewer', password: OWNER.password } as const;
  await addMember(shop.dir, shop.workspaceId, viewer);
  await using page = await enter(browser, shop, DESKTOP, `/app/stock/stocktakes/${id}`, viewer.email);
  const s = EN.stock.stocktakes;
  await page.getByRole('link', { name: 'Роза' }).waitFor();
  expect(await page.getByRole('button', { name: s.apply }).count()).toBe(0);
  expect(await page.getByLabel(s.countedOf('Роза')).count()).toBe(0);
});
