/**
 * The pages are opened from another computer over plain http, where browsers offer fewer features. The list of pages
 * comes from the server's routes, so that a new page cannot be forgotten. Other tests check what the pages do.
 */

import { beforeAll, expect, test } from 'bun:test';
import { PAGES } from '../../src/dashboard/shared/pages.ts';
import { fromNextDoor, sharedDesk, type TestPage, untilInPage } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { docket, type Shop } from '../support/docket.ts';
import { openFreshDesk } from '../support/fresh-desk.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { layoutFaults } from '../support/in-between.ts';
import { addEndpoint, resetLink } from '../support/members.ts';
import { openAll } from '../support/openings.ts';
import { shared } from '../support/shared.ts';
import { DESKTOP, enter, formNamed, lookStrictly, OWNER } from '../support/visits.ts';

const PHONE = formNamed('phone, light, en');

/**
 * Runs in the page.
 * @returns text that is shown twice on a phone: the title in the head of the screen, and again below it
 */
const TITLE_TWICE = `(() => {
  const head = document.querySelector('.menu-title')?.textContent;
  const isSeen = (one) => [one, one.parentElement].every((box) => box.getBoundingClientRect().width > 1);
  return [...document.querySelectorAll('main h1')].filter(isSeen).map((one) => one.textContent).filter((one) => one === head);
})()`;

let nextDoor: Shop;
let owner: TestPage;
let guest: TestPage;
/** The ids that replace `:id` in routes. Each key is the part of the route before `/:id`, such as `/app/orders`. */
const ids: Record<string, string> = {};
const links: Record<'invitation' | 'reset', string> = { invitation: '', reset: '' };

const { browser, shop } = sharedDesk();
const desk = shared(openFreshDesk);
beforeAll(async () => {
  const who = await ownerOf(shop);
  const product = { id: 'rose', name: 'Rose', sku: 'ROSE', quantity: 5 };
  ids['/app/stock'] = expectOk(await who.post(`${shop.base}/stock`, product)).id;
  ids['/app/stock/stocktakes'] = expectOk(await who.post(`${shop.base}/stock/stocktakes`, {})).id;
  // The endpoint is added before the order, so that the order has attempts to send its events. These attempts fail,
  // because the server allows no such address.
  ids['/app/webhooks'] = await addEndpoint(shop.dir, 'http://127.0.0.1:9/hook', '--events', 'all');
  ids['/app/orders'] = (await placeOrder(shop.api)).id;
  ids['/app/clients'] = expectOk(await who.get(`${shop.base}/clients`)).clients[0].id;
  ids['/app/inquiries'] = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Anna' } })).id;
  await docket(['backup', '--data', shop.dir]);
  const invited = { email: 'new@example.com', role: 'viewer', language: 'en' };
  links.invitation = expectOk(await who.post(`${shop.base}/people`, invited)).link;
  const link = await resetLink(shop.dir, OWNER.email);
  // The command does not know the server's address, so the link gets it here.
  links.reset = `${shop.url}${link.slice(link.indexOf('/app/'))}`;
  nextDoor = fromNextDoor(shop);
  owner = await enter(browser, nextDoor, DESKTOP, '/app');
  guest = await browser.visit(`${nextDoor.url}/docs`, DESKTOP);
});

async function goTo(page: TestPage, url: string): Promise<void> {
  await page.goto(url);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await page.locator('h1').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
}

async function lookAt(page: TestPage, address: string): Promise<void> {
  const { url } = fromNextDoor({ url: address });
  await goTo(page, url);
  await lookStrictly(page, DESKTOP, new URL(url).pathname);
  expect(await layoutFaults(page)).toEqual([]);
  await page.turnTo(PHONE);
  expect(await page.evaluate<string[]>(TITLE_TWICE)).toEqual([]);
  await page.turnTo(DESKTOP);
  expect(errorsOf(page)).toEqual([]);
}

const errorsOf = ({ complaints }: TestPage): string[] => complaints.filter((one) => one.startsWith('error: '));

const pathOf = (route: string): string =>
  route.replace(/^(.*)\/:id/, (_, before: string) => {
    const id = ids[before];
    if (id === undefined) throw new Error(`say in \`ids\` what ${route} shows`);
    return `${before}/${id}`;
  });

test.each([...PAGES, '/app/nowhere'])(
  'the page %s is accessible and uncut on phone, tablet and desktop',
  async (route) => {
    await lookAt(owner, `${shop.url}${pathOf(route)}`);
  },
);

/** Runs in the page, once nothing more loads. @returns the layout shift, as browsers measure it */
const SHIFTED = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(Math.round(sum * 1000) / 1000)));
})`;
/** A shift below 0.1 is good (web.dev/cls). This bound is lower, because a florist taps while a page loads. */
const MOST_SHIFT = 0.05;

test.each(['desktop, light, en', 'phone, light, en'])('nothing on a page shifts while it loads: %s', async (name) => {
  const form = formNamed(name);
  await using page = await enter(browser, shop, form, '/app');
  const moved: string[] = [];
  for (const route of PAGES) {
    await page.goto(`${shop.url}${pathOf(route)}`);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await untilInPage(page, 'performance.getEntriesByType("resource").every((one) => one.responseEnd > 0)');
    const shift = await page.evaluate<number>(SHIFTED);
    if (shift >= MOST_SHIFT) moved.push(`${route}: ${shift}`);
  }
  expect(moved).toEqual([]);
});

/**
 * Runs in the page.
 * @returns touch targets that are not as tall as a fingertip. Rows of orders are exempt, because a tap anywhere opens
 * one.
 */
const LOW = `[...document.querySelectorAll('main :is(summary, .crumb > a, td > a, th > a, dd > a, a[href^="tel:"])')]
  .filter((one) => one.checkVisibility() && one.closest('table.orders') === null && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 80) + ' ' + one.getBoundingClientRect().height)`;

const finger = shared(() => enter(browser, shop, DESKTOP, '/app', OWNER.email, { withTouch: true }));

test.each(PAGES)('touch targets are large enough on a phone and on a tablet: %s', async (route) => {
  await finger.goto(`${shop.url}${pathOf(route)}`);
  await finger.locator('h1').first().waitFor({ state: 'attached' });
  await finger.locator('.loading').first().waitFor({ state: 'detached' });
  for (const width of [390, 820]) {
    await finger.turnTo({ ...DESKTOP, size: { width, height: 1180 } });
    expect([width, await finger.evaluate<string[]>(LOW)]).toEqual([width, []]);
  }
});

const dialogs = new Set<string>();

// Each page has its own browser, so that no state reaches the next page.
test.each(PAGES.filter((route) => route !== '/app/reset'))(
  'on the page %s, a click that opens a dialog or a menu causes no error',
  async (route) => {
    await using page = await enter(browser, nextDoor, DESKTOP, pathOf(route));
    const home = () => goTo(page, `${nextDoor.url}${pathOf(route)}`);
    for (const title of await openAll(page, home)) dialogs.add(title);
    // Some of the clicks are refused.
    page.excuse(/^(?!error: )/);
  },
);

test('clicking through all pages opens more than twenty different dialogs', () => {
  expect(dialogs.size).toBeGreaterThan(20);
});

test('the layout check detects truncated, broken and overflowing texts at tablet widths', async () => {
  const page = owner;
  await page.goto(`${nextDoor.url}/app/keys`);
  await page.locator('h1').first().waitFor();
  await page.evaluate(`for (const [text, style] of [
    ['Peonies for Saturday', { width: '30px', overflow: 'hidden', whiteSpace: 'nowrap' }],
    ['Chrysanthemums', { width: '1em', overflowWrap: 'anywhere' }],
    ['Tulips', { minWidth: '1100px' }],
  ]) {
    const line = document.createElement('p');
    line.textContent = text;
    Object.assign(line.style, style);
    document.querySelector('main').append(line);
  }`);
  const found = await layoutFaults(owner);
  await owner.turnTo(DESKTOP);
  for (const width of [820, 1024]) {
    expect(found).toContainEqual(expect.stringContaining(`${width} px, scrolls sideways`));
    expect(found).toContain(`${width} px, cut: Peonies for Saturday`);
    expect(found).toContain(`${width} px, broken letter by letter: Chrysanthemums`);
  }
});

test.each([
  ['signing in', () => `${shop.url}/app`],
  ['setting up', () => desk.link()],
  ['setting up too late', () => `${shop.url}/app/setup`],
  ['an invitation', () => links.invitation],
  ['a new password', () => links.reset],
  ['a link that is none', () => `${shop.url}/app/reset`],
  ['the reference', () => `${shop.url}/docs`],
  ['the manual', () => `${shop.url}/docs/manual`],
  ['the manual in Russian', () => `${shop.url}/docs/manual/ru`],
  ['a page of the manual', () => `${shop.url}/docs/manual/webhooks`],
  ['a search of the manual', () => `${shop.url}/docs/manual/search?q=backup`],
  ['a page of the manual that is none', () => `${shop.url}/docs/manual/nothing`],
])('a guest’s page is accessible and uncut on phone, tablet and desktop: %s', async (_, url) => {
  await lookAt(guest, url());
});
