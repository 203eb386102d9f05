import type { Page } from 'playwright-core';
import type { Shop } from './docket.ts';
import { expectOk } from './http-answers.ts';
import { until } from './until.ts';

export const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
export const valuesOf = (page: Page, names: readonly string[]): Promise<string[]> =>
  Promise.all(names.map((name) => field(page, name).inputValue()));

export const holds = (page: Page, name: string, value: string) =>
  until(`${value} in ${name}`, async () => (await field(page, name).inputValue()) === value);

/** The order that was saved, once its page is there. */
export async function savedOrder(page: Page, shop: Shop) {
  await page.waitForURL(/orders\/[0-9a-f-]{36}$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return expectOk(await shop.api.get(`/api/v1/orders/${id}`));
}

/** Counts taps, also on later pages of the same document. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    `window.taps = 0; addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) window.taps += 1; }, true)`,
  );
  return () => page.evaluate('window.taps');
}

export async function write(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).click();
  await page.keyboard.type(text);
}

/** Shows the tiles of the price list; a new order shows them by itself where there is room. */
export async function showTiles(page: Page, button: string): Promise<void> {
  const list = page.getByRole('button', { name: button });
  await list.waitFor();
  if ((await list.getAttribute('aria-expanded')) !== 'true') await list.click();
}
