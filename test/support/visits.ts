import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { hashToken, tokenText } from '../../src/base/index.ts';
import { type EN, EN as ENGLISH } from '../../src/dashboard/client/words/en/all.ts';
import { FIELD_RULES_EN } from '../../src/dashboard/client/words/en/field-rules.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { FIELD_RULES_RU } from '../../src/dashboard/client/words/ru/field-rules.ts';
import { type AxeRules, type Browser, FORMS, type Form, type TestPage, type VisitOptions } from './browser.ts';
import { OWNER } from './docket.ts';
import { changeStore } from './http-answers.ts';

export { OWNER };

/**
 * The time limit of a step, much longer than any step takes. It is shorter than the test's own, so the error names the
 * step.
 */
const STEP_MS = 20_000;

/** @param name as in FORMS: `phone, dark, ru` */
export function formNamed(name: string): Form {
  const form = FORMS.find((one) => one.name === name);
  if (form === undefined) throw new Error(`there is no form ${name}`);
  return form;
}

export const DESKTOP = formNamed('desktop, light, en');

const named = (...names: string[]) => names.map((name) => [name, formNamed(name)] as const);

/**
 * The two forms that differ most. Each journey runs completely in both, and `look` checks its pages in the other six
 * forms.
 */
export const WALKS = named('phone, dark, ru', 'desktop, light, en');

const walkIn =
  (walks: typeof WALKS) =>
  (name: string, journey: (form: Form) => Promise<void>, timeoutMs?: number): void => {
    for (const [device, form] of walks) test(`on ${device}: ${name}`, () => journey(form), timeoutMs);
  };

/** A journey as one test in each form of `WALKS`. The form's name goes into the test's name. */
export const walk = walkIn(WALKS);

export const walkOnPhones = walkIn(named('phone, dark, ru', 'phone, light, en'));

/** The pages' words for a broken rule without parameters. */
export function ruleWords(locale: string, rule: keyof typeof FIELD_RULES_RU): string {
  const text = (locale === 'ru' ? FIELD_RULES_RU : FIELD_RULES_EN)[rule];
  if (typeof text !== 'string') throw new Error(`there are no words of its own for ${rule}`);
  return text;
}

/** All words of the order pages: those of the list are in a separate file, because they load first. */
export const orderWords = ({ orders, orderPage, orderForm, payments }: typeof EN) => ({
  ...orderPage,
  ...orderForm,
  ...payments,
  ...orders,
});

export const wordsOf = (form: Form): typeof EN => (form.locale === 'ru' ? RU : ENGLISH);

/** A number as a field shows it, with a comma in Russian. */
export const typed = ({ locale }: Form, number: string): string =>
  locale === 'ru' ? number.replace('.', ',') : number;

export const speak = (shop: { readonly dir: string }, form: Form): void =>
  changeStore(shop, `UPDATE people SET language = '${form.locale}', theme = 'system'`);

export async function signInAs(page: Page, form: Form, who = OWNER): Promise<void> {
  const words = wordsOf(form);
  await page.getByLabel(words.email).fill(who.email);
  await page.getByLabel(words.password).fill(who.password);
  await page.getByRole('button', { name: words.signIn }).click();
}

/** Chooses an item of a menu that replaces a `select` (ui/choice-menu.tsx). */
export async function chooseFrom(page: Pick<Page, 'getByRole'>, label: string, line: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `${label}: ` }).click();
  await page.getByRole('menuitemradio', { name: line, exact: true }).click();
}

export async function choosePeriod(page: Page, form: Form, name: string): Promise<void> {
  if (form.size.width < 1_100) await chooseFrom(page, wordsOf(form).money.period, name);
  else await page.getByRole('button', { name, exact: true }).click();
}

/** A session as after signing in, without the cost of checking a password. @returns its token */
function beginSession(shop: { readonly dir: string }, email: string): string {
  const token = tokenText(crypto.getRandomValues(new Uint8Array(32)));
  const id = Buffer.from(Bun.randomUUIDv7().replaceAll('-', ''), 'hex');
  using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  const { changes } = db.run(
    `INSERT INTO sessions (id, token_hash, person_seq, user_agent, remembered, created_at, last_seen_at, proved_at)
     SELECT ?1, ?2, seq, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', 0, ?3, ?3, ?3 FROM people WHERE email = ?4`,
    [id, hashToken(token), Date.now(), email],
  );
  if (changes !== 1) throw new Error(`nobody is called ${email}`);
  return token;
}

export async function enter(
  browser: Browser,
  shop: { readonly dir: string; readonly url: string },
  form: Form,
  path: string,
  email = OWNER.email,
  more: VisitOptions = {},
): Promise<TestPage> {
  speak(shop, form);
  const page = await browser.visit(`${shop.url}${path}`, form, beginSession(shop, email), more);
  page.setDefaultTimeout(STEP_MS);
  await page.locator('.rail').waitFor();
  return page;
}

/**
 * Returns the given form and the three others in its language. Each differs from the form before it only in size or
 * scheme.
 */
function turnsOf({ size, scheme, locale }: Form): readonly Form[] {
  const rank = (one: Form): number =>
    one.size === size ? Number(one.scheme !== scheme) : 2 + Number(one.scheme === scheme);
  return FORMS.filter((one) => one.locale === locale).toSorted((a, b) => rank(a) - rank(b));
}

/** Checks the page in each form, and returns it to the first. */
async function lookIn(
  page: TestPage,
  forms: readonly [Form, ...Form[]],
  where: string,
  rules: AxeRules = 'all',
): Promise<void> {
  // Answers to an earlier question are faded until the new ones come; nobody is meant to read them.
  await page.locator('.answers[aria-busy=true]').first().waitFor({ state: 'detached' });
  const seen = [{ form: forms[0].name, where, ...(await page.faults(rules)) }];
  let present = forms[0];
  for (const form of forms.slice(1)) {
    await page.turnTo(form);
    seen.push({ form: form.name, where, ...(await page.faults(form.size === present.size ? 'colours' : rules)) });
    present = form;
  }
  if (present !== forms[0]) await page.turnTo(forms[0]);
  const clean = { findings: [], scrollsSideways: false, dialogOff: false, foreign: 0 };
  expect(seen).toEqual(forms.map(({ name }) => ({ form: name, where, ...clean })));
}

export async function picture(page: TestPage, form: Form, name: string): Promise<void> {
  const folder = process.env['DOCKET_TEST_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${form.name} ${name}.png`, fullPage: true });
}

/** Checks like `look`, but only in the page's current form. */
export const lookHere = (page: TestPage, form: Form, where = page.url()): Promise<void> => lookIn(page, [form], where);

/** Checks like `look`, in light and dark, but only in the current size. */
export const lookInSize = (page: TestPage, form: Form): Promise<void> =>
  lookIn(page, [form, ...turnsOf(form).slice(1, 2)], page.url());

/**
 * Checks that a page is readable and accessible for everybody, and no wider than the screen. Input from outside must
 * stay text. The check covers phone and desktop, light and dark, in the form's language. All rules of axe run once in
 * each size, since a size may show and hide anything. Between light and dark only colors change, so the second scheme
 * gets only the rules about colors.
 */
export const look = (page: TestPage, form: Form, where = page.url()): Promise<void> =>
  lookIn(page, [form, ...turnsOf(form).slice(1)], where);

/** Checks like `look`, but fails on any rule of axe, including good practice. */
export const lookStrictly = (page: TestPage, form: Form, where = page.url()): Promise<void> =>
  lookIn(page, [form, ...turnsOf(form).slice(1)], where, 'every');
