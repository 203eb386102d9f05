import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { sharedDesk, type TestPage } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { expectOk, placeOrder, readStore } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, wordsOf } from '../support/visits.ts';

const w = wordsOf(DESKTOP);
const p = PAGES_EN;

let page: TestPage;
let order: string;
let inquiry: string;
const { browser, shop } = sharedDesk(['--environment', 'dev', '--allow-private-webhooks']);
beforeAll(async () => {
  page = await enter(browser, shop, DESKTOP, '/app');
});
afterAll(async () => {
  await page[Symbol.asyncDispose]();
});

type Press = (control: Locator) => Promise<void>;
const PRESSES: readonly (readonly [string, Press])[] = [
  [
    'two clicks in one tick',
    async (control) => {
      await control.evaluate((one) => {
        for (const _ of [1, 2]) if ('click' in one && typeof one.click === 'function') one.click();
      });
    },
  ],
  ['a double click', (control) => control.dblclick()],
];

/** Holds the first request until both presses are over. @returns the number of requests at the address */
async function countPosts(page: Page, address: RegExp, act: () => Promise<void>): Promise<number> {
  let count = 0;
  const released = Promise.withResolvers<void>();
  await page.route('**/app/api/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || !address.test(new URL(request.url()).pathname)) return route.fallback();
    count += 1;
    await released.promise;
    return route.fallback();
  });
  await act();
  await until('the first request', () => count > 0);
  // The second press has taken effect too: the browser has handled another event since.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && address.test(new URL(response.url()).pathname),
  );
  released.resolve();
  expect((await answered).status()).toBe(200);
  await page.unrouteAll({ behavior: 'wait' });
  return count;
}

interface Maker {
  readonly at: () => string;
  /** Fills in the form, if there is one. @returns the button that creates the object */
  readonly fill: (page: Page, nth: number) => Promise<Locator>;
  readonly posts: RegExp;
  readonly settled?: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const one = (path: string): RegExp => new RegExp(`/workspaces/[^/]+/${path}$`);

/** The makers are sorted so that each finds the objects that it needs. */
const MAKERS: Readonly<Record<string, Maker>> = {
  'a key of the start page': {
    at: () => '/app',
    fill: async (page) => button(page, w.steps.makeAnother),
    posts: one('keys'),
  },
  'a sample inquiry': {
    at: () => '/app/inquiries',
    fill: async (page) => button(page, w.inquiries.sendSample),
    posts: one('inquiries/sample'),
  },
  'a key': {
    at: () => '/app/keys',
    fill: async (page) => {
      await button(page, w.apiKeys.newKey).first().click();
      await page.getByLabel(w.apiKeys.name, { exact: true }).fill('Till');
      await page.getByLabel(w.apiKeys.source, { exact: true }).fill('till');
      return inDialog(page, w.apiKeys.create);
    },
    posts: one('keys'),
  },
  'an endpoint': {
    at: () => '/app/webhooks',
    fill: async (page, nth) => {
      await button(page, w.hooks.addEndpoint).first().click();
      await page.getByLabel(w.hooks.address).fill(`http://127.0.0.1:9/${nth}`);
      return inDialog(page, w.hooks.add);
    },
    posts: one('webhooks'),
  },
  'an invitation': {
    at: () => '/app/settings/people',
    fill: async (page, nth) => {
      await button(page, p.people.invite).click();
      await page.getByLabel(w.email, { exact: true }).fill(`new-${nth}@example.com`);
      return inDialog(page, p.people.makeLink);
    },
    posts: one('people'),
  },
  'a saved view': {
    at: () => '/app/orders?q=rose',
    fill: async (page, nth) => {
      await page.goto(`${shop.url}/app/orders?q=rose${nth}`);
      await button(page, w.orders.saveView).click();
      await page.getByLabel(w.orders.viewName).fill(`View ${nth}`);
      return inDialog(page, w.save);
    },
    posts: one('views'),
  },
  'a status': {
    at: () => '/app/settings/statuses',
    fill: async (page, nth) => {
      await page.getByLabel(w.flows.orders.fresh).fill(`Packed ${nth}`);
      return button(page, w.flows.orders.add);
    },
    posts: one('flows/orders'),
  },
  'a stage': {
    at: () => '/app/settings/stages',
    fill: async (page, nth) => {
      await page.getByLabel(w.flows.inquiries.fresh).fill(`Quoted ${nth}`);
      return button(page, w.flows.inquiries.add);
    },
    posts: one('flows/inquiries'),
  },
  'a product': {
    at: () => '/app/stock',
    fill: async (page, nth) => {
      await button(page, w.stock.add).first().click();
      await page.getByLabel(w.stock.name, { exact: true }).fill('Rose');
      await page.getByLabel(w.stock.id, { exact: true }).fill(`rose-${nth}`);
      return inDialog(page, w.save);
    },
    posts: one('stock'),
  },
  'an order': {
    at: () => '/app/orders/new',
    fill: async (page) => {
      await page.getByLabel(w.orderPage.itemName, { exact: true }).fill('Rose');
      await page.getByLabel(w.orderPage.fields.price, { exact: true }).first().fill('100');
      return button(page, w.orderForm.saveOrder);
    },
    posts: one('orders'),
  },
  'a payment': {
    at: () => `/app/orders/${order}`,
    fill: async (page) => {
      await button(page, w.payments.recordPayment).first().click();
      await page.getByLabel(w.payments.amount).fill('10');
      await page.getByLabel(w.orders.methods.cash, { exact: true }).check();
      return inDialog(page, w.payments.record);
    },
    posts: one('orders/[^/]+/payments'),
  },
  'a note': {
    at: () => `/app/inquiries/${inquiry}`,
    fill: async (page) => {
      await page.getByLabel(w.inquiries.newNote).fill('Call back');
      return button(page, w.inquiries.addNote);
    },
    posts: one('inquiries/[^/]+/notes'),
  },
  'a backup': {
    at: () => '/app/settings/backups',
    fill: async (page) => button(page, p.backups.make),
    posts: one('backups'),
  },
};

const WORKSPACE: Maker = {
  at: () => '/app/settings/workspace',
  fill: async (page, nth) => {
    await button(page, p.workspace.create).click();
    await page.getByRole('dialog').getByLabel(p.workspace.name).fill(`Second ${nth}`);
    return inDialog(page, p.workspace.create);
  },
  posts: /\/app\/api\/workspaces$/,
  // The page reloads in the new workspace, which would interrupt a visit to the next page.
  settled: (page) => page.waitForURL(`${shop.url}/app`),
};

async function makeTwice(maker: Maker, presses = PRESSES): Promise<void> {
  for (const [nth, [how, press]] of presses.entries()) {
    await page.goto(`${shop.url}${maker.at()}`);
    const control = await maker.fill(page, nth);
    const arrived = await countPosts(page, maker.posts, () => press(control));
    expect({ how, arrived }).toEqual({ how, arrived: 1 });
    await maker.settled?.(page);
  }
}

test.each(Object.entries(MAKERS))('%s is created once, even if its button is pressed twice', async (name, maker) => {
  if (name === 'a payment') order = (await placeOrder(shop.api)).id;
  if (name === 'a note') inquiry = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Анна' } })).id;
  // A sample is offered only while there are no inquiries.
  await makeTwice(maker, name === 'a sample inquiry' ? PRESSES.slice(0, 1) : PRESSES);
});

test('pressing Enter twice in a field creates one API key and shows a busy button', async () => {
  await page.goto(`${shop.url}/app/keys`);
  await MAKERS['a key']?.fill(page, 0);
  const arrived = await countPosts(page, one('keys'), async () => {
    await page.getByLabel(w.apiKeys.source, { exact: true }).press('Enter');
    await page.locator('dialog form[aria-busy=true]').waitFor();
    await page.getByLabel(w.apiKeys.source, { exact: true }).press('Enter');
  });
  expect(arrived).toBe(1);
});

test('a refused form can be sent again', async () => {
  await page.goto(`${shop.url}/app/stock`);
  const send = await MAKERS['a product']?.fill(page, 0);
  await send?.click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel(w.stock.id, { exact: true }).fill('rose-of-another-id');
  await send?.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(readStore(shop, "SELECT name FROM products WHERE external_id = 'rose-of-another-id'")).toEqual([
    { name: 'Rose' },
  ]);
});

test('a form can be sent again after its password dialog is dismissed', async () => {
  let isFirst = true;
  await page.route('**/app/api/workspaces/*/keys', (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.fallback();
    isFirst = false;
    const body = { ok: false, code: 'proof_needed', message: 'Give your password again.', requestId: 'x' };
    return route.fulfill({ status: 403, json: body });
  });
  await page.goto(`${shop.url}/app/keys`);
  const create = await MAKERS['a key']?.fill(page, 0);
  await create?.click();
  const question = page.getByRole('dialog', { name: w.person.proveTitle });
  await question.getByRole('button', { name: w.cancel }).click();
  await question.waitFor({ state: 'detached' });
  await create?.click();
  await page.getByRole('heading', { name: w.apiKeys.keyTitle }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('one button of a list works while another button of the list is busy', async () => {
  for (const _ of [1, 2]) await ownerOf(shop);
  await page.goto(`${shop.url}/app/account`);
  const ends = page.getByRole('button', { name: new RegExp(`^${w.person.endSession}: `) });
  await until('both to be listed', async () => (await ends.count()) === 2);
  const ended: unknown[] = [];
  const released = Promise.withResolvers<void>();
  await page.route('**/app/api/sessions/revoke', async (route) => {
    ended.push(route.request().postDataJSON());
    await released.promise;
    return route.fallback();
  });
  await ends.nth(0).click();
  await page.locator('button[aria-busy=true]').waitFor();
  expect(await ends.nth(1).getAttribute('aria-busy')).toBe('false');
  await ends.nth(1).click();
  await until('both to be ended', () => ended.length === 2);
  expect(ended[1]).not.toEqual(ended[0]);
  released.resolve();
  await until('none to be left', async () => (await ends.count()) === 0);
  await page.unrouteAll({ behavior: 'wait' });
});

async function loseAnswer(page: Page, address: RegExp, press: () => Promise<void>): Promise<void> {
  let isFirst = true;
  await page.route('**/app/api/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || !address.test(new URL(request.url()).pathname) || !isFirst)
      return route.fallback();
    isFirst = false;
    expect((await route.fetch()).status()).toBe(200);
    return route.abort();
  });
  await press();
  await page.getByRole('alert').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
}

const rowsIn = (table: string): number => readStore(shop, `SELECT seq FROM ${table}`).length;

test('an API key is not created again after a lost answer, and the page reports that the key exists', async () => {
  await page.goto(`${shop.url}/app/keys`);
  const create = await MAKERS['a key']?.fill(page, 0);
  const before = rowsIn('api_keys');
  await loseAnswer(page, one('keys'), async () => create?.click());
  // A form with another name still belongs to the first attempt, so no second API key is made.
  await page.getByLabel(w.apiKeys.name, { exact: true }).fill('Another till');
  await create?.click();
  await page.getByText('Your first attempt already made this').waitFor();
  expect(rowsIn('api_keys')).toBe(before + 1);
});

test('a view is saved once even if the first answer is lost', async () => {
  await page.goto(`${shop.url}/app/orders?q=lost`);
  const save = await MAKERS['a saved view']?.fill(page, 7);
  const before = rowsIn('saved_views');
  await loseAnswer(page, one('views'), async () => save?.click());
  await save?.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(rowsIn('saved_views')).toBe(before + 1);
});

test('a view can be saved only after all views are loaded', async () => {
  const released = Promise.withResolvers<void>();
  await page.route('**/views', async (route) => {
    await released.promise;
    return route.fallback();
  });
  await page.goto(`${shop.url}/app/orders?q=later`);
  const tabs = page.getByRole('navigation', { name: w.orders.views });
  await tabs.getByText(w.orders.late).locator('.count').waitFor();
  await page.getByText(w.orders.nothing).first().waitFor();
  expect(await button(page, w.orders.saveView).count()).toBe(0);
  released.resolve();
  await button(page, w.orders.saveView).waitFor();
  expect(await tabs.getByText('View 7').count()).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});

// This test is last, because the page stays in the new workspace.
test('a workspace is created once, even if its button is pressed twice', () => makeTwice(WORKSPACE));
