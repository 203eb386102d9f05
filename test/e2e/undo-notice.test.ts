import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { goByKeys, sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { enter, lookHere, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

/** Runs in the page. @returns the controls that the notice covers, as HTML */
const COVERED = `(() => {
  const notice = document.querySelector('.toasts');
  const hit = ({ left, right, top, bottom }) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((one) => !notice.contains(one) && one.checkVisibility())
    .map((one) => ({ one, box: one.getBoundingClientRect() }));
  const under = controls.filter(({ box }) => notice.contains(hit(box)));
  notice.style.visibility = 'hidden';
  const covered = under.filter(({ one, box }) => one.contains(hit(box)));
  notice.style.visibility = '';
  return covered.map(({ one }) => one.outerHTML.slice(0, 120));
})()`;

/** Runs in the page. @returns true if any text of the notice is cut off */
const CUT = `[...document.querySelectorAll('.toast, .toast *')].some((one) => one.scrollWidth > one.clientWidth + 1)`;

const NEXT = [
  { keys: ['e'], path: /\/edit$/ },
  { keys: ['g', 'o'], path: /\/orders$/ },
  { keys: ['g', 'h'], path: /\/app$/ },
  { keys: ['g', 's'], path: /\/settings\/workspace$/ },
  { keys: ['g', 'i'], path: /\/inquiries$/ },
];

/** Opens a page by its keys. A form that loads late takes the focus and swallows keys, so this tries again. */
async function goBy(page: Page, keys: readonly string[], path: RegExp): Promise<void> {
  for (let tries = 0; tries < 5 && !path.test(page.url()); tries += 1) {
    await page.evaluate('document.activeElement.blur()');
    await goByKeys(page, ...keys);
    await page.waitForURL(path, { timeout: 3_000 }).catch(() => undefined);
  }
  expect(page.url()).toMatch(path);
}

walk('the notice of a finished action covers no control', async (form) => {
  await using shop = await openShop();
  const orders = await Promise.all(Array.from({ length: 24 }, () => placeOrder(shop.api)));
  await using page = await enter(browser, shop, form, `/app/orders/${orders.at(-1).id}`);
  const { virtual } = wordsOf(form).orders;
  const notice = page.locator('.toast');
  await page.locator('main h1').first().waitFor();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: virtual['status-in-progress'] }).click();
  await notice.hover();
  expect(await notice.getByRole('button', { name: wordsOf(form).undo }).isVisible()).toBe(true);
  await lookHere(page, form);
  if (form.size.width < 720) {
    // The notice fills the line next to the link back. It is high enough for a finger, and its button has no frame.
    const box = await notice.boundingBox();
    expect(box).toMatchObject({ x: 56, height: 44, width: form.size.width - 56 - 8 });
    const frame = await page.evaluate(`getComputedStyle(document.querySelector('.toast .quiet')).borderColor`);
    expect(frame).toBe('rgba(0, 0, 0, 0)');
  }
  for (const size of [{ width: 360, height: 640 }, { width: 820, height: 1180 }, form.size]) {
    await page.turnTo({ ...form, size });
    // The notice is below the lines of the menu, which stay where a finger expects them.
    if (size.width >= 720) expect((await notice.boundingBox())?.y).toBeGreaterThan(size.height / 2);
    expect({ size, cut: await page.evaluate(CUT) }).toEqual({ size, cut: false });
    await notice.hover();
  }
  const covered: string[] = [];
  for (const { keys, path } of [{ keys: [], path: /orders/ }, ...NEXT]) {
    await goBy(page, keys, path);
    await page.locator('main h1').first().waitFor();
    for (const to of ['0', 'document.body.scrollHeight', '137']) {
      await page.evaluate(`scrollTo(0, ${to})`);
      covered.push(...(await page.evaluate<string[]>(COVERED)));
    }
    expect(await notice.isVisible()).toBe(true);
  }
  expect(covered).toEqual([]);
});

walk('a confirmation, a refund and a stock correction can be undone', async (form) => {
  await using shop = await openShop();
  const w = wordsOf(form);
  const who = await ownerOf(shop);
  const { id, price } = await placeOrder(shop.api);
  expectOk(await who.post(`${shop.base}/orders/${id}/payments`, { pending: true, amount: price }));
  const rose = { id: 'rose', name: 'Rose', sku: null, quantity: 5 };
  const product = expectOk(await who.post(`${shop.base}/stock`, rose)).id;
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  const payments = page.locator('.order-payments');
  const dialog = page.getByRole('dialog');
  const undo = page.locator('.toast').getByRole('button', { name: w.undo });
  const confirm = async (): Promise<void> => {
    await payments.getByRole('button', { name: w.payments.confirm, exact: true }).click();
    await dialog.getByRole('button', { name: w.payments.confirm, exact: true }).click();
    await payments.getByText(w.payments.paymentStates.confirmed, { exact: true }).waitFor();
  };
  await confirm();
  await undo.click();
  await payments.getByText(w.payments.paymentStates.pending, { exact: true }).waitFor();
  await confirm();
  await payments.locator('button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: w.payments.refund }).click();
  await dialog.getByRole('radio', { name: w.orders.methods.cash, exact: true }).check();
  await dialog.getByRole('button', { name: w.payments.refund, exact: true }).click();
  await payments.getByText(w.payments.paymentStates.refunded, { exact: true }).waitFor();
  await undo.click();
  await payments.getByText(w.payments.paymentStates.confirmed, { exact: true }).waitFor();

  await page.goto(`${shop.url}/app/stock/${product}`);
  await page.getByRole('button', { name: w.stock.correct }).click();
  await dialog.getByLabel(w.stock.quantity).fill('−2');
  await dialog.getByLabel(w.stock.reason).fill('Wilted');
  await dialog.getByRole('button', { name: w.stock.correct }).click();
  await page.getByText(`${w.stock.onHand}: 3`).waitFor();
  await undo.click();
  await page.getByText(`${w.stock.onHand}: 5`).waitFor();
});
