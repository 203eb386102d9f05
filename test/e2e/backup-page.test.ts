import { beforeAll, expect } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { verifyBackup } from '../../src/storage/index.ts';
import { type Form, sharedDesk } from '../support/browser.ts';
import { orderBody } from '../support/docket.ts';
import { changeStore, placeOrder } from '../support/http-answers.ts';
import { tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';
import { enter, look, OWNER, signInAs, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  await shop.api.post('/api/v1/orders/create', orderBody());
});

const pagesOf = ({ locale }: Form) => (locale === 'ru' ? PAGES_RU : PAGES_EN);

const FIELD_IS_SEEN = `(() => {
  const field = document.querySelector('dialog input');
  const { left, width, top, height } = field.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === field;
})()`;

const folder = (): string => join(shop.dir, 'backups');

/** The first backup creates the folder. */
const backups = (): string[] =>
  (existsSync(folder()) ? readdirSync(folder()) : []).filter((name) => name.endsWith('.db')).toSorted();

walk('an owner makes, verifies, downloads and uploads a backup, and previews its restore', async (form) => {
  const w = pagesOf(form).backups;
  await using page = await enter(browser, shop, form, '/app/settings/backups');
  await page.getByRole('heading', { name: w.how }).waitFor();
  await look(page, form);
  const cards = page.getByRole('region', { name: w.list }).getByRole('listitem');
  const older = backups().length;
  await page.getByRole('button', { name: w.make }).click();
  // When the list has one more entry, the new backup is first. Until then an older one is first.
  await cards.nth(older).waitFor();
  await page.locator('.done', { hasText: w.made('').split(',')[0] ?? '' }).waitFor();
  const card = cards.first();
  await card.getByRole('button', { name: w.verify }).click();
  await card.getByText(w.rows('1', '0')).waitFor();
  await look(page, form);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: w.download }).click(),
  ]);
  const path = await download.path();
  expect(verifyBackup(path).counts['orders']).toBe(1);
  await Bun.file(join(shop.dir, 'backups', download.suggestedFilename())).delete();
  await page.getByLabel(w.file).setInputFiles(path);
  await page.getByRole('button', { name: w.send }).click();
  await page.getByText(w.uploaded).waitFor();
  expect(backups()).toContain(download.suggestedFilename().replace('-hand.db', '-upload.db'));
  await look(page, form);
  await card.getByRole('button', { name: w.restore }).click();
  await page.getByRole('row', { name: `${w.counted.orders} 1 1` }).waitFor();
  await look(page, form);
  const restore = page.getByRole('dialog').getByRole('button', { name: w.restoreVerb, exact: true });
  expect(await restore.isDisabled()).toBe(true);
  // On the smallest screen nothing covers the field, and it is not scrolled away.
  await page.turnTo({ ...form, size: { width: 360, height: 640 } });
  expect(await page.evaluate(FIELD_IS_SEEN)).toBe(true);
  await page.turnTo(form);
  await page.getByLabel(w.typeWord).fill('restor');
  expect(await restore.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

walk('a backup is restored after a password and a typed word, and the page shows the restored data', async (form) => {
  const [words, pages] = [wordsOf(form), pagesOf(form)];
  const w = pages.backups;
  await using page = await enter(browser, shop, form, '/app/settings/backups');
  await page.getByRole('heading', { name: w.how }).waitFor();
  // The fifteenth backup replaces the oldest one, so the number of backups may stay the same.
  const before = backups().join();
  await page.getByRole('button', { name: w.make }).click();
  await page.getByRole('button', { name: w.make }).waitFor();
  await until('the backup that was asked for', () => backups().join() !== before);
  await page.reload();
  const later = await placeOrder(shop.api);
  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  const card = page.getByRole('region', { name: w.list }).getByRole('listitem').first();
  await card.getByRole('button', { name: w.restore }).click();
  await page.getByRole('row', { name: new RegExp(`^${w.counted.orders} \\d+ \\d+$`) }).waitFor();
  // The word is in the page's language, and its case does not matter.
  await page.getByLabel(w.typeWord).fill(form.locale === 'ru' ? 'восстановить' : 'restore');
  await page.getByRole('dialog').getByRole('button', { name: w.restoreVerb, exact: true }).click();
  const proof = page.getByRole('dialog').last();
  await proof.getByLabel(words.password).fill(OWNER.password);
  await proof.getByLabel(words.password).press('Enter');
  // Every session has ended, including this one, and the server is away for a moment.
  page.excuse(/Failed to load resource/);
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await signInAs(page, form, OWNER);
  await page.getByText(w.restoredKept).waitFor();
  expect(await page.locator('.settings-facts dd').first().textContent()).not.toBe(w.none);
  expect(await page.getByText(w.noneNoted('|').split('|')[0] ?? '').count()).toBe(0);
  await page.getByRole('row', { name: new RegExp(`^${w.counted.orders} \\d+$`) }).waitFor();
  await look(page, form);
  expect((await shop.api.get(`/api/v1/orders/${later.id}`)).status).toBe(404);
  const made = await shop.api.post('/api/v1/orders/create', orderBody());
  expect(made.status).toBe(200);
});

walk('an owner can save only a usable destination for backups', async (form) => {
  const w = pagesOf(form).backups;
  using disk = tempDir();
  await using page = await enter(browser, shop, form, '/app/settings/backups');
  const section = page.getByRole('region', { name: w.set });
  const save = section.getByRole('button', { name: w.testAndSave });
  const to = section.getByLabel(w.target, { exact: true });
  await to.fill('not a full path');
  await save.click();
  await until('the refusal', async () => (await to.getAttribute('aria-invalid')) === 'true');
  await to.fill(join(disk.path, 'no', 'where'));
  await save.click();
  await section.getByText('no/where').waitFor();
  await look(page, form);
  await to.fill(join(disk.path, 'kept'));
  await section.getByLabel(w.at).fill('04:30');
  await section.getByLabel(w.keepCount).fill('30');
  await save.click();
  await section.getByText(w.savedMade).waitFor();
  expect(readdirSync(join(disk.path, 'kept'))).toEqual(['.docket-backups']);
  await page.getByText(w.daily('04:30', 'UTC')).waitFor();
  await to.fill('s3://shop/nightly');
  await section.getByLabel(w.store.secretKey).waitFor();
  await look(page, form);
  await to.fill('');
  await save.click();
  await section.getByText(wordsOf(form).saved, { exact: true }).waitFor();
  page.excuse(/status of 422/);
});
