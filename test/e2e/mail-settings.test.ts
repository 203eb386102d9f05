import { expect } from 'bun:test';
import type { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES_EN, type PageWords } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { type Form, sharedBrowser, type TestPage } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { startSmtp } from '../support/smtp.ts';
import { enter, look, OWNER, walk, wordsOf } from '../support/visits.ts';

const MAIL_PASSWORD = 'mail-secret';

const browser = sharedBrowser();
const smtp = shared(() => startSmtp({ user: 'shop', password: MAIL_PASSWORD }));

const fieldOf = (page: TestPage, label: string) => page.getByLabel(label, { exact: true });

async function failFirst(page: TestPage, form: Form, words: PageWords['mail'], w: typeof EN): Promise<void> {
  await page.getByText(words.none, { exact: true }).waitFor();
  await page.getByRole('radio', { name: words.modes.starttls }).check();
  expect(await fieldOf(page, words.port).inputValue()).toBe('587');
  await page.getByRole('radio', { name: words.modes.none }).check();
  await fieldOf(page, words.host).fill('localhost');
  await fieldOf(page, words.port).fill(String(smtp.port));
  await fieldOf(page, words.user).fill('shop');
  await fieldOf(page, w.password).fill('wrong');
  await fieldOf(page, words.sender).fill('shop@example.com');
  await look(page, form);
  await page.getByRole('button', { name: words.test, exact: true }).click();
  await page.getByText(words.failed).waitFor();
  await page.getByText(words.advice.auth).waitFor();
  await page.locator('.settings-outcome code', { hasText: '535' }).waitFor();
  await look(page, form);
}

/** The session is ten minutes old by now. The page asks for the owner's password, and the form survives that. */
async function save(page: TestPage, form: Form, words: PageWords['mail'], w: typeof EN): Promise<void> {
  await fieldOf(page, w.password).fill(MAIL_PASSWORD);
  const button = page.getByRole('button', { name: words.testAndSave });
  await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: w.cancel }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await button.isEnabled()).toBe(true);
  await button.click();
  await dialog.getByLabel(w.password).fill(OWNER.password);
  await dialog.getByRole('button', { name: w.person.goOn }).click();
  await page.getByText(w.saved, { exact: true }).waitFor();
  await page.getByText(words.passwordKept).waitFor();
  expect(await fieldOf(page, w.password).inputValue()).toBe('');
  expect(smtp.taken.at(-1)).toMatchObject({ to: [OWNER.email], user: 'shop' });
  await look(page, form);
}

walk('the mail server is tested, saved and removed from the first steps', async (form) => {
  const [w, pages] = [wordsOf(form), form.locale === 'ru' ? PAGES_RU : PAGES_EN];
  await using shop = await openShop();
  await using page = await enter(browser, shop, form, '/app');
  const card = page.locator('.start-step').filter({ hasText: w.steps.mailTitle });
  await card.getByRole('link', { name: w.overview.setMail }).click();
  await failFirst(page, form, pages.mail, w);
  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  await save(page, form, pages.mail, w);
  await page.goto(`${shop.url}/app`);
  await card.getByText(w.steps.done).waitFor();
  await card.getByRole('link', { name: w.steps.tryMail }).click();
  await page.getByRole('button', { name: pages.mail.remove, exact: true }).click();
  await look(page, form);
  await page.getByRole('dialog').getByRole('button', { name: pages.mail.remove }).click();
  await page.getByText(pages.mail.none, { exact: true }).waitFor();
  page.excuse(/status of 403/);
});
