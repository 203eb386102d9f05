import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Forms } from '../../src/dashboard/client/words/plural.ts';
import { bringTable, importDone, sendTable } from '../support/await-import.ts';
import { FORMS, type Form, sharedDesk, type TestPage } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { chooseFrom, DESKTOP, enter, look, ruleWords, walk, wordsOf } from '../support/visits.ts';
import { workbook } from '../support/workbooks.ts';

const { browser, shop } = sharedDesk();

const choose = (page: Page, lines: readonly string[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });

const HOSTILE = '<img src=x onerror=alert(1)>';
let made = 0;

const TOTAL = 100_000;

/**
 * Inserts an import with a progress that the test sets. The server starts an import only on a request, so it does not
 * run this one.
 */
function holdImport(done: number): { readonly id: string; set(change: string): void } {
  const id = crypto.randomUUID();
  const key = `X'${id.replaceAll('-', '')}'`;
  changeStore(
    shop,
    `INSERT INTO imports (id, workspace_seq, kind, state, options, actor_type, total, done, counts, created_at)
     VALUES (${key}, 1, 'orders', 'accepted', '{"tell":false,"statusIds":[]}', 'command', ${TOTAL}, ${done}, '{}', ${Date.now()})`,
  );
  return { id, set: (change) => changeStore(shop, `UPDATE imports SET ${change} WHERE id = ${key}`) };
}

async function watchBar(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form);
  const held = holdImport(43_210);
  const bars = page.getByRole('progressbar', { name: w.imports.progress });
  const standsAt = (done: number) =>
    until(`the bar at ${done}`, async () => (await bars.first().getAttribute('value')) === String(done));
  await page.goto(`${shop.url}/app/orders/import?started=${held.id}`);
  await standsAt(43_210);
  await page.getByText(w.imports.leave).waitFor();
  await look(page, form, 'an import under way');
  held.set('done = 60000');
  await standsAt(60_000);
  await page.reload();
  await standsAt(60_000);
  await page.goto(`${shop.url}/app/orders/import`);
  await page.locator('.import-recent a').first().click();
  await page.getByRole('heading', { name: digits(form, TOTAL) }).waitFor();
  held.set(`state = 'done', done = total, counts = '{"created":99998,"known":2,"differing":1}'`);
  await page.locator('.empty h2').getByText(digits(form, 99_998)).waitFor();
  await look(page, form, 'an import that is done');
}

const digits = (form: Form, number: number): string =>
  new Intl.NumberFormat(form.locale === 'ru' ? 'ru-RU' : 'en-GB').format(number);

async function journey(form: Form): Promise<void> {
  const words = wordsOf(form);
  const w = words.imports;
  await using page = await enter(browser, shop, form, '/app/orders');
  await page.getByRole('button', { name: words.orders.files, exact: true }).click();
  await page.getByRole('menuitem', { name: words.menu.importOrders, exact: true }).click();
  await page.getByRole('heading', { name: w.orders.title }).waitFor();
  await page.getByText(w.orders.how).click();
  await look(page, form);
  await page.getByText(w.orders.how).click();

  await choose(page, ['date;item;price', '2026-03-08;Роза;100', `08.13.2026;${HOSTILE};100`, '2026-03-08;;x']);
  const problems = page.locator('section.problem');
  await problems.waitFor();
  const told = (await problems.textContent()) ?? '';
  expect(told).toContain(w.problems.bad_date.replace('{value}', '08.13.2026'));
  expect(told).toContain(w.problemLine.replace('{line}', '3'));
  expect(told).toContain(w.problemColumn.replace('{column}', 'date'));
  expect(await page.locator('.import-now').count()).toBe(0);
  expect(await page.locator('main img').count()).toBe(0);
  await look(page, form);

  await choose(page, ['Заказы, март', 'date;item;price;paid;payment method', '2026-03-08;Роза;100,50;;Карта']);
  await page.locator('.import-dropped').getByText(w.problems.unpaid.replace('{value}', 'Карта')).waitFor();
  await page.locator('.import-now').waitFor();
  await look(page, form, 'a payment without an amount');

  // The headings are unknown, so the columns are chosen by hand.
  made += 1;
  const one = `one ${made}`;
  const lines = [`${one};two;three`, ...[1, 2, 3].map((at) => `2026-03-0${at};Роза ${made};100,50`)];
  await choose(page, lines);
  await page.getByText(w.orders.missing.date).waitFor();
  await chooseFrom(page, one, w.orders.fields.date);
  await page.getByText(w.orders.missing.date).waitFor({ state: 'detached' });
  await chooseFrom(page, 'two', w.orders.fields.itemName);
  await page.getByText(w.orders.missing.itemName).waitFor({ state: 'detached' });
  await chooseFrom(page, 'three', w.orders.fields.price);
  const button = page.locator('.import-now button');
  await button.waitFor();
  expect(await page.locator('.import-rows tbody tr').count()).toBe(3);
  expect(await page.getByLabel(w.orders.tell.label).isChecked()).toBe(false);
  await look(page, form);
  await button.click();
  const done = page.locator('.empty h2');
  await done.waitFor();
  expect(await done.textContent()).toContain('3');
  await look(page, form);

  await watchBar(page, form);
  await page.getByRole('link', { name: w.another }).click();
  const march = [
    ['Номер', 'Дата', 'Товар', 'Цена'],
    [`W-${made}`, { day: 46_089 }, 'Пион', 250.5],
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.xlsx',
    mimeType: '',
    buffer: Buffer.from(workbook({ Заметки: [['-']], Март: march })),
  });
  await page.getByText(w.otherSheets(w.quoted('Март'), 0)).waitFor();
  await chooseFrom(page, w.sheet, 'Март');
  await page.getByText(w.otherSheets(w.quoted('Заметки'), 0)).waitFor();
  await page.locator('.import-rows').getByText('2026-03-08').waitFor();
  await look(page, form, 'a sheet of a workbook');
  await choose(page, ['number;date;item;price;paid', `P-${made};2026-03-08;Роза;100;100`]);
  await page.getByText(phrase(form, 1, w.undatedTitle)).waitFor();
  await page.getByLabel(w.undatedDay).fill('05.03.2026');
  await page.keyboard.press('Enter');
  await page.locator('.import-now button:enabled').waitFor();
  await look(page, form, 'a payment without a date');
  await choose(page, lines);
  await page.getByText(w.orders.nothingNew).waitFor();
  const isPhone = form.size.width < 720;
  const back = isPhone ? words.menu.back : words.orderPage.back;
  await page.getByRole('link', { name: back, exact: isPhone }).click();
  await page.locator('table.orders tbody tr').first().waitFor();
}

walk('a file is previewed, corrected and imported once', async (form) => {
  const before = made;
  await journey(form);
  const { orders } = expectOk(await shop.api.get('/api/v1/orders?limit=50'));
  expect(orders).toHaveLength((before + 1) * 3);
});

async function againJourney(form: Form): Promise<void> {
  const w = wordsOf(form).imports;
  const nums = [1, 2].map((nth) => `again-${form.name}-${nth}`);
  const owner = await ownerOf(shop);
  const lines = ['number;date;item;price', ...nums.map((num) => `${num};2026-03-08;Роза;100`)];
  await bringTable(owner, shop.base, 'orders/import', lines.join('\n'));
  const found = async (num: string) =>
    expectOk(await shop.api.get(`/api/v1/orders?num=${encodeURIComponent(num)}`)).orders;
  for (const num of nums) expectOk(await shop.api.post('/api/v1/orders/delete', { id: (await found(num))[0].id }));

  await using page = await enter(browser, shop, form, '/app/orders/import');
  await choose(page, lines);
  await page.getByText(phrase(form, 2, w.orders.notes.deleted)).waitFor();
  const button = page.locator('.import-now button');
  expect(await button.isDisabled()).toBe(true);
  await page.getByLabel(phrase(form, 2, w.again), { exact: true }).check();
  await page.getByRole('button', { name: phrase(form, 2, w.orders.importNow), exact: true }).waitFor();
  await look(page, form, 'deleted orders of a file');
  await button.click();
  await page
    .locator('.empty h2')
    .getByText(phrase(form, 2, w.orders.came.created))
    .waitFor();
  expect((await Promise.all(nums.map(found))).map((orders) => orders.length)).toEqual([1, 1]);
}

walk('deleted orders can be imported again with one checkbox', againJourney);

/** Imports an order paid by "Cash", so that the import page offers "Cash" as a payment method. */
async function bePaidInCash(num: string): Promise<void> {
  const owner = await ownerOf(shop);
  const cash = `number;date;item;price;paid;payment method\n${num};2026-03-08;Роза;100;100;Cash`;
  await bringTable(owner, shop.base, 'orders/import', cash);
}

async function valuesJourney(form: Form): Promise<void> {
  const all = wordsOf(form);
  const w = all.imports;
  const closed = all.orders.virtual['status-closed'];
  const [shipped, method, unit] = [`Shipped ${form.name}`, `Wire ${form.name}`, `box ${form.name}`];
  const fileOf = (nth: number) => [
    'number;date;item;quantity;unit;price;paid;payment method;status',
    `values-${form.name}-${nth};2026-03-08;Роза;2;${unit};100;100;${method};${shipped}`,
  ];
  await bePaidInCash(`cash-${form.name}`);

  await using page = await enter(browser, shop, form, '/app/orders/import');
  await choose(page, fileOf(1));
  const status = w.valueOf(w.orders.fields.status, shipped);
  const paidBy = w.valueOf(w.orders.fields.paymentMethod, method);
  await page.locator('section.problem').getByText(w.problems.unknown_status.replace('{value}', shipped)).waitFor();
  expect(await page.locator('.import-now').count()).toBe(0);
  await look(page, form, 'names of a file that the shop does not know');
  await chooseFrom(page, status, closed);
  await page.locator('.import-now').waitFor();
  await chooseFrom(page, paidBy, 'Cash');
  await page.getByRole('button', { name: `${paidBy}: Cash`, exact: true }).waitFor();
  const size = page.getByLabel(w.packSize(unit), { exact: true });
  await page.getByText(w.problems.unit.replace('{value}', unit)).waitFor();
  await size.fill('0');
  await size.press('Enter');
  await page.getByText(w.packWrong).waitFor();
  await look(page, form, 'a pack of no pieces');
  await size.fill('25');
  await size.press('Enter');
  await page.getByText(w.problems.unit.replace('{value}', unit)).waitFor({ state: 'detached' });
  await look(page, form, 'a unit with its pieces');
  await page.locator('.import-now button:enabled').click();
  await page.locator('.empty h2').waitFor();
  const made = async (nth: number) => {
    const num = encodeURIComponent(`values-${form.name}-${nth}`);
    const [{ id, statusId }] = expectOk(await shop.api.get(`/api/v1/orders?num=${num}`)).orders;
    const { payments, products } = expectOk(await shop.api.get(`/api/v1/orders/${id}`));
    return [statusId, payments[0].paymentMethod, products[0].quantity, products[0].price];
  };
  expect(await made(1)).toEqual(['status-closed', 'Cash', 50, 4]);

  await page.getByRole('link', { name: w.another, exact: true }).click();
  await choose(page, fileOf(2));
  await page.getByRole('button', { name: `${status}: ${closed}`, exact: true }).waitFor();
  await look(page, form, 'names that were matched before');
  await page.locator('.import-now button:enabled').click();
  await page.locator('.empty h2').waitFor();
  expect(await made(2)).toEqual(['status-closed', 'Cash', 50, 4]);
}

walk('the statuses, payment methods and units of a file are matched once', valuesJourney);

const phrase = (form: Form, number: number, forms: Forms): string => {
  const rule = new Intl.PluralRules(form.locale).select(number);
  return (forms[rule] ?? forms.other ?? '').replace('#', digits(form, number));
};

let undone = 0;

async function undoJourney(form: Form): Promise<void> {
  const w = wordsOf(form).imports;
  undone += 1;
  const nums = [1, 2, 3].map((nth) => `undo-${undone}-${nth}`);
  const owner = await ownerOf(shop);
  const file = ['number;date;item;price', ...nums.map((num) => `${num};2026-03-08;Роза;100`)].join('\n');
  const { started } = expectOk(await sendTable(owner, `${shop.base}/orders/import`, file));
  await importDone(owner, shop.base, started.id);
  const orderOf = async (num: string) => expectOk(await shop.api.get(`/api/v1/orders?num=${num}`)).orders[0];
  const { id } = await orderOf(nums[1] ?? '');
  expectOk(await shop.api.post('/api/v1/orders/status', { id, statusId: 'status-closed' }));

  await using page = await enter(browser, shop, form, `/app/orders/import?started=${started.id}`);
  await page.getByRole('button', { name: w.undo.button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.undo.title });
  await dialog.getByRole('link', { name: nums[1] ?? '', exact: true }).waitFor();
  await dialog.getByText(phrase(form, 2, w.orders.undo.deletes)).waitFor();
  await look(page, form, 'the dialog that undoes an import');
  await dialog.getByRole('button', { name: w.undo.verb, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .locator('.empty')
    .getByText(phrase(form, 2, w.orders.undo.done))
    .waitFor();
  await page.getByText(phrase(form, 1, w.undo.kept)).waitFor();
  await look(page, form, 'an import that was undone');
  expect(await page.getByRole('button', { name: w.undo.button, exact: true }).count()).toBe(0);
  expect(await Promise.all(nums.map(async (num) => (await orderOf(num))?.num))).toEqual([
    undefined,
    nums[1],
    undefined,
  ]);
}

walk('an undo of an import spares an order that was changed after it', undoJourney);

test('a damaged workbook is refused with an explanation, and the page stays usable', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app/orders/import');
  const file = { name: 'orders.xlsx', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 0x03, 0x04, 1]) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText(ruleWords('en', 'workbook')).waitFor();
  page.excuse(/status of 422/);
  await choose(page, ['date;item;price', '2026-03-08;Роза;100']);
  await page.locator('.import-now').waitFor();
});

async function productsJourney(form: Form): Promise<void> {
  const all = wordsOf(form);
  const w = all.imports;
  const named = `Ваза ${form.name}`;
  const fresh = `Лента ${form.name}`;
  const owner = await ownerOf(shop);
  const base = `${shop.base}/stock`;
  const { id } = expectOk(await owner.post(base, { name: named, sku: null, quantity: 5, price: 100 }));

  await using page = await enter(browser, shop, form, '/app/stock/import');
  await choose(page, ['Наименование;Цена', `${named};120,50`, `${fresh};30`]);
  const rows = page.locator('.import-rows tbody tr');
  await rows.first().getByText(w.products.knownBy.name).waitFor();
  const change = ((await rows.first().textContent()) ?? '').replaceAll(/\s/gu, ' ');
  expect(change).toMatch(/: \D*100\D*→\D*120[.,]50/u);
  await rows.nth(1).getByText(w.isNew, { exact: true }).waitFor();
  await look(page, form, 'a price list without ids');
  await page.locator('.import-now button:enabled').click();
  await page.getByRole('button', { name: w.undo.button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.undo.title });
  await dialog.getByText(phrase(form, 1, w.products.undo.deletes)).waitFor();
  await dialog.getByText(phrase(form, 1, w.products.undo.reverts)).waitFor();
  await look(page, form, 'the dialog that undoes an import of products');
  await dialog.getByRole('button', { name: w.undo.verb, exact: true }).click();
  await page
    .locator('.empty')
    .getByText(phrase(form, 1, w.products.undo.reverted))
    .waitFor();
  await look(page, form, 'an import of products that was undone');
  expect(expectOk(await owner.get(`${base}/${id}`)).product).toMatchObject({ name: named, price: 100, quantity: 5 });
  expect(expectOk(await owner.get(`${base}?q=${encodeURIComponent(fresh)}`)).products).toEqual([]);
}

walk('a price list is imported by product names, and the import is undone', productsJourney);

async function clientsJourney(form: Form): Promise<void> {
  const all = wordsOf(form);
  const w = all.imports;
  const nth = FORMS.indexOf(form);
  const phone = `+7921000${String(nth).padStart(2, '0')}01`;
  const client = { name: `Anna ${nth}`, phone };
  await placeOrder(shop.api, { client });

  await using page = await enter(browser, shop, form, '/app/clients');
  await page.getByRole('button', { name: all.orders.files, exact: true }).click();
  await page.getByRole('menuitem', { name: all.menu.importOrders, exact: true }).click();
  await page.getByRole('heading', { name: w.clients.title }).waitFor();
  await choose(page, [
    'ФИО;Телефон;Почта;Адрес;Дата рождения',
    `Анна ${nth};${phone};anna${nth}@example.com;Ленина 1;08.03.1990`,
    `Борис ${nth};+7921000${String(nth).padStart(2, '0')}02;нет;;`,
  ]);
  await page.getByText(phrase(form, 1, w.clients.notes.differing)).waitFor();
  await page.locator('.import-dropped').getByText(w.problems.bad_email.replace('{value}', 'нет')).waitFor();
  const first = page.locator('.import-rows tbody tr').first();
  await first.getByText(w.clients.knownBy.phone).waitFor();
  await first.getByText(w.onlyIfTaken).waitFor();
  await look(page, form, 'a file of clients');
  await page.getByLabel(phrase(form, 1, w.take), { exact: true }).check();
  await page.locator('.import-now button:enabled').click();
  await page.getByRole('link', { name: w.clients.look, exact: true }).waitFor();
  await look(page, form, 'clients imported');
  await page.getByRole('link', { name: w.clients.look, exact: true }).click();
  await page.getByRole('link', { name: `Анна ${nth}`, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Анна ${nth}` }).waitFor();
  await page.getByText('Ленина 1').waitFor();
  await page.locator('.clients-head button[aria-haspopup]').first().click();
  await page.getByRole('menuitem', { name: all.edit, exact: true }).click();
  const addresses = page.getByLabel(all.clients.addresses, { exact: true });
  await addresses.fill('Ленина 1\nМира 2');
  await look(page, form, 'addresses of a client are edited');
  await page.getByRole('button', { name: all.save, exact: true }).click();
  await page.getByText('Мира 2').waitFor();
}

walk('clients are imported, and their addresses can be edited', clientsJourney);

async function paymentsJourney(form: Form): Promise<void> {
  const all = wordsOf(form);
  const w = all.imports;
  const nth = FORMS.indexOf(form);
  const num = `77${nth}0`;
  const { id } = await placeOrder(shop.api, { requestKey: undefined, num });
  const { price } = expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  await bePaidInCash(`paid-${form.name}`);
  const paid = async () => expectOk(await shop.api.get(`/api/v1/orders/${id}`)).paidAmount;

  await using page = await enter(browser, shop, form, '/app/payments');
  await page.getByRole('button', { name: all.orders.files, exact: true }).click();
  await page.getByRole('menuitem', { name: all.menu.importOrders, exact: true }).click();
  await page.getByRole('heading', { name: w.payments.title }).waitFor();
  await page.getByText(w.payments.how).click();
  await look(page, form, 'how rows become payments');
  await page.getByText(w.payments.how).click();
  await choose(page, [
    'Выписка',
    'Дата;Назначение;Сумма;Способ',
    `08.03.2026;Оплата заказа ${num};1,50;Карта`,
    `09.03.2026;Возврат по заказу ${num};-0,50;Терминал`,
    `10.03.2026;Заказ № ${num};${price};Наличные`,
    '08.03.2026;Комиссия банка;-15;',
    `08.03.2026;Оплата заказа 99${nth}99;100;`,
    'Итого;;86;',
  ]);
  await page.locator('.import-now').waitFor();
  await page.getByRole('heading', { name: phrase(form, 1, w.payments.heldTitle) }).waitFor();
  await page.locator('.import-dropped').getByText(w.problems.no_order.replace('{value}', 'Комиссия банка')).waitFor();
  await page.locator('.import-sums').getByText('Карта', { exact: true }).waitFor();
  await page.getByRole('button', { name: w.valueOf(w.orders.fields.paymentMethod, 'Терминал') }).waitFor();
  const first = page.locator('.import-rows tbody tr').first();
  expect(await first.textContent()).toContain(`${w.payments.changes.order}: ${num}`);
  await page.locator('.import-rows').getByText(w.onlyIfTaken).waitFor();
  // The order of a reported row opens in another tab, so that this page keeps the file.
  const opened = page.waitForEvent('popup');
  await page.locator('.import-dropped').getByRole('link', { name: num, exact: true }).click();
  const list = await opened;
  await list.locator('table.orders .orders-of-number a', { hasText: num }).waitFor({ state: 'attached' });
  await list.close();
  if (form.size.width < 720) {
    const change = await page.locator('td.import-comes-to').first().boundingBox();
    expect(change?.width).toBeGreaterThan(form.size.width / 2);
  }
  await look(page, form, 'a file of payments');
  await page.getByLabel(phrase(form, 1, w.over), { exact: true }).check();
  await page.locator('.import-now button:enabled').click();
  await page.getByRole('link', { name: w.payments.look, exact: true }).waitFor();
  await look(page, form, 'payments imported');
  expect(await paid()).toBe(price + 1);
  await page.getByRole('link', { name: w.payments.look, exact: true }).click();
  await page.getByRole('link', { name: num, exact: true }).first().waitFor({ state: 'attached' });
  await page.goBack();
  await page.getByRole('button', { name: w.undo.button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: w.undo.title });
  await dialog.getByText(phrase(form, 2, w.payments.undo.deletes)).waitFor();
  await look(page, form, 'the dialog that undoes an import of payments');
  await dialog.getByRole('button', { name: w.undo.verb, exact: true }).click();
  await page
    .locator('.empty')
    .getByText(phrase(form, 2, w.payments.undo.done))
    .waitFor();
  await look(page, form, 'an import of payments that was undone');
  expect(await paid()).toBe(0);
}

walk('a statement of payments is imported and undone', paymentsJourney);
