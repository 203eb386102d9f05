import { expect } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { enter, look, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

walk('each figure of the overview and of a client equals the list that it links to', async (form) => {
  await using shop = await openShop();
  const today = new Date().toISOString();
  const make = async (price: number, more: object): Promise<void> => {
    const body = {
      client: { name: 'Anna', phone: '+79123304429' },
      date: today,
      products: [{ name: 'Rose', quantity: 1, price }],
      delivery: null,
      ...more,
    };
    await placeOrder(shop.api, body);
  };
  await make(1_000.5, { payments: [{ amount: 300.25 }] });
  await make(250, { payments: [{ amount: 400 }] });
  await make(77.75, { date: '2026-01-02T10:00:00Z' });
  await make(9_999, { statusId: 'status-cancelled' });
  await using page = await enter(browser, shop, form, '/app');
  const w = wordsOf(form).overview;
  for (const name of [w.ordersToday, w.revenue, w.owed]) {
    await page.goto(`${shop.url}/app`);
    const figure = page.locator('.overview-numbers li', { hasText: name });
    const value = (await figure.locator('strong').textContent()) ?? '';
    await figure.getByRole('link').click();
    const sums = page.locator('.orders-sums', { hasText: value });
    await sums.waitFor();
    expect(value).not.toBe('');
  }
  for (const figure of ['Orders', 'Paid', 'Owed'].keys()) {
    await page.goto(`${shop.url}/app/clients`);
    await page.locator('table.clients a').first().click();
    const link = page.locator('.clients-figures dd a').nth(figure);
    const value = (await link.textContent()) ?? '';
    await link.click();
    await page.locator('.orders-sums, .payments-all', { hasText: value }).waitFor();
    await page.locator('main a', { hasText: 'Anna' }).first().waitFor();
    expect(value).not.toBe('');
  }
  await look(page, form, 'a list with its sums');
});
