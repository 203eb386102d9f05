import { beforeAll, expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { goTo, sharedDesk, untilInPage } from '../support/browser.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { addEndpoint, addMember, addWorkspace } from '../support/members.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, look, lookHere, lookInSize, OWNER, walk, walkOnPhones, wordsOf } from '../support/visits.ts';

const SMALLEST_TARGET = 44;

const { browser, shop } = sharedDesk(['--environment', 'dev', '--allow-private-webhooks']);
let orderId: string;
let secondId: string;
beforeAll(async () => {
  orderId = (await placeOrder(shop.api)).id;
  expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Анна' } }));
  secondId = await addWorkspace(shop.dir, 'Вторая лавка');
  await addMember(shop.dir, secondId, { email: OWNER.email, role: 'manager' });
  const of = ['--events', 'order.deleted', '--workspace', shop.workspaceId];
  await addEndpoint(shop.dir, 'http://127.0.0.1:9/hook', ...of);
  changeStore(shop, 'UPDATE webhook_endpoints SET suspended_at = 1');
});

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator} is not to be seen`);
  return { top: box.y, bottom: box.y + box.height, width: box.width, height: box.height };
}

walkOnPhones('the bottom bar has three pages and a menu button, and covers nothing', async (form) => {
  const words = wordsOf(form);
  await using page = await enter(browser, shop, form, `/app/orders?workspace=${shop.workspaceId}`);
  const bar = page.locator('.menu-bar');
  const items = bar.locator('> a, > button');
  await bar.locator('.dot').waitFor();
  const places = [words.start.overview, words.orders.title, words.menu.inquiries, words.menu.more];
  const texts = await items.allTextContents();
  expect(texts.map((text, at) => text.startsWith(places[at] ?? '?'))).toEqual([true, true, true, true]);
  for (const item of await items.all()) {
    const { width, height } = await boxOf(item);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(SMALLEST_TARGET);
  }
  expect(await items.nth(1).getAttribute('aria-current')).toBe('page');
  await lookInSize(page, form);

  await page.goto(`${shop.url}/app/orders/${orderId}`);
  await page.locator('.phone-bar').waitFor();
  // The order page shows its own bar instead of the menu bar.
  expect(await bar.isVisible()).toBe(false);
  const { top, bottom } = await boxOf(page.locator('.phone-bar'));
  expect(bottom).toBe(form.size.height);
  expect(await page.getByRole('link', { name: words.menu.back }).getAttribute('href')).toBe('/app/orders');
  await page.locator('.phone-bar .order-next').click();
  await page.locator('.toast').waitFor();
  // The last entry of the timeline appears a moment later and makes the page longer.
  await until('the end of the page to stand above the bar', async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return (await boxOf(page.locator('.timeline'))).bottom <= top;
  });
  await lookInSize(page, form);
  await page.getByRole('link', { name: words.menu.back }).click();
  await bar.waitFor();
  expect((await boxOf(bar)).bottom).toBe(form.size.height);

  const more = bar.locator('> button');
  await more.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: words.menu.more });
  await sheet.waitFor();
  expect(await more.getAttribute('aria-expanded')).toBe('true');
  const links = await sheet.getByRole('link').allTextContents();
  expect(links.map((text) => text.replace(words.menu.trouble, '').trim())).toEqual([
    words.menu.deliveries,
    words.menu.clients,
    words.menu.payments,
    words.menu.reports,
    words.menu.stock,
    words.webhooks,
    words.menu.connect,
    words.keys,
    words.manual,
    words.reference,
    words.settings.title,
    words.account,
  ]);
  await sheet.locator('.dot').waitFor();
  for (const link of await sheet.getByRole('link').all()) {
    expect((await boxOf(link)).height).toBeGreaterThanOrEqual(SMALLEST_TARGET);
  }
  await lookInSize(page, form);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.locator('.menu-bar > button:focus').waitFor();

  await goTo(page, words.keys);
  await page.getByRole('heading', { name: words.keys }).waitFor();
  await sheet.waitFor({ state: 'detached' });
  expect(await more.getAttribute('aria-current')).toBe('true');
  await page.emulateMedia({ media: 'print' });
  expect(await bar.isVisible()).toBe(false);
  await page.emulateMedia({ media: null });

  await more.click();
  // The list of workspaces opens only by a click, and its background hides the sheet.
  const workspaces = sheet.locator('.menu-brand .menu-list');
  expect(await workspaces.isVisible()).toBe(false);
  await sheet.locator('.menu-brand > button').click();
  await workspaces.waitFor();
  const ground = await page.evaluate(
    `getComputedStyle(document.querySelector('.menu-brand .menu-list')).backgroundColor`,
  );
  expect(ground).not.toBe('rgba(0, 0, 0, 0)');
  await lookInSize(page, form);
  await sheet.getByRole('menuitemradio', { name: 'Вторая лавка' }).click();
  // In this workspace the reader is a manager, who may not open the keys page. So the overview opens.
  await page.getByRole('heading', { name: words.start.overview }).waitFor();
  await page.locator('.menu-mark[data-letter="В"]').waitFor();
  await more.click();
  await sheet.getByRole('button', { name: words.signOut, exact: true }).click();
  await page.getByRole('heading', { name: words.signInTitle }).waitFor();
});

test('the menu moves between the side and the bottom with the window’s width', async () => {
  await using page = await enter(browser, shop, DESKTOP, '/app/orders');
  await page.locator('.rail nav').waitFor();
  expect(await page.locator('.menu-brand .menu-list').isVisible()).toBe(false);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.locator('.menu-bar').waitFor();
  expect(await page.locator('.rail nav').count()).toBe(0);
  await lookHere(page, DESKTOP);
  // Style sheets and scripts agree on the smallest width of a tablet.
  await page.setViewportSize({ width: 720, height: 800 });
  await page.locator('.rail nav').waitFor();
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.rail')).display`)).toBe('grid');
  await page.setViewportSize(DESKTOP.size);
  await page.locator('.rail nav').waitFor();
  expect(await page.locator('.menu-bar').count()).toBe(0);
});

walk('a new order is one click away on every page', async (form) => {
  const words = wordsOf(form);
  await using page = await enter(browser, shop, form, `/app?workspace=${shop.workspaceId}`);
  for (const path of ['/app', '/app/orders', '/app/payments', '/app/webhooks', '/app/settings/mail']) {
    await page.goto(`${shop.url}${path}`);
    await page.locator('main h1').first().waitFor();
    await page.locator('.rail').getByRole('link', { name: words.orders.newOrder }).waitFor();
  }
  await look(page, form);
  await page.locator('.rail').getByRole('link', { name: words.orders.newOrder }).click();
  await page.getByRole('heading', { name: words.orders.newOrder }).waitFor();
});

test.each(['en', 'ru'] as const)('a tablet in landscape shows every line of the menu, in %s', async (locale) => {
  const form = { ...DESKTOP, locale, size: { width: 1024, height: 768 } };
  await using page = await enter(browser, shop, form, `/app/orders?workspace=${shop.workspaceId}`);
  const words = wordsOf(form);
  const nav = page.locator('.rail nav');
  const last = nav.getByRole('link', { name: words.settings.title });
  await last.waitFor();
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(nav)).bottom);
  for (const link of await nav.getByRole('link').all()) {
    expect((await boxOf(link)).height).toBeGreaterThanOrEqual(SMALLEST_TARGET);
  }
  await page.locator('.rail').getByRole('link', { name: words.orders.newOrder }).waitFor();
  await lookInSize(page, form);
  await page.setViewportSize({ width: 1024, height: 500 });
  await last.scrollIntoViewIfNeeded();
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(page.locator('.menu-person'))).top);
});

test('the menu fits in a low desktop window, and scrolls to the current page’s link in an even lower one', async () => {
  const form = { ...DESKTOP, size: { width: 1280, height: 720 } };
  await using page = await enter(browser, shop, form, `/app/settings/workspace?workspace=${shop.workspaceId}`);
  const nav = page.locator('.rail nav');
  const last = nav.getByRole('link', { name: wordsOf(form).settings.title });
  await last.waitFor();
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(nav)).bottom);
  await lookInSize(page, form);
  const manual = nav.getByRole('link', { name: wordsOf(form).manual });
  expect(await manual.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 780 });
  await manual.waitFor();
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(nav)).bottom);
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.reload();
  await last.waitFor();
  await untilInPage(page, `document.querySelector('.rail nav').scrollTop > 0`);
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(nav)).bottom + 1);
});
