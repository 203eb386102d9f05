import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import type { EN } from '../../src/dashboard/client/words-en.ts';
import { EN as ENGLISH } from '../../src/dashboard/client/words-en.ts';
import { RU } from '../../src/dashboard/client/words-ru.ts';
import { type Browser, FORMS, type Form, type Visit } from './browser.ts';

/** Much longer than any step takes; a test that stops says at which one. */
const STEP_MS = 10_000;

/** As `openShop` makes the first owner. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse' };

/** For `test.each`: the name goes into the test's own. */
export const EACH_FORM = FORMS.map((form) => [form.name, form] as const);

/** @param name as in FORMS: `phone, dark, ru` */
export function formNamed(name: string): Form {
  const form = FORMS.find((one) => one.name === name);
  if (form === undefined) throw new Error(`there is no form ${name}`);
  return form;
}

export const wordsOf = (form: Form): typeof EN => (form.locale === 'ru' ? RU : ENGLISH);

/** Writes beside the running server, as nothing of the product does. */
export function changeStore(shop: { readonly dir: string }, ...statements: readonly string[]): void {
  using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 2000');
  for (const statement of statements) db.run(statement);
}

/** Everybody's language and appearance are those of the form from here on. */
export const speak = (shop: { readonly dir: string }, form: Form): void =>
  changeStore(shop, `UPDATE people SET language = '${form.locale}', theme = 'system'`);

/** Fills the form of the sign-in page and sends it. */
export async function signInAs({ page }: Visit, form: Form, who = OWNER): Promise<void> {
  const words = wordsOf(form);
  await page.getByLabel(words.email).fill(who.email);
  await page.getByLabel(words.password).fill(who.password);
  await page.getByRole('button', { name: words.signIn }).click();
}

/** Opens a page of a shop as one of its people, in the form's language. */
export async function enter(
  browser: Browser,
  shop: { readonly dir: string; readonly url: string },
  form: Form,
  path: string,
  who = OWNER,
): Promise<Visit> {
  speak(shop, form);
  const visit = await browser.visit(`${shop.url}${path}`, form);
  visit.page.setDefaultTimeout(STEP_MS);
  await signInAs(visit, form, who);
  await visit.page.locator('.rail').waitFor();
  return visit;
}

/** Readable and reachable by everybody, no wider than the screen, and nothing of what others send is more than text. */
export async function look(visit: Visit, form: Form, where = visit.page.url()): Promise<void> {
  const { page } = visit;
  const findings = await visit.findings();
  const scrollsSideways = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  const foreign = await page.locator('#app script, #app img').count();
  const seen = { form: form.name, where, findings, scrollsSideways, foreign };
  expect(seen).toEqual({ form: form.name, where, findings: [], scrollsSideways: false, foreign: 0 });
}

/** The policy of the pages forbids Playwright's own waiting by expression. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await holds()) return;
    await Bun.sleep(25);
  }
  throw new Error('it did not come true');
}
