import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ACCOUNT_EN } from '../../src/dashboard/client/words/en/account.ts';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { FORGOTTEN_EN, FORGOTTEN_RU } from '../../src/dashboard/client/words/forgotten.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { goTo, sharedDesk, type TestPage } from '../support/browser.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { partOf, startSmtp } from '../support/smtp.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';
import { chooseFrom, DESKTOP, enter, look, signInAs, speak, WALKS, walk } from '../support/visits.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const MANAGER = { email: 'manager@example.com', password: 'long enough for this' };
const MINUTE_MS = 60_000;
const TRIES = 10;

const { browser, shop } = sharedDesk();

const wordsOf = (locale: string) => (locale === 'ru' ? RU : EN);

async function tryToSignIn(page: Page, words: typeof EN, password: string): Promise<number> {
  await page.getByLabel(words.email).fill(EMAIL);
  await page.getByLabel(words.password).fill(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/app/api/sign-in'));
  await page.getByRole('button', { name: words.signIn }).click();
  const status = (await answered).status();
  // Until the page has read the answer, a click is ignored.
  await page.locator('form[aria-busy=true]').waitFor({ state: 'detached' });
  return status;
}

/** Serves the executable's pages and another server's data at one address. The test moves that server's clock. */
function behindOneAddress(dataUrl: string): { readonly url: string; [Symbol.asyncDispose](): Promise<void> } {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url);
      const to = pathname.startsWith('/app/api/') ? dataUrl : shop.url;
      const { method, headers, body } = request;
      return fetch(`${to}${pathname}${search}`, { method, headers, body, redirect: 'manual', decompress: false });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) };
}

walk('too many guesses delay the next try, after which the right password works', async (form) => {
  await using timed = await openTimedShop();
  await (await timed.owner()).post('/app/api/account', { language: form.locale });
  await using front = behindOneAddress(timed.url);
  const words = wordsOf(form.locale);
  await using page = await browser.visit(`${front.url}/app`, form);
  for (let tried = 0; tried < TRIES; tried += 1) expect(await tryToSignIn(page, words, 'wrong')).toBe(401);
  await page.getByText(words.wrongPassword).waitFor();
  // Nobody needs help after a wrong password, so the page shows no request number.
  expect(await page.locator('.problem code').count()).toBe(0);
  expect(await tryToSignIn(page, words, 'wrong')).toBe(429);
  const wait = form.locale === 'ru' ? 'через 60 секунд' : 'in 60 seconds';
  await page.getByText(`${words.tooManyTries} ${wait}.`).waitFor();
  await look(page, form);
  // A guesser is not told that this password is the right one.
  expect(await tryToSignIn(page, words, PASSWORD)).toBe(429);
  // However often a sign-in was refused meanwhile, one minute gives one try.
  timed.store.world.clock.advance(MINUTE_MS);
  expect(await tryToSignIn(page, words, PASSWORD)).toBe(200);
  await page.getByRole('heading', { name: words.start.overview }).waitFor();
  await goTo(page, words.account);
  await page.getByRole('button', { name: words.signOut, exact: true }).click();
  await page.getByRole('heading', { name: words.signInTitle }).waitFor();
  // A successful sign-in restores all tries.
  expect(await tryToSignIn(page, words, 'wrong')).toBe(401);
  page.excuse(/status of (?:401|429)/);
});

async function textsOn(page: Page): Promise<string[]> {
  const script = `[
    ...document.body.innerText.split('\\n'),
    ...[...document.querySelectorAll('[aria-label], [title]')].flatMap((one) => [one.ariaLabel ?? '', one.title]),
  ].map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text))`;
  return (await page.evaluate(script)) as string[];
}

/**
 * Texts that are the same in every language: names and their first letters, addresses, the plan with the version, a
 * request's number, the languages themselves.
 */
const NO_WORDS =
  /^(?:Docket|Test shop|English|Русский|owner@example\.com|Mozilla.*|Chrome, Linux|(?:dev )?pro · [\d.]+|[\da-f-]{36}|Ctrl|⌘|.)$/;

walk('another language changes every text at once and is remembered', async (form) => {
  speak(shop, form);
  const other = form.locale === 'ru' ? 'en' : 'ru';
  const [words, otherWords] = [wordsOf(form.locale), wordsOf(other)];
  await using page = await browser.visit(`${shop.url}/app`, form);
  expect(await tryToSignIn(page, words, PASSWORD)).toBe(200);
  await goTo(page, words.account);
  const name = page.getByLabel(words.person.name, { exact: true });
  await name.evaluate((field) => field.removeAttribute('maxlength'));
  await name.fill('x'.repeat(201));
  await page.getByRole('button', { name: words.person.saveName }).click();
  const refusals = {
    en: 'Must be a text of 1 to 200 characters on one line.',
    ru: 'Нужно от 1 до 200 символов в одну строку.',
  };
  await page.getByText(refusals[form.locale]).waitFor();
  await page.locator(':focus[aria-invalid="true"]').waitFor();
  await look(page, form);
  const before = await textsOn(page);
  expect(before.length).toBeGreaterThan(20);
  await page.evaluate('window.isSamePage = true');

  await chooseFrom(page, words.person.language, other === 'ru' ? 'Русский' : 'English');
  await page.getByRole('heading', { name: otherWords.account, exact: true }).waitFor();
  await page.getByText(refusals[other]).waitFor();
  await page.getByText(otherWords.person.thisDevice).waitFor();
  // The words of the settings are in a separate file, so they may change a moment later than the others.
  const stayed = async () => (await textsOn(page)).filter((text) => before.includes(text) && !NO_WORDS.test(text));
  await until('the other language on every text', async () => (await stayed()).length === 0);
  expect(await page.evaluate('[window.isSamePage, document.documentElement.lang]')).toEqual([true, other]);
  await look(page, form);

  // A refusal that belongs to no field has details to copy, for anyone who helps.
  const json = { ok: false, code: 'store_busy', message: 'busy', requestId: 'r-1', refusal: { rule: 'store_busy' } };
  await page.route('**/app/api/account', (route) => route.fulfill({ status: 503, json }));
  await page.getByRole('button', { name: otherWords.person.saveName }).click();
  await page.getByRole('button', { name: otherWords.copyDetails }).click();
  await page.getByRole('button', { name: otherWords.copied }).waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(copied).toMatch(/^code: store_busy\nmessage: busy\nrequestId: r-1\ntime: \d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await page.unrouteAll({ behavior: 'wait' });

  await page.getByRole('button', { name: otherWords.signOut, exact: true }).click();
  await page.getByRole('heading', { name: otherWords.signInTitle }).waitFor();
  expect(await tryToSignIn(page, otherWords, PASSWORD)).toBe(200);
  await page.getByRole('heading', { name: otherWords.account, exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: otherWords.account, exact: true }).waitFor();
  page.excuse(/status of (?:422|503)/);
});

test('a forgotten password is reset by mail, and without a mail server the page names the command for a reset', async () => {
  await using smtp = await startSmtp();
  const mail = ['--smtp-url', `smtp://127.0.0.1:${smtp.port}`, '--mail-from', 'docket@example.com'];
  await using mailing = await openShop([...mail, '--public-url', 'https://orders.example.com']);
  for (const [_name, form] of WALKS) {
    const words = wordsOf(form.locale);
    const forgotten = form.locale === 'ru' ? FORGOTTEN_RU : FORGOTTEN_EN;
    await using page = await browser.visit(`${mailing.url}/app`, form);
    page.excuse(/status of 404/);
    await page.getByLabel(words.email).fill(EMAIL);
    await page.getByText(words.forgot).click();
    const own = page.locator('details form');
    await own.getByLabel(words.email).waitFor();
    expect(await own.getByLabel(words.email).inputValue()).toBe(EMAIL);
    await look(page, form);
    const before = smtp.taken.length;
    await own.getByRole('button', { name: forgotten.send }).click();
    await page.getByText(forgotten.sent).waitFor();
    const [letter] = await until('the mail', () => smtp.taken.length > before && smtp.taken.slice(before));
    const token = letter && /\/app\/reset#(\S+)/.exec(partOf(letter, 'text/plain'))?.[1];
    await page.goto(`${mailing.url}/app/reset#${token}`);
    await page.locator('input[type=password]').first().fill('long enough here');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: EN.start.overview }).waitFor();
    await page.goto('about:blank');
    await page.goto(`${mailing.url}/app/reset#${token}`);
    await page.getByRole('button', { name: /^(Email me a link|Прислать ссылку)$/ }).waitFor();
    await using plain = await browser.visit(`${shop.url}/app`, form);
    await plain.getByText(words.forgot).click();
    const command = plain.getByText(forgotten.command);
    await command.waitFor();
    // A flag that breaks after its hyphens would look like two.
    const rows = await command
      .locator('span > span')
      .evaluateAll((all) => all.map((one) => one.getClientRects().length));
    expect(rows).toEqual(forgotten.command.split(' ').map(() => 1));
    await look(plain, form);
  }
});

/** Opens a page as the first reader, and ends the session. Then a manager signs in from a second tab. */
async function changeReader(own: Shop, first: TestPage, open: () => Promise<unknown>): Promise<Page> {
  await addMember(own.dir, own.workspaceId, { ...MANAGER, role: 'manager' });
  await open();
  first.excuse(/status of 401/);
  // The session is deleted in the database, because signing out in the app would notify the other tabs.
  changeStore(own, 'DELETE FROM sessions');
  const second = await first.context().newPage();
  await second.goto(`${own.url}/app/orders`);
  await signInAs(second, DESKTOP, MANAGER);
  await second.locator('.rail').waitFor();
  return second;
}

test('a page is reloaded when another person signs in from a second tab', async () => {
  await using own = await openShop();
  await using page = await enter(browser, own, DESKTOP, '/app/account');
  await changeReader(own, page, () => page.locator('main').getByText(EMAIL).first().waitFor());
  await page.locator('main').getByText(MANAGER.email).first().waitFor();
});

test('a page reloads if its session ends while the page loads and another person then signs in', async () => {
  await using own = await openShop();
  await using page = await enter(browser, own, DESKTOP, '/app');
  const ended = Promise.withResolvers<void>();
  await page.route('**/app/api/sessions', async (route) => {
    await ended.promise;
    await route.fulfill({ status: 401, json: { code: 'signed_out', message: 'Signed out.' } });
  });
  await changeReader(own, page, async () => {
    await page.goto(`${own.url}/app/account`);
    ended.resolve();
    await page.locator('dialog[open]').waitFor();
    await page.unroute('**/app/api/sessions');
  });
  await page.locator('main').getByText(MANAGER.email).first().waitFor();
});

test('a page that finds another person signed in is reloaded', async () => {
  await using own = await openShop();
  await using page = await enter(browser, own, DESKTOP, '/app');
  // The message between the tabs is lost.
  await page.addInitScript('BroadcastChannel = class { postMessage() {} close() {} };');
  const second = await changeReader(own, page, async () => {
    await page.goto(`${own.url}/app/account`);
    await page.getByLabel(ACCOUNT_EN.name).first().fill('Typed by the first reader');
  });
  await second.evaluate("localStorage.setItem('docket.left', String(Date.now()))");
  await page.locator('main').getByText(MANAGER.email).first().waitFor();
  expect(await page.getByLabel(ACCOUNT_EN.name).first().inputValue()).not.toBe('Typed by the first reader');
});
