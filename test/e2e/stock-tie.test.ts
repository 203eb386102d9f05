import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedBrowser } from '../support/browser.ts';
import { openOwned } from '../support/browser-session.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { enter, look, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

/** A shop with ten red roses, in which closing an order takes its goods from stock. */
async function openStockedShop() {
  const { shop, owner, base } = await openOwned();
  expectOk(await owner.post(`${base}/flows/orders/status-closed/update`, { writesOffStock: true }));
  const { id } = expectOk(
    await owner.post(`${base}/stock`, { id: 'rose-r', name: 'Роза красная', sku: null, quantity: 10 }),
  );
  expectOk(await owner.post(`${base}/stock`, { name: 'Пион', sku: null, quantity: 5 }));
  const onHand = async (): Promise<number> => expectOk(await owner.get(`${base}/stock/${id}`)).product.quantity;
  return { shop, onHand };
}

const plural1 = ({ one }: { readonly one?: string }): string => (one ?? '').replace('#', '1');
const orderOf = (page: Page): string => /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

walk('an item typed by hand is linked to the product with its name', async (form) => {
  const w = wordsOf(form);
  const s = w.stock;
  const { shop, onHand } = await openStockedShop();
  await using _shop = shop;
  await using page = await enter(browser, shop, form, '/app/orders/new');
  const typed = '  роза КРАСНАЯ ';
  const offer = page.getByText(s.tieOffer('Роза красная', 'rose-r'));
  await page.getByLabel(w.orderPage.itemName).fill('ПИОН');
  // Docket made this product's id, and nobody knows it. So the offer names the quantity on hand instead.
  await page.getByText(s.tieOffer('Пион', w.orderForm.onHand('5'))).waitFor();
  await page.getByLabel(w.orderPage.itemName).fill('Роза');
  await page.getByLabel(w.orderPage.fields.price, { exact: true }).first().fill('100');
  await page.getByLabel(w.orderPage.itemName).fill(typed);
  await page.getByRole('option', { name: 'Роза красная' }).waitFor();
  await look(page, form, 'the list');
  await page.keyboard.press('Escape');
  await page.getByRole('option').waitFor({ state: 'detached' });
  await offer.waitFor();
  await look(page, form, 'the offer');
  await page.getByRole('button', { name: s.tie, exact: true }).click();
  // The pressed button disappears, and the focus stays with its item.
  const focused = page.locator(':focus[name="products.0.name"]');
  await focused.waitFor();
  await page.getByText(s.tied('10', 'Роза красная')).waitFor();
  await page.getByRole('button', { name: s.untie }).click();
  await focused.waitFor();
  await offer.waitFor();
  await page.getByRole('button', { name: s.tie, exact: true }).click();
  await page.getByText(s.tied('10', 'Роза красная')).waitFor();
  await page.getByRole('button', { name: w.orderForm.saveOrder }).click();
  await page.waitForURL(/orders\/[0-9a-f-]{36}/);
  await shop.api.post('/api/v1/orders/status', { id: orderOf(page), statusId: 'status-closed' });
  const panel = page.locator('.order-fold', { has: page.locator('summary', { hasText: s.title }) });
  await panel.locator('summary').click();
  await page.getByText(s.onceOnly).waitFor();
  expect(await onHand()).toBe(9);

  await page.goto(`${shop.url}/app/orders/new`);
  const item = page.getByLabel(w.orderPage.itemName);
  await item.fill('красн');
  const option = page.getByRole('option', { name: 'Роза красная' });
  await option.getByText('100').waitFor();
  await option.getByText(w.orderForm.onHand('9')).waitFor();
  await page.getByRole('status').getByText(plural1(w.suggestions.shown)).waitFor({ state: 'attached' });
  expect(await item.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('ArrowDown');
  expect(await item.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.getByText(s.tied('9', '')).waitFor();
  expect(await item.inputValue()).toBe('Роза красная');
  await page.getByRole('button', { name: w.orderForm.saveOrder }).click();
  await page.waitForURL(/orders\/[0-9a-f-]{36}/);
  const chosen = { id: 'rose-r', name: 'Роза красная', quantity: 1, price: 100 };
  expect(expectOk(await shop.api.get(`/api/v1/orders/${orderOf(page)}`)).products).toEqual([chosen]);

  const products = [{ name: typed, quantity: 2, price: 100 }];
  const { id } = await placeOrder(shop.api, { products });
  await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-closed' });
  await page.goto(`${shop.url}/app/orders/${id}`);
  await panel.locator('summary').click();
  const [why] = s.nothingTaken('|', '|').split('|').slice(-1);
  await panel.getByText(why ?? '').waitFor();
  expect(await panel.locator('p').count()).toBe(1);
  await look(page, form, 'nothing taken');
  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  await page.getByText(s.editAfterNothing).waitFor();
  await page.getByRole('button', { name: s.tie, exact: true }).click();
  await page.getByText(s.tied('9', 'Роза красная')).waitFor();
  await page.getByRole('button', { name: w.orderForm.review }).click();
  await page.locator('dialog ins', { hasText: s.ofStock }).waitFor();
  await page.locator('dialog').getByRole('button', { name: w.save, exact: true }).click();
  await panel.locator('summary').click();
  const [since] = s.nothingTakenThen('|', '|').split('|').slice(-1);
  await panel.getByText(since ?? '').waitFor();
  expect(await panel.locator('p').count()).toBe(1);
  expect(await onHand()).toBe(9);
});
