import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { sharedDesk } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, look, OWNER, walk, wordsOf } from '../support/visits.ts';

const NAME = 'Зинаида';

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  const owner = await ownerOf(shop);
  const { today } = expectOk(await owner.get(`${shop.base}/overview`));
  await placeOrder(shop.api, { date: `${today}T12:00:00+00:00`, client: { name: NAME } });
});

const kept = (page: Page) =>
  page.evaluate(
    `[sessionStorage, localStorage].flatMap((place) => Object.entries(place).filter(([key]) => /^docket\\.(day|draft)/.test(key)))`,
  ) as Promise<[key: string, text: string][]>;

const nothingKept = (page: Page): Promise<unknown> =>
  until('nothing to be kept', async () => (await kept(page)).length === 0);

async function typeOrder(page: Page): Promise<void> {
  await page.goto(`${shop.url}/app/orders/new`);
  await page.locator('[name="products.0.name"]').fill(NAME);
}

test('a day’s orders stored in a browser become unreadable after the browser drops their encryption key', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app', OWNER.email, { withWorker: true });
  changeStore(shop, 'UPDATE sessions SET remembered = 1');
  await page.reload();
  const dayIn = async () => (await kept(page)).find(([key]) => key === 'docket.day.1')?.[1];
  await until('the day to be kept', async () => (await page.evaluate(`localStorage.getItem('docket.day.1')`)) !== null);
  expect(await dayIn()).not.toContain(NAME);
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await page.reload();
  const offline = page.locator('.overview-offline');
  await offline.getByText(NAME).waitFor();
  // At the end of the day the browser deletes this cookie by itself. Here the test deletes it.
  const [key] = (await page.context().cookies()).filter(({ name }) => name === 'docket-day');
  expect(key?.expires).toBeLessThanOrEqual(Date.now() / 1_000 + 86_400);
  await page.context().clearCookies({ name: 'docket-day' });
  await page.reload();
  await page.getByRole('alert').waitFor();
  expect(await offline.count()).toBe(0);
  await nothingKept(page);
});

test('signing out in one tab also signs out the other tab, and both tabs drop their drafts', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app/orders');
  const words = wordsOf(DESKTOP);
  const other = await page.context().newPage();
  await typeOrder(other);
  await until('the draft to be kept', async () => (await kept(other)).length === 1);
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox').fill(words.signOut);
  await page.getByRole('option', { name: words.signOut, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: words.signIn }).waitFor();
    await nothingKept(tab);
  }
});

walk('an owner can forbid browsers to store anything, and can allow it again', async (form) => {
  changeStore(shop, 'UPDATE workspaces SET browsers_keep = 1');
  const w = (form.locale === 'ru' ? PAGES_RU : PAGES_EN).workspace;
  await using page = await enter(browser, shop, form, '/app', OWNER.email, { withWorker: true });
  await until('the day to be kept', async () => (await kept(page)).some(([, text]) => text.includes(NAME)));
  await typeOrder(page);
  await until('the draft to be kept', async () => (await kept(page)).some(([key]) => key.startsWith('docket.draft')));
  const turn = async (verb: string, lead: string): Promise<void> => {
    await page.goto(`${shop.url}/app/settings/workspace`);
    await page.getByRole('button', { name: verb }).click();
    await look(page, form);
    await page.getByRole('dialog').getByRole('button', { name: verb }).click();
    // The dialog shows the same words until the change is saved, so the test first waits until it is gone.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(lead).waitFor();
  };
  await turn(w.browsersForbid, w.browsersOff);
  await nothingKept(page);
  await typeOrder(page);
  await page.goto(`${shop.url}/app`);
  await page.locator('.overview-day').waitFor();
  expect(await kept(page)).toEqual([]);
  await turn(w.browsersAllow, w.browsersOn);
  await typeOrder(page);
  await until('the draft to be kept again', async () => (await kept(page)).length === 1);
});
