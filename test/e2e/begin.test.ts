import { expect } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { openFreshDesk } from '../support/fresh-desk.ts';
import { placeOrder } from '../support/http-answers.ts';
import { enter, look, walk, wordsOf } from '../support/visits.ts';

const browser = sharedBrowser();

walk('every page explains how to begin while there is no owner', async (form) => {
  await using desk = await openFreshDesk();
  const { setup, signIn } = wordsOf(form);
  for (const path of ['/', '/app', '/app/orders']) {
    await using page = await browser.visit(`${desk.url}${path}`, form);
    await page.getByText(setup.noLink).waitFor();
    await page.getByText(setup.setupCommand).waitFor();
    expect(await page.getByRole('link', { name: signIn }).count()).toBe(0);
    expect(await page.locator('input').count()).toBe(0);
    if (path === '/app') await look(page, form);
  }
});

walk(
  'adding sample orders completes only that first step, and a wrong webhook address is reported once',
  async (form) => {
    await using shop = await openShop();
    await using page = await enter(browser, shop, form, '/app');
    const { steps, hooks, start } = wordsOf(form);
    page.excuse(/status of 422/);
    const stepOf = (title: string) =>
      page.locator('.start-step').filter({ has: page.getByRole('heading', { name: title }) });
    const isDone = async (title: string) => (await stepOf(title).getAttribute('class'))?.includes('done');
    await stepOf(steps.samplesTitle).getByRole('button', { name: steps.samplesAdd }).click();
    await stepOf(steps.samplesTitle).getByText(steps.done, { exact: true }).waitFor();
    expect(await isDone(steps.orderTitle)).toBe(false);
    await placeOrder(shop.api);
    await page.goto(`${shop.url}/app`);
    await page.getByRole('button', { name: start.show }).click();
    await stepOf(steps.orderTitle).getByText(steps.done, { exact: true }).waitFor();

    // The browser forgets that the user added samples. The shop has orders, so no step offers samples now.
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await page.getByRole('button', { name: start.show }).click();
    await stepOf(steps.orderTitle).waitFor();
    expect(await stepOf(steps.samplesTitle).count()).toBe(0);

    await page.goto(`${shop.url}/app/webhooks`);
    await page.getByRole('button', { name: hooks.addEndpoint }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(hooks.address).fill('http://shop.example/hook');
    await dialog.locator('.field-problem:not(:empty)').waitFor();
    await dialog.getByRole('button', { name: hooks.add, exact: true }).click();
    await dialog.locator('.wrong-count').waitFor();
    const said = (await dialog.locator('.field-problem').first().textContent()) ?? '';
    expect(said).not.toBe('');
    expect(((await dialog.textContent()) ?? '').split(said).length - 1).toBe(1);
    expect(await dialog.locator('.verdict, .problem').allTextContents()).toEqual(['']);
  },
);
