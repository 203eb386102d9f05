import { beforeAll, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { ACCESS_EN, ACCESS_RU } from '../../src/dashboard/client/words/setup-access.ts';
import { START_EN, START_RU } from '../../src/dashboard/client/words/setup-backup.ts';
import { type Form, sharedDesk } from '../support/browser.ts';
import { dataDir } from '../support/docket.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { backUpInto, openFreshDesk, sealKeyIn } from '../support/fresh-desk.ts';
import { changeStore } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { enter, look, OWNER, signInAs, speak, walk, wordsOf } from '../support/visits.ts';

const HOOKS = 'https://hooks.example/docket';

let backup: string;
const { browser, shop } = sharedDesk();
const kept = shared(dataDir);
beforeAll(async () => {
  addEndpoints(shop.dir, [HOOKS]);
  backup = await backUpInto(kept.path, shop.dir);
});

const spoken = ({ locale }: Form) =>
  locale === 'ru'
    ? { w: PAGES_RU.backups, start: START_RU, access: ACCESS_RU }
    : { w: PAGES_EN.backups, start: START_EN, access: ACCESS_EN };

walk('the page offers the recovery sheet, which is saved whole and printed alone', async (form) => {
  const { w } = spoken(form);
  changeStore(shop, 'UPDATE backup_settings SET sheet_key = NULL');
  await using page = await enter(browser, shop, form, '/app/settings/backups');
  const section = page.getByRole('region', { name: w.sheet });
  await section.getByText(w.sheetMissing).waitFor();
  await look(page, form);
  await section.getByRole('button', { name: w.sheetShow }).click();
  const dialog = page.getByRole('dialog');
  const lines = sealKeyIn(shop.dir).trim();
  expect(await dialog.locator('pre').textContent()).toBe(lines);
  await dialog.getByRole('img', { name: w.sheetPicture }).waitFor();
  await look(page, form);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: w.sheetSave }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain(lines);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { name: w.how }).isVisible()).toBe(false);
  expect(await dialog.getByRole('button', { name: w.sheetPrint }).isVisible()).toBe(false);
  expect(await dialog.locator('pre').isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: w.sheetDone }).click();
  await section.getByText(w.sheetMissing).waitFor({ state: 'detached' });
});

async function uploadBackup(page: Page, form: Form): Promise<void> {
  const { w } = spoken(form);
  await page.getByRole('button', { name: wordsOf(form).setup.startFromIt }).click();
  await page.getByLabel(w.file).setInputFiles(backup);
  await page.getByRole('button', { name: w.send }).click();
}

walk('a new machine asks for the seal key of a backup and names a wrong line of the typed key', async (form) => {
  const { w, start, access } = spoken(form);
  await using desk = await openFreshDesk();
  await using page = await browser.visit(desk.link(), form);
  page.excuse(/Failed to load resource/);
  await uploadBackup(page, form);
  const field = page.getByLabel(w.sheetLines);
  await field.fill(sealKeyIn(shop.dir).replace(/\n.{3}/, '\nAAA'));
  await page.getByRole('button', { name: w.useKey }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await look(page, form);
  await field.fill(sealKeyIn(shop.dir).toLowerCase());
  await page.getByRole('button', { name: w.useKey }).click();
  await field.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: start.restore }).click();
  await page.getByRole('heading', { name: access.title }).waitFor();
  expect(await page.getByText(access.lost).count()).toBe(0);
});

walk('without the seal key the pages list what must be set up again', async (form) => {
  const { w, start, access } = spoken(form);
  await using desk = await openFreshDesk();
  await using page = await browser.visit(desk.link(), form);
  page.excuse(/Failed to load resource/);
  await uploadBackup(page, form);
  await page.getByLabel(w.typeWord).fill('RESTORE');
  await page.getByRole('button', { name: start.restore }).click();
  await page.getByText(access.lost).waitFor();
  await page.getByText(access.secretLost).waitFor();
  await look(page, form);
  speak(desk, form);
  await page.getByRole('button', { name: access.open }).click();
  await page.getByRole('link', { name: wordsOf(form).signIn }).click();
  await signInAs(page, form, OWNER);
  await page.locator('.rail').waitFor();
  await page.goto(`${desk.url}/app/settings/backups`);
  const lost = page.getByRole('region', { name: w.lost });
  await lost.getByText(HOOKS).waitFor();
  await look(page, form);
});
