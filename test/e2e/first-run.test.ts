import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { zoneIn, zonesWith } from '../../src/dashboard/client/parts/zones.ts';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { FORGOTTEN_EN, FORGOTTEN_RU } from '../../src/dashboard/client/words/forgotten.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { FORMS, type Form, goTo, sharedBrowser, type TestPage } from '../support/browser.ts';
import { ownerOf, signedIn } from '../support/browser-session.ts';
import { docketJson, openShop, type Shop } from '../support/docket.ts';
import { type FreshDesk, openFreshDesk } from '../support/fresh-desk.ts';
import { readStore } from '../support/http-answers.ts';
import { resetLink } from '../support/members.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { curlWords, sendAsCurl } from '../support/shell.ts';
import { until } from '../support/until.ts';
import { enter, look, lookHere, OWNER, ruleWords, signInAs, walk, wordsOf } from '../support/visits.ts';

const EMAIL = 'anna@example.com';
const NAME = 'Анна Котова';
const PASSWORD = 'лавка на углу у моста';
const FIRST = FORMS[0] as Form;
const ZONE = 'Asia/Novosibirsk';
const ZONES = zonesWith(ZONE, 'en', Date.now());

const browser = sharedBrowser();

const openDesk = (): Promise<FreshDesk> => openFreshDesk(['--allow-private-webhooks']);

async function chooseZone(page: Page, label: string): Promise<void> {
  const own = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
  const field = page.getByRole('combobox', { name: label });
  expect(zoneIn(await field.inputValue(), ZONES)).toBe(own);
  await field.fill('новосиб');
  await page.getByRole('option', { name: 'UTC+7' }).click();
  await until('the whole name of the zone', async () => zoneIn(await field.inputValue(), ZONES) === ZONE);
}

/** Fills in and submits the set-up form. The server then signs the owner in. */
async function setUp(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form);
  await page.getByLabel(w.setup.business).fill('Лавка у моста');
  expect(new URL(page.url()).hash).toBe('');
  await chooseZone(page, w.zone.label);
  expect(await page.locator('html').getAttribute('lang')).toBe(form.locale);
  await page.getByLabel(w.setup.ownerName).fill(NAME);
  await page.getByLabel(w.email).fill(EMAIL);
  const password = page.getByLabel(w.password, { exact: true });
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: w.setup.showPassword }).click();
  expect(await password.getAttribute('type')).toBe('text');
  await look(page, form);
  await page.getByRole('button', { name: w.setup.submit }).click();
  await page.getByRole('heading', { name: w.start.title }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/app');
  expect(
    await page.evaluate(
      `fetch('/app/api/me').then((me) => me.json()).then(({ data }) => [data.person.name, data.workspaces[0].timeZone])`,
    ),
  ).toEqual([NAME, ZONE]);
}

/**
 * Does actions 4 and 5 of the nine: makes an API key by one click, and the first order by one paste. @returns the API
 * key
 */
async function firstOrder(page: TestPage, form: Form): Promise<string> {
  const { steps: w, orders } = wordsOf(form);
  await page.locator('.start-developers > summary').click();
  await page.getByRole('button', { name: w.makeKey }).click();
  await page.getByText(w.waitingOrder).waitFor();
  await look(page, form);
  const curl = (await page.getByRole('region', { name: 'curl' }).textContent()) ?? '';
  const key = /dk_[\w-]{43}/.exec(curl)?.[0] ?? '';
  const pasted = await sendAsCurl(await curlWords(curl));
  expect({ status: pasted.status, answer: pasted.body.code }).toEqual({ status: 200, answer: 'ok' });
  await page.getByText(`${orders.order} 1 ${w.accepted}`).waitFor();
  expect(
    await page
      .getByRole('link', { name: `${orders.order} 1`, exact: true })
      .first()
      .getAttribute('href'),
  ).toMatch(/^\/app\/orders\/[0-9a-f-]{36}$/);
  expect(await page.getByText(w.waitingOrder).count()).toBe(0);
  return key;
}

/**
 * Does actions 6 to 8 of the nine: adds the endpoint, saves its secret and sends a test event. Then resends the order's
 * event.
 * @returns the secret
 */
async function firstWebhook(page: TestPage, form: Form, receiver: Receiver): Promise<string> {
  const w = wordsOf(form);
  await page.getByLabel(w.hooks.address, { exact: true }).fill(receiver.url);
  await page.getByRole('button', { name: w.steps.add, exact: true }).click();
  await page.getByRole('heading', { name: w.secretTitle }).waitFor();
  const secret = (await page.locator('.secret code').textContent()) ?? '';
  await look(page, form);
  await page.getByRole('button', { name: w.savedIt }).click();
  await page.getByRole('button', { name: w.steps.sendTest }).click();
  await page.getByText(w.steps.delivered).waitFor();
  receiver.answer(503);
  await page.getByRole('button', { name: `${w.steps.resend} 1` }).click();
  await page.getByText(w.steps.failed).waitFor();
  await page.getByText('503').first().waitFor();
  await look(page, form);
  receiver.answer(204);
  // The page may show the outcome before the server answers. Until then, the button ignores clicks.
  await page.locator('button[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `${w.steps.resend} 1` }).click();
  await page.getByText('204').waitFor();
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test', 'order.created', 'order.created']);
  for (const one of receiver.received) verify(secret, one);
  expect(JSON.parse(receiver.received[2]?.body ?? '{}').data.orderNumber).toBe('1');
  return secret;
}

/**
 * Puts aside the remaining first steps (action 9), after which the block of steps folds. Then hides the block and
 * expects that it stays hidden.
 */
async function finish(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form);
  const setMail = page.getByRole('listitem').getByRole('link', { name: w.overview.setMail });
  expect(await setMail.first().getAttribute('href')).toBe('/app/settings/mail');
  for (const step of [w.steps.productsAdd, w.steps.peopleAdd, w.overview.setMail]) {
    await page.getByRole('button', { name: `${w.steps.setAside}: ${step}` }).click();
  }
  await page.getByRole('button', { name: w.steps.backupDone }).click();
  await page.getByText(w.start.allDone).waitFor();
  await look(page, form);
  await page.getByRole('button', { name: w.start.show }).click();
  await page.getByRole('heading', { name: w.steps.orderTitle }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: w.start.hide }).click();
  await page.reload();
  await page.getByRole('heading', { name: w.start.overview }).waitFor();
  await page.getByRole('heading', { name: w.overview.attention }).waitFor();
  expect(await page.getByText(w.start.allDone).count()).toBe(0);
}

walk('nine actions lead from the printed link to the first signed webhook', async (form) => {
  await using desk = await openDesk();
  using receiver = startReceiver();
  await using page = await browser.visit(desk.link(), form);
  await setUp(page, form);
  await look(page, form);
  const key = await firstOrder(page, form);
  const secret = await firstWebhook(page, form, receiver);
  await finish(page, form);
  const shown = await page.content();
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(secret);
});

walk('without a valid link the pages name the command that prints a link', async (form) => {
  await using shop = await openShop();
  await using desk = await openDesk();
  const w = wordsOf(form);
  await using page = await browser.visit(`${desk.url}/app/setup`, form);
  page.excuse(/^outside request: http:.*127|status of 4(?:04|22)/);
  await page.getByText(w.setup.setupCommand, { exact: true }).waitFor();
  await look(page, form);
  await page.goto(`${shop.url}/app/setup#${'x'.repeat(43)}`);
  await page.getByRole('heading', { name: w.setup.badLinkTitle }).waitFor();
  await page.getByText(w.setup.setupCommand, { exact: true }).waitFor();
  await look(page, form);
  await page.goto(`${shop.url}/app/reset`);
  const { ask, command } = form.locale === 'ru' ? FORGOTTEN_RU : FORGOTTEN_EN;
  await page.getByText(ask).waitFor();
  await page.getByText(command, { exact: true }).waitFor();
  expect((await page.getByRole('link', { name: w.signIn }).boundingBox())?.height).toBeGreaterThanOrEqual(36);
  const link = await resetLink(shop.dir, 'owner@example.com', '--public-url', shop.url);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('owner@example.com').waitFor();
  const password = page.getByLabel(w.setup.newPassword);
  await password.fill('test shop');
  await page.getByRole('button', { name: w.setup.resetSubmit }).click();
  await page.getByText(ruleWords(form.locale, 'password_is_name')).waitFor();
  await look(page, form);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: w.setup.resetSubmit }).click();
  // From here on the language is the person's own, English.
  await page.getByRole('heading', { name: EN.start.overview }).waitFor();
  await goTo(page, EN.account);
  await page.getByLabel(EN.person.present).waitFor();
  await look(page, form);
});

test('the language chosen on a page before sign-in is kept', async () => {
  await using desk = await openDesk();
  await using page = await browser.visit(desk.link(), FIRST);
  await page.getByLabel(EN.setup.business).fill('Лавка');
  await page.getByRole('button', { name: 'Русский' }).click();
  expect(await page.getByLabel(RU.setup.business).inputValue()).toBe('Лавка');
  await page.getByLabel(RU.email).fill(EMAIL);
  await page.getByLabel(RU.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: RU.setup.submit }).click();
  await page.getByRole('heading', { name: RU.start.title }).waitFor();
  await page.goto(`${desk.url}/app/account`);
  await page.getByRole('button', { name: RU.signOut, exact: true }).click();
  await page.getByRole('heading', { name: RU.signInTitle }).waitFor();
});

test('a weak password is explained at its field, and the form keeps its values', async () => {
  await using desk = await openDesk();
  await using page = await browser.visit(desk.link(), FORMS[5] as Form);
  await page.getByLabel(RU.setup.business).fill('Лавка у моста');
  page.excuse(/status of 422/);
  await page.getByLabel(RU.email).fill(EMAIL);
  const password = page.getByLabel(RU.password, { exact: true });
  const submit = page.getByRole('button', { name: RU.setup.submit });
  for (const [typed, told] of [
    ['йцукенгшщ', ruleWords('ru', 'password_common')],
    ['лавка у моста', ruleWords('ru', 'password_is_name')],
  ] as const) {
    await password.fill(typed);
    await submit.click();
    await page.getByText(told).waitFor();
    expect(await password.getAttribute('aria-invalid')).toBe('true');
  }
  await password.fill(PASSWORD);
  await submit.click();
  await page.getByRole('heading', { name: RU.start.title }).waitFor();
});

async function endOtherSessions(shop: Shop): Promise<void> {
  const other = await ownerOf(shop);
  const { status } = await other.post('/app/api/sessions/revoke-others');
  expect(status).toBe(200);
}

async function fillKeyForm(page: TestPage, form: Form): Promise<void> {
  const w = wordsOf(form);
  await goTo(page, w.keys);
  await page.getByRole('button', { name: w.apiKeys.newKey }).click();
  await page.getByLabel(w.apiKeys.name, { exact: true }).fill('Касса');
  await page.getByLabel(w.apiKeys.source, { exact: true }).fill('till');
}

const ofPath = (path: string) => (answer: { url(): string }) => answer.url().endsWith(path);

const keysOf = (shop: Shop): number => readStore(shop, "SELECT id FROM api_keys WHERE source = 'till'").length;

describe('a session that ends in the middle of a form', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  walk('the form survives Escape and is sent once after the right password', async (form) => {
    const w = wordsOf(form);
    const before = keysOf(shop);
    await using page = await enter(browser, shop, form, '/app');
    await fillKeyForm(page, form);
    await endOtherSessions(shop);
    page.excuse(/status of 401/);
    const create = page.getByRole('button', { name: w.apiKeys.create, exact: true });
    await create.click();
    const dialog = page.getByRole('dialog', { name: w.endedTitle });
    await dialog.waitFor();
    await look(page, form);
    expect(await dialog.getByLabel(w.email).inputValue()).toBe(OWNER.email);
    const refused = page.waitForResponse(ofPath('/live'));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await refused;
    const loaded = ['/me', '/inquiries/untouched'].map((path) => page.waitForResponse(ofPath(path)));
    await page.evaluate("dispatchEvent(new Event('online'))");
    await Promise.all(loaded);
    expect(await page.getByLabel(w.apiKeys.name, { exact: true }).inputValue()).toBe('Касса');
    expect(keysOf(shop)).toBe(before);
    await create.click();
    await dialog.getByLabel(w.password).fill('wrong');
    await dialog.getByRole('button', { name: w.signIn }).click();
    await dialog.getByText(w.wrongPassword).waitFor();
    await dialog.getByLabel(w.password).fill(OWNER.password);
    // The live stream ended with the session. After signing in, the page opens a new stream at once.
    const listens = page.waitForResponse((answer) => ofPath('/live')(answer) && answer.ok());
    await dialog.getByRole('button', { name: w.signIn }).click();
    await page.getByRole('heading', { name: w.apiKeys.keyTitle }).waitFor();
    await listens;
    expect(keysOf(shop)).toBe(before + 1);
  });
});

test('if another person signs in after a session ends, the form is discarded', async () => {
  await using shop = await openShop();
  const at = ['--data', shop.dir, '--role', 'viewer', '--password', 'correct horse'];
  await docketJson(['owner', 'create', ...at, '--email', 'viewer@example.com']);
  await using page = await enter(browser, shop, FIRST, '/app');
  await fillKeyForm(page, FIRST);
  await endOtherSessions(shop);
  page.excuse(/status of 401/);
  await page.getByRole('button', { name: EN.apiKeys.create, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: EN.endedTitle });
  await dialog.getByLabel(EN.email).fill('viewer@example.com');
  await dialog.getByLabel(EN.password).fill('correct horse');
  await dialog.getByRole('button', { name: EN.signIn }).click();
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  expect(keysOf(shop)).toBe(0);
  await page.goto(`${shop.url}/app`);
  await page.locator('main .overview').waitFor();
  expect(await page.getByRole('button', { name: EN.steps.makeKey }).count()).toBe(0);
});

test('changing the password on the account page ends all other sessions', async () => {
  await using shop = await openShop();
  const other = await ownerOf(shop);
  await using page = await browser.visit(`${shop.url}/app/account`, FIRST);
  await signInAs(page, FIRST);
  page.excuse(/status of 4(?:01|22)/);
  await page.getByLabel(EN.person.name).fill('Анна Петрова');
  await page.getByRole('button', { name: EN.person.saveName }).click();
  await page.getByText(EN.person.nameSaved).waitFor();
  const [present, next] = [page.getByLabel(EN.person.present), page.getByLabel(EN.person.next)];
  const change = page.getByRole('button', { name: EN.person.change });
  await present.fill('wrong');
  await next.fill(PASSWORD);
  await change.click();
  await page.getByText(EN.person.wrongPresent).waitFor();
  await present.fill('correct horse');
  await next.fill('qwertyuiop');
  await change.click();
  await page.getByText(ruleWords('en', 'password_common')).waitFor();
  await lookHere(page, FIRST);
  await next.fill(PASSWORD);
  await change.click();
  await page.getByText(EN.person.changed).waitFor();
  expect(await present.inputValue()).toBe('');
  expect((await other.get('/app/api/sessions')).status).toBe(401);
  await page.reload();
  expect(await page.getByLabel(EN.person.name).inputValue()).toBe('Анна Петрова');
  await signedIn(shop.url, 'owner@example.com', PASSWORD);
});
