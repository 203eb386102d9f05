/** A customer's text may reverse the direction of the text next to it, so that a sum reads backwards. */

import { beforeAll, expect } from 'bun:test';
import { sharedDesk } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { enter, walk } from '../support/visits.ts';

/** Right-to-left override: the characters after it in the same stretch of text are read backwards. */
const turned = (text: string): string => `${text}\u202e`;

let id: string;
const { browser, shop } = sharedDesk();
beforeAll(async () => {
  const owner = await ownerOf(shop);
  const { today } = expectOk(await owner.get(`${shop.base}/overview`));
  const person = {
    name: turned('Anna'),
    phone: turned('79123330000'),
    email: turned('a@example.com'),
    comment: turned('soon'),
  };
  const order = () =>
    orderBody({
      requestKey: undefined,
      num: turned('A-1'),
      date: `${today}T12:00:00+00:00`,
      platform: turned('site'),
      client: person,
      recipient: person,
      delivery: { deliveryType: turned('bike'), price: 300, adress: turned('Long lane'), flat: turned('5') },
      products: [
        {
          name: turned('Rose'),
          quantity: 2,
          price: 1500.5,
          sku: turned('r-1'),
          comment: turned('red'),
          size: turned('L'),
        },
        { name: turned('Tulip'), quantity: 3, price: 100 },
      ],
      additional: { comment: turned('ring'), managerComment: turned('call'), cardText: turned('love') },
      payments: [{ paymentId: turned('pay'), amount: 1000, paymentMethod: turned('card') }],
    });
  ({ id } = expectOk(await shop.api.post('/api/v1/orders/create', order())));
});

/** Runs in the page. @returns the elements in which a direction override could reverse the text after it */
const TURNED_WITH_OTHERS = `(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.data.includes('\\u202e')) continue;
    let place = node.parentElement;
    while (getComputedStyle(place).unicodeBidi === 'normal' && getComputedStyle(place).display === 'inline') place = place.parentElement;
    const range = document.createRange();
    range.setStartAfter(node);
    range.setEndAfter(place.lastChild);
    const behind = node.data.slice(node.data.indexOf('\\u202e') + 1) + range.toString();
    if (/[^\\s\\u202e]/.test(behind)) found.add(place.tagName + '.' + place.className + ': ' + place.textContent);
  }
  return [...found];
})()`;

walk('a text with direction overrides does not change the text around it', async (form) => {
  await using page = await enter(browser, shop, form, '/app/orders');
  const seen: Record<string, unknown> = {};
  const pages = [
    '/app',
    '/app/orders',
    '/app/orders?look=board',
    '/app/orders?look=day',
    `/app/orders/${id}`,
    `/app/orders/${id}/edit`,
    `/app/orders/${id}/print/slip`,
    `/app/orders/${id}/print/ticket`,
    `/app/orders/${id}/print/card`,
    '/app/print/couriers',
    '/app/history',
  ];
  for (const path of pages) {
    await page.goto(`${shop.url}${path}`);
    await page.getByText('Anna').or(page.getByText('A-1')).or(page.locator('h1')).first().waitFor();
    await page.waitForLoadState('networkidle');
    seen[path] = await page.evaluate(TURNED_WITH_OTHERS);
  }
  expect(seen).toEqual(Object.fromEntries(pages.map((path) => [path, []])));
});

walk('a value from an imported file does not reverse the sentence that quotes it', async (form) => {
  await using page = await enter(browser, shop, form, '/app/orders/import');
  const lines = ['date;item;price', `${turned('tomorrow')};Rose;100`];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  await page.locator('main li').filter({ hasText: 'tomorrow' }).first().waitFor();
  expect(await page.evaluate(TURNED_WITH_OTHERS)).toEqual([]);
});
