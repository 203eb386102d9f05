import { expect, test } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openOwned } from '../support/browser-session.ts';
import { client } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { DESKTOP, enter } from '../support/visits.ts';
import { WIDTHS } from '../support/widths.ts';

const browser = sharedBrowser();

/** The names of tables that are wider than their frame, with both widths. */
const HIDDEN = `[...document.querySelectorAll('main .scroll')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.getAttribute('aria-label') + ' ' + one.scrollWidth + ' > ' + one.clientWidth)`;

/** Texts that extend beyond their cell. Cells with only hidden text for screen readers are skipped. */
const SPILLED = `[...document.querySelectorAll('main :is(td, th, dd):not(:has(> .unseen:only-child))')].filter((cell) => {
  const within = cell.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(cell.querySelector('.unbroken') ?? cell);
  return [...text.getClientRects()].some(({ left, right }) => left < within.left - 1 || right > within.right + 1);
}).map((cell) => cell.className + ' ' + cell.textContent)`;

const BROKEN = `[...document.querySelectorAll('.payments-of-order a')]
  .filter((one) => one.getClientRects().length > 1).map((one) => one.textContent)`;

const CLIENT = {
  name: 'Alexandra Konstantinopolskaya-Preobrazhenskaya',
  phone: '+79123304429',
  email: 'alexandra.konstantinopolskaya@example.com',
};

test.each(['en', 'ru'] as const)('no sum of money is truncated at any width, in %s', async (locale) => {
  const { shop, owner, base } = await openOwned();
  await using _shop = shop;
  const bot = client(shop.url, await shop.newKey('telegram-bot'));
  const make = async (api: typeof bot, date: string, paymentMethod: string) => {
    const products = [{ name: 'Chrysanthemums, 7 stems', quantity: 21, price: 12_345.67 }];
    const payments = [{ amount: 336_373.74, paidAt: date, paymentMethod }];
    const more = { client: CLIENT, date, products, payments, platform: 'telegram-bot', delivery: null };
    return await placeOrder(api, more);
  };
  const [today, before] = [new Date(), new Date()].map((at, nth) => new Date(at.getTime() - nth * 86_400_000));
  for (const date of [today, before]) {
    await make(shop.api, date?.toISOString() ?? '', 'sbp');
    const { id } = await make(bot, date?.toISOString() ?? '', 'card');
    const { version, payments } = expectOk(await owner.get(`${base}/orders/${id}`)).order;
    const refund = { version, amount: 77_114.67 };
    expectOk(await owner.post(`${base}/orders/${id}/payments/${payments[0].id}/refund`, refund));
  }
  const paidAt = today?.toISOString() ?? '';
  const wedding = await placeOrder(shop.api, {
    client: { ...CLIENT, phone: '+79123304430' },
    date: paidAt,
    products: [{ name: 'Wedding: arch, tables and flowers', quantity: 1, price: 12_345_678.9 }],
    payments: [{ amount: 12_345_678.9, paidAt, paymentMethod: 'Invoice paid through the bank of the company' }],
    num: '100200',
    requestKey: undefined,
  });
  const form = { ...DESKTOP, locale };
  await using page = await enter(browser, shop, form, '/app');
  const day = today?.toISOString().slice(0, 10);
  const till = `${base}/payments/till`;
  const { received, refunded, methods: paid } = expectOk(await owner.get(`${till}?day=${day}`));
  const expected = Math.round((received - refunded) * 100) / 100;
  const methods = paid.map(({ name }: { readonly name: string }) => ({ name, isCash: true }));
  expectOk(await owner.post(till, { day, opening: 0, counted: 0, expected, after: null, methods }));
  const ofDay = `/app/payments/till?day=${day}`;
  const ofClient = `/app/clients/${expectOk(await owner.get(`${base}/clients`)).clients[0].id}`;
  const ofReport = `/app/reports?from=${day}&to=${day}`;
  const ofOrder = `/app/orders/${wedding.id}`;
  for (const path of ['/app/payments?when=all', ofDay, ofReport, '/app/clients', ofClient, ofOrder]) {
    await page.goto(`${shop.url}${path}`);
    if (path.startsWith('/app/payments?')) await page.locator('.payments-more > summary').click();
    await page
      .locator('.payments-by, .report-items .report-rows, table.clients, table.clients-orders, .order-payments')
      .last()
      .waitFor();
    // Without a visible row there would be nothing to check.
    await page
      .locator('main :is(.scroll :is(.payments-by, .report-rows, .clients, .clients-orders), .order-payments li)')
      .last()
      .waitFor();
    for (const width of WIDTHS) {
      await page.turnTo({ size: { width, height: 900 }, scheme: 'light' });
      const seen = [];
      for (const fault of [HIDDEN, SPILLED, BROKEN]) seen.push(...(await page.evaluate<string[]>(fault)));
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) seen.push('sideways');
      expect([path, width, seen]).toEqual([path, width, []]);
    }
  }
});
