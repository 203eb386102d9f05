import { beforeAll, expect, test } from 'bun:test';
import type { Route } from 'playwright-core';
import type { Forms } from '../../src/dashboard/client/words/plural.ts';
import { type Form, goTo, sharedBrowser, type TestPage } from '../support/browser.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { layoutFaults } from '../support/in-between.ts';
import { addEndpoint } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';
import { enter, formNamed, look, lookHere, signInAs, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();
// With mail set up, nothing in a new shop needs attention.
const { shop, owner } = sharedShop([
  '--allow-private-webhooks',
  '--environment',
  'dev',
  '--smtp-url',
  'smtp://127.0.0.1:1',
]);
let today: string;
beforeAll(async () => {
  today = expectOk(await owner.get(`${shop.base}/overview`)).today;
  await addEndpoint(shop.dir, 'http://127.0.0.1:1/nobody', '--events', 'order.deleted');
});

const one = ({ one: form, other = '' }: Forms): string => (form ?? other).replace('#', '1');

/** Signs in at a page, without the state that an earlier page left. */
async function open(form: Form): Promise<TestPage> {
  const sums = ['order_days', 'orders_made', 'owed_closings'].map((table) => `DELETE FROM ${table}`);
  changeStore(shop, 'UPDATE orders SET deleted_at = 1 WHERE deleted_at IS NULL', ...sums);
  expectOk(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled: true }));
  const page = await enter(browser, shop, form, '/app');
  await page.getByRole('heading', { name: wordsOf(form).overview.attention }).waitFor();
  return page;
}

interface MadeOrder {
  readonly id: string;
  readonly num: string;
}
const make = (extra: object): Promise<MadeOrder> => placeOrder(shop.api, { date: `${today}T12:00:00+00:00`, ...extra });

test('the overview on a phone shows three late orders and a link to the others', async () => {
  const form = formNamed('phone, light, en');
  await using page = await open(form);
  for (const timeEnd of ['11:15', '12:00', '11:30', '11:45']) {
    await make({ date: '2026-03-08T12:00:00+00:00', timeStart: '08:00', timeEnd });
  }
  await page.goto(`${shop.url}/app`);
  const lates = page.locator('.overview-lates');
  await lates
    .getByRole('link', { name: form.locale === 'ru' ? /^и ещё \d+, опаздыва/ : /^and \d+ more, late/ })
    .waitFor();
  const ends = (await lates.locator('li').allTextContents()).map((text) => /–(\d\d:\d\d)/.exec(text)?.[1]);
  expect(ends).toHaveLength(3);
  // These orders are older than yesterday, so the latest comes first.
  expect(ends).toEqual(ends.toSorted().toReversed());
  expect(new Set(ends).size).toBe(3);
  const [left, acts] = await Promise.all(
    ['.overview-row-left', '.overview-row-acts'].map((part) => lates.locator(part).first().boundingBox()),
  );
  expect((left?.y ?? 0) + (left?.height ?? 0)).toBeGreaterThan(acts?.y ?? 0);
  const last = await lates.locator('li').last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(form.size.height);
  await lookHere(page, form);
});

walk('the overview shows everything that needs attention, with links to the remedies', async (form) => {
  const words = wordsOf(form);
  const w = words.overview;
  await using page = await open(form);
  const attention = page.locator('.overview-attention');
  await attention.getByText(w.nothing).waitFor();
  await page.getByText(w.scheduleEmpty).waitFor();
  await look(page, form, 'an empty shop');

  // Nothing is clicked: the page is notified, and recalculates after a while.
  await page.clock.install();
  const made = await make({
    timeStart: '23:58',
    timeEnd: '23:59',
    client: { name: '<b>Анна</b>', phone: '89120001122' },
  });
  const next = page.locator('.overview-day .overview-rows li');
  await until('the order that is next', async () => {
    await page.clock.runFor(1_000);
    return next.isVisible();
  });
  await page.locator('.overview-numbers li').first().getByText('1', { exact: true }).waitFor();
  await next.getByRole('heading', { name: '<b>Анна</b>' }).waitFor();
  expect(await next.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:89120001122');
  expect(await next.getByRole('link', { name: '<b>Анна</b>' }).getAttribute('href')).toBe(`/app/orders/${made.id}`);
  await next.locator('.overview-row-left').getByText(/3.350/).waitFor();
  await next.getByText(made.num, { exact: true }).waitFor();
  // The text is readable two metres from the tablet on the counter.
  await page.turnTo({ size: { width: 820, height: 1180 }, scheme: form.scheme });
  const sizes = `['h3', '.overview-row-when strong', '.overview-row-left'].map((one) =>
      parseFloat(getComputedStyle(document.querySelector('.overview-rows ' + one)).fontSize))`;
  expect(await page.evaluate(sizes)).toEqual([22, 22, 17]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.turnTo(form);
  expect(await page.locator('.overview-hours .overview-open').count()).toBe(1);
  expect(await page.locator('.overview-numbers .sparkline').count()).toBe(4);
  await page.locator('.chart').first().waitFor();
  await look(page, form, 'an order that waits');

  await page.locator('.overview-hour').click();
  await page.waitForURL(/hour=23/);
  await page.getByRole('link', { name: made.num, exact: true }).waitFor();
  expect(await page.locator('[data-id]').count()).toBe(1);
  await page.goto(`${shop.url}/app`);
  await page.locator('.overview-charts summary').click();
  await page.locator('.chart').first().waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('.overview-charts summary').waitFor();
  expect(await page.locator('.chart').count()).toBe(0);
  await page.locator('.overview-charts summary').click();
  const chart = page.locator('.chart').first();
  await chart.getByRole('button', { name: words.asTable }).click();
  await chart.getByRole('button', { name: words.more }).click();
  await chart.locator('tbody tr').nth(29).waitFor();
  expect(await chart.locator('tbody tr').count()).toBe(30);
  // The shop is new, so the table has no column for a previous period.
  expect(await chart.locator('thead th').allTextContents()).toEqual([words.orders.date, w.ordersName]);
  await page.locator('.period button').last().click();
  await chart.locator('tbody tr').nth(89).waitFor({ state: 'attached' });
  await look(page, form, 'the figures as a table');

  expectOk(await owner.post(`${shop.base}/settings/plan`, { webhooksEnabled: false }));
  await page.reload();
  await attention.getByRole('button', { name: w.switchOn }).click();
  await attention.getByText(one(w.webhooksOff)).waitFor({ state: 'detached' });
  expect(expectOk(await owner.get(`${shop.base}/overview`)).attention).toHaveLength(0);

  const late = await placeOrder(shop.api, {
    date: '2026-03-08T12:00:00+00:00',
    timeStart: '10:00',
    timeEnd: '12:00',
    client: { name: 'Борис', phone: '89120003344' },
  });
  await page.goto(`${shop.url}/app`);
  const lates = page.locator('.overview-lates');
  await lates.getByRole('heading', { name: one(w.lateOrders) }).waitFor();
  expect(await page.locator('.overview > section').first().getAttribute('class')).toBe('overview-lates');
  expect(await lates.locator('a[href^="tel:"]').getAttribute('href')).toBe('tel:89120003344');
  await look(page, form, 'a late order');
  // The lists of late and next orders have the same columns, although numbers and statuses differ in length.
  const columnsOf = (list: string) =>
    page.evaluate(`['.overview-row-who', '.overview-row-acts button'].map((one) =>
      Math.round(document.querySelector('${list} .overview-rows li ' + one).getBoundingClientRect().left))`);
  expect(await columnsOf('.overview-lates')).toEqual(await columnsOf('.overview-day'));
  const { virtual } = words.orders;
  for (const step of ['status-in-progress', 'status-closed'] as const) {
    await lates.getByRole('button', { name: `${words.orders.order} ${late.num}: ${w.markAs(virtual[step])}` }).click();
    await page.getByText(`${words.orders.order} ${late.num}: ${virtual[step]}.`, { exact: true }).waitFor();
  }
  await lates.waitFor({ state: 'detached' });
  expectOk(await owner.post(`${shop.base}/orders/${late.id}/status`, { statusId: 'status-new' }));
  await page.goto(`${shop.url}/app/orders`);
  const tab = page.locator('.orders-tabs').getByRole('link', { name: words.orders.late });
  await tab.locator('.count', { hasText: /^1$/ }).waitFor();
  await tab.click();
  await page.locator('table.orders tbody .chip.bad', { hasText: /^(?:Late|Опаздывает на) \d+/ }).waitFor();
  await page.getByRole('link', { name: late.num, exact: true }).click();
  await page.locator('.order-when .chip.bad').waitFor();
  for (const { id } of [made, late]) {
    expectOk(await owner.post(`${shop.base}/orders/${id}/status`, { statusId: 'status-closed' }));
  }
  const ahead = new Date(Date.parse(`${today}T12:00:00Z`) + 3 * 86_400_000).toISOString();
  const later = await make({ date: ahead, timeStart: '09:00', client: { name: 'Вера', phone: '89120005566' } });
  await page.goto(`${shop.url}/app`);
  const prepare = page.locator('section[aria-labelledby=prepare-title]');
  await prepare.getByRole('heading', { name: 'Вера' }).waitFor();
  await look(page, form, 'an order for a day ahead');
  await prepare
    .getByRole('button', { name: `${words.orders.order} ${later.num}: ${w.markAs(virtual['status-in-progress'])}` })
    .click();
  await prepare.locator('.chip', { hasText: virtual['status-in-progress'] }).waitFor();
  await attention.getByText(w.nothing).waitFor();
  for (const path of ['/app', '/app/stock', `/app/orders/${later.id}`, '/app/account']) {
    await page.goto(`${shop.url}${path}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    await page.waitForURL('**/app/orders/new');
  }
});

walk('on a phone the overview shows three orders to prepare, and problems before figures', async (form) => {
  const w = wordsOf(form).overview;
  await using page = await open(form);
  const day = new Date(Date.parse(`${today}T12:00:00Z`) + 86_400_000).toISOString();
  for (const hour of [10, 11, 12, 13]) await make({ date: day, timeStart: `${hour}:00` });
  await make({});
  await page.reload();
  const prepare = page.locator('section[aria-labelledby=prepare-title]');
  await prepare.locator('li').first().waitFor();
  const isPhone = form.size.width < 720;
  expect(await prepare.locator('li').count()).toBe(isPhone ? 3 : 4);
  const rest = prepare.locator('.foot').getByRole('link', { name: one(w.more), exact: true });
  expect(await rest.count()).toBe(isPhone ? 1 : 0);
  if (isPhone) expect(await rest.getAttribute('href')).toContain(`from=${day.slice(0, 10)}`);
  const order = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.overview-attention, .overview-numbers')].map((one) => one.className)`,
  );
  expect(order).toEqual(
    isPhone ? ['overview-attention', 'overview-numbers'] : ['overview-numbers', 'overview-attention'],
  );
  const change = page.locator('.overview-numbers li').first().locator('.meta');
  expect(await change.textContent()).toMatch(/^▲ \+1 (?:к|vs) \p{L}{2,3},? \d/u);
  expect((await change.boundingBox())?.height ?? 99).toBeLessThan(24);
});

walk('an endpoint’s deliveries of 48 hours are shown as a chart and as a table', async (form) => {
  const words = wordsOf(form);
  const w = words.deliveryCharts;
  await using page = await open(form);
  const [endpoint] = expectOk(await owner.get(`${shop.base}/webhooks`)).endpoints;
  await page.goto(`${shop.url}/app/webhooks/${endpoint.id}`);
  await page.clock.install();
  expectOk(await owner.post(`${shop.base}/webhooks/${endpoint.id}/test`));
  const chart = page.locator('.chart', { hasText: w.deliveries });
  const drawn = chart.locator('svg[role="img"]');
  await until('the hours to be drawn', async () => {
    await page.clock.runFor(1_000);
    return drawn.isVisible();
  });
  // Nothing was delivered, so there is no chart of response times.
  expect(await page.locator('.chart', { hasText: w.times }).count()).toBe(0);
  await look(page, form, 'an endpoint’s hours');
  await chart.getByRole('button', { name: words.asTable }).click();
  await chart.getByRole('button', { name: words.more }).click();
  expect(await chart.locator('tbody tr').count()).toBe(48);
});

walk('the search finds an order, a page and an action by keyboard alone', async (form) => {
  const words = wordsOf(form);
  const { palette: w, menu } = words;
  const made = await (async () => {
    await using _ = await open(form);
    const products = [{ name: 'Пионы', quantity: 1, price: 100 }];
    for (let at = 0; at < 9; at += 1) await make({ products, delivery: { adress: 'Ежевичная, 1' } });
    return make({ client: { name: 'Ёлкина Zoë', phone: '+7 999 765-43-21', email: 'zoe@example.com' } });
  })();
  await using page = await browser.visit(`${shop.url}/app/orders`, form);
  await signInAs(page, form);
  await page.getByRole('heading', { name: words.orders.title }).waitFor();

  const field = page.getByRole('combobox', { name: w.hint });
  const chosen = page.getByRole('option', { selected: true });
  const inGroup = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('option', { name });
  // Waits until the palette is removed from the page, not only hidden. While it is only hidden, Ctrl+K does not open it
  // again.
  const gone = () => page.locator('.palette-input').waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: menu.search, exact: true });
  // Text that the user types before the palette opens goes into the palette. On the page, the key `n` would begin an
  // order.
  const late = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('palette-option-')) await late.promise;
    return route.fulfill({ response });
  });
  await page.reload();
  await page.getByRole('heading', { name: words.orders.title }).waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('gon');
  late.resolve();
  await field.waitFor();
  await until('what was typed', async () => (await field.inputValue()) === 'gon');
  expect(new URL(page.url()).pathname).toBe('/app/orders');
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  await gone();
  await opener.focus();
  await page.keyboard.press('Control+KeyK');
  await field.waitFor();
  await page.locator('.palette-input:focus').waitFor();
  await look(page, form, 'the search');
  await field.fill(words.settingsNav.people);
  await page.getByRole('option', { name: words.settingsNav.people }).waitFor();
  await field.fill(words.till.also.split(' ')[0] ?? '');
  await page.getByRole('option', { name: words.till.title }).waitFor();
  await field.fill(menu.importOrders);
  for (const what of [words.orders.title, words.stock.title, menu.clients, menu.payments]) {
    await page.getByRole('option', { name: `${menu.importOrders}: ${what}` }).waitFor();
  }
  const others = [
    ['forget', 'забыть', words.settingsNav['client-data']],
    ['export', 'экспорт', menu.payments],
    ['reorder', 'дозаказ', `${words.stock.title}: ${words.stock.low}`],
  ] as const;
  for (const [english, russian, name] of others) {
    for (const text of [english, russian]) {
      await field.fill(text);
      await page.getByRole('option', { name }).first().waitFor();
    }
  }
  // The test could mistake the entries of the earlier text for those of the new text. So it empties the list in
  // between.
  const fill = async (text: string): Promise<void> => {
    await field.fill('zzzz');
    await page.getByRole('status').getByText(w.nothing, { exact: true }).waitFor();
    await field.fill(text);
  };
  await fill('zzzz');
  await page.getByRole('dialog').getByRole('button', { name: words.orders.newOrder, exact: true }).waitFor();
  await page.getByRole('button', { name: w.clear, exact: true }).click();
  await page.locator('.palette-input:focus').waitFor();
  expect(await field.inputValue()).toBe('');
  for (const text of ['елкина', '765-43', made.num]) {
    await fill(text);
    await inGroup(w.orders, 'Ёлкина Zoë').waitFor();
  }
  for (const text of ['7654321', 'zoe@example.com', 'ёлкина z']) {
    await fill(text);
    await inGroup(w.clients, 'Ёлкина Zoë').waitFor();
  }
  await look(page, form, 'an order that was found');
  await field.fill('ежевичн пион');
  await page
    .getByRole('option', { name: `${w.matched.address}: Ежевичная, 1` })
    .first()
    .waitFor();
  expect(await page.locator('.palette-order').count()).toBe(5);
  const all = page.getByRole('option', { name: `${w.partOf(5, '9')} · ${w.seeAll}` });
  await all.click();
  await page.waitForURL(/\/app\/orders\?search=[0-9a-z]+$/);
  await page.keyboard.press('Control+KeyK');
  await field.waitFor();
  expect(await chosen.getAttribute('id')).toBe((await field.getAttribute('aria-activedescendant')) ?? '');
  await page.keyboard.press('Escape');
  await gone();
  await page.locator('.palette-button:focus').waitFor();

  await page.keyboard.press('Control+KeyK');
  await field.fill('7654321');
  await inGroup(w.clients, 'Ёлкина Zoë').click();
  await page.getByRole('heading', { level: 1, name: 'Ёлкина Zoë' }).waitFor();
  expect(new URL(page.url()).pathname).toStartWith('/app/clients/');
  await page.keyboard.press('Control+KeyK');
  await field.fill(made.num);
  await inGroup(w.orders, 'Ёлкина Zoë').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/orders/${made.id}`);
  await page.getByRole('heading', { name: made.num }).waitFor();

  // Entries that arrive later do not move the selection. If the user changes the text, the first entry is selected
  // again.
  const [word = ''] = w.theme('').match(/\p{L}+/u) ?? [];
  const named = await make({ client: { name: `${word} Zoë`, phone: '+7 999 111-22-33' } });
  const found = Promise.withResolvers<void>();
  await page.route('**/orders/find*', async (route) => {
    await found.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+KeyK');
  await field.fill(word);
  await inGroup(w.clients, `${word} Zoë`).waitFor();
  await page.keyboard.press('ArrowDown');
  const chosenText = await chosen.textContent();
  expect(chosenText).toContain(word);
  found.resolve();
  await inGroup(w.orders, `${word} Zoë`).waitFor();
  expect(await chosen.textContent()).toBe(chosenText);
  await field.fill('zzzz');
  await page.getByRole('status').getByText(w.nothing, { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBeNull();
  await field.fill(word);
  await inGroup(w.orders, `${word} Zoë`).and(chosen).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/orders/${named.id}`);
  await page.getByRole('heading', { name: named.num }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  await page.keyboard.press('Control+KeyK');
  await page.getByRole('option', { name: w.recordPayment, selected: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('option', { name: words.signOut, selected: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('dialog[open]').getByRole('heading', { name: words.payments.recordPayment }).waitFor();
  await page.keyboard.press('Control+KeyK');
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });

  await page.keyboard.press('Control+KeyK');
  await field.fill('nobody is called so');
  await page.getByRole('status').filter({ hasText: w.nothing }).waitFor();
  await field.fill(words.themeDark.slice(0, 4));
  await page.getByRole('option', { name: w.theme(words.themeDark), selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme="dark"]').waitFor();

  // A draft is deleted with the session. A read under way is cut off: the server would refuse it after the sign-out.
  await page.evaluate(`sessionStorage.setItem('docket.draft 1 new', '{}')`);
  const held = Promise.withResolvers<Route>();
  await page.route('**/app/api/workspaces/*/orders*', held.resolve, { times: 1 });
  await goTo(page, words.orders.title);
  const read = await held.promise;
  await opener.click();
  await field.fill(words.signOut);
  await page.getByRole('option', { name: words.signOut, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: words.signIn }).waitFor();
  await read.continue().catch(() => undefined);
  const left = 'Object.keys({ ...sessionStorage, ...localStorage }).filter((key) => /^docket.(draft|day)/.test(key))';
  expect(await page.evaluate(left)).toEqual([]);
  await page.evaluate(`fetch('/health/live')`);
});
