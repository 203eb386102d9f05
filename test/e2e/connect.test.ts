import { expect, test } from 'bun:test';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { FORMS, type Form, goTo, scriptWith, sharedBrowser, type TestPage } from '../support/browser.ts';
import { client, openShop, orderBody, type Shop } from '../support/docket.ts';
import { changeStore, placeOrder } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';
import { chooseFrom, enter, look, lookHere, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();
/** A shop whose API nobody has called. It is for tests without side effects. */
const uncalled = shared(openShop);

const [PHONE] = FORMS as [Form, ...Form[]];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const clipboard = (page: TestPage) => page.evaluate('navigator.clipboard.readText()');

/**
 * Acts as if the page had just come into view: the page polls at once, and the test need not wait for the next round.
 */
const glance = (page: TestPage) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);

async function watchCalls(shop: Shop, page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form).connect;
  const status = page.locator('.connect-last-call');
  await status.getByText(w.waiting).waitFor();
  await page.getByText(w.noCalls).waitFor();
  await look(page, form);
  await client(shop.url).get('/api/v1/orders');
  await glance(page);
  await status.getByText(w.refusals.no_key).waitFor();
  const reader = await shop.newKey('till', 'svc:orders:read');
  await client(shop.url, reader).post('/api/v1/orders/create', orderBody());
  await glance(page);
  await status.getByText(w.scopeMissing('svc:orders:create', 'till')).waitFor();
  expect(await status.getByRole('link', { name: wordsOf(form).keys }).getAttribute('href')).toBe('/app/keys');
  await look(page, form);
  const made = await placeOrder(shop.api);
  await glance(page);
  const accepted = status.getByRole('link', { name: w.orderAccepted(made.num) });
  expect(await accepted.getAttribute('href')).toBe(`/app/orders/${made.id}`);
  expect(await status.getAttribute('class')).toContain('good');
  const table = page.getByRole('region', { name: w.calls });
  expect(await table.getByRole('row').count()).toBe(4);
  await table.getByRole('cell', { name: 'scope_missing' }).waitFor();
  await table.focus();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(w.calls);
  await findCall(page, form);
  await watchTestOrder(shop, page, form);
  await look(page, form);
}

async function findCall(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form).connect;
  const rows = page.getByRole('region', { name: w.calls }).locator('tbody tr');
  const id = (await rows.first().locator('td').last().textContent()) ?? '';
  const search = page.getByLabel(w.findRequest);
  await search.fill(id.slice(0, 8));
  await page.getByText(w.requestForm).waitFor();
  await search.fill(` ${id.toUpperCase()} `);
  await rows.nth(1).waitFor({ state: 'detached' });
  expect(await rows.textContent()).toContain(id);
  await search.fill('01a1fdb0-2fe3-7000-bc63-2591e8b14374');
  await page.getByText(w.noSuchCall).waitFor();
  await search.fill('');
  await chooseFrom(page, w.outcome, w.outcomes['4']);
  await rows.filter({ hasText: 'unauthorized' }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByRole('button', { name: `${w.ofKey}: ` }).click();
  await page.getByRole('menuitemradio').nth(1).click();
  await page.getByText(w.noSuchCall).waitFor();
  await chooseFrom(page, w.outcome, w.outcomes['']);
  await rows.filter({ hasText: '/api/v1/orders/create' }).waitFor();
  expect(await rows.count()).toBe(1);
  await chooseFrom(page, w.ofKey, w.anyKey);
  await rows.nth(2).waitFor();
}

/** The page's sample commands use the order that they made themselves, never an order of a customer. */
async function watchTestOrder(shop: Shop, page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form).connect;
  await page.getByText('export ORDER_ID=').waitFor();
  const made = await placeOrder(shop.api, { num: 'test-1a', requestKey: null });
  await glance(page);
  await page.getByText(w.orderIdKnown('test-1a')).waitFor();
  expect(await page.getByText('export ORDER_ID=').count()).toBe(0);
  await page.locator('.connect-operations summary').filter({ hasText: w.operations.status }).click();
  await page.getByRole('button', { name: `${wordsOf(form).copy}: ${w.operations.status}` }).click();
  await page.getByRole('button', { name: `${wordsOf(form).copied}: ${w.operations.status}` }).waitFor();
  expect(await clipboard(page)).toContain(`"id": "${made.id}"`);
  const numbersShown = async (): Promise<string[]> =>
    ((await page.locator('.connect-operations').textContent()) ?? '').match(/"num": "test-\w+"/g) ?? [];
  const [before] = await numbersShown();
  await shop.api.post('/api/v1/orders/delete', { id: made.id });
  await glance(page);
  await page.getByText('export ORDER_ID=').waitFor();
  expect(before).toBeString();
  expect(await numbersShown()).not.toContain(before ?? '');
}

/** Calls of the page that have nothing to do with the check: its own polls, and the figures of the menu. */
const ASKED_ANYWAY = /\/(?:calls|inquiries\/untouched|webhooks)$/;

async function checkSignatures(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form).connect;
  const body = '{"id":"019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11","data":{"orderNumber":"Ёж-17"}}';
  const headers = signatureHeaders([SECRET], '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11', Date.now(), body);
  const sent: string[] = [];
  page.on('request', (request) => {
    const isAskedAnyway = request.method() === 'GET' && ASKED_ANYWAY.test(request.url());
    if (!isAskedAnyway) sent.push(request.url());
  });
  await page.getByLabel(w.body).fill(body);
  for (const [name, value] of Object.entries(headers)) await page.getByLabel(name, { exact: true }).fill(value);
  await page.getByLabel(w.secret).fill(SECRET);
  const check = page.getByRole('button', { name: w.check, exact: true });
  await check.click();
  await page.getByText(w.verdictValid).waitFor();
  await page.getByLabel(w.body).fill(JSON.stringify(JSON.parse(body), null, 1));
  await check.click();
  await page.getByText(w.faults.body_rewritten).waitFor();
  await page.getByText('PHP', { exact: true }).click();
  await look(page, form);
  expect(sent).toEqual([]);
  await page.evaluate(`dispatchEvent(new Event('pagehide'))`);
  expect(await page.getByLabel(w.secret).inputValue()).toBe('');
  await page.getByLabel(w.secret).fill(SECRET);
  await goTo(page, wordsOf(form).account);
  await page.getByText(wordsOf(form).person.thisDevice).waitFor();
  await page.goBack();
  await page.getByLabel(w.secret).waitFor();
  for (const field of [w.body, w.secret]) expect(await page.getByLabel(field).inputValue()).toBe('');
}

walk('the page shows the first call, explains a refused one and checks a signature', async (form) => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, form, '/app/connect');
  await watchCalls(shop, page, form);
  await checkSignatures(page, form);
  const reference = page.locator('main').getByRole('link', { name: wordsOf(form).reference });
  expect(await reference.getAttribute('target')).toBe('_blank');
});

const statusOf = async (shop: Shop, key: string): Promise<number> =>
  (await client(shop.url, key).get('/api/v1/orders')).status;

/** The key stays on the page until its button is clicked. */
async function takeKey(page: TestPage, form: Form): Promise<string> {
  const words = wordsOf(form);
  await page.getByRole('heading', { name: words.apiKeys.keyTitle }).waitFor();
  await look(page, form);
  const key = (await page.locator('.secret code').textContent()) ?? '';
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
  expect(await page.locator('.secret code').isVisible()).toBe(true);
  await page.getByRole('button', { name: words.copy, exact: true }).click();
  await page.getByRole('button', { name: words.copied, exact: true }).waitFor();
  expect(await clipboard(page)).toBe(key);
  await page.getByRole('button', { name: words.savedIt }).click();
  expect(await page.content()).not.toContain(key);
  return key;
}

walk('an API key is created with chosen rights, replaced with an overlap and revoked by name', async (form) => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, form, '/app/keys');
  const words = wordsOf(form);
  const w = words.apiKeys;
  await page.getByRole('button', { name: words.apiKeys.newKey }).click();
  await page.getByLabel(words.apiKeys.name, { exact: true }).fill('Бот «Роза»');
  const source = page.getByLabel(words.apiKeys.source, { exact: true });
  expect(await source.inputValue()).toBe('bot-roza');
  await source.fill('Мой бот');
  await page.getByLabel(words.apiKeys.presets.everything).check();
  await page.getByText(w.dangerous).waitFor();
  await look(page, form);
  await page.getByLabel(w.custom).check();
  await look(page, form);
  const create = page.getByRole('button', { name: words.apiKeys.create, exact: true });
  await create.click();
  await page.getByText(w.chooseOne).waitFor();
  await page.getByLabel('svc:orders:read').check();
  await create.click();
  await page.locator('.field-problem', { hasText: form.locale === 'ru' ? 'a–z' : 'a-z' }).waitFor();
  await source.fill('bot');
  await create.click();
  const first = await takeKey(page, form);
  expect(await statusOf(shop, first)).toBe(200);
  expect((await client(shop.url, first).post('/api/v1/orders/create', orderBody())).status).toBe(403);

  const card = page.getByRole('listitem').filter({ hasText: 'Бот «Роза»' });
  await card.getByText(w.scopes['svc:orders:read']).waitFor();
  await card.getByRole('button', { name: w.rotate }).click();
  await page.getByRole('heading', { name: w.rotateTitle('Бот «Роза»') }).waitFor();
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: w.rotate, exact: true }).click();
  const second = await takeKey(page, form);
  expect([await statusOf(shop, first), await statusOf(shop, second)]).toEqual([200, 200]);
  await card.getByText(w.ending).waitFor();
  await look(page, form);

  const ending = card.filter({ hasText: w.ending });
  expect(await ending.getByRole('button', { name: w.rotate }).count()).toBe(0);
  await ending.getByRole('button', { name: words.apiKeys.revoke }).click();
  const revoke = page.getByRole('dialog').getByRole('button', { name: words.apiKeys.revoke });
  expect(await revoke.isDisabled()).toBe(true);
  await page.getByLabel(w.typeName('Бот «Роза»')).fill('Бот');
  expect(await revoke.isDisabled()).toBe(true);
  await page.getByLabel(w.typeName('Бот «Роза»')).fill('Бот «Роза»');
  await look(page, form);
  await revoke.click();
  await page.getByText(w.revokedKeys(1)).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await look(page, form);
  expect([await statusOf(shop, first), await statusOf(shop, second)]).toEqual([401, 200]);
  page.excuse(/status of 422/);
});

test('ten minutes after sign-in, replacing an API key requires the password again', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, PHONE, '/app/keys');
  const w = EN.apiKeys;
  page.excuse(/status of 40[13]/);
  await page.getByRole('button', { name: w.rotate }).click();
  changeStore(shop, 'UPDATE sessions SET proved_at = proved_at - 600000');
  await page.getByLabel(w.overlaps[0]).check();
  await page.getByRole('dialog').getByRole('button', { name: w.rotate, exact: true }).click();
  await page.getByRole('heading', { name: EN.person.proveTitle }).waitFor();
  await lookHere(page, PHONE);
  await page.getByLabel(EN.password, { exact: true }).fill('wrong');
  await page.getByRole('button', { name: EN.person.goOn }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel(EN.password, { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: EN.person.goOn }).click();
  await page.getByText(w.rotatedNow).waitFor();
  const key = await takeKey(page, PHONE);
  expect([await statusOf(shop, shop.key), await statusOf(shop, key)]).toEqual([401, 200]);
});

test('the page checks every two seconds whether an API call has arrived, but only while it is visible', async () => {
  await using shop = await openShop();
  await using page = await enter(browser, shop, PHONE, '/app');
  await page.getByRole('heading', { name: EN.start.overview }).waitFor();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/calls')) asked += 1;
  });
  await page.clock.install();
  await goTo(page, EN.connect.title);
  await page.getByText(EN.connect.waiting).waitFor();
  await until('the fourth time that the page asks', async () => {
    await page.clock.runFor(2_000);
    return asked >= 4;
  });
  const turn = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await turn(true);
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
  await shop.api.get('/api/v1/orders');
  await turn(false);
  await page.getByText(EN.connect.accepted).waitFor();
  await goTo(page, EN.account);
  await page.getByText(EN.person.thisDevice).waitFor();
  const left = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(left);
});

test('a script that fails to load is reported, and its page appears after another try', async () => {
  // The test begins on the account page, because the overview loads more scripts later. The test would block those too.
  await using page = await enter(browser, uncalled, PHONE, '/app/account');
  page.excuse(/Failed to load resource/);
  await page.getByRole('heading', { name: EN.account, exact: true }).waitFor();
  await page.route(/chunk-.*\.js|health/, (route) => route.abort());
  // The page asks whether the server answers. After an answer, the page would reload before the test clicks the button.
  const looked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/health/live'));
  await goTo(page, EN.connect.title);
  await page.getByText(EN.noAnswer).waitFor();
  await looked;
  await page.unroute(/chunk-.*\.js|health/);
  await page.getByRole('button', { name: EN.retry }).click();
  await page.getByText(EN.connect.waiting).waitFor();
  await page.goto(`${uncalled.url}/app/account`);
  await page.getByRole('heading', { name: EN.account, exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByText(EN.offline).first().waitFor({ state: 'attached' });
  await goTo(page, EN.connect.title);
  await page.getByText(EN.noAnswer).waitFor();
  await page.context().setOffline(false);
  await page.getByText(EN.connect.waiting).waitFor();
  // After an update the server lacks the old script files, so the page reloads and gets the new ones.
  await page.goto(`${uncalled.url}/app/account`);
  await page.getByRole('heading', { name: EN.account, exact: true }).waitFor();
  let isOld = true;
  await page.route('**/chunk-*.js', (route) => (isOld ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await goTo(page, EN.keys);
  await page.getByRole('heading', { name: EN.keys, exact: true }).waitFor();
  expect(isOld).toBe(false);
  // The page works without the script that stores the shop's logo for the next sign-in. So no message appears if this
  // script fails to load.
  await page.unroute('**/chunk-*.js');
  const keeper = await scriptWith(page, 'readAsDataURL');
  await page.route(keeper, (route) => route.abort());
  const missed = page.waitForEvent('requestfailed', (request) => request.url() === keeper);
  await page.reload();
  await page.getByRole('heading', { name: EN.keys, exact: true }).waitFor();
  await missed;
  await page.turnTo(PHONE);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('copying works in a browser without crypto.subtle and the clipboard API', async () => {
  await using page = await enter(browser, uncalled, PHONE, '/app/connect');
  await page.getByLabel(EN.connect.secret).waitFor();
  await page.addInitScript(`Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });
    globalThis.readClipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard').get;
    Object.defineProperty(navigator, 'clipboard', { value: undefined });`);
  await page.reload();
  await page.getByText(EN.connect.noCrypto).waitFor();
  expect(await page.getByLabel(EN.connect.secret).count()).toBe(0);
  await page.getByRole('button', { name: `${EN.copy}: ${EN.connect.address}` }).click();
  await page.getByRole('button', { name: `${EN.copied}: ${EN.connect.address}` }).waitFor();
  expect(await page.evaluate('readClipboard.call(navigator).readText()')).toBe(uncalled.url);
  await lookHere(page, PHONE);
});

test('the page for connecting a site shows a hostile API key name as plain text, and is closed to viewers', async () => {
  await using shop = await openShop();
  const hostile = '<img src=x onerror=alert(1)>';
  changeStore(shop, `UPDATE api_keys SET name = '${hostile}'`);
  await shop.api.get('/api/v1/orders');
  await using page = await enter(browser, shop, PHONE, '/app/connect');
  await page.locator('.connect-last-call').getByText(hostile).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  // The browser leaves the page, because the page polls the API keys. After the change of role, the server would refuse
  // a poll.
  const address = page.url();
  await page.goto('about:blank');
  changeStore(shop, `UPDATE memberships SET role = 'viewer'`);
  await page.goto(address);
  await page.getByRole('heading', { name: EN.menu.owners }).waitFor();
  await lookHere(page, PHONE);
  expect(page.refused).toEqual([]);
  await page.locator('.menu-bar > button').click();
  expect(await page.getByRole('link', { name: EN.connect.title }).count()).toBe(0);
});
