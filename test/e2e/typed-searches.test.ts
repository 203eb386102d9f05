import { beforeAll, expect, test } from 'bun:test';
import { sharedDesk, type TestPage } from '../support/browser.ts';
import { placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { enter, formNamed, wordsOf } from '../support/visits.ts';

const form = formNamed('desktop, light, en');
const words = wordsOf(form);

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  for (const name of ['Zinaida', 'Boris']) {
    await placeOrder(shop.api, { client: { name, phone: '79123330000' } });
  }
});

function watch(page: TestPage): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return addresses;
}

test('no page address contains a searched name, and going back restores the rows found', async () => {
  await using page = await enter(browser, shop, form, '/app/orders');
  const addresses = watch(page);
  const field = page.getByRole('searchbox', { name: words.orders.search });
  const boris = page.getByRole('cell').getByText('Boris').first();
  const zinaida = page.getByRole('cell').getByText('Zinaida').first();
  await boris.waitFor();
  await field.fill('Zinaida');
  await boris.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toMatch(/^\?search=[0-9a-z]+$/);
  await field.fill('Boris');
  await boris.waitFor();
  await zinaida.waitFor({ state: 'detached' });
  await page.goBack();
  await zinaida.waitFor();
  expect(await field.inputValue()).toBe('Zinaida');
  await page.goForward();
  await boris.waitFor();
  await page.goBack();
  await page.reload();
  await zinaida.waitFor();
  expect(await field.inputValue()).toBe('Zinaida');
  expect(await boris.count()).toBe(0);
  const before = page.url();
  await field.fill('Bor ');
  await boris.waitFor();
  await zinaida.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Bor ');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type('is');
  await page.goBack();
  await until('the text of the page before', async () => (await field.inputValue()) === 'Zinaida');
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await zinaida.waitFor();
  expect([page.url(), await field.inputValue()]).toEqual([before, 'Zinaida']);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words.orders.files }).click();
  await page.getByRole('menuitem', { name: words.orders.exportCsv }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  const csv = await Bun.file(await download.path()).text();
  expect([csv.includes('Zinaida'), csv.includes('Boris')]).toEqual([true, false]);
  addresses.push(download.url());

  expect(addresses.filter((address) => /Zinaida|Boris/.test(address))).toEqual([]);
  await page.goto(`${shop.url}/app/orders?q=Boris`);
  await boris.waitFor();
  expect(page.url()).not.toContain('Boris');
  // The number in this address belongs to a search of another tab. This tab does not know that search, so it shows all
  // orders.
  await page.goto(`${shop.url}/app/orders?search=0`);
  await zinaida.waitFor();
  await boris.waitFor();
});
