import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { EN as ENGLISH } from '../../src/dashboard/client/words/en/all.ts';
import { type Form, goTo, sharedBrowser, type TestPage, untilInPage } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { changeStore, expectOk, placeOrder, readStore } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { until } from '../support/until.ts';
import {
  chooseFrom,
  DESKTOP,
  enter,
  formNamed,
  look,
  lookInSize,
  ruleWords,
  walk,
  wordsOf,
} from '../support/visits.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

const browser = sharedBrowser();

/** The steps run one after another in the same page. */
type Step = (page: TestPage, form: Form, shop: Shop) => Promise<void>;

const namesIn = (page: Page): Promise<string[]> =>
  page.locator('.flows-name').evaluateAll((all) => all.map((one) => String(Reflect.get(one, 'value'))));
const rowOf = (page: Page, id: string): Locator => page.locator(`.flows-step[data-id="${id}"]`);

const drawUpStatuses: Step = async (page, form, shop) => {
  const w = wordsOf(form);
  const s = w.flows;
  await page.getByRole('heading', { name: s.orders.title }).waitFor();
  await page.getByText(s.orders.virtual).waitFor();
  expect(await namesIn(page)).toEqual(Object.values(w.orders.virtual));
  await look(page, form, 'the built-in set');
  await page.getByLabel(s.orders.fresh).fill('Собран, ждёт');
  const id = page.getByLabel(s.id, { exact: true });
  expect(await id.inputValue()).toBe('status-sobran-zhdet');
  await look(page, form, 'a new status');
  await id.fill('status-new');
  await page.getByRole('button', { name: s.orders.add }).click();
  await page.getByText(ruleWords(form.locale, 'step_id_taken')).waitFor();
  await id.fill('packed');
  await page.getByRole('button', { name: s.orders.add }).click();
  // The new status gets the first unused color. The change makes all statuses the shop's own, so the note about
  // built-in statuses disappears.
  await page.locator('.flows-step:nth-child(3)[data-id=packed] .flows-tone .dot.teal').waitFor();
  await page.getByText(s.orders.virtual).waitFor({ state: 'detached' });
  // A hint may show the status before the server answers. The message about the answer would replace the next message.
  await page.locator('.toasts').getByText(w.saved).waitFor();
  await moveStatuses(page, w, shop);
  await page.getByRole('button', { name: `${s.more}: Собран, ждёт` }).click();
  await page.getByRole('checkbox', { name: s.writesOff }).check();
  await rowOf(page, 'packed').locator('.flows-marks', { hasText: s.writesOff }).waitFor();
  await look(page, form, 'all of a status');
  await page.getByRole('button', { name: `${s.more}: ${w.orders.virtual['status-new']}` }).click();
  await rowOf(page, 'status-new').getByText(s.initial).waitFor();
  expect(await rowOf(page, 'status-new').getByRole('checkbox', { name: s.active }).count()).toBe(0);
  const name = rowOf(page, 'status-new').getByLabel(s.name, { exact: true });
  await name.fill('given up');
  await name.press('Escape');
  expect(await name.inputValue()).toBe(w.orders.virtual['status-new']);
  await name.fill(HOSTILE);
  await name.press('Enter');
  await page.getByRole('button', { name: `${s.more}: ${HOSTILE}` }).waitFor();
  // On a phone, the message about the new status covers the last status, so it is closed first.
  await page.locator('.toasts').getByRole('button', { name: w.close }).click();
  const gone = w.orders.virtual['status-cancelled'];
  await page.getByRole('button', { name: `${s.more}: ${gone}` }).click();
  await page.getByRole('button', { name: `${s.remove} ${gone}` }).click();
  await look(page, form, 'deleting a status');
  await page.locator('dialog').getByRole('button', { name: s.remove }).click();
  await page.getByText(s.removed(gone)).waitFor();
  await rowOf(page, 'status-cancelled').waitFor({ state: 'detached' });
  await look(page, form, 'an own set');
};

async function moveStatuses(page: Page, { flows: s, undo }: typeof ENGLISH, shop: Shop): Promise<void> {
  const kept = (): string[] =>
    readStore(shop, 'SELECT id FROM statuses ORDER BY position').map((row) => String(row['id']));
  const before = kept();
  const handle = rowOf(page, 'packed').locator('.drag-handle');
  await handle.focus();
  // Every key press counts, even if an earlier move is not saved yet.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await page.getByText(s.moved('Собран, ждёт', 4, 5)).waitFor();
  await page.locator('.flows-step:nth-child(4) .drag-handle:focus').waitFor();
  await until('the order to be kept', () => kept()[3] === 'packed');
  await handle.hover();
  await page.mouse.down();
  await rowOf(page, 'status-new').hover({ position: { x: 4, y: 4 }, force: true });
  await page.locator('.flows-above').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.locator('.flows-above').waitFor({ state: 'detached' });
  expect(kept()[3]).toBe('packed');
  await handle.hover();
  await page.mouse.down();
  await rowOf(page, 'status-in-progress').hover({ position: { x: 4, y: 4 }, force: true });
  await page.mouse.up();
  await page.getByText(s.moved('Собран, ждёт', 2, 5)).waitFor();
  await until('what was carried to be kept', () => kept()[1] === 'packed');
  await page.locator('.toasts').getByRole('button', { name: undo }).click();
  await until('it to be taken back', () => kept()[3] === 'packed');
  await page.locator('.flows-step:nth-child(4)[data-id=packed]').waitFor();
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await until('the first order again', () => kept().join() === before.join());
}

/** Holds the list back until the browser has been asked to copy it. Some browsers copy only during the press. */
async function copyWithinPress(page: Page, name: string, done: string): Promise<void> {
  await page.evaluate(`{
    const { write } = Clipboard.prototype;
    Clipboard.prototype.write = function (items) {
      window.wasAsked = true;
      return write.call(this, items);
    };
  }`);
  const list = /\/stock\?/;
  await page.route(list, async (route) => {
    await untilInPage(page, 'window.wasAsked === true');
    await route.continue();
  });
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: done }).waitFor();
  // Handlers of the route may still be under way.
  await page.unrouteAll({ behavior: 'wait' });
}

const fillStock: Step = async (page, form) => {
  const w = wordsOf(form);
  const s = w.stock;
  await goTo(page, s.title);
  await page.getByRole('heading', { name: s.empty }).waitFor();
  await look(page, form, 'no products');
  await page.getByRole('button', { name: s.add }).click();
  await page.getByLabel(s.name, { exact: true }).fill(HOSTILE);
  await page.getByLabel(s.id, { exact: true }).fill('rose');
  await page.getByLabel(s.price, { exact: true }).fill('120,50');
  await page.getByLabel(s.category, { exact: true }).fill('Розы');
  await page.getByLabel(s.startQuantity).fill('10,5');
  await page.getByLabel(s.warnBelow).fill('11');
  await look(page, form, 'a new product');
  await page.getByRole('button', { name: w.save }).click();
  await page
    .getByRole('row', { name: HOSTILE })
    .getByText(form.locale === 'ru' ? '10,5' : '10.5')
    .waitFor();
  await page.getByRole('row', { name: HOSTILE }).getByText(s.low).waitFor();
  await page
    .getByRole('row', { name: HOSTILE })
    .getByText(form.locale === 'ru' ? '120,50' : '120.50')
    .waitFor();
  await page.getByRole('checkbox', { name: s.onlyLow('1') }).check();
  await page.waitForURL(/low=1/);
  await page
    .getByRole('row', { name: HOSTILE })
    .getByText(s.missing(form.locale === 'ru' ? '0,5' : '0.5', '11'))
    .waitFor();
  await copyWithinPress(page, s.copyLow, w.copied);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${HOSTILE}: ${form.locale === 'ru' ? '0,5' : '0.5'}`,
  );
  await look(page, form, 'what runs low');
  await page.getByRole('button', { name: s.add }).click();
  await page.getByLabel(s.category, { exact: true }).fill('роз');
  await page.getByRole('option', { name: 'Розы' }).click();
  const category = page.getByLabel(s.category, { exact: true });
  await until('the category that was chosen', async () => (await category.inputValue()) === 'Розы');
  await page.getByLabel(s.name, { exact: true }).fill('Пион без номера');
  await page.getByLabel(s.startQuantity).fill('5');
  await page.getByRole('button', { name: w.save }).click();
  await page.getByLabel(s.onlyLow('1')).uncheck();
  await page.getByRole('link', { name: 'Пион без номера' }).waitFor();
  await page.getByRole('button', { name: w.orders.files }).click();
  await page.getByRole('menuitem', { name: w.menu.importOrders }).click();
  const i = w.imports;
  await page.getByRole('heading', { name: i.products.title }).waitFor();
  const file = page.getByLabel(i.file, { exact: true });
  const csv = (text: string | Buffer) => ({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const preview = page.locator('.import-rows');
  await file.setInputFiles(csv('id;name;sku;quantity\nrose;Роза;R;1\n;Vase;;2\nvase;;;many\n'));
  await page.locator('section.problem li', { hasText: ruleWords(form.locale, 'on_hand') }).waitFor();
  expect(await page.locator('.import-now').count()).toBe(0);
  await look(page, form, 'a file that cannot be taken');
  // The file as spreadsheets on Russian Windows save it (windows-1251): the name is the four letters of «Ваза».
  await file.setInputFiles(
    csv(Buffer.concat([Buffer.from('id;name;sku;quantity\nv;'), Buffer.from('c2e0e7e0', 'hex'), Buffer.from(';;3')])),
  );
  await preview.getByText('Ваза').waitFor();
  // A damaged workbook is reported as such, not read as a text.
  await file.setInputFiles(csv(Buffer.from('504b0304140006', 'hex')));
  await page.getByText(ruleWords(form.locale, 'workbook')).waitFor();
  // The file has the format of Excel's "Unicode text".
  await file.setInputFiles(csv(Buffer.from('\uFEFFid;name\r\nlily;Лилия', 'utf16le')));
  await preview.getByText('Лилия').waitFor();
  // The file looks like another program's export: a title, its own headings, a total. The columns are matched by hand.
  await file.setInputFiles(
    csv('Остатки на складе;;\r\nАртикул;Наименование;Ост.\r\nrose;Роза;12,5\r\nvase;Ваза;3\r\nИтого;;15,5\r\n'),
  );
  await page.getByText(i.skippedLine('1', 'Остатки на складе')).waitFor();
  await preview.getByText('vase').waitFor();
  await look(page, form, 'columns to be matched');
  await chooseFrom(page, 'Артикул', i.products.fields.id);
  await chooseFrom(page, 'Ост.', i.products.fields.quantity);
  await preview.getByText(i.products.knownBy.id).first().waitFor();
  await preview.getByText('→').first().waitFor();
  await look(page, form, 'a file that can be taken');
  await page.locator('.import-now button').click();
  await page.getByRole('link', { name: i.products.look }).waitFor();
  await look(page, form, 'products imported');
  await page.getByRole('link', { name: i.products.look }).click();
  await page.getByRole('link', { name: 'Роза' }).waitFor();
  await page.getByLabel(s.search).fill('ваз');
  await page.getByRole('link', { name: 'Роза' }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('search=');
  await look(page, form, 'products found');
};

const writeOff: Step = async (page, form, shop) => {
  const w = wordsOf(form);
  const products = [{ id: 'rose', name: 'Роза', quantity: 20, price: 100 }];
  const { id, num } = await placeOrder(shop.api, { products });
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.getByRole('heading', { name: num }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: 'Собран, ждёт' }).click();
  const fold = page.locator('.order-fold > summary', { hasText: w.stock.title });
  await fold.click();
  await page.getByText(w.stock.onceOnly).waitFor();
  await look(page, form, 'an order that was written off');
  await shop.api.post('/api/v1/orders/update', { id, data: { products: [{ ...products[0], quantity: 1 }] } });
  await page.getByText(w.stock.changedSince).waitFor();
  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  await page.getByText(w.stock.editAfter).waitFor();
  await page.goto(`${shop.url}/app/orders/${id}`);
  await fold.click();
  await page.getByRole('link', { name: 'Роза' }).click();
  await page.getByRole('heading', { name: 'Роза' }).waitFor();
  await page.getByText(w.stock.below, { exact: true }).waitFor();
  // A product below zero also counts as running low, so it has both marks.
  await page.getByText(w.stock.low, { exact: true }).waitFor();
  await page.getByRole('link', { name: `${w.stock.kinds.write_off} ${num}` }).waitFor();
  await look(page, form, 'a product below zero');
  await page.getByRole('button', { name: w.stock.correct }).click();
  const quantity = page.getByLabel(w.stock.quantity);
  expect(await quantity.getAttribute('inputmode')).toBe('decimal');
  await quantity.fill('5');
  // The number has no sign: the choice says whether goods came or went, or were counted.
  const becomes = page.locator('dialog .meta', { hasText: w.stock.becomes });
  const outcomes: number[] = [];
  for (const way of Object.values(w.stock.ways)) {
    await page.getByRole('radio', { name: way, exact: true }).check();
    await until(`what becomes of it: ${way}`, async () => {
      const then = Number((await becomes.textContent())?.replace(/^.*: /, '').replace('−', '-').replace(',', '.'));
      return outcomes.at(-1) !== then && outcomes.push(then) > 0;
    });
  }
  const [came = 0, went = 0, counted] = outcomes;
  expect([came - went, counted]).toEqual([10, 5]);
  await page.getByLabel(w.stock.reason).fill('Пересчёт');
  await look(page, form, 'a correction');
  await page.locator('dialog').getByRole('button', { name: w.stock.correct }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(w.stock.below, { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Пересчёт').waitFor();
  await page.getByRole('button', { name: w.stock.correct, exact: true }).click();
  await page.getByLabel(w.stock.quantity, { exact: true }).fill('1');
  await page.locator('dialog').getByRole('button', { name: w.stock.correct }).click();
  await page.getByText(`${w.stock.kinds.correction}: ${w.stock.ways.came}`, { exact: true }).waitFor();
};

const filterLate: Step = async (page, form, shop) => {
  const w = wordsOf(form);
  await page.goto(`${shop.url}/app/orders`);
  await page.locator('table.orders .chip.teal', { hasText: 'Собран, ждёт' }).waitFor();
  const filters = page.locator('.orders-menu > button', { hasText: w.orders.date });
  await filters
    .or(page.getByRole('button', { name: w.orders.filters }))
    .locator('visible=true')
    .click();
  await page.getByRole('radio', { name: w.orders.late }).locator('visible=true').click();
  await page.waitForURL(/when=late/);
  await page.keyboard.press('Escape');
  await page.locator('table.orders tbody tr').waitFor();
  await page.goto(`${shop.url}/app/orders?look=board`);
  await page
    .locator('.board h2 .dot.teal, .board-picker option', { hasText: '' })
    .first()
    .waitFor({ state: 'attached' });
  await look(page, form, 'the board with own statuses');
};

walk('an order takes its goods from stock once, and the stock is corrected', async (form) => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, form, '/app/settings/statuses');
  for (const step of [drawUpStatuses, fillStock, writeOff, filterLate]) await step(page, form, shop);
  page.excuse(/status of 422/);
});

test('a viewer can read the stock, but not change it or see the settings', async () => {
  await using shop = await openShop();
  await addMember(shop.dir, shop.workspaceId, { email: 'viewer@example.com', role: 'viewer', password: 'long enough' });
  await using page = await enter(browser, shop, DESKTOP, '/app/stock', 'viewer@example.com');
  await page.getByRole('heading', { name: ENGLISH.stock.empty }).waitFor();
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
  expect(await page.getByRole('link', { name: ENGLISH.settings.title }).count()).toBe(0);
});

test('the history shows a product’s price as money', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const stock = `${shop.base}/stock`;
  const { id } = expectOk(await owner.post(stock, { name: 'Пион', sku: null, quantity: 1, price: 120.5 }));
  expectOk(await owner.post(`${stock}/${id}/update`, { price: 99.99 }));
  await using page = await enter(browser, shop, DESKTOP, '/app/history');
  const change = page.locator('.history-change').filter({ hasText: '₽99.99' });
  await change.getByText('₽120.50').waitFor();
});

test('the product id used by the site cannot be emptied', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const stock = `${shop.base}/stock`;
  const { id } = expectOk(await owner.post(stock, { id: 'rose', name: 'Роза', sku: null, quantity: 1 }));
  await using page = await enter(browser, shop, DESKTOP, `/app/stock/${id}`);
  const { stock: s, save, edit } = ENGLISH;
  await page.getByRole('button', { name: edit }).click();
  await page.getByLabel(s.id, { exact: true }).fill('');
  await page.getByRole('button', { name: save }).click();
  await page.locator('[name="id"][aria-invalid="true"]').waitFor();
});

test('the number of products that run low is shown as 1000+ above a thousand, and a warning level below zero is refused', async () => {
  await using shop = await openShop();
  changeStore(
    shop,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
     INSERT INTO products (id, workspace_seq, external_id, name, quantity, search_text, created_at, updated_at, warn_below)
     SELECT randomblob(16), 1, 'low-' || i, 'Low ' || i, 0, 'low ' || i, 1, 1, 1000 FROM n`,
  );
  const form = formNamed('phone, dark, ru');
  await using page = await enter(browser, shop, form, '/app/stock');
  page.excuse(/status of 422/);
  const { stock: s, save } = wordsOf(form);
  await page.getByLabel(s.onlyLow('1\u00a0000+')).waitFor();
  await page.getByRole('button', { name: s.add }).click();
  await page.getByLabel(s.name, { exact: true }).fill('Роза');
  await page.getByLabel(s.warnBelow).fill('-1');
  await page.getByRole('button', { name: save }).click();
  await page.getByText(ruleWords(form.locale, 'pieces_negative')).waitFor();
  // On a tablet the mark is within its column, and a name has room next to it.
  await page.goto(`${shop.url}/app/stock`);
  for (const width of [768, 1024]) {
    await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
    const [chip, cell, button, name] = await Promise.all(
      ['.stock-of-quantity .chip', 'td.stock-of-quantity', 'td:last-child button', 'td.stock-of-name'].map((part) =>
        page.locator(`table.stock tbody tr:first-child ${part}`).boundingBox(),
      ),
    );
    expect(chip?.x).toBeGreaterThanOrEqual(cell?.x ?? 0);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(name?.width).toBeGreaterThan(160);
  }
  await lookInSize(page, form);
});
