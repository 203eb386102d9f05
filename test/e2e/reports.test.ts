import { expect, test } from 'bun:test';
import { goByKeys, sharedBrowser } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { choosePeriod, DESKTOP, enter, formNamed, look, lookHere, OWNER, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

/** The digits, without the spaces and marks that differ between a table and a sentence. */
const digits = (text: string): string => text.replaceAll(/[^\d.,]/g, '');

walk(
  'each figure of a report links to a list that shows the same figure',
  async (form) => {
    await using shop = await openShop();
    const today = new Date().toISOString();
    const day = today.slice(0, 10);
    const report = `/app/reports?from=${day}&to=${day}`;
    const make = async (price: number, more: object) => {
      const products = [
        { name: 'Rose & co', quantity: 1.5, price },
        { name: 'Vase', quantity: 1, price: 99.99 },
      ];
      return await placeOrder(shop.api, { date: today, products, delivery: null, ...more });
    };
    const { id } = await make(1_000.5, {
      platform: 'site',
      payments: [{ amount: 300.25, paidAt: today, paymentMethod: 'cash' }],
    });
    await make(250.1, { platform: '', payments: [{ amount: 474.14, paidAt: today, paymentMethod: 'card' }] });
    await make(9_999, { statusId: 'status-cancelled' });
    const owner = await ownerOf(shop);
    const order = `${shop.base}/orders/${id}`;
    const { version, payments } = expectOk(await owner.get(order)).order;
    expectOk(await owner.post(`${order}/payments/${payments[0].id}/refund`, { version, amount: 20.05 }));
    await using page = await enter(browser, shop, form, '/app');
    const words = wordsOf(form);
    await page.locator('main h1').waitFor();
    await goByKeys(page, 'g', 'r');
    await page.locator('.report-totals a').first().waitFor();
    await look(page, form, 'a report of this month');
    await choosePeriod(page, form, words.money.when.today);
    await page.waitForURL((url) => url.search === '?when=today');
    // A typed day never swaps places with the other end of the period.
    await page.goto(`${shop.url}/app/reports?from=2026-03-01&to=2026-03-31`);
    const ends = [
      [words.orders.from, '1.4.2026', '?from=2026-04-01&to=2026-04-01'],
      [words.orders.to, '15.4.2026', '?from=2026-04-01&to=2026-04-15'],
      [words.orders.to, '28.2.2026', '?from=2026-02-28&to=2026-02-28'],
    ] as const;
    await page.locator('.report-days').click();
    for (const [name, typed, search] of ends) {
      await page.getByRole('textbox', { name, exact: true }).fill(typed);
      await page.keyboard.press('Tab');
      await page.waitForURL((url) => url.search === search);
    }
    // The typed "to" is before "from". So the page moves "from" to the same day and says so.
    await page.getByText(words.orders.moved(form.locale === 'ru' ? '28 февр.' : '28 Feb')).waitFor();
    // The address names the date, because "today" may be over before the test ends.
    await page.goto(`${shop.url}${report}`);
    // Each figure has its link, its sum and the text of the link.
    const figures: [string, string, string][] = [];
    const total = page.locator('.report-totals a');
    await total.first().waitFor();
    for (const link of await total.all()) {
      const list = (await link.getAttribute('href')) ?? '';
      figures.push([list, digits((await link.textContent()) ?? ''), '']);
    }
    const average = figures.splice(1, 1);
    expect(average.length).toBe(1);
    await page.getByRole('region', { name: words.orders.items }).waitFor();
    for (const row of await page.locator('table.report-rows tbody tr').all()) {
      const link = row.getByRole('link');
      const sum = await row.locator('.report-sum').textContent();
      figures.push([(await link.getAttribute('href')) ?? '', digits(sum ?? ''), (await link.textContent()) ?? '']);
    }
    expect(figures.length).toBeGreaterThan(12);
    for (const [list, sum] of figures) {
      await page.goto(`${shop.url}${list}`);
      const sums = page.locator(list.startsWith('/app/orders') ? '.orders-sums' : '.payments-all');
      // The place of the sums is reserved before they load.
      await sums.filter({ hasText: '₽' }).waitFor();
      const told = digits((await sums.textContent()) ?? '');
      expect([list, told.includes(sum)]).toEqual([list, true]);
      const kind = new URL(list, shop.url).searchParams.get('kind');
      if (kind === null) continue;
      const rows = page.locator('.payments-lines tbody tr');
      await rows.first().waitFor();
      const refunds = rows.filter({ hasText: words.money.refund });
      expect([list, await refunds.count()]).toEqual([list, kind === 'refund' ? await rows.count() : 0]);
    }
    await page.goto(`${shop.url}${report}`);
    await page.getByRole('link', { name: 'Rose & co' }).click();
    await page.locator('.orders-sums', { hasText: 'Rose & co' }).waitFor();
    await look(page, form, 'the orders of an item');
    await page.goto(`${shop.url}${report}`);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: words.orders.export, exact: true }).click();
    await page.getByRole('menuitem', { name: words.orders.exportCsv }).click();
    expect((await coming).suggestedFilename()).toMatch(/^report-.*\.csv$/);
  },
  120_000,
);

const DAY_MS = 86_400_000;

async function openPeak() {
  const shop = await openShop();
  const [before, today, after] = [-1, 0, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString());
  const products = [{ name: 'Rose', quantity: 1, price: 1_234.5 }];
  const payments = [{ amount: 1_234.5, paidAt: today, paymentMethod: 'cash' }];
  await placeOrder(shop.api, { date: today, products, payments, delivery: null });
  const [from = '', day = '', to = ''] = [before, today, after].map((at) => at?.slice(0, 10));
  return { shop, day, report: `/app/reports?from=${from}&to=${to}` };
}

test('a column of a chart shows its values on hover or focus, and links to its day', async () => {
  const { shop, day, report } = await openPeak();
  await using _ = shop;
  await using page = await enter(browser, shop, DESKTOP, report);
  const said = page.locator('.plot-says');
  const [orders, payments] = [page.locator('.chart').first(), page.locator('.chart').nth(1)];
  const tall = (await orders.boundingBox())?.height;
  await orders.locator('.plot-reach a').nth(1).hover();
  await said.filter({ hasText: '1,234.50' }).waitFor();
  expect((await orders.boundingBox())?.height).toBe(tall);
  await lookHere(page, DESKTOP);
  await page.mouse.move(0, 0);
  await said.waitFor({ state: 'detached' });
  await payments.locator('.plot-reach a').last().focus();
  await page.keyboard.press('ArrowLeft');
  await said.filter({ hasText: '1,234.50' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/app/payments' && url.search === `?from=${day}&to=${day}`);
  await page.goBack();
  await orders.locator('.plot-reach a').nth(1).click();
  await page.waitForURL((url) => url.pathname === '/app/orders' && url.search.startsWith(`?from=${day}&to=${day}&`));
});

test('a tap on a column of a chart shows its values, and a tap on these values opens the orders of the column’s day', async () => {
  const { shop, day, report } = await openPeak();
  await using _ = shop;
  const form = formNamed('phone, light, en');
  await using page = await enter(browser, shop, form, report, OWNER.email, { withTouch: true });
  const figure = page.locator('.report-totals a').first();
  await figure.waitFor();
  expect((await figure.boundingBox())?.y).toBeLessThan(form.size.height / 3);
  await page.locator('.plot-reach a').nth(1).tap();
  const said = page.locator('a.plot-says', { hasText: '1,234.50' });
  await said.waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/reports');
  await said.tap();
  await page.waitForURL((url) => url.pathname === '/app/orders' && url.search.startsWith(`?from=${day}&to=${day}&`));
});

test('a report shows the number of orders of the previous period beside the current number', async () => {
  const { shop, day } = await openPeak();
  await using _ = shop;
  const yesterday = new Date(Date.parse(day ?? '') - DAY_MS).toISOString();
  for (let nth = 0; nth < 3; nth += 1) await placeOrder(shop.api, { date: yesterday, requestKey: `before-${nth}` });
  await using page = await enter(browser, shop, DESKTOP, `/app/reports?from=${day}&to=${day}`);
  const w = wordsOf(DESKTOP);
  const average = page.locator('.report-totals > div', { hasText: w.reports.average('1') });
  await average.getByText(', 3 orders').waitFor();
  const table = page.locator('table.report-rows').first();
  await table.getByText(w.reports.was('3'), { exact: true }).waitFor();
  await look(page, DESKTOP, 'a report with orders before');
});

test('the old figures fade when new dates are chosen, and disappear if the new figures fail to load', async () => {
  const { shop, report } = await openPeak();
  await using _ = shop;
  const w = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, report);
  page.excuse(/ERR_FAILED/);
  const answers = page.locator('.answers').first();
  await page.locator('.report-totals').waitFor();
  const days = await page.locator('.report-days').textContent();
  const calls = '**/app/api/**/reports';
  const answer = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: w.money.when['last-week'], exact: true }).click();
  await page.locator('.answers[aria-busy=true]').first().waitFor();
  expect(await page.locator('.report-days').textContent()).not.toBe(days);
  answer.resolve();
  // Nothing was ordered last week.
  await page.getByRole('heading', { name: /^No orders and no payments/ }).waitFor();
  expect(await page.locator('.chart').count()).toBe(0);
  expect(await answers.getAttribute('aria-busy')).toBe('false');
  await page.unroute(calls);
  await page.route(calls, (route) => route.abort());
  await page.getByRole('button', { name: w.money.when.today, exact: true }).click();
  await page.locator('.problem').waitFor();
  expect(await page.locator('.answers').count()).toBe(0);
});

test('the report of a shop’s first period shows no comparison', async () => {
  const { shop, report } = await openPeak();
  await using _ = shop;
  const w = wordsOf(DESKTOP);
  await using page = await enter(browser, shop, DESKTOP, report);
  await page.getByRole('heading', { name: w.orders.items, exact: true }).waitFor();
  expect(await page.locator('main table').count()).toBe(await page.locator('main section.box > h2').count());
  expect(await page.getByText(w.reports.was('')).count()).toBe(0);
  expect(await page.locator('.legend').getByText(w.reports.periodBefore).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  for (const button of await page.locator('main button:not(.report-days)').all()) {
    expect(await button.isVisible()).toBe(false);
  }
});
