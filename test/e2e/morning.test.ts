import { expect } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { enter, lookInSize, orderWords, walkOnPhones, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

walkOnPhones('a florist calls a client, accepts an order, takes the money and prints', async (form) => {
  const words = wordsOf(form);
  const o = orderWords(words);
  await using shop = await openShop();
  const today = new Date().toISOString().slice(0, 10);
  const order = (timeStart: string, more: Record<string, unknown> = {}) =>
    shop.api.post('/api/v1/orders/create', orderBody({ date: `${today}T10:00:00+00:00`, timeStart, ...more }));
  expectOk(await order('15:00', { timeEnd: '17:00' }));
  const first = expectOk(
    await order('09:00', { timeEnd: '11:00', client: { name: 'Анна', phone: '8 (912) 334-40-24' } }),
  );
  const begun = { timeEnd: '00:02', client: { name: 'Рано' } };
  const { id: gone } = expectOk(await order('00:01', begun));
  expectOk(await shop.api.post('/api/v1/orders/status', { id: gone, statusId: 'status-closed' }));
  await using page = await enter(browser, shop, form, '/app/orders?look=day');

  await page.getByRole('heading', { name: '09:00–11:00' }).waitFor();
  expect(await page.locator('.orders-slots:not(details *) h3').allTextContents()).toEqual([
    expect.stringContaining('09:00–11:00'),
    expect.stringContaining('15:00–17:00'),
  ]);
  // Past and done orders are folded, so that the day begins with the current slot.
  const over = page.locator('.orders-day-over');
  expect(await over.getByText('Рано').isVisible()).toBe(false);
  await over.locator('summary').click();
  await over.getByText('Рано').waitFor();
  await lookInSize(page, form);
  await page.getByRole('link', { name: first.num, exact: true }).click();
  const bar = page.locator('.phone-bar');
  await bar.waitFor();
  expect(await bar.getByRole('link', { name: words.call }).getAttribute('href')).toBe('tel:89123344024');
  await lookInSize(page, form);

  await bar.getByRole('button', { name: `${o.setStatus}: ${o.virtual['status-in-progress']}` }).click();
  await page.getByText(`: ${o.virtual['status-in-progress']}.`).waitFor();
  await bar.getByRole('button', { name: o.payment, exact: true }).click();
  await page.getByRole('group', { name: o.method }).getByLabel(o.methods.cash, { exact: true }).check();
  await page.getByRole('button', { name: o.record, exact: true }).click();
  await page.locator('.order-payments').getByText(o.paymentStates.confirmed).waitFor();
  expect(expectOk(await shop.api.get(`/api/v1/orders/${first.id}`))).toMatchObject({
    statusId: 'status-in-progress',
    paymentStatus: 'paid',
  });

  await bar.getByRole('link', { name: o.print, exact: true }).click();
  await page.locator('.print-paper').getByText('Анна').first().waitFor();
  await lookInSize(page, form);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/MediaBox/g)).toHaveLength(1);
});
