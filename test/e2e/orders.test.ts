import { expect, test } from 'bun:test';
import type { Page, Request } from 'playwright-core';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { FIELD_RULES_EN } from '../../src/dashboard/client/words/en/field-rules.ts';
import { REFUSALS_EN } from '../../src/dashboard/client/words/en/refusals.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { FIELD_RULES_RU } from '../../src/dashboard/client/words/ru/field-rules.ts';
import { HIDDEN_QUERY } from '../../src/dashboard/shared/hidden-query.ts';
import { reasonInWords } from '../../src/mail/index.ts';
import { type Form, sharedBrowser, type TestPage } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { layoutFaults } from '../support/in-between.ts';
import { addEndpoint, addMember } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';
import {
  chooseFrom,
  DESKTOP,
  enter,
  formNamed,
  look,
  lookHere,
  orderWords,
  typed,
  walk,
  wordsOf,
} from '../support/visits.ts';

const browser = sharedBrowser();
// Retries are hours away, so that nothing is sent again during a test.
const later = ['--webhook-retry-schedule', '1h,2h'];
const shop = shared(() => openShop(['--allow-private-webhooks', '--environment', 'dev', ...later]));

const PHONE = formNamed('phone, dark, ru');
async function open(form: Form, path: string): Promise<TestPage> {
  const page = await enter(browser, shop, form, path);
  await page.locator('main h1').first().waitFor();
  return page;
}

const make = (extra: Record<string, unknown> = {}): Promise<{ id: string; num: string }> => placeOrder(shop.api, extra);
const read = async (id: string) => expectOk(await shop.api.get(`/api/v1/orders/${id}`));
const statusesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).statusId));
const button = (page: Pick<Page, 'getByRole'>, name: string) => page.getByRole('button', { name, exact: true });
const isPhone = (form: Form): boolean => form.size.width < 720;

const rulesOf = (form: Form) => (wordsOf(form) === RU ? FIELD_RULES_RU : FIELD_RULES_EN);

/** Returns the query parameters that a page sends in a header instead of the address. */
const typedInto = (request: Request): URLSearchParams => new URLSearchParams(request.headers()[HIDDEN_QUERY] ?? '');

const statusMenu = (page: Page) => page.locator('.order-status');
const deleteByMenu = async (page: Page, form: Form): Promise<void> => {
  await page.locator('.order-more').click();
  await page.getByRole('menuitem', { name: wordsOf(form).orders.remove }).click();
};
/** On a phone the button is in the bar at the bottom, under a shorter name. */
const paymentButton = (page: Page, form: Form) =>
  isPhone(form)
    ? button(page.locator('.phone-bar'), wordsOf(form).orders.payment)
    : page.locator('.order-head').getByRole('button', { name: wordsOf(form).payments.recordPayment });

async function journey(form: Form): Promise<void> {
  const o = orderWords(wordsOf(form));
  await using page = await open(form, '/app/orders');
  await look(page, form);
  await page.getByRole('link', { name: o.newOrder }).first().click();
  await page.getByRole('heading', { name: o.newOrder }).waitFor();
  await look(page, form);
  await button(page, o.saveOrder).click();
  await page
    .getByText(String(rulesOf(form).valueMissing))
    .first()
    .waitFor();
  await page.locator(':focus[name="products.0.name"]').waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
  await page.locator('.wrong-count').waitFor();
  await page.getByLabel(o.itemName).fill('Пионы');
  await page.getByLabel(o.quantity, { exact: true }).fill('0');
  await page.getByLabel(o.fields.price, { exact: true }).first().fill('-5');
  await button(page, o.saveOrder).click();
  for (const said of form.locale === 'ru' ? ['больше 0', 'не меньше 0'] : ['above 0', 'at least 0'])
    await page.getByText(said).waitFor();
  await page.getByLabel(o.quantity, { exact: true }).fill('1,5');
  await page.getByLabel(o.fields.price, { exact: true }).first().fill('1000,50');
  await page.getByLabel(o.fields.name, { exact: true }).fill('Ольга Лебедева');
  await page.getByLabel(o.fields.phone, { exact: true }).fill('+79123344024');
  await page.getByLabel(o.fields.adress).fill('Цветной бульвар, 27');
  await button(page, o.saveOrder).click();
  await page.getByText(o.timeline).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await read(id)).toMatchObject({ price: 1500.75, client: { name: 'Ольга Лебедева' }, statusId: 'status-new' });
  await look(page, form);

  await statusMenu(page).click();
  await page.getByRole('menuitem', { name: o.virtual['status-in-progress'] }).waitFor();
  await lookHere(page, form);
  await page.getByRole('menuitem', { name: o.virtual['status-in-progress'] }).click();
  await page.getByText(`: ${o.virtual['status-in-progress']}.`).hover();
  expect((await read(id)).statusId).toBe('status-in-progress');
  await button(page, wordsOf(form).undo).click();
  await page.getByText(`${o.virtual['status-in-progress']} → ${o.virtual['status-new']}`).waitFor();
  expect((await read(id)).statusId).toBe('status-new');

  await paymentButton(page, form).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByLabel(o.amount).inputValue()).toBe(typed(form, '1500.75'));
  await look(page, form);
  await page.getByLabel(o.amount).fill('0');
  await page.getByRole('group', { name: o.method }).getByLabel(o.methods.cash, { exact: true }).check();
  await button(page, o.record).click();
  await page.getByText(o.badAmount).waitFor();
  // The page moves the focus to the invalid field. Without this wait, the next text could go into that field.
  await page.locator('[name=amount]:focus').waitFor();
  await page.getByLabel(o.paidAt, { exact: true }).fill('2026-05-20T15:05');
  await page.getByText(form.locale === 'ru' ? 'ср, 20 мая 2026 г., 15:05' : /^Wed,? 20 May 2026, 15:05$/).waitFor();
  await page.getByLabel(o.amount).fill('1 700,75');
  await page.getByRole('group', { name: o.method }).getByLabel(o.methods.cash, { exact: true }).check();
  for (const _ of [1, 2]) await page.locator('[name=amount]').press('Enter');
  await page.getByRole('alert').getByText(/200/).waitFor();
  expect(await read(id)).toMatchObject({ paidAmount: 0, payments: [] });
  await look(page, form);
  expect(await button(page, o.record).isDisabled()).toBe(true);
  const answers = page.getByRole('alert').getByRole('button');
  expect(await answers.evaluateAll((all) => all.map((one) => one.className))).toEqual(['main', '']);
  await page
    .getByRole('alert')
    .getByRole('button', { name: /1[ , ]?700/ })
    .dblclick();
  await page.locator('.toast').getByText(o.tooMuch('').trim()).waitFor();
  await page.locator('.order-payments').getByText(o.paymentStates.confirmed).waitFor();
  await button(page, wordsOf(form).undo).click();
  await page
    .locator('.toast')
    .getByText(o.takenBack('').trim().split(' ').at(-1) ?? '')
    .waitFor();
  await page.getByText(o.noPayments).waitFor();
  expect(await read(id)).toMatchObject({ paidAmount: 0, paymentStatus: 'unpaid', payments: [] });

  await paymentButton(page, form).click();
  await page.getByLabel(o.amount).fill('99 999');
  await page.getByLabel(o.amount).press('Enter');
  await page
    .getByRole('alert')
    .getByRole('button', { name: o.takeRest('').trim() })
    .click();
  expect(await page.getByLabel(o.amount).inputValue()).toBe(typed(form, '1500.75'));
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByLabel(o.amount).fill('1 700,75');
  await page.getByRole('group', { name: o.method }).getByLabel(o.methods.cash, { exact: true }).check();
  await button(page, o.record).click();
  await page
    .getByRole('alert')
    .getByRole('button', { name: /1[ , ]?700/ })
    .dblclick();
  await page.locator('.toast').getByText(o.tooMuch('').trim()).waitFor();
  await page.locator('.order-payments').getByText(o.paymentStates.confirmed).waitFor();
  expect(await read(id)).toMatchObject({
    paidAmount: 1700.75,
    paymentStatus: 'overpaid',
    payments: [{ paymentMethod: 'cash' }],
  });

  await page.locator('.order-payments button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name: o.refund }).click();
  await page.getByRole('dialog').waitFor();
  // At first the field contains the sum that the client overpaid.
  expect(await page.getByLabel(o.amount).inputValue()).toBe('200');
  await page.getByRole('button', { name: o.refundWhole }).click();
  expect(await page.getByLabel(o.amount).inputValue()).toBe(typed(form, '1700.75'));
  await look(page, form);
  await page.getByLabel(o.amount).fill('700.75');
  await page.getByRole('group', { name: o.refundMethod }).getByLabel(o.methods.transfer).check();
  await page.getByLabel(o.refundReason).fill('Цветы завяли');
  await page.getByRole('dialog').getByRole('button', { name: o.refund, exact: true }).click();
  await page.locator('.toast').getByText(o.stillLeft('').trim()).waitFor();
  await page.locator('.timeline').getByText(`${o.methods.transfer} · Цветы завяли`).waitFor();
  await page.locator('.order-money').getByText(o.leftOver, { exact: true }).waitFor();
  expect(await read(id)).toMatchObject({ paidAmount: 1000, paymentStatus: 'partial' });

  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  await page.getByLabel(o.itemName).fill('Пионы розовые');
  await look(page, form);
  await button(page, o.review).click();
  await page.getByRole('dialog').getByText('Пионы розовые').waitFor();
  await look(page, form);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: wordsOf(form).save })
    .click();
  await page.getByText(o.timeline).waitFor();
  expect((await read(id)).products[0]).toMatchObject({ name: 'Пионы розовые', quantity: 1.5, price: 1000.5 });

  await deleteByMenu(page, form);
  await page.getByRole('dialog').waitFor();
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: o.remove }).click();
  await page.getByText(o.deletedWhat).waitFor();
  await button(page, wordsOf(form).undo).click();
  await page.getByText(o.deletedWhat).waitFor({ state: 'detached' });
  expect((await read(id)).num).toBeString();
  await deleteByMenu(page, form);
  await page.getByRole('dialog').getByRole('button', { name: o.remove }).click();
  await page.getByText(o.deletedWhat).waitFor();
  expect((await shop.api.get(`/api/v1/orders/${id}`)).status).toBe(404);
  await look(page, form);
  await button(page, o.restore).click();
  await statusMenu(page).waitFor();
  expect((await read(id)).num).toBeString();

  for (const path of ['/app/orders?look=day', '/app/orders?look=board', '/app/orders?q=nobody', '/app/history']) {
    await page.goto(`${shop.url}${path}`);
    await page.locator('main h1').waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await look(page, form);
  }
  await page.goto(`${shop.url}/app/orders`);
  await page.locator('main h1').waitFor();
  await page.locator('table.orders tbody tr').first().waitFor();
  const first = await page.locator('table.orders tbody tr').first().boundingBox();
  if (isPhone(form)) expect(first?.y).toBeLessThan(220);
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').evaluate((one) => one.scrollTop)).toBe(0);
  await page.getByRole('dialog').waitFor();
  await look(page, form);
  await page.keyboard.press('Escape');
  await page.locator('tbody .orders-pick').first().click();
  await page.locator('tbody tr:has(:checked)').waitFor();
  await page.locator('tbody .orders-of-total').first().click();
  await page.getByText(o.timeline).waitFor();
  expect(page.refused).toEqual([]);
}

walk('an order is entered, changed, paid, refunded, deleted and restored', journey);

walk('a concurrent change is shown before anything is overwritten', async (form) => {
  const words = wordsOf(form);
  const o = orderWords(words);
  const { id } = await make();
  await using page = await open(form, '/app');
  page.excuse(/status of 4(?:09|12)|ERR_FAILED .*live/);
  // A live notification would update the page before the click, but this test needs a click on an outdated page.
  await page.route('**/live', (route) => route.abort());
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.getByText(o.timeline).waitFor();
  await statusMenu(page).click();
  expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-in-progress' }));
  await page.getByRole('menuitem', { name: o.virtual['status-closed'] }).click();
  await page.getByText(o.conflictWhat).waitFor();
  await look(page, form);
  await page.getByRole('button', { name: `${o.setAnyway}: ${o.virtual['status-closed']}` }).click();
  await page.getByText(`: ${o.virtual['status-closed']}.`).waitFor();
  expect((await read(id)).statusId).toBe('status-closed');

  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  await page.getByText(o.moreOfClient).click();
  await page.getByLabel(o.platform).fill('phone');
  await button(page, o.review).click();
  const update = async (data: object) => expectOk(await shop.api.post('/api/v1/orders/update', { id, data }));
  await update({ timeStart: '09:00' });
  await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
  await page.locator('.toast').getByText(o.timeFrom).waitFor();
  await page.getByText(o.timeline).waitFor();
  expect(await read(id)).toMatchObject({ platform: 'phone', timeStart: '09:00' });

  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  const [item] = (await read(id)).products;
  await page.getByLabel(o.quantity, { exact: true }).fill('7');
  await page.getByLabel(o.timeTo, { exact: true }).fill('12:00');
  await page.getByLabel(o.platform).fill('шоурум');
  await button(page, o.review).click();
  const review = page.getByRole('dialog');
  await review.getByText(form.locale === 'ru' ? /×7 · 1.500.₽/ : '×7 · ₽1,500').waitFor();
  expect(await review.locator('dt').allTextContents()).toEqual([o.timeTo, o.platform, o.items]);
  await look(page, form);
  await update({ platform: 'Telegram', timeEnd: '13:00', products: [{ ...item, price: 1600 }] });
  await review.getByRole('button', { name: words.save }).click();
  const dialog = page.getByRole('dialog', { name: o.staleTitle });
  await dialog.locator('.order-form-who').getByText('site').waitFor();
  const fields = dialog.locator('fieldset');
  expect(await fields.locator('legend').allTextContents()).toEqual([o.timeTo, o.platform]);
  expect(await fields.first().locator('label').allTextContents()).toEqual([
    expect.stringContaining('12:00'),
    expect.stringContaining('13:00'),
  ]);
  await look(page, form);
  const save = dialog.getByRole('button', { name: words.save });
  expect(await save.isDisabled()).toBe(true);
  await button(page, o.backToForm).click();
  expect(await page.getByLabel(o.platform).inputValue()).toBe('шоурум');
  await button(page, o.review).click();
  await review.getByRole('button', { name: words.save }).click();
  await fields.first().locator('label').last().click();
  await fields.last().locator('label').first().click();
  await save.click();
  await page.getByText(o.timeline).waitFor();
  expect(await read(id)).toMatchObject({
    platform: 'шоурум',
    timeEnd: '13:00',
    timeStart: '09:00',
    products: [{ quantity: 7, price: 1600 }],
  });
});

test('an order from the API is announced by a button and the page title, and appears after the button is pressed', async () => {
  await make();
  await using page = await open(DESKTOP, '/app/orders');
  await page.locator('table.orders tbody tr').first().waitFor();
  const rows = await page.locator('table.orders tbody tr').count();
  const { num, id } = await make();
  await page.getByRole('button', { name: 'Show 1 new order' }).waitFor();
  await until('the new order in the title', async () => (await page.title()).startsWith('(1) Orders'));
  expect(await page.locator('table.orders tbody tr').count()).toBe(rows);
  await page.getByRole('button', { name: 'Show 1 new order' }).click();
  await page.getByRole('link', { name: num, exact: true }).waitFor();
  expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-cancelled' }));
  await page.locator(`tr[data-id="${id}"]`).getByText('Cancelled').waitFor();
});

walk('a list keeps its place when its sums and the button for new orders appear', async (form) => {
  const platform = `still-${form.locale}`;
  const { num } = await make({ platform });
  await using page = await open(form, '/app');
  const topOf = async (): Promise<number> =>
    (await page.getByRole('link', { name: num, exact: true }).boundingBox())?.y ?? 0;
  const held = Promise.withResolvers<void>();
  await page.route('**/orders/sums?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`${shop.url}/app/orders?platform=${platform}`);
  await page.getByRole('link', { name: num, exact: true }).waitFor();
  const top = await topOf();
  expect(top).toBeGreaterThan(0);
  held.resolve();
  await page.locator('.orders-sums', { hasText: /^1 / }).waitFor();
  expect(await topOf()).toBe(top);
  await make({ platform });
  await page.locator('.orders-fresh').getByRole('button').waitFor();
  expect(await topOf()).toBe(top);
  await lookHere(page, form);
});

test('orders are filtered, changed together and exported, and the filter is saved as a view', async () => {
  const o = orderWords(RU);
  const platform = `bulk-${crypto.randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (const statusId of ['status-new', 'status-new', 'status-in-progress']) {
    const { id } = await make({ platform, statusId, client: { name: 'Пётр Ёлкин', phone: '89991112233' } });
    ids.push(id);
  }
  await using page = await open({ ...DESKTOP, locale: 'ru' }, '/app');
  // On a Russian layout the keys of "g o" write «п щ»; only the position of the keys counts.
  const press = (code: string, key: string) =>
    page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { code: '${code}', key: '${key}', bubbles: true }))`);
  // Both keys are pressed at once, because the page waits only a moment for the second one.
  await Promise.all([press('KeyG', 'п'), press('KeyO', 'щ')]);
  // The overview and the order list have a heading with the same text. Only the list has a search field, so the test
  // waits for that field.
  await page.getByRole('searchbox', { name: o.search }).waitFor();
  await press('Slash', '.');
  await page.keyboard.type('елкин 999');
  await page.waitForURL(/search=/);
  await page.locator('.orders-menu > button', { hasText: o.platform }).click();
  await page.getByLabel(platform).check();
  await page.waitForURL(/platform=/);
  await page.keyboard.press('Escape');
  await until('the three orders', async () => (await page.locator('table.orders tbody tr').count()) === 3);
  const total = page.getByRole('columnheader', { name: o.total });
  await total.getByRole('button').click();
  await page.waitForURL(/sort=-total/);
  await until('the dearest first', async () => (await total.getAttribute('aria-sort')) === 'descending');
  // The second click removes the sort, although the rows for the first click have not arrived.
  const late = Promise.withResolvers<void>();
  await page.route('**/app/api/workspaces/*/orders', async (route) => {
    if (typedInto(route.request()).get('filter')?.includes('sort=total') === true) await late.promise;
    return route.fallback();
  });
  await total.getByRole('button').click();
  await page.waitForURL(/sort=total/);
  await total.getByRole('button').click();
  await page.waitForURL((url) => !url.searchParams.has('sort'));
  late.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, o.saveView).click();
  await page.getByLabel(o.viewName).fill('Ёлкин');
  await page.getByRole('dialog').getByRole('button', { name: RU.save }).click();
  await page.getByRole('link', { name: 'Ёлкин' }).waitFor();

  const downloading = page.waitForEvent('download');
  await button(page, o.files).click();
  await page.getByRole('menuitem', { name: o.exportCsv }).click();
  const csv = await Bun.file(await (await downloading).path()).text();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(4);

  await page.getByLabel(o.selectAll).check();
  const menu = page.locator('.orders-bulk').getByRole('button', { name: o.setStatus });
  await menu.focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Escape']) await page.keyboard.press(key);
  await until('the focus on what opened the menu', () => menu.evaluate((one) => one.matches(':focus')));
  expect(await statusesOf(ids)).toEqual(['status-new', 'status-new', 'status-in-progress']);
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: o.virtual['status-closed'] }).press('Enter');
  // The notice stays for as long as the pointer is on it.
  await page.getByText('изменено 3 заказа').hover();
  expect(await statusesOf(ids)).toEqual(['status-closed', 'status-closed', 'status-closed']);
  expectOk(await shop.api.post('/api/v1/orders/status', { id: ids[0], statusId: 'status-cancelled' }));
  await button(page, RU.undo).click();
  await page.getByText('возвращены в прежний статус 2 заказа, 1 не тронут').waitFor();
  expect(await statusesOf(ids)).toEqual(['status-cancelled', 'status-new', 'status-in-progress']);

  await page.getByLabel(o.selectAll).check();
  await page.locator('.orders-bulk').getByRole('button', { name: o.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: o.remove }).click();
  await page.getByText(o.nothingOf('елкин 999')).waitFor();
  await button(page, RU.undo).click();
  await page.getByText('восстановлено 3 заказа').waitFor();
  await page.getByRole('link', { name: o.all, exact: true }).click();
  await page.getByRole('link', { name: 'Ёлкин' }).click();
  await until('the three orders', async () => (await page.locator('table.orders tbody tr').count()) === 3);
  await page.goBack();
  await until('the address before', () => !page.url().includes('platform'));
  await page.getByRole('link', { name: 'Ёлкин' }).click();
  await button(page, o.removeView).click();
  await page.getByRole('link', { name: 'Ёлкин' }).waitFor({ state: 'detached' });
});

test('a card of the board is moved by its menu, and the day view switches between days', async () => {
  const o = orderWords(RU);
  const platform = `board-${crypto.randomUUID().slice(0, 8)}`;
  const { id, num } = await make({ platform, date: '2026-03-08T10:00:00+03:00', timeStart: '11:00', timeEnd: '13:00' });
  await using page = await open(PHONE, `/app/orders?look=board&platform=${platform}`);
  const filters = page.locator('.orders-menu > button:visible');
  await filters.filter({ hasText: platform }).waitFor();
  expect(await filters.count()).toBe(1);
  await page.getByRole('button', { name: `${RU.flows.board.move}: ${num}` }).click();
  await page.keyboard.press('ArrowDown');
  expect((await read(id)).statusId).toBe('status-new');
  await page.getByRole('menuitem', { name: o.virtual['status-closed'] }).click();
  await page.getByText(`: ${o.virtual['status-closed']}.`).waitFor();
  expect((await read(id)).statusId).toBe('status-closed');
  // The card went to a column that is not visible, so the choice of columns has the focus.
  await until('the focus on the choice of columns', () =>
    page.locator('.board-picker .chooser').evaluate((one) => one.matches(':focus')),
  );
  await chooseFrom(page, o.status, `${o.virtual['status-closed']} (1)`);
  await page.getByRole('link', { name: num, exact: true }).waitFor();
  await lookHere(page, PHONE);
  await pullAnew(page, platform);
  await page.goto(`${shop.url}/app/orders?look=day&platform=${platform}&from=2026-03-07&to=2026-03-07`);
  await page.getByText(o.dayEmpty).waitFor();
  await page.getByRole('button', { name: `${o.filters} · 2` }).click();
  await page.getByRole('dialog').getByLabel(o.search).waitFor();
  // The height shows that no chip grows to the height of the date field next to it.
  for (const width of [640, 560, 480, 390]) {
    await page.turnTo({ ...PHONE, size: { width, height: 844 } });
    for (const chip of await page.locator('.orders-sheet label.check').all()) {
      expect((await chip.boundingBox())?.height).toBeLessThan(60);
    }
  }
  await lookHere(page, PHONE);
  await page.getByRole('dialog').getByRole('button', { name: o.showOrders }).click();
  await page.goto(`${shop.url}/app/orders?platform=${platform}`);
  await page.getByRole('button', { name: `${o.filters} · 1` }).click();
  const tick = (name: string) => page.getByRole('dialog').getByRole('radio', { name: new RegExp(`${name}$`, 'u') });
  const ticked = (...names: string[]) =>
    until(`a tick at ${names.join(' and ')}`, async () =>
      (await Promise.all(names.map((name) => tick(name).isChecked()))).every(Boolean),
    );
  await ticked(o.newestFirst);
  await tick(o.tomorrow).click();
  await page.waitForURL(/when=tomorrow/);
  await ticked(o.tomorrow, o.date);
  await tick(o.newestFirst).click();
  await page.waitForURL(/sort=new/);
  await ticked(o.tomorrow, o.newestFirst);
  await tick(o.date).click();
  await page.waitForURL((url) => !url.searchParams.has('sort'));
  await page.goto(`${shop.url}/app/orders?look=day&platform=${platform}&from=2026-03-07&to=2026-03-07`);
  await button(page, o.dayAfter).click();
  await page.getByRole('heading', { name: '11:00–13:00' }).waitFor();
  await lookHere(page, PHONE);
});

/** Pulling the list down with a finger reloads it without leaving the page. */
async function pullAnew(page: Page, platform: string): Promise<void> {
  await page.goto(`${shop.url}/app/orders?platform=${platform}`);
  await page.locator('table.orders tbody tr').waitFor();
  const asked = page.waitForRequest((request) => typedInto(request).has('filter'));
  const touch = (type: string, y: number) =>
    page.evaluate(`{
      const touch = new Touch({ identifier: 1, target: document.body, clientX: 100, clientY: ${y} });
      document.body.dispatchEvent(new TouchEvent('${type}', { touches: [touch], bubbles: true }));
    }`);
  await touch('touchstart', 300);
  await touch('touchmove', 420);
  await page.locator('.orders-pull.orders-set').waitFor();
  await touch('touchend', 420);
  await asked;
}

test('a late answer to a search does not replace the answer to a newer search', async () => {
  for (const name of ['Рано Утрова', 'Поздно Вечеров']) await make({ client: { name } });
  await using page = await open(DESKTOP, '/app/orders');
  const late = Promise.withResolvers<void>();
  const isOf = (request: Request, text: string): boolean =>
    new URLSearchParams(typedInto(request).get('filter') ?? '').get('q') === text;
  let isAsked = false;
  await page.route('**/app/api/workspaces/*/orders', async (route) => {
    if (isOf(route.request(), 'Рано')) {
      isAsked = true;
      await late.promise;
    }
    return route.fallback();
  });
  await page.getByRole('searchbox').fill('Рано');
  await until('the first to be asked for', () => isAsked);
  await page.getByRole('searchbox').fill('Поздно');
  await page.getByText('Поздно Вечеров').waitFor();
  const answered = page.waitForResponse((response) => isOf(response.request(), 'Рано'));
  await page.getByText('Рано Утрова').waitFor({ state: 'detached' });
  late.resolve();
  await (await answered).finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  expect(await page.getByText('Рано Утрова').count()).toBe(0);
  expect(await page.getByText('Поздно Вечеров').count()).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a returning client is found by phone, and the form asks about unusual values', async () => {
  const o = orderWords(EN);
  const client = { name: 'Zoya Kim', phone: '+7 900 111-22-33' };
  const delivery = { deliveryType: 'by bicycle', adress: 'Lake 5', flat: '7' };
  const products = [{ id: 'p-1', name: 'Tulips', quantity: 9, price: 70 }];
  await make({ client, delivery, products, timeStart: '07:15', timeEnd: '08:45' });
  await using page = await open(DESKTOP, '/app/orders/new');
  await page.locator(':focus[name="line"]').waitFor();
  await page.getByLabel(o.fields.phone, { exact: true }).focus();
  await page.keyboard.type('9001112');
  await page.getByRole('option', { name: 'Zoya Kim' }).click();
  const typedIn = (name: string): Promise<string> => page.locator(`[name="${name}"]`).inputValue();
  const names = ['client.name', 'client.phone', 'delivery.adress', 'delivery.flat', 'delivery.deliveryType'];
  expect(await Promise.all(names.map(typedIn))).toEqual(['Zoya Kim', client.phone, 'Lake 5', '7', 'by bicycle']);
  await page.getByRole('button', { name: new RegExp(`^${o.again}`) }).click();
  await page.locator('aside .print-paper').getByText('Tulips').waitFor();
  expect(await typedIn('products.0.price')).toBe('70');
  await page.getByLabel(o.timeFrom, { exact: true }).fill('7:15');
  await page.getByLabel(o.timeTo, { exact: true }).fill('600');
  const date = page.getByRole('textbox', { name: o.date, exact: true });
  await date.fill('31.2.2026');
  await date.press('Enter');
  await page.locator(':focus[name="date"]').waitFor();
  await page.getByText(EN.noSuchDate('31/12/2026')).waitFor();
  expect(await date.inputValue()).toBe('31.2.2026');
  await look(page, DESKTOP);
  await date.fill('31.5.2026');
  await date.press('ArrowUp');
  expect([await date.inputValue(), await page.getByLabel(o.timeTo, { exact: true }).inputValue()]).toEqual([
    '01/06/2026',
    '06:00',
  ]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.locator('.date-calendar').fill(tomorrow);
  await page.getByLabel(o.fields.phone, { exact: true }).fill('+7 900 111-22-3');
  await look(page, DESKTOP);
  await button(page, o.saveOrder).click();
  await page.getByText(o.askSlot('07:15', '06:00')).waitFor();
  await page.getByText(o.askPhone('+7 900 111-22-3')).waitFor();
  await look(page, DESKTOP);
  await button(page, o.backToForm).click();
  await page.locator(':focus[name="timeEnd"]').waitFor();
  await page.getByLabel(o.timeTo, { exact: true }).fill('08:00');
  await button(page, o.saveOrder).click();
  await button(page, o.saveAnyway).click();
  await page.getByText(o.timeline).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const timeEnd = '08:00';
  expect(await read(id)).toMatchObject({
    client: { phone: '+7 900 111-22-3' },
    products,
    date: tomorrow,
    timeStart: '07:15',
    timeEnd,
  });
});

test('a half-filled new order survives a reload and is created once', async () => {
  const o = orderWords(EN);
  await using page = await open(DESKTOP, '/app/orders/new');
  await page.getByLabel(o.itemName).fill('Draft roses');
  await page.getByLabel(o.fields.price, { exact: true }).first().fill('10');
  await page.goto(`${shop.url}/app/orders`);
  await page.getByRole('heading', { name: o.title, exact: true }).waitFor();
  await page.goto(`${shop.url}/app/orders/new`);
  await page.getByText(o.draftWhat).waitFor();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft roses');
  await lookHere(page, DESKTOP);
  await page.getByLabel(o.fields.name, { exact: true }).fill('Typed on');
  await button(page, o.draftDrop).click();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('');
  await button(page, EN.undo).click();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft roses');
  await page.reload();
  await page.getByText(o.draftWhat).waitFor();
  expect(await page.getByLabel(o.fields.name, { exact: true }).inputValue()).toBe('Typed on');
  await button(page, o.draftDrop).click();
  await page.reload();
  await page.getByLabel(o.itemName).waitFor();
  expect(await page.getByText(o.draftWhat).count()).toBe(0);
  await page.getByLabel(o.itemName).fill('Draft roses');
  await page.getByLabel(o.fields.price, { exact: true }).first().fill('10');
  await button(page, o.saveOrder).click();
  await page.getByText(o.timeline).waitFor();
  const order = page.url();
  await page.goto(`${shop.url}/app/orders/new`);
  await page.getByLabel(o.itemName).waitFor();
  expect(await page.getByText(o.draftWhat).count()).toBe(0);

  const id = new URL(order).pathname.split('/').at(-1) ?? '';
  const leaveHalfDone = async (name: string): Promise<void> => {
    await page.goto(`${order}/edit`);
    await page.getByLabel(o.itemName).fill(name);
    await page.goto(order);
    await page.getByText(o.timeline).waitFor();
  };
  await leaveHalfDone('Draft peonies');
  await page.goto(`${order}/edit`);
  await page.getByText(o.draftEdited).waitFor();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft peonies');
  await button(page, o.draftDrop).click();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft roses');
  await button(page, EN.undo).click();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft peonies');
  await button(page, o.review).click();
  await page.getByRole('dialog').getByRole('button', { name: EN.save }).click();
  await page.getByText(o.timeline).waitFor();
  expect((await read(id)).products[0].name).toBe('Draft peonies');
  // Somebody else has changed the order meanwhile, so the draft is merged with that change.
  await leaveHalfDone('Draft lilies');
  expectOk(await shop.api.post('/api/v1/orders/update', { id, data: { timeStart: '09:00' } }));
  await page.goto(`${order}/edit`);
  await page.locator('.toast').getByText(o.timeFrom).waitFor();
  expect(await page.getByLabel(o.itemName).inputValue()).toBe('Draft lilies');
  await button(page, o.review).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').locator('dt').allTextContents()).toEqual([o.items]);
  await page.getByRole('dialog').getByRole('button', { name: EN.save }).click();
  await page.getByText(o.timeline).waitFor();
  expect(await read(id)).toMatchObject({ timeStart: '09:00', products: [{ name: 'Draft lilies' }] });
});

test('a draft is not offered again if its order was created but the answer was lost', async () => {
  const o = orderWords(EN);
  await using page = await open(DESKTOP, '/app/orders/new');
  page.excuse(/ERR_FAILED|status of 409/);
  await page.getByLabel(o.itemName).fill('Lost roses');
  await page.getByLabel(o.fields.price, { exact: true }).first().fill('10');
  const posts = /\/orders$/;
  await page.route(posts, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await button(page, o.saveOrder).click();
  // The message appears next to the button, not at the end of the form, which is out of sight.
  const words = page.getByText(EN.noAnswer);
  await words.waitFor();
  const said = await words.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(DESKTOP.size.height);
  await page.unroute(posts);
  await page.getByLabel(o.itemName).fill('Other roses');
  await button(page, o.saveOrder).click();
  await page.getByText(String(REFUSALS_EN.order_key_conflict)).first().waitFor();
  await page.goto(`${shop.url}/app/orders/new`);
  await page.getByLabel(o.itemName).waitFor();
  expect(await page.getByText(o.draftWhat).count()).toBe(0);
});

test('a viewer sees no button that changes anything', async () => {
  const { id } = await make();
  await addMember(shop.dir, shop.workspaceId, { email: 'viewer@example.com', role: 'viewer', password: 'long enough' });
  await using page = await enter(browser, shop, DESKTOP, '/app/orders', 'viewer@example.com');
  await page.locator('table.orders tbody tr').first().waitFor();
  expect(await page.getByRole('link', { name: EN.orders.newOrder }).count()).toBe(0);
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.getByText(EN.orderPage.timeline).waitFor();
  const names = await page.locator('main button').allTextContents();
  expect(names).toEqual([EN.orderPage.copyLink, EN.orderPage.copyJson]);
  for (const path of ['orders/new', `orders/${id}/edit`, 'orders/import', 'stock/import']) {
    await page.goto(`${shop.url}/app/${path}`);
    await page.getByRole('heading', { name: EN.menu.looking }).waitFor();
    expect(await page.locator('main form').count()).toBe(0);
    await page.getByRole('link', { name: EN.orders.title, exact: true }).last().click();
    await page.waitForURL('**/app/orders');
  }
});

const LONG_ITEM = 'Композиция «Достопримечательность» с хризантемами, альстромериями and chrysanthemums';

/**
 * Checks the order's items at widths between phone and desktop. No word may break between its letters, and no sum may
 * extend beyond the table.
 */
async function itemsStandWhole(page: TestPage): Promise<void> {
  const sizes = [721, 768, 820, 900, 1000].map((width) => ({ width, height: 900 }));
  for (const size of sizes) {
    const faults = await layoutFaults(page, [size]);
    const cut = `[...document.querySelectorAll('.order-items td')].filter((cell) => {
      const { left, right } = cell.closest('.scroll').getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = range.getBoundingClientRect();
      return text.left < left - 1 || text.right > right + 1;
    }).map((cell) => cell.textContent)`;
    expect({ size, faults, cut: await page.evaluate(cut) }).toEqual({ size, faults: [], cut: [] });
  }
  await page.turnTo(DESKTOP);
}

test('an order’s page shows the results of its webhooks and resends a refused webhook', async () => {
  using receiver = startReceiver().answer(503);
  await addEndpoint(shop.dir, receiver.url, '--events', 'order.created,order.status.changed');
  const products = [{ name: LONG_ITEM, quantity: 9.5, price: 98_765_432.1 }];
  const { id } = await make({ products });
  await receiver.count(1);
  await using page = await open(DESKTOP, `/app/orders/${id}`);
  const { deliveryStates, nextHeld } = EN.orderPage;
  const told = page.locator('.order-told summary');
  await told.getByText(deliveryStates.retried).click();
  await page.getByText(reasonInWords('en', 'status', 503).what).waitFor();
  await itemsStandWhole(page);
  changeStore(shop, 'UPDATE webhook_endpoints SET suspended_at = 1');
  await page.reload();
  await told.getByText(deliveryStates.held).click();
  await page.getByText(nextHeld).waitFor();
  changeStore(shop, 'UPDATE webhook_endpoints SET suspended_at = NULL');
  await page.reload();
  receiver.answer(200);
  expect(await page.locator('.order-told[open]').count()).toBe(0);
  await told.getByText(deliveryStates.retried).click();
  await page.locator('.order-told').getByRole('button', { name: EN.orderPage.sendAgain }).click();
  await told.getByText(deliveryStates.delivered, { exact: true }).waitFor();
  await lookHere(page, DESKTOP);
});
