import { expect, test } from 'bun:test';
import { REFUSALS_RU } from '../../src/dashboard/client/words/ru/refusals.ts';
import { sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { DESKTOP, enter, formNamed, look, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const DAY = '2026-03-01';

async function pay({ api }: Shop, amount: number, paymentMethod: string): Promise<string> {
  const payments = [{ amount, paymentMethod, paidAt: `${DAY}T12:00:00Z` }];
  return (await placeOrder(api, { payments })).id;
}

walk('a day is closed again after later payments are listed', async (form) => {
  await using shop = await openShop();
  await pay(shop, 1_000.5, 'cash');
  await pay(shop, 250, 'Касса у входа');
  await pay(shop, 99, 'card');
  await pay(shop, 70, '');
  await using page = await enter(browser, shop, form, '/app/payments');
  const { till: w, money: m, ...words } = wordsOf(form);
  const sum = (en: string, ru: string): string => (form.locale === 'ru' ? ru : en);
  await page.getByRole('link', { name: w.title }).click();
  await page.getByRole('heading', { name: w.title }).waitFor();
  const day = page.getByLabel(w.day, { exact: true });
  await day.fill('01.03.2026');
  await day.press('Enter');
  await page.waitForURL(/day=2026-03-01/);
  const methods = page.getByRole('region', { name: w.byMethod });
  await methods.getByRole('link', { name: words.orders.methods.cash }).waitFor();
  const expected = page.locator('form .payment-till-sums div', { hasText: w.expected });
  await expected.getByText(sum('1,000.50', '1 000,50')).waitFor();
  expect(await page.getByText(w.unnamed(sum('₽70', '70\u00a0₽'))).count()).toBe(1);
  await look(page, form, 'a day that is open');
  await methods.getByRole('checkbox', { name: w.isCash('Касса у входа') }).check();
  await expected.getByText(sum('1,250.50', '1 250,50')).waitFor();
  await page.getByRole('button', { name: w.close }).click();
  await page.getByText(w.badSum).waitFor();
  await page.getByLabel(w.opening).fill('500');
  await page.getByLabel(w.counted).fill('1700');
  await page.locator('.payment-till-difference', { hasText: w.short(sum('₽50.50', '50,50\u00a0₽')) }).waitFor();
  await page.getByLabel(w.note).fill('Anna\nагент');
  await look(page, form, 'what was counted');
  await page.getByRole('button', { name: w.close }).click();
  const closes = page.locator('.payment-till-closes > li');
  await closes.getByText(w.short(sum('₽50.50', '50,50\u00a0₽'))).waitFor();
  const days = page.getByRole('region', { name: w.days });
  await days.getByText(w.short(sum('₽50.50', '50,50\u00a0₽'))).waitFor();
  await look(page, form, 'a day that is closed');
  await pay(shop, 500, 'cash');
  await page.getByText(w.changed).waitFor();
  await days.getByText(w.changedSince).waitFor();
  await look(page, form, 'a day that has changed since');
  await page.getByRole('button', { name: w.again }).click();
  await page.getByLabel(w.counted).fill('2250,50');
  await page.locator('.payment-till-difference', { hasText: w.even }).waitFor();
  await page.getByRole('button', { name: w.again }).click();
  await closes.nth(1).waitFor();
  await page.getByText(w.changed).waitFor({ state: 'detached' });
  await days.getByText(w.even).waitFor();
  await closes.first().locator('summary').click();
  await look(page, form, 'a day that was closed twice');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: words.orders.export, exact: true }).click();
  await page.getByRole('menuitem', { name: words.orders.exportCsv }).click();
  expect((await coming).suggestedFilename()).toMatch(/^till-.*\.csv$/);
  await page.keyboard.press('Control+KeyK');
  const palette = page.locator('dialog[open]');
  await palette.getByRole('combobox').fill(w.title);
  await palette.getByRole('option', { name: w.title }).click();
  await page.waitForURL(/payments\/till$/);
  await page.getByText(w.nothing).waitFor();
  await days.getByRole('link').click();
  await methods.getByRole('link', { name: words.orders.methods.card }).click();
  await page.getByRole('region', { name: m.list }).getByText(sum('99', '99')).waitFor();
  expect(new URL(page.url()).search).toBe(`?from=${DAY}&to=${DAY}&method=card`);
});

test('a viewer can read a closed day, but not close one', async () => {
  await using shop = await openShop();
  await pay(shop, 100, 'cash');
  await addMember(shop.dir, shop.workspaceId, { email: 'viewer@example.com', role: 'viewer', password: 'long enough' });
  await using page = await enter(browser, shop, DESKTOP, `/app/payments/till?day=${DAY}`, 'viewer@example.com');
  const { till: w, orders } = wordsOf(DESKTOP);
  const methods = page.getByRole('region', { name: w.byMethod });
  await methods.getByRole('link', { name: orders.methods.cash }).waitFor();
  expect(await methods.getByRole('checkbox').isDisabled()).toBe(true);
  expect(await page.getByLabel(w.counted).count()).toBe(0);
});

test('a day that two people close at the same moment is closed once', async () => {
  await using shop = await openShop();
  await pay(shop, 100, 'cash');
  const other = await ownerOf(shop);
  const form = formNamed('phone, light, ru');
  await using page = await enter(browser, shop, form, `/app/payments/till?day=${DAY}`);
  const { till: w } = wordsOf(form);
  page.excuse(/status of 412/);
  await page.getByLabel(w.counted).fill('100');
  const first = { day: DAY, opening: 0, counted: 90, expected: 100, after: null, methods: [] };
  let isFirst = true;
  await page.route('**/payments/till', async (route) => {
    if (isFirst) expectOk(await other.post(`${shop.base}/payments/till`, first));
    isFirst = false;
    await route.continue();
  });
  await page.getByRole('button', { name: w.close }).click();
  await page.getByText(String(REFUSALS_RU.till_changed)).waitFor();
  const closes = page.locator('.payment-till-closes > li');
  await closes.getByText(w.short('10\u00a0₽')).waitFor();
  expect(await page.getByLabel(w.counted).inputValue()).toBe('100');
  await page.getByRole('button', { name: w.again }).click();
  await closes.getByText(w.even).waitFor();
});
