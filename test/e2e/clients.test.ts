import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { goByKeys, sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, lookInSize, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

/** True if nothing covers the focused element, and it is within the window. */
const IN_SIGHT = `(() => {
  const { left, top } = document.activeElement.getBoundingClientRect();
  return document.elementFromPoint(left + 2, top + 2) === document.activeElement;
})()`;

async function choose(page: Page, line: string): Promise<void> {
  await page.locator('.clients-head button[aria-haspopup]').first().click();
  await page.getByRole('menuitem', { name: line, exact: true }).click();
}

walk(
  'a client is found, named, merged and separated, and gets an order',
  async (form) => {
    await using shop = await openShop();
    const make = async (client: object): Promise<void> => {
      const delivery = { deliveryType: 'courier', adress: 'Old Street 1', flat: '7', price: 350 };
      await placeOrder(shop.api, { client, delivery });
    };
    await make({ name: 'Boris', phone: '+79217654321' });
    await make({ name: 'A. S.', email: 'anna@example.com' });
    await make({ name: 'anna', phone: '8 (912) 345-67-89', email: 'anna@example.com' });
    await using page = await enter(browser, shop, form, '/app');
    const { clients: w, orders, orderPage, overview, save, edit } = wordsOf(form);
    page.excuse(/status of 412/);
    await page.locator('main h1').waitFor();
    await goByKeys(page, 'g', 'c');
    const list = page.getByRole('region', { name: w.list });
    const line = (text: string) => list.locator('tbody tr', { hasText: text });
    await line('Boris').waitFor();
    // On a narrow screen the column has no heading, so its name is next to the sum.
    if (form.size.width < 720) await line('Boris').getByText(w.owed, { exact: true }).waitFor();
    await look(page, form, 'clients');
    await page.keyboard.press('/');
    await page.keyboard.type('9123456789');
    await line('Boris').waitFor({ state: 'detached' });
    await line('anna').locator('.clients-of-last').click();
    await page.getByRole('heading', { level: 1, name: 'anna' }).waitFor();

    await choose(page, edit);
    await page.getByRole('dialog', { name: 'anna', exact: true }).waitFor();
    await page.getByLabel(w.name, { exact: true }).fill('Anna Smirnova');
    await page.getByLabel(w.note, { exact: true }).fill('No lilies');
    await page.getByRole('button', { name: w.addDate }).click();
    // Tomorrow is in the coming week even if midnight passes meanwhile.
    const [, month = '', day = ''] = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).split('-');
    await page.getByLabel(w.day, { exact: true }).fill(String(Number(day)));
    await page.getByLabel(w.month, { exact: true }).selectOption(month);
    await page.getByLabel(w.dateTitle, { exact: true }).fill('Birthday');
    await look(page, form, 'a client is edited');
    await page.getByRole('button', { name: save, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Anna Smirnova' }).waitFor();
    await page.getByText('No lilies').waitFor();

    await choose(page, edit);
    await page.getByLabel(w.name, { exact: true }).fill('Anna Petrova');
    await page.getByLabel(w.addresses, { exact: true }).fill('Lake Street 5');
    const owner = await ownerOf(shop);
    const at = await page.evaluate<string>('location.pathname.split("/").at(-1)');
    expectOk(
      await owner.post(`${shop.base}/clients/${at}/update`, { version: 1, note: 'No tulips', addresses: 'Hill 1' }),
    );
    // The page behind the dialog has loaded the other person's change. The form still has the state in which it was
    // opened.
    await page.locator('main .clients-note', { hasText: 'No tulips' }).waitFor({ state: 'attached' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: save, exact: true }).click();
    await dialog.locator('h3:focus', { hasText: w.present }).waitFor();
    await until('the heading in sight', () => page.evaluate<boolean>(IN_SIGHT));
    const theirs = (part: string) => dialog.locator('dl > div', { has: page.getByText(part, { exact: true }) });
    await theirs(w.note).getByText('No tulips').waitFor();
    await theirs(w.addresses).getByText('Hill 1').waitFor();
    // The note was not edited in this form, so it stays as the other person wrote it.
    await dialog.getByText(w.bothChanged(w.addresses), { exact: true }).waitFor();
    await look(page, form, 'a client was changed meanwhile');
    const now = expectOk(await owner.get(`${shop.base}/clients/${at}`)).client.version;
    expectOk(await owner.post(`${shop.base}/clients/${at}/update`, { version: now, name: 'Anna' }));
    await page.getByRole('button', { name: save, exact: true }).click();
    await dialog.getByText(w.bothChanged(`${w.name}, ${w.addresses}`), { exact: true }).waitFor();
    await page.getByRole('button', { name: save, exact: true }).click();
    // The page may show the change before the server's answer, which closes the dialog.
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: 'Anna Petrova' }).waitFor();
    await page.getByText('No tulips').waitFor();
    await page.getByText('Lake Street 5').first().waitFor();
    const { version } = expectOk(await owner.get(`${shop.base}/clients/${at}`)).client;
    expectOk(await owner.post(`${shop.base}/clients/${at}/update`, { version, name: 'Anna Smirnova' }));
    await page.getByRole('heading', { level: 1, name: 'Anna Smirnova' }).waitFor();

    await page.getByRole('button', { name: w.merge, exact: true }).click();
    await page.getByRole('heading', { name: w.mergedTitle }).waitFor();
    // The page may show the merged client before the server answers. Until then, its buttons ignore clicks.
    await page.locator('.toasts').getByText(w.merged).waitFor();
    await page.locator('.clients-figures dd', { hasText: /^2$/ }).waitFor();
    const data = page.locator('section', { has: page.getByRole('heading', { name: w.data }) }).getByRole('link');
    const links = await data.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const linkOf = (phone: string, email: string) =>
      `/app/settings/client-data#${new URLSearchParams({ phone, email })}`;
    expect(links).toEqual([linkOf('8 (912) 345-67-89', 'anna@example.com'), linkOf('', 'anna@example.com')]);
    await look(page, form, 'a client');
    await page.getByRole('button', { name: w.separateOne('A. S.') }).click();
    await page.getByRole('heading', { name: w.mergedTitle }).waitFor({ state: 'detached' });
    await choose(page, w.mergeWith);
    await page.getByLabel(w.mergeSearch).fill('7654321');
    await page.getByRole('radio', { name: 'Boris' }).check();
    await look(page, form, 'clients are merged');
    await page.getByRole('dialog').getByRole('button', { name: w.merge, exact: true }).click();
    await page.getByRole('heading', { name: w.mergedTitle }).waitFor();

    await page.getByRole('link', { name: w.newOrder, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: orders.newOrder }).waitFor();
    const field = (label: string) => page.getByLabel(label, { exact: true }).first();
    const named = page.locator('[name="client.name"]');
    await until('the name in the form', async () => (await named.inputValue()) === 'Anna Smirnova');
    expect(await page.locator('[name="client.phone"]').inputValue()).toBe('8 (912) 345-67-89');
    expect(await page.locator('[name="client.email"]').inputValue()).toBe('anna@example.com');
    expect(await field(orderPage.fields.adress).inputValue()).toBe('Old Street 1');
    expect(await page.locator('[name="delivery.deliveryType"]').inputValue()).toBe('courier');
    expect(await page.locator('[name="delivery.price"]').inputValue()).toBe('350');

    await page.goto(`${shop.url}/app`);
    await page.getByRole('heading', { name: overview.dates }).waitFor();
    await page.getByRole('link', { name: 'Anna Smirnova' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anna Smirnova' }).waitFor();
    await page.getByRole('region', { name: w.theirOrders }).locator('.clients-of-items:is(td)').first().click();
    await page.locator('h1', { hasText: orders.order }).waitFor();
    await page.locator('.order-facts').getByRole('link', { name: 'anna' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anna Smirnova' }).waitFor();
  },
  120_000,
);

test('a list of clients that does not count a new order yet reloads by itself', async () => {
  await using shop = await openShop();
  await placeOrder(shop.api, { client: { name: 'Boris', phone: '+79217654321' } });
  await using page = await enter(browser, shop, DESKTOP, '/app');
  const seen = Promise.withResolvers<void>();
  let loads = 0;
  await page.route('**/app/api/workspaces/*/clients', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    loads += 1;
    if (loads > 1) await seen.promise;
    const json = loads > 1 ? { ...rest, data } : { ...rest, data: { ...data, clients: [], behind: 1 } };
    await route.fulfill({ response, json });
  });
  await page.goto(`${shop.url}/app/clients`);
  const said = page.getByText((wordsOf(DESKTOP).clients.behind.one ?? '').replace('#', '1'));
  await said.waitFor();
  seen.resolve();
  await page.getByRole('link', { name: 'Boris' }).waitFor();
  await said.waitFor({ state: 'detached' });
});

test('a client’s name has enough room on a tablet, even beside a long e-mail address', async () => {
  const form = { ...formNamed('phone, dark, ru'), size: { width: 820, height: 1180 } };
  await using shop = await openShop();
  const client = {
    name: 'Константин Константинопольский-Преображенский',
    phone: '+79123456789',
    email: 'konstantin.konstantinopolskiy-preobrazhenskiy@florist.example.com',
  };
  await placeOrder(shop.api, { client });
  await using page = await enter(browser, shop, form, '/app/clients', undefined, { withTouch: true });
  const row = page.locator('table.clients tbody tr');
  const mail = row.locator('.clients-email');
  await mail.waitFor();
  expect(await mail.getAttribute('title')).toBe(client.email);
  expect(await mail.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  const cell = await row.locator('.clients-of-name').boundingBox();
  expect(cell?.width).toBeGreaterThanOrEqual(180);
  const lines = await page.evaluate(`(() => {
    const [text] = document.querySelector('.clients-of-name bdi').childNodes;
    return [...text.data.matchAll(/[^ -]+/g)].map(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length;
    });
  })()`);
  expect(lines).toEqual([1, 1, 1]);
  await lookInSize(page, form);
});

test('the orders of a client show what is left to pay, which adds up to the debt', async () => {
  await using shop = await openShop();
  const client = { name: 'Boris', phone: '+79217654321' };
  const make = async (price: number, payments: readonly object[]): Promise<void> => {
    const products = [{ name: 'Rose', quantity: 1, price }];
    await placeOrder(shop.api, { client, products, payments, delivery: null });
  };
  await make(1_000.5, [{ amount: 300.25 }]);
  await make(250, []);
  await make(99, [{ amount: 99 }]);
  const { clients: w, orders } = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, '/app/clients');
  await page.getByRole('link', { name: 'Boris' }).click();
  await page.locator('.clients-figures', { hasText: w.owed }).getByText('₽950.25', { exact: true }).waitFor();
  await page.locator('table.clients-orders').getByText(orders.left('₽700.25'), { exact: true }).waitFor();
  const left = await page.locator('.clients-left').allTextContents();
  expect(left.filter((text) => text !== '')).toHaveLength(1);
});

const WIDTHS = [360, 390, 768, 820, 1024, 1280, 1440];

/**
 * Runs in the page.
 * @returns cells of goods that are too narrow or have too many lines, and misplaced parts of the head
 */
const CLIENT_PAGE_FAULTS = `(() => {
  const goods = [...document.querySelectorAll('.clients-of-items:is(td)')].filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    return cell.clientWidth < 180 || lines > 2;
  });
  // The text is measured instead of the link's box, because the box includes padding for fingers.
  const [name, phone, mail] = ['.page-title bdi', 'a[href^=tel]', 'a[href^=mailto]'].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.clients-head ' + one));
    return [...range.getClientRects()].at(-1);
  });
  const help = document.querySelector('.page-title .help').getBoundingClientRect();
  const gap = (above, below) => below.top - above.bottom;
  const seen = goods.map((cell) => cell.clientWidth + ' px: ' + cell.textContent);
  if (gap(name, phone) < 3) seen.push('the phone is glued to the name');
  if (mail.top > phone.top + 4 && gap(phone, mail) > gap(name, phone) + 8) seen.push('a hole above the e-mail');
  if (help.width > 0 && help.left - name.right > 24) seen.push('the help is away from the name');
  return seen;
})()`;

test.each(['ru', 'en'] as const)(
  'in %s the goods in a client’s list of orders have room at every width',
  async (locale) => {
    await using shop = await openShop();
    const client = {
      name: 'Александра Константинопольская-Преображенская',
      phone: '+79123304429',
      email: 'alexandra.konstantinopolskaya@example.com',
    };
    const products = ['Розы кустовые «Пиано», 60 см', 'Лента'].map((name) => ({ name, quantity: 1, price: 2_990 }));
    await placeOrder(shop.api, { client, products, payments: [{ amount: 1_000 }], delivery: null });
    const form = { ...formNamed('phone, light, ru'), locale };
    await using page = await enter(browser, shop, form, '/app/clients', undefined, { withTouch: true });
    await page.locator('table.clients a').first().click();
    await page.locator('table.clients-orders td').first().waitFor();
    const seen = [];
    for (const width of WIDTHS) {
      await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
      const faults = await page.evaluate<string[]>(CLIENT_PAGE_FAULTS);
      seen.push(...faults.map((fault) => `${width} px, ${fault}`));
    }
    expect(seen).toEqual([]);
  },
);
