/**
 * The dashboard on another computer of the shop's network, over plain http. There browsers give pages no random ids, no
 * clipboard, no signatures and no passkeys. `every-page.test.ts` opens all pages that way. This file tests the features
 * that need one of these.
 */

import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { fromNextDoor, sharedDesk, type TestPage } from '../support/browser.ts';
import { placeOrder } from '../support/http-answers.ts';
import { addEndpoint } from '../support/members.ts';
import { DESKTOP, enter, look } from '../support/visits.ts';

let page: TestPage;
let orderId: string;
let endpointId: string;

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  // The endpoint is added before the order, so that the order has an attempt. The attempt fails, because the server
  // allows no such address.
  endpointId = await addEndpoint(shop.dir, 'http://127.0.0.1:9/hook', '--events', 'all');
  orderId = (await placeOrder(shop.api)).id;
  page = await enter(browser, fromNextDoor(shop), DESKTOP, '/app');
});

async function open(path: string): Promise<void> {
  await page.goto(`${fromNextDoor(shop).url}${path}`);
  expect(await page.evaluate('isSecureContext')).toBe(false);
}

/**
 * Pastes by the keyboard into a field, and returns the text. A page over plain http cannot read the clipboard itself.
 */
async function pasted(tab: Page = page): Promise<string> {
  await tab.evaluate(`(document.querySelector('dialog[open]') ?? document.body).append(
    Object.assign(document.createElement('textarea'), { id: 'pasted' }))`);
  await tab.locator('#pasted').focus();
  await tab.keyboard.press('Control+V');
  const text = await tab.locator('#pasted').inputValue();
  await tab.evaluate(`document.getElementById('pasted').remove()`);
  return text;
}

test.each([
  ['orders', 'date;item;price\r\n2026-03-08;Rose;100'],
  ['stock', 'id;name;sku;quantity\r\nlily;Lily;L;3'],
])('over plain http %s are imported from a file', async (kind, text) => {
  await open(`/app/${kind}/import`);
  const file = { name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.import-now button').click();
  await page.locator('.empty h2', { hasText: '1' }).waitFor();
});

test.each([
  [EN.orderPage.copyLink, () => `${fromNextDoor(shop).url}/app/orders/${orderId}`],
  [EN.orderPage.copyJson, () => `"id": "${orderId}"`],
])('over plain http the button “%s” on an order’s page copies its text', async (name, text) => {
  await open(`/app/orders/${orderId}`);
  await page.locator('summary', { hasText: EN.forDevelopers }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: EN.copied, exact: true }).waitFor();
  expect(await pasted()).toContain(text());
});

async function openAttempt(): Promise<void> {
  await open(`/app/webhooks/${endpointId}`);
  await page.getByRole('button', { name: EN.why }).first().click();
  await page.getByRole('button', { name: EN.hooks.copyCurl }).waitFor();
}

test('on a page opened over plain http, a signed webhook attempt can be copied as a curl command', async () => {
  await openAttempt();
  await page.getByRole('button', { name: EN.hooks.copyCurl }).click();
  await page.getByText(EN.hooks.curlCopied).waitFor();
  expect(await pasted()).toStartWith("curl -i -X POST 'http://127.0.0.1:9/hook'");
});

test('over plain http the page selects the text for Ctrl+C if the browser refuses to copy', async () => {
  await page.addInitScript('Document.prototype.execCommand = () => false;');
  await openAttempt();
  await page.getByRole('button', { name: EN.hooks.copyCurl }).click();
  await page.getByLabel(EN.copyByKeys).waitFor();
  await look(page, DESKTOP, 'a text for the keys');
  await page.getByLabel(EN.copyByKeys).focus();
  expect(String(await page.evaluate('getSelection().toString()'))).toStartWith('curl -i -X POST');
  await page.keyboard.press('Control+C');
  expect(await pasted()).toStartWith('curl -i -X POST');
});

test('over plain http the copy button on the reference page copies an example call', async () => {
  await using guest = await browser.visit(`${fromNextDoor(shop).url}/docs`, DESKTOP);
  const create = guest.locator('#createOrder');
  await create.getByRole('button', { name: 'Copy: Call in curl' }).click();
  await create.getByText('Copied', { exact: true }).first().waitFor();
  expect(await pasted(guest)).toContain('/api/v1/orders/create');
});

test('over plain http the pages explain why passkeys and signature checks are unavailable', async () => {
  await open('/app/account');
  await page.getByText(PAGES_EN.passkeys.noDomain).waitFor();
  expect(await page.getByRole('button', { name: PAGES_EN.passkeys.add }).count()).toBe(0);
  await open('/app/connect');
  await page.getByText(EN.connect.noCrypto).waitFor();
});
