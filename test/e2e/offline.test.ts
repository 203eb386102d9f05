import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { goTo, sharedDesk } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { chooseFrom, DESKTOP, enter, look, lookHere, OWNER, orderWords, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();

walk('nothing can be written offline, and typed text is saved once on reconnection', async (form) => {
  const words = wordsOf(form);
  const o = orderWords(words);
  const { id } = await placeOrder(shop.api);
  await using page = await enter(browser, shop, form, `/app/orders/${id}`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.locator('.order-status').waitFor();

  // A menu that is open when the connection is lost.
  await page.keyboard.press('s');
  const choice = page.getByRole('menuitem', { name: o.virtual['status-closed'] });
  expect(await choice.isEnabled()).toBe(true);
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(words.offline).waitFor({ state: 'attached' });
  expect(await choice.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.order-more').click();
  expect(await page.locator('[role=menuitem].danger:visible').isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await look(page, form);
  await page.context().setOffline(false);
  await page.getByText(words.offline).waitFor({ state: 'detached' });

  await page.goto(`${shop.url}/app/orders/${id}/edit`);
  const field = page.getByLabel(o.fields.deliveryType);
  const review = page.getByRole('button', { name: o.review });
  await field.fill('Pick');
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText(words.offline).waitFor();
  expect(await review.isDisabled()).toBe(true);
  await field.fill('Pick-up');
  await field.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await look(page, form);
  await page.context().setOffline(false);
  await page.getByText(words.offline).waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Pick-up');
  await review.click();
  await page.getByRole('dialog').waitFor();
  await page.context().setOffline(true);
  const save = page.getByRole('dialog').getByRole('button', { name: words.save });
  await page.locator('dialog button.main[disabled]').waitFor();
  expect(await save.isDisabled()).toBe(true);
  expect(sent).toEqual([]);
  await page.context().setOffline(false);
  await page.locator('dialog button.main:not([disabled])').waitFor();
  await save.click();
  await page.locator('.order-status').waitFor();
  expect(expectOk(await shop.api.get(`/api/v1/orders/${id}`)).delivery.deliveryType).toBe('Pick-up');
  expect(sent).toHaveLength(1);

  // Choosing a theme saves it without a button. Offline, the page shows a message and sends nothing.
  await goTo(page, words.account);
  await page.getByRole('button', { name: `${words.theme}: ` }).waitFor();
  await page.context().setOffline(true);
  await page.locator('main > .banner').waitFor();
  await chooseFrom(page, words.theme, words.themeDark);
  await page.locator('.problem').getByText(words.offline).waitFor();
  expect(sent).toHaveLength(1);
});

test('Docket on the same machine stays usable without any network', async () => {
  const { id } = await placeOrder(shop.api);
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  page.excuse(/ERR_FAILED/);
  await page.locator('.order-more').waitFor();
  const asked = page.waitForResponse((response) => response.url().endsWith('/health/live'));
  // Makes the browser report a lost network, although the server on this machine still answers.
  await page.evaluate(`
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    dispatchEvent(new Event('offline'));
  `);
  expect((await asked).status()).toBe(200);
  await page.locator('.order-more').click();
  await page.locator('[role=menuitem].danger:visible').click();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('dialog button.danger').isEnabled()).toBe(true);
  expect(await page.locator('main > .banner').count()).toBe(0);
  // Without another `offline` event, the page notices that the server no longer answers.
  await page.route('**/health/live', (route) => route.abort());
  await page.getByText(wordsOf(DESKTOP).offline).first().waitFor({ state: 'attached' });
});

const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[sessionStorage, localStorage].flatMap((place) => Object.keys(place).filter((key) => key.startsWith('docket.day')))`,
  ) as Promise<string[]>;

/** The greatest width of the offline page: 48rem. */
const OFFLINE_WIDTH = 768;

walk('only the signed-in person can read today’s orders offline', async (form) => {
  await using day = await openShop();
  const words = wordsOf(form);
  const name = '<b>Анна</b>';
  const { today } = expectOk(await (await ownerOf(day)).get(`${day.base}/overview`));
  await placeOrder(day.api, {
    date: `${today}T12:00:00+00:00`,
    timeStart: '09:00',
    client: { name, phone: '89120001122' },
  });
  for (const timeStart of [undefined, '21:00', '19:00']) {
    await placeOrder(day.api, { date: `${today}T12:00:00+00:00`, timeStart });
  }
  await using page = await enter(browser, day, form, '/app', OWNER.email, { withWorker: true });
  await page.locator('.overview-day').waitFor();
  await until('the day and the pages to be kept', async () => (await kept(page)).length === 2);
  // The day is only in the tab's storage, because nobody chose to stay signed in on this device.
  expect(await page.evaluate(`localStorage.getItem('docket.day.1')`)).toBeNull();
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await page.reload();
  const offline = page.locator('.overview-offline');
  await offline.getByText(name).waitFor();
  const times = await offline.locator('li strong').allTextContents();
  expect(times.map((text) => text.slice(0, 5)).slice(0, 3)).toEqual(['09:00', '19:00', '21:00']);
  expect(times).toHaveLength(4);
  expect(await offline.locator('a[href^="tel:"]').first().getAttribute('href')).toBe('tel:89120001122');
  expect(await page.locator('button').count()).toBe(0);
  expect((await offline.boundingBox())?.width).toBe(Math.min(form.size.width, OFFLINE_WIDTH));
  expect((await offline.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeGreaterThan(20);
  await offline.getByText(/ (?:[01]\d|2[0-3]):[0-5]\d\. /).waitFor();
  await lookHere(page, form);
  await page.context().setOffline(false);
  await page.locator('.overview-day').waitFor();
  // Signing out removes everything, in this tab too. The server refuses what the page asks for at that moment.
  page.excuse(/status of 401/);
  await page.evaluate(
    `fetch('/app/api/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`,
  );
  await page.reload();
  await page.getByRole('button', { name: words.signIn }).waitFor();
  await until('nothing to be kept', async () => (await kept(page)).length === 0);
  const names = (await page.evaluate(
    `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((lists) => lists.flat().map(({ url }) => new URL(url).pathname))`,
  )) as string[];
  expect(names).toContain('/app');
  expect(names.filter((path) => path.startsWith('/app/api'))).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('alert').waitFor();
  expect(await page.getByText(name).count()).toBe(0);
});
