import { expect, test } from 'bun:test';
import { goByKeys, startBrowser } from '../support/browser.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { chooseFrom, choosePeriod, enter, look, WALKS, wordsOf } from '../support/visits.ts';

const browser = shared(startBrowser);

/** The middle of last month, whatever day it is. */
function lastMonth(): string {
  const day = new Date();
  day.setUTCDate(0);
  return `${day.toISOString().slice(0, 8)}15T12:00:00Z`;
}

test.each(WALKS)(
  '%s: payments are found by key, period, method and client, and add up',
  async (_, form) => {
    await using shop = await openShop();
    const make = async (name: string, amount: number, paymentMethod: string, paidAt: string): Promise<void> => {
      const payments = [{ amount, paymentMethod, paidAt }];
      expectOk(await shop.api.post('/api/v1/orders/create', orderBody({ client: { name }, payments })));
    };
    await make('Anna', 1_000.5, 'card', lastMonth());
    await make('Boris', 250, 'cash', lastMonth());
    await make('Vera', 99, 'card', new Date().toISOString());
    await using visit = await enter(browser, shop, form, '/app');
    const { page } = visit;
    const w = wordsOf(form);
    await page.locator('main h1').waitFor();
    await goByKeys(page, 'g', 'p');
    const list = page.getByRole('region', { name: w.money.list });
    const line = (text: string) => list.locator('tbody tr', { hasText: text });
    await line('Vera').waitFor();
    expect(await list.locator('tbody tr').count()).toBe(1);
    await look(visit, form, 'payments of this month');
    await choosePeriod(page, form, w.money.when['last-month']);
    await line('Boris').waitFor();
    await line('Vera').waitFor({ state: 'detached' });
    await page.locator('.payments-all', { hasText: form.locale === 'ru' ? '1 250,50' : '1,250.50' }).waitFor();
    await look(visit, form, 'payments of last month');
    await chooseFrom(page, w.money.method, w.orders.methods.cash);
    await line('Anna').waitFor({ state: 'detached' });
    await page.goBack();
    await line('Anna').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('anna');
    await line('Boris').waitFor({ state: 'detached' });
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: w.money.export, exact: true }).click();
    await page.getByRole('menuitem', { name: w.money.exportCsv }).click();
    expect((await coming).suggestedFilename()).toMatch(/^payments-.*\.csv$/);
    await line('Anna').getByRole('link').click();
    await page.locator('h1', { hasText: w.orders.order }).waitFor();
  },
  90_000,
);
