import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { goByKeys, sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, OWNER, orderWords, speak, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const MOST_STEPS = 120;

async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((one) => one.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST_STEPS} times ${key} do not lead to ${target}`);
}

/** If a focused element is removed, the focus stays in the page and does not return to the menu. */
const keepsFocus = (page: Page, after: string): Promise<void> =>
  until(`the focus somewhere on the page after ${after}`, () =>
    page.evaluate('document.querySelector("dialog[open]") === null && document.activeElement.closest("main") !== null'),
  );

test('an owner can work the whole day by keyboard, without ever losing the focus', async () => {
  const words = wordsOf(DESKTOP);
  const o = orderWords(words);
  await using shop = await openShop();
  speak(shop, DESKTOP);
  const owner = await ownerOf(shop);
  const roses = { id: 'rose', name: 'Red roses', sku: null, quantity: 50 };
  expectOk(await owner.post(`${shop.base}/stock`, roses));
  await using page = await browser.visit(`${shop.url}/app/orders`, DESKTOP);
  const { keyboard } = page;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await keyboard.press(key);
  };

  await page.locator(':focus[name=email]').waitFor();
  await keyboard.type(OWNER.email);
  await reach(page, page.getByLabel(words.password, { exact: true }));
  await keyboard.type(OWNER.password);
  await press('Enter');
  await page.getByRole('heading', { name: o.title, level: 1 }).waitFor();

  // The second key of a key sequence is never a shortcut of its own. Here the sequence leads nowhere, and the search
  // stays closed.
  await goByKeys(page, 'g', 'Slash');
  expect(await page.locator('input[type=search]:focus').count()).toBe(0);
  await press('Slash');
  await page.locator('input[type=search]:focus').evaluate((search) => search.blur());
  await press('n');
  await page.locator(':focus[name="line"]').waitFor();
  await reach(page, page.locator('[name="client.phone"]'));
  await keyboard.type('+79991234567');
  await reach(page, page.locator('[name="products.0.name"]'));
  await keyboard.type('red');
  await page.getByRole('option', { name: 'Red roses' }).waitFor();
  await press('ArrowDown', 'Enter');
  await reach(page, page.locator('[name="products.0.price"]'));
  await keyboard.type('150');
  await reach(page, page.getByRole('button', { name: o.addItem }));
  await press('Enter');
  await reach(page, page.locator('[name="products.1.name"]'));
  await keyboard.type('Card');
  await reach(page, page.locator('[name="products.1.price"]'));
  await keyboard.type('50');
  await reach(page, page.getByRole('button', { name: o.saveOrder }));
  await press('Enter');
  await page.waitForURL(/orders\/[0-9a-f-]{36}$/);
  const [id] = /[0-9a-f-]{36}$/.exec(page.url()) ?? [];
  const read = async () => expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  const { num } = await read();
  await page.getByRole('heading', { name: new RegExp(num) }).waitFor();
  await keepsFocus(page, 'saving');

  await press('Shift+Slash');
  const close = page.getByRole('dialog').getByRole('button', { name: words.close, exact: true });
  await close.and(page.locator(':focus')).waitFor();
  await press('Enter');
  for (const [key, path] of [
    ['d', 'deliveries'],
    ['t', 'stock'],
    ['n', 'connect'],
  ] as const) {
    await goByKeys(page, 'g', key);
    await page.waitForURL(`**/app/${path}`);
  }
  await goByKeys(page, 'g', 'o');
  await page.getByRole('searchbox', { name: o.search }).waitFor();
  await press('Control+k');
  await page.getByRole('combobox').waitFor();
  await keyboard.type(num);
  await page.getByRole('option', { name: new RegExp(num) }).waitFor();
  await press('Enter');
  await page.getByRole('heading', { name: new RegExp(num), level: 1 }).waitFor();

  await press('p');
  await page.getByRole('dialog').waitFor();
  await press('Enter');
  // No method is chosen at first, so Enter moves the focus to the methods.
  await page.locator(':focus[name=paymentMethod]').waitFor();
  await press('Space');
  await press('Enter');
  await page.locator('.order-payments').getByText(o.paymentStates.confirmed).waitFor();
  await keepsFocus(page, 'a payment');
  await press('s');
  const focused = page.locator('[role=menuitem]:focus');
  await focused.getByText(o.virtual['status-in-progress']).waitFor();
  await press('Enter');
  await page.getByText(`: ${o.virtual['status-in-progress']}.`).waitFor();
  await keepsFocus(page, 'a change of status');
  expect(await read()).toMatchObject({ statusId: 'status-in-progress', paymentStatus: 'paid', price: 200 });
  // Once the page shows the current status, the menu opens with the focus on the next status.
  await page.locator('.order-status', { hasText: o.virtual['status-in-progress'] }).waitFor();
  await press('s');
  await focused.getByText(o.virtual['status-closed']).waitFor();
  await press('Escape');
  await keepsFocus(page, 'closing the menu of statuses');

  await reach(page, page.locator('.order-payments [aria-haspopup=menu]'));
  await press('Enter');
  await reach(page, page.getByRole('menuitem', { name: o.refund }), 'ArrowDown');
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Enter');
  await page.locator('.order-payments').getByText(o.paymentStates.refunded, { exact: true }).waitFor();
  await keepsFocus(page, 'a refund');

  await reach(page, page.getByRole('link', { name: o.print, exact: true }));
  await press('Enter');
  await page.locator('.print-paper').waitFor();
  await keepsFocus(page, 'opening the slip');

  await goByKeys(page, 'g', 'o');
  await page.getByRole('link', { name: num, exact: true }).waitFor();
  await press('j', 'x');
  await reach(page, page.locator('.orders-bulk [aria-haspopup=menu]'));
  await press('Enter');
  await reach(page, page.getByRole('menuitem', { name: o.virtual['status-closed'] }), 'ArrowDown');
  await press('Enter');
  await page.locator('.orders-bulk').waitFor({ state: 'detached' });
  await keepsFocus(page, 'a change of many orders');
  expect(await read()).toMatchObject({ statusId: 'status-closed' });

  await reach(page, page.getByRole('button', { name: o.board, exact: true }));
  await press('Enter');
  await reach(page, page.getByRole('button', { name: `${words.flows.board.move}: ${num}` }));
  await press('Enter');
  await reach(page, page.getByRole('menuitem', { name: o.virtual['status-new'] }), 'ArrowDown');
  await press('Enter');
  await until('the card in its new column', async () => (await read()).statusId === 'status-new');
  await until('the focus on the card that was moved', () =>
    page.evaluate(`document.activeElement.closest('[data-id="${id}"]') !== null`),
  );
  await reach(page, page.locator('.menu-person'));
  await press('Enter');
  await reach(page, page.getByRole('menuitem', { name: words.signOut }), 'ArrowDown');
  await press('Enter');
  await page.locator(':focus[name=email]').waitFor();
});
