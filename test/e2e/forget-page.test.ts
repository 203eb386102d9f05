import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { CLIENT_DATA_EN } from '../../src/dashboard/client/words/en/client-data.ts';
import { sharedBrowser, untilInPage } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { enter, formNamed } from '../support/visits.ts';

const browser = sharedBrowser();

const PHONE = '+79161234567';

test('an owner downloads all data of a client, forgets the client and sees the result', async () => {
  await using shop = await openShop();
  await placeOrder(shop.api, { client: { name: 'Анна', phone: PHONE } });
  const address = `/app/settings/client-data#phone=${encodeURIComponent(PHONE)}`;
  await using page = await enter(browser, shop, formNamed('phone, dark, en'), address);
  const phone = page.locator('form input[name=phone]');
  await phone.waitFor();
  expect(await phone.inputValue()).toBe(PHONE);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('form button.main').click()]);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(file.orders[0].client.name).toBe('Анна');

  // The class alone is not enough: the dialog has a button of that class too, and stays for a moment after Escape.
  const forget = page.locator('button.danger[value=forget]');
  const w = CLIENT_DATA_EN;
  await phone.fill('');
  await forget.click();
  await page.getByText(w.givenNothing).waitFor();
  await phone.fill('+7 999 000-00-00');
  await forget.click();
  await page.locator('dialog[open]').getByText(w.notFound).waitFor();
  await page.keyboard.press('Escape');
  await phone.fill(PHONE);
  await forget.click();
  await page.locator('dialog[open]').getByText('Анна (1').waitFor();
  const word = page.locator('dialog[open] input[name=word]');
  await word.waitFor();
  expect(await page.faults('every')).toMatchObject({ findings: [], scrollsSideways: false, dialogOff: false });
  expect(await page.locator('dialog button.danger').isDisabled()).toBe(true);
  await word.fill('FORGET');
  await page.locator('dialog button.danger').click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await untilInPage(
    page,
    `location.hash === '' && document.querySelector('main form input[name=phone]')?.value === ''`,
  );
  await page.locator('.cards li', { hasText: /: 1/ }).waitFor();
  expect(await page.faults('every')).toMatchObject({ findings: [], scrollsSideways: false });
}, 120_000);
