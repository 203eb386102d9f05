import { expect, test } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { enter, formNamed, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

const RU = formNamed('phone, dark, ru');
const NARROW = { ...RU, size: { width: 360, height: 740 } };

/**
 * Runs in the page. @returns each word of the page's title that breaks across lines, and the whole title if it is cut
 * off
 */
const TITLE = `(() => {
  const title = document.querySelector('.menu-title');
  const text = title.firstChild;
  const range = document.createRange();
  const broken = [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = title;
  const isCut = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  return [...broken.map(([word]) => word), ...(isCut ? ['cut: ' + text.data] : [])];
})()`;

/** Runs in the page. @returns the name of a tall or misplaced part of the page's head */
const HEAD = `(() => {
  const actions = document.querySelector('main .head .actions');
  const all = [...actions.querySelectorAll(':scope > *')].filter((one) => one.checkVisibility());
  const rows = new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)));
  return { rows: rows.size, menuIsLast: all.at(-1).matches('.bare, :has(.bare)') };
})()`;

const long = { name: 'Елизавета Воскресенская-Голенищева', phone: '+79035556677' };

const GAP = `(() => {
  const [number, client] = ['number', 'client'].map((of) => document.querySelector('td.orders-of-' + of).getBoundingClientRect());
  return client.top - number.bottom;
})()`;

test('on the narrowest phone a title is shown in full, with its buttons in one row', async () => {
  await using shop = await openShop();
  const make = (more = {}) => placeOrder(shop.api, { requestKey: undefined, num: '301', ...more });
  const { id } = await make({ payments: [{ amount: 1 }] });
  await using page = await enter(browser, shop, NARROW, '/app/orders', undefined, { withTouch: true });
  const w = wordsOf(RU);
  for (const [path, title] of [
    [`/app/orders/${id}/edit`, '301'],
    [`/app/orders/${id}/print/slip`, '301'],
    ['/app/stock/stocktakes', w.stock.stocktakes.title],
    ['/app/orders/schedules', w.orders.repeating],
    ['/app/settings/client-data', ''],
    ['/app/settings/statuses', ''],
  ] as const) {
    await page.goto(`${shop.url}${path}`);
    await page.locator('.menu-title', { hasText: title }).waitFor();
    expect({ path, faults: await page.evaluate<string[]>(TITLE) }).toEqual({ path, faults: [] });
  }
  for (const path of ['/app/payments', '/app/clients', '/app/stock']) {
    await page.goto(`${shop.url}${path}`);
    await page.locator('main .head .actions .bare').waitFor();
    expect({ path, head: await page.evaluate<object>(HEAD) }).toEqual({ path, head: { rows: 1, menuIsLast: true } });
  }
  // All five figures of a report are above the fold.
  await page.goto(`${shop.url}/app/reports`);
  await page.locator('.report-totals dd').nth(4).waitFor();
  const lines = await page
    .locator('.report-totals dt')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(lines).size).toBe(3);
  // The sum left to pay is next to the items, and leaves no empty line above the client.
  await page.goto(`${shop.url}/app/orders`);
  await page.locator('td.orders-of-client').first().waitFor();
  // Number and client are measured at the same moment, as soon as the list has its styles.
  await until('the client right below the number', async () => (await page.evaluate<number>(GAP)) < 8);
});

test('a recipient’s name has at least half the row, and an address is shown in full', async () => {
  await using shop = await openShop();
  const delivery = { adress: 'Санкт-Петербург, набережная реки Фонтанки, дом 112, строение 3, подъезд со двора' };
  const { id } = await placeOrder(shop.api, { recipient: long, delivery });
  await using page = await enter(browser, shop, RU, `/app/orders/${id}/edit`);
  const name = page.locator('[name="recipient.name"]');
  await name.waitFor();
  for (const width of [360, 390, 768, 1024, 1280, 1440]) {
    await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
    const found = await page.evaluate<object>(`(() => {
      const name = document.querySelector('[name="recipient.name"]');
      const address = document.querySelector('[name="delivery.adress"]');
      const hasHalf = name.offsetWidth * 2.2 >= name.closest('fieldset').offsetWidth;
      return { hasHalf, isWhole: address.scrollHeight <= address.clientHeight + 1 };
    })()`);
    expect({ width, found }).toEqual({ width, found: { hasHalf: true, isWhole: true } });
  }
  // The order's number is the last field, because hardly anybody changes it.
  const names = await page
    .locator('main form :is(input, textarea)[name]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  expect(names.at(-1)).toBe('num');
});
