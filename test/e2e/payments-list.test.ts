import { expect, test } from 'bun:test';
import { goByKeys, sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { chooseFrom, DESKTOP, enter, look, lookHere, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

/** The middle of last month, whatever day it is. */
function lastMonth(): string {
  const day = new Date();
  day.setUTCDate(0);
  return `${day.toISOString().slice(0, 8)}15T12:00:00Z`;
}

walk('payments are opened by keyboard and found by period, method and client, and their sums match', async (form) => {
  await using shop = await openShop();
  const make = async (name: string, amount: number, paymentMethod: string, paidAt: string): Promise<void> => {
    const payments = [{ amount, paymentMethod, paidAt }];
    await placeOrder(shop.api, { client: { name }, payments });
  };
  await make('Anna', 1_000.5, 'card', lastMonth());
  await make('Boris', 250, 'cash', lastMonth());
  await make('Vera', 99, 'card', new Date().toISOString());
  await using page = await enter(browser, shop, form, '/app');
  const w = wordsOf(form);
  await page.locator('main h1').waitFor();
  await goByKeys(page, 'g', 'p');
  const list = page.getByRole('region', { name: w.money.list });
  const line = (text: string) => list.locator('tbody tr', { hasText: text });
  await line('Vera').waitFor();
  expect(await list.locator('tbody tr').count()).toBe(1);
  await look(page, form, 'payments of this month');
  await page.getByRole('button', { name: w.money.when['last-month'], exact: true }).click();
  await line('Boris').waitFor();
  await line('Vera').waitFor({ state: 'detached' });
  await page.locator('.payments-all', { hasText: form.locale === 'ru' ? '1 250,50' : '1,250.50' }).waitFor();
  await look(page, form, 'payments of last month');
  if (form.size.width < 1_100) await page.getByText(w.orders.filters, { exact: true }).click();
  await chooseFrom(page, w.money.method, w.orders.methods.cash);
  await line('Anna').waitFor({ state: 'detached' });
  await page.goBack();
  await line('Anna').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('anna');
  await line('Boris').waitFor({ state: 'detached' });
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: w.orders.files, exact: true }).click();
  await page.getByRole('menuitem', { name: w.orders.exportCsv }).click();
  expect((await coming).suggestedFilename()).toMatch(/^payments-.*\.csv$/);
  await line('Anna').getByRole('link').click();
  await page.locator('h1', { hasText: w.orders.order }).waitFor();
});

test('this month’s payments are visible without scrolling, below their sums', async () => {
  await using shop = await openShop();
  const days = [1, 2, 3].map((nth) => new Date(Date.now() - nth * 1_000).toISOString());
  for (const paymentMethod of ['card', 'cash', 'sbp']) {
    const payments = days.map((paidAt) => ({ amount: 1_250.5, paymentMethod, paidAt }));
    await placeOrder(shop.api, { payments });
  }
  const w = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, '/app/payments');
  const rows = page.getByRole('region', { name: w.money.list }).locator('tbody tr');
  await rows.first().waitFor();
  await page.locator('.payments-all', { hasText: '₽' }).waitFor();
  expect(await page.getByRole('button', { name: w.money.when.month }).getAttribute('aria-pressed')).toBe('true');
  const endOf = async (row: number) => {
    const box = await rows.nth(row).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  // Above the fold there are five lines on a laptop, and one on a phone.
  expect(await endOf(4)).toBeLessThan(800);
  await page.turnTo({ size: { width: 390, height: 844 }, scheme: 'light' });
  await page.locator('.menu-bar').waitFor();
  const bar = await page.locator('.menu-bar').boundingBox();
  expect(await endOf(0)).toBeLessThan(bar?.y ?? 0);
  await page.getByText(w.orders.filters, { exact: true }).click();
  await chooseFrom(page, w.money.method, w.orders.methods.cash);
  await page.getByText(w.money.sumsBy).click();
  await page.locator('.payments-by tbody tr').first().waitFor();
  await lookHere(page, DESKTOP);
});

test('a column of the chart links to that day’s lines and keeps the other filters', async () => {
  await using shop = await openShop();
  const payments = ['2026-03-08', '2026-03-09'].map((day, nth) => ({ amount: 10 + nth, paidAt: `${day}T09:00:00Z` }));
  await placeOrder(shop.api, { payments });
  const w = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, '/app/payments?when=all&kind=payment');
  await page.getByText(w.money.sumsBy).click();
  await page.locator('.plot-reach a').first().click();
  await page.waitForURL((url) => url.search === '?kind=payment&from=2026-03-08&to=2026-03-08');
  await page.locator('.payments-all').getByText('₽10', { exact: true }).first().waitFor();
});
