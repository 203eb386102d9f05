import { afterAll, beforeAll, expect, test } from 'bun:test';
import { WORKSPACE_EN } from '../../src/dashboard/client/settings/workspace-words-en.ts';
import { WORKSPACE_RU } from '../../src/dashboard/client/settings/workspace-words-ru.ts';
import { type Browser, startBrowser } from '../support/browser.ts';
import { docketJson, openShop } from '../support/docket.ts';
import { enter, formNamed, look, wordsOf } from '../support/visits.ts';

/** What the plan Free has closed is said in one way everywhere, with the way to the plan, and offered nowhere. */

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
}, 30_000);
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

test.each(['desktop, light, en', 'phone, dark, ru'])(
  'on the plan Free, on %s, each page that is closed says so and leads to the plan',
  async (name) => {
    const form = formNamed(name);
    const w = wordsOf(form);
    const s = form.locale === 'ru' ? WORKSPACE_RU : WORKSPACE_EN;
    await using shop = await openShop();
    await docketJson(['workspace', 'update', shop.workspaceId, '--data', shop.dir, '--plan', 'free']);
    await using visit = await enter(browser, shop, form, '/app');
    const { page } = visit;
    const main = page.locator('main');
    const closed = [
      ['/app', w.start.webhooksOff],
      ['/app', w.start.apiOff],
      ['/app/connect', w.connect.planNote],
      ['/app/inquiries', w.inquiries.off.plan_required],
      ['/app/webhooks', w.hooks.planWhat],
    ] as const;
    for (const [path, why] of closed) {
      await page.goto(`${shop.url}${path}`);
      await main.getByText(why).waitFor();
      await main.getByRole('link', { name: w.openInSettings }).first().waitFor();
      await look(visit, form, path);
    }
    // Nobody is asked to switch off what is off.
    await main.getByText(w.hooks.isOff, { exact: true }).waitFor();
    expect(await main.getByRole('button', { name: w.switchWebhooksOff }).count()).toBe(0);
    await main.getByRole('link', { name: w.openInSettings }).click();
    await page.getByRole('heading', { name: s.switches }).waitFor();
    expect(await main.locator('.chip', { hasText: s.needsPlan }).count()).toBe(3);
    expect(await main.getByRole('button', { name: s.switchOff }).count()).toBe(0);
    await main.getByRole('button', { name: s.choose(s.plans.pro.name) }).waitFor();
    await look(visit, form, 'settings');
    expect(visit.complaints).toEqual([]);
  },
  60_000,
);
