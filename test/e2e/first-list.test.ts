import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { sharedDesk } from '../support/browser.ts';
import { placeOrder } from '../support/http-answers.ts';
import { DESKTOP, enter } from '../support/visits.ts';

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  await placeOrder(shop.api);
});

const isCall =
  (name: string) =>
  ({ pathname }: URL): boolean =>
    pathname.startsWith('/app/api/workspaces/') && pathname.endsWith(`/${name}`);

/**
 * Returns the paths that a page requests until its second request is answered. The answer to the first request, for the
 * list, is held back.
 */
async function askedBefore(page: Page, path: string, [list, beside]: readonly [string, string]): Promise<string[]> {
  // The previous page would continue to poll until the next page is there.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const held = Promise.withResolvers<void>();
  await page.route(isCall(list), async (route) => {
    await held.promise;
    await route.continue();
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const begun = [list, beside].map((one) => page.waitForRequest((request) => isCall(one)(new URL(request.url()))));
  await page.goto(`${shop.url}${path}`, { waitUntil: 'commit' });
  const [, second] = await Promise.all(begun);
  await second?.response();
  const found = [...asked];
  // Requests that waited for the list, such as the live stream, follow once the list has arrived.
  const stream = page.waitForRequest((request) => isCall('live')(new URL(request.url())));
  held.resolve();
  await stream;
  return found;
}

test.each([
  ['/app/orders', ['orders', 'choices']],
  ['/app', ['overview', 'start']],
] as const)('the first list of %s appears within twelve requests', async (path, answers) => {
  await using page = await enter(browser, shop, DESKTOP, '/app/account');
  const asked = await askedBefore(page, path, answers);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12);
  // These are the chunks `entry`, `desk` and `words`, and the chunk of the page itself.
  expect(asked.filter((one) => one.endsWith('.js'))).toHaveLength(4);
  expect(asked.filter((one) => /\/(?:live|untouched|webhooks|views)$/.test(one))).toEqual([]);
});

test('a page preloads the desk’s scripts, but only for a signed-in person', async () => {
  const linksOf = async (cookie?: string): Promise<number> => {
    const headers = cookie === undefined ? {} : { cookie };
    const html = await (await fetch(`${shop.url}/app/orders`, { headers })).text();
    return html.split('rel="modulepreload"').length - 1;
  };
  await using page = await enter(browser, shop, DESKTOP, '/app/orders');
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'docket');
  expect(await linksOf(`docket=${cookie?.value}`)).toBe(3);
  expect([await linksOf(), await linksOf('docket=x')]).toEqual([0, 0]);
});
