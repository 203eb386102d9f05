/**
 * No page offers an action that would be refused. Instead it gives the reason, always in the same form, and links to
 * the remedy.
 */

import { expect, test } from 'bun:test';
import { WORKSPACE_EN } from '../../src/dashboard/client/words/en/workspace.ts';
import { WORKSPACE_RU } from '../../src/dashboard/client/words/ru/workspace.ts';
import { sharedBrowser } from '../support/browser.ts';
import { docketJson, openShop } from '../support/docket.ts';
import { changeStore, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, look, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

walk('each page that the Free plan excludes explains this and links to the plan', async (form) => {
  const w = wordsOf(form);
  const s = form.locale === 'ru' ? WORKSPACE_RU : WORKSPACE_EN;
  await using shop = await openShop(['--allow-private-webhooks', '--environment', 'dev']);
  const at = ['--data', shop.dir];
  const address = ['--allow-private-webhooks', '--url', 'http://127.0.0.1:1/', '--events', 'all'];
  const endpoint = await docketJson<{ id: string }>(['webhook', 'add', ...at, ...address]);
  const { id } = await placeOrder(shop.api);
  const attempts = () => docketJson<object[]>(['webhook', 'attempts', endpoint.id, ...at]);
  await until('an attempt that failed', async () => (await attempts()).length > 0);
  await docketJson(['workspace', 'update', shop.workspaceId, ...at, '--plan', 'free']);
  await using page = await enter(browser, shop, form, '/app');
  const main = page.locator('main');
  const closed = [
    ['/app', w.steps.webhooksOff],
    ['/app', w.steps.apiOff],
    ['/app/connect', w.connect.planNote],
    ['/app/inquiries', w.inquiries.off.plan_required],
    ['/app/webhooks', w.hooks.planWhat],
  ] as const;
  for (const [path, why] of closed) {
    await page.goto(`${shop.url}${path}`);
    // The shop already has an order, so the overview folds the first steps. The test unfolds them.
    if (path === '/app') await page.getByRole('button', { name: w.start.show }).click();
    await main.getByText(why).waitFor();
    await main.getByRole('link', { name: w.openInSettings }).first().waitFor();
    await look(page, form, path);
  }
  // The last page in this loop offers no test event while webhooks are off.
  expect(await main.getByRole('button', { name: w.steps.sendTest }).count()).toBe(0);
  for (const [path, seen] of [
    [`/app/orders/${id}`, 'order.created'],
    [`/app/webhooks/${endpoint.id}`, w.hooks.failed],
  ] as const) {
    await page.goto(`${shop.url}${path}`);
    if (path.startsWith('/app/orders/')) await page.locator('.order-told summary').first().click();
    await main.getByText(seen, { exact: true }).first().waitFor();
    expect(await main.getByRole('button', { name: w.hooks.resend, exact: true }).count()).toBe(0);
    expect(await main.getByRole('button', { name: w.orderPage.sendAgain, exact: true }).count()).toBe(0);
  }
  await page.goto(`${shop.url}/app/orders/${id}`);
  await page.getByRole('heading', { name: w.orderPage.timeline }).waitFor();
  await page.keyboard.press('p');
  await page.locator('dialog').getByLabel(w.payments.amount).waitFor();
  expect(await page.locator('dialog').getByText(w.orders.willTell).count()).toBe(0);
  await page.goto(`${shop.url}/app/webhooks`);
  await main.getByText(w.hooks.isOff, { exact: true }).waitFor();
  expect(await main.getByRole('button', { name: w.hooks.switchWebhooksOff }).count()).toBe(0);
  await main.getByRole('link', { name: w.openInSettings }).click();
  await page.getByRole('heading', { name: s.switches }).waitFor();
  expect(await main.locator('.chip', { hasText: s.needsPlan }).count()).toBe(3);
  expect(await main.getByRole('button', { name: s.switchOff }).count()).toBe(0);
  await main.getByRole('button', { name: s.choose(s.plans.pro.name) }).waitFor();
  await look(page, form, 'settings');
});

test('an order deleted more than 30 days ago cannot be restored on its page', async () => {
  const { orders, orderPage } = wordsOf(DESKTOP);
  await using shop = await openShop();
  const { id } = await placeOrder(shop.api);
  await shop.api.post('/api/v1/orders/delete', { id });
  await using page = await enter(browser, shop, DESKTOP, `/app/orders/${id}`);
  const restore = page.locator('main').getByRole('button', { name: orders.restore });
  await restore.waitFor();
  changeStore(shop, 'UPDATE orders SET deleted_at = deleted_at - 31 * 86400000');
  await page.reload();
  await page.getByText(orderPage.restoreOver('|').split('|')[1] ?? '').waitFor();
  expect(await restore.count()).toBe(0);
});

walk('an unknown address shows people a page with links and gives programs JSON', async (form) => {
  const w = wordsOf(form);
  await using shop = await openShop([]);
  await using page = await enter(browser, shop, form, '/app/no-such-page');
  await page.getByRole('heading', { name: w.menu.nowhere }).waitFor();
  await look(page, form);
  await page.locator('main').getByRole('link', { name: w.start.overview }).click();
  await page.waitForURL(`${shop.url}/app`);
  for (const [list, title, listName] of [
    ['/app/orders', w.orderPage.notFound, w.orders.title],
    ['/app/inquiries', w.inquiries.notFound, w.inquiries.title],
    ['/app/stock', w.stock.notFound, w.stock.title],
  ] as const) {
    await page.goto(`${shop.url}${list}/019a0000-0000-7000-8000-000000000000`);
    await page.getByRole('heading', { name: title }).waitFor();
    const way = page.locator('main').getByRole('link', { name: listName, exact: true });
    expect(await way.getAttribute('href')).toBe(list);
  }
  await look(page, form);
  for (const [typed, meant] of [
    ['/', '/app'],
    ['/app/settings', '/app/settings/workspace'],
  ]) {
    await page.goto(`${shop.url}${typed}`);
    expect(new URL(page.url()).pathname).toBe(meant ?? '');
  }
  for (const path of ['/nothing/here', '/app/api/nothing', '/api/v1/nothing']) {
    const ask = async (accept: string) => {
      const { status, headers } = await fetch(`${shop.url}${path}`, { headers: { accept } });
      return [status, headers.get('content-type')?.split(';')[0]];
    };
    expect(await ask('*/*')).toEqual([404, 'application/json']);
    const isPage = !path.includes('/api/');
    expect(await ask('text/html,*/*;q=0.8')).toEqual([404, isPage ? 'text/html' : 'application/json']);
  }
  page.excuse(/status of 404/);
});
