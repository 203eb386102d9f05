import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { PAGES } from '../../src/dashboard/shared/pages.ts';
import { sharedDesk, untilInPage } from '../support/browser.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { addEndpoint, addMember } from '../support/members.ts';
import { DESKTOP, enter, formNamed, look, OWNER, orderWords, walk, wordsOf } from '../support/visits.ts';

const COUNTER = 'counter@example.com';
const COURIER = 'courier@example.com';
const VIEWER = 'viewer@example.com';

/** An id for each route with `:id`. The key is the part of the route before `/:id`. */
const ids: Record<string, string> = { '/app/stock': 'none' };
const { browser, shop } = sharedDesk();
beforeAll(async () => {
  await addMember(shop.dir, shop.workspaceId, { email: COUNTER, role: 'orders', password: 'long enough' });
  await addMember(shop.dir, shop.workspaceId, { email: COURIER, role: 'courier', password: 'long enough' });
  await addMember(shop.dir, shop.workspaceId, { email: VIEWER, role: 'viewer', password: 'long enough' });
  ids['/app/webhooks'] = await addEndpoint(shop.dir, 'http://127.0.0.1:9/hook', '--events', 'all');
  ids['/app/inquiries'] = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Anna' } })).id;
  ids['/app/orders'] = (await placeOrder(shop.api)).id;
});

const pathOf = (route: string): string =>
  route.replace(/^(.*)\/:id/, (_, before: string) => `${before}/${ids[before]}`);

test.each([
  [COUNTER, /^\/app(\/orders(?!\/import)|\/print|\/deliveries|\/account|$)/],
  [COURIER, /^\/app(\/deliveries(?!\/)|\/account|$)/],
])(
  'the member %s can open exactly the pages of their role, and these pages request no data that the role may not see',
  async (email, own) => {
    await using page = await enter(browser, shop, DESKTOP, '/app', email);
    const routes = PAGES.filter((route) => route !== '/app/reset');
    const others: string[] = [];
    for (const route of routes) {
      await page.goto(`${shop.url}${pathOf(route)}`);
      await page.locator('h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await untilInPage(page, 'performance.getEntriesByType("resource").every((one) => one.responseEnd > 0)');
      const title = await page.locator('h1').first().textContent();
      if (title === wordsOf(DESKTOP).menu.othersPage) others.push(route);
    }
    expect(others).toEqual(routes.filter((route) => !own.test(route)));
    expect(page.refused).toEqual([]);
  },
);

walk('a counter assistant has only the pages of orders and deliveries, and can take money', async (form) => {
  const w = { ...orderWords(wordsOf(form)), ...wordsOf(form).menu };
  const { id, num } = await placeOrder(shop.api, { requestKey: form.name, date: '2027-03-08T10:00:00Z' });
  await using page = await enter(browser, shop, form, '/app', COUNTER);
  await page.getByRole('heading', { level: 1, name: wordsOf(form).orders.title }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).pathname).toBe('/app/orders');
  const menu = page.locator('.rail nav, .menu-bar').getByRole('link');
  await page.getByRole('link', { name: num, exact: true }).first().waitFor();
  const places = await menu.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(places.filter((to) => to?.startsWith('/docs') !== true)).toEqual(['/app/orders', '/app/deliveries']);
  await look(page, form);
  await page.keyboard.press('Control+KeyK');
  const palette = page.locator('dialog[open]');
  await palette.getByRole('option', { name: wordsOf(form).orders.newOrder }).waitFor();
  expect(await palette.getByRole('option', { name: wordsOf(form).stock.title, exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.locator('.order-work').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('radio', { name: w.methods.cash, exact: true }).check();
  await page.getByRole('button', { name: w.record, exact: true }).click();
  await page.locator('.order-payment').waitFor();
  await look(page, form);
  await page.goto(`${shop.url}/app/orders?look=day&from=2027-03-08&to=2027-03-08`);
  await page.locator('.orders-slots section').first().waitFor();
  expect(await page.locator('.orders-day-head').textContent()).not.toContain('₽');
  expect(page.refused).toEqual([]);
});

test('no page offers to repeat an order to people who may not create orders', async () => {
  const form = formNamed('desktop, light, en');
  const { orderForm, orderPage: w, orders, menu } = wordsOf(form);
  const client = { name: 'Repeated Rita', phone: '+79123304430' };
  const { id, num } = await placeOrder(shop.api, {
    client,
    date: `${new Date().toISOString().slice(0, 10)}T10:00:00Z`,
  });
  const repeats = (page: Page) =>
    page.locator(`a[href*="/orders/new"], :text-is("${w.repeat}"), :text-is("${orderForm.again}")`);
  for (const [email, seen] of [
    [VIEWER, 0],
    [OWNER.email, 1],
  ] as const) {
    await using page = await enter(browser, shop, form, `/app/orders/${id}`, email);
    await page.locator('.order-work').waitFor();
    expect(await page.locator('.order-more').count()).toBe(seen);
    await page.goto(`${shop.url}/app/clients`);
    await page.getByRole('link', { name: client.name }).click();
    await page.getByRole('link', { name: num, exact: true }).waitFor();
    expect(await page.getByRole('link', { name: w.repeatOne(num) }).count()).toBe(seen);
    expect(page.refused).toEqual([]);
    if (seen === 0) {
      expect(await repeats(page).count()).toBe(0);
      continue;
    }
    await page.goto(`${shop.url}/app/deliveries`);
    await page
      .locator('.deliveries-card')
      .getByRole('link', { name: `${orders.sign} ${num}` })
      .waitFor();
    await page.getByRole('link', { name: orders.couriers, exact: true }).click();
    await page.locator('.print-couriers').waitFor();
    expect(new URL(page.url()).searchParams.get('ids')?.split(',')).toContain(id);
    await page.locator('nav a[aria-current=page]', { hasText: menu.deliveries }).first().waitFor();
    await page.locator('.print-back').click();
    await page.locator('.deliveries-card').first().waitFor();
  }
  await using page = await enter(browser, shop, form, '/app', COURIER);
  const card = page.locator('.deliveries-card').filter({ hasText: client.name });
  await card.waitFor();
  expect(await page.locator('main a[href^="/app"]').count()).toBe(0);
  expect(await repeats(page).count()).toBe(0);
  await page.goto(`${shop.url}/app/orders/new?order=${id}`);
  await page.getByRole('heading', { name: menu.othersPage }).waitFor();
});

const MAPS = { en: 'https://www.openstreetmap.org/search?query=', ru: 'https://yandex.ru/maps/?text=' } as const;

walk('a courier does a whole day’s work on one page', async (form) => {
  const words = wordsOf(form);
  const w = words.deliveries;
  const today = new Date().toISOString().slice(0, 10);
  const order = {
    requestKey: `courier ${form.name}`,
    date: `${today}T10:00:00Z`,
    timeStart: '00:00',
    recipient: { name: `Olga ${form.locale}`, phone: '+79123304429' },
    delivery: { adress: `Lenina 5 ${form.locale}`, flat: '12', comment: 'ring twice' },
    products: [{ name: 'Tulips', quantity: 25, price: 100 }],
    additional: { cardText: 'Happy birthday' },
  };
  const { id, num } = await placeOrder(shop.api, order);
  const paid = async () => expectOk(await shop.api.get(`/api/v1/orders/${id}`)).paidAmount;
  // A hint may show the change before the server answers. Until then, the card ignores clicks.
  const isFree = () => card.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await using page = await enter(browser, shop, form, '/app', COURIER);
  const card = page.locator('.deliveries-card').filter({ hasText: `Lenina 5 ${form.locale}` });
  await card.waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/deliveries');
  const places = await page
    .locator('.rail nav, .menu-bar')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(places.filter((to) => to?.startsWith('/docs') !== true)).toEqual(['/app/deliveries']);
  expect(await page.locator('.palette-button').count()).toBe(0);
  const links = await card.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(['tel:+79123304429', `${MAPS[form.locale]}Lenina%205%20${form.locale}`]);
  await look(page, form);

  // The card disappears, so the message names the unpaid sum.
  await card.getByRole('button', { name: `${w.deliver}, ${num}` }).click();
  await page.locator('span', { hasText: new RegExp(`${num}: .*2[,\\s]500`, 'u') }).waitFor();
  await card.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: words.undo }).click();
  await card.getByRole('button', { name: `${w.deliver}, ${num}` }).waitFor();
  await card.getByRole('button', { name: `${w.pay}, ${num}` }).click();
  const how = card.getByRole('group');
  await how.waitFor();
  await page.locator('.deliveries-how :focus').waitFor();
  await look(page, form);
  await how.getByRole('button', { name: words.orders.methods.cash }).click();
  await card.getByText(w.nothingLeft).waitFor();
  expect(await paid()).toBe(2500);
  await isFree();
  await card.getByRole('button', { name: w.takeBack }).click();
  await card.getByRole('button', { name: `${w.pay}, ${num}` }).click();
  expect(await paid()).toBe(0);
  await isFree();
  await how.getByRole('button', { name: words.orders.methods.card }).click();
  await card.getByText(w.nothingLeft).waitFor();
  await isFree();

  await card.getByRole('button', { name: `${w.deliver}, ${num}` }).click();
  await card.waitFor({ state: 'hidden' });
  await page.locator('.deliveries-done summary').click();
  await card.getByRole('button', { name: `${w.undelivered}, ${num}` }).waitFor();
  await look(page, form);
  await card.getByRole('button', { name: `${w.undelivered}, ${num}` }).click();
  const left = page.locator('.deliveries > .cards').locator(card);
  await left.getByRole('button', { name: `${w.deliver}, ${num}` }).click();
  await left.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words.undo }).click();
  await left.waitFor();

  await page.getByRole('button', { name: words.orders.tomorrow }).click();
  await page.getByText(w.none.tomorrow).waitFor();
  await look(page, form);
  expect(page.refused).toEqual([]);
});

test('a courier’s list fits a narrow phone, and is read-only without a connection', async () => {
  const form = formNamed('phone, dark, ru');
  const today = new Date().toISOString().slice(0, 10);
  const delivery = { adress: 'проспект Космонавтов, дом 145, корпус 3, подъезд 2, Екатеринбург' };
  const order = { requestKey: 'narrow', date: `${today}T10:00:00Z`, delivery };
  await placeOrder(shop.api, order);
  await using page = await enter(browser, shop, form, '/app', COURIER, { withWorker: true });
  const card = page.locator('.deliveries-card').filter({ hasText: 'Космонавтов' });
  for (const [width, height] of [
    [360, 740],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await card.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  await page.evaluate('navigator.serviceWorker.ready');
  await untilInPage(page, "sessionStorage.getItem('docket.day.1') !== null");
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(wordsOf(form).offline).waitFor({ state: 'attached' });
  const acts = await card.locator('button[data-writes]').all();
  expect(await Promise.all(acts.map((button) => button.isDisabled()))).toEqual([true, true]);
  await page.reload();
  await page.locator('.overview-offline').getByText('Космонавтов').waitFor();
  await page.context().setOffline(false);
  await card.waitFor();
});
