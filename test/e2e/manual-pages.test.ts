import { expect, test } from 'bun:test';
import { FORMS, sharedDesk } from '../support/browser.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, lookHere, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();

test.each([
  '/docs',
  '/docs/manual',
  '/docs/manual/settings',
  '/docs/manual/receivers',
  '/docs/manual/search?q=backup',
  '/docs/manual/ru/orders',
])('the page %s is readable and accessible on phone and desktop, in light and dark', async (path) => {
  await using page = await browser.visit(
    `${shop.url}${path}`,
    path.includes('/ru/') ? formNamed('phone, dark, ru') : DESKTOP,
  );
  await look(page, path.includes('/ru/') ? formNamed('phone, dark, ru') : DESKTOP);
});

test('a reader searches, follows a result to its heading and prints only that page', async () => {
  await using page = await browser.visit(
    `${shop.url}/docs/manual`,
    FORMS.find(({ name }) => name === 'phone, light, en') ?? DESKTOP,
  );
  await page.getByRole('searchbox').fill('loss machine litestream');
  await page.keyboard.press('Enter');
  await page
    .getByRole('main')
    .getByRole('link', { name: /After the loss of a machine/ })
    .click();
  await page.getByRole('heading', { name: 'After the loss of a machine' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#after-the-loss-of-a-machine');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('searchbox').count()).toBe(0);
});

test('a developer finds an operation, copies its call and tries it with an API key', async () => {
  const form = formNamed('phone, light, en');
  await using page = await browser.visit(`${shop.url}/docs#/Orders/createOrder`, form);
  // Earlier versions had the address `#/Orders/createOrder`. The page replaces that address with the present one.
  await page.waitForURL('**/docs#createOrder');
  await page.getByRole('searchbox').fill('status change');
  await page.getByText(/^Found: /).waitFor();
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL('**/docs#changeOrderStatus');
  const create = page.locator('#createOrder');
  await create.getByRole('button', { name: 'Copy: Call in curl' }).click();
  await create.getByText('Copied').waitFor();
  const call = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(call).toStartWith(`curl -i -X POST "${shop.url}/api/v1/orders/create"`);
  await create.getByText('Try it', { exact: true }).click();
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText('401 ·').waitFor();
  await create.getByLabel('API key').fill(shop.key);
  await create.getByRole('button', { name: 'Send' }).click();
  await create.getByText('200 ·').waitFor();
  await lookHere(page, form);
  // The page keeps the API key and the id of the new order for the next call.
  const read = page.locator('#getOrder');
  await read.getByText('Try it', { exact: true }).click();
  await read.getByRole('button', { name: 'Send' }).click();
  await read.getByText('"paymentStatus": "unpaid"').last().waitFor();
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
  page.excuse(/status of 401/);
});

test.each([
  ['paymentId', /^paymentId/, 'recordPayment.paymentId'],
  ['ETag', /^ETag/, 'createOrder-200.ETag'],
  ['if-match', /^If-Match/, 'updateOrder.If-Match'],
  ['refund', /^refunded/, undefined],
  ['order_deleted', /^order_deleted/, 'error-order_deleted'],
  ['signature', /^webhook-signature/, 'webhooks.webhook-signature'],
  ['verify', /^Webhooks/, undefined],
  ['adress', /^adress/, 'createOrder.delivery.adress'],
])('the reference search finds %s, and also shows the manual’s results', async (word, name, anchor) => {
  await using page = await browser.visit(`${shop.url}/docs`, DESKTOP);
  await page.getByRole('searchbox').fill(word);
  const places = page.locator('#places');
  await places.getByRole('link', { name }).first().waitFor();
  const answer = await fetch(`${shop.url}/docs/manual/search.json?q=${word}`);
  const { found } = (await answer.json()) as { found: unknown[] };
  const pages = places.locator('a[href^="/docs/manual"]');
  if (found.length > 0) await pages.nth(found.length - 1).waitFor();
  expect(await pages.count()).toBe(found.length);
  if (anchor !== undefined) {
    await places.locator(`a[href="#${anchor}"]`).click();
    const target = page.locator(`[id="${anchor}"]`);
    await target.locator('code').first().waitFor();
    await until(
      'the place in sight',
      async () => (await target.evaluate((it) => it.getBoundingClientRect().top)) < DESKTOP.size.height,
    );
  }
  await page.getByRole('searchbox').fill('');
  await places.waitFor({ state: 'hidden' });
  await page.locator('#contents').getByRole('link', { name: 'Receivers' }).waitFor();
});

test('a reference search without a result is reported, and the typed text is shown as text', async () => {
  await using page = await browser.visit(`${shop.url}/docs`, DESKTOP);
  await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)> zzzz');
  await page.getByText('Nothing was found.').waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test.each(['phone, dark, en', 'phone, light, en', 'desktop, dark, en'])(
  'on %s: a chosen programming language applies to each call, and the page never overflows',
  async (name) => {
    const form = formNamed(name);
    await using page = await browser.visit(`${shop.url}/docs`, form);
    if (name.startsWith('phone')) await page.setViewportSize({ width: 360, height: 740 });
    const create = page.locator('#createOrder');
    expect(await create.locator('.in-language:visible').count()).toBe(1);
    for (const language of ['TypeScript', 'Python', 'PHP', 'curl', 'PHP']) {
      await create.getByRole('radio', { name: language, exact: true }).check();
      await page
        .locator('#deleteOrder')
        .getByRole('heading', { name: `Call in ${language}` })
        .waitFor();
      expect(await create.locator('.in-language:visible').count()).toBe(1);
      await create.getByRole('button', { name: `Copy: Call in ${language}` }).waitFor();
      // Answers, fields and tables are folded at first, so they are unfolded before the width is measured.
      await page.evaluate("document.querySelectorAll('details:not(.try)').forEach((one) => { one.open = true; })");
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await lookHere(page, form);
    const hidden =
      "[...document.querySelectorAll('main .scroll')].filter((one) => one.scrollWidth > one.clientWidth).length";
    expect(await page.evaluate(hidden)).toBe(0);
    await page.reload();
    await page.locator('#updateOrder').getByRole('heading', { name: 'Call in PHP' }).waitFor();
    await page.locator('#errors').getByRole('link', { name: 'order_deleted' }).click();
    await page.waitForURL('**/docs/manual/errors#order_deleted');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  },
);

walk('a page’s header links to its manual page in the reader’s language', async (form) => {
  await using page = await enter(browser, shop, form, '/app/stock');
  const [w, manual] = [wordsOf(form), `/docs/manual${form.locale === 'ru' ? '/ru' : ''}`];
  for (const [path, name, leadsTo] of [
    ['/app/stock', w.helpHere, `${manual}/stock`],
    ['/app/connect', w.helpHere, `${manual}/quickstart`],
    ['/app/connect', w.reference, '/docs'],
  ] as const) {
    await page.goto(`${shop.url}${path}`);
    const link = page.getByRole('link', { name }).filter({ visible: true }).last();
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await opened.waitForURL(`${shop.url}${leadsTo}`);
    await opened.close();
    // Even in the same tab, the dashboard lets the browser follow this link to a page outside the dashboard.
    await link.evaluate((it) => it.setAttribute('target', '_self'));
    await link.click();
    await page.waitForURL(`${shop.url}${leadsTo}`);
  }
});
