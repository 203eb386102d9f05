import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { FORMS, type Form, startBrowser } from '../test/support/browser.ts';
import { dataDir, docketJson, serve } from '../test/support/docket.ts';

/**
 * Makes a picture of every page of the dashboard, in every form and with full and empty data, into dist/shots.
 * Usage: bun run shots [a word that the picture's path must hold …]
 */

const OUT = resolve(import.meta.dir, '../dist/shots');
const words = process.argv.slice(2);

interface Shop {
  readonly name: 'full' | 'empty';
  readonly url: string;
  readonly dir: string;
  readonly email: string;
  readonly password: string;
}

/** Leads to what is to be seen. @returns false where there is nothing of the kind */
type Step = (page: Page, url: string) => Promise<boolean>;

const open =
  (path: string): Step =>
  async (page, url) => {
    await page.goto(`${url}${path}`);
    await page.locator('main h1, main .problem').first().waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await page.waitForTimeout(150);
    return true;
  };

const firstOrder: Step = async (page, url) => {
  await open('/app/orders')(page, url);
  const link = page.locator('table.orders .of-number a').nth(3);
  if ((await link.count()) === 0) return false;
  const address = await link.getAttribute('href');
  return open(address ?? '/app/orders')(page, url);
};

const press =
  (before: Step, ...keys: string[]): Step =>
  async (page, url) => {
    if (!(await before(page, url))) return false;
    for (const key of keys) await page.keyboard.press(key);
    await page.locator('dialog[open]').waitFor({ timeout: 2_000 });
    return true;
  };

const follow =
  (before: Step, selector: string): Step =>
  async (page, url) => {
    if (!(await before(page, url))) return false;
    const found = page.locator(selector).first();
    if ((await found.count()) === 0) return false;
    await found.click();
    await page.waitForTimeout(300);
    return true;
  };

/** One of the papers of an order; its address ends in the paper's name. */
const printed =
  (paper: string): Step =>
  async (page, url) => {
    if (!(await firstOrder(page, url))) return false;
    await page.goto(`${page.url()}/print/${paper}`);
    await page.locator('.paper, .empty').first().waitFor();
    return true;
  };

const STEPS: Readonly<Record<string, Step>> = {
  'orders-table': open('/app/orders'),
  'orders-filtered': open('/app/orders?payment=unpaid&payment=partial&when=week'),
  'orders-nothing': open('/app/orders?q=nobody'),
  'orders-menu': follow(open('/app/orders'), 'details.menu summary'),
  'orders-selected': follow(open('/app/orders'), 'tbody .pick input'),
  'orders-day': open('/app/orders?look=day'),
  'orders-board': open('/app/orders?look=board'),
  order: firstOrder,
  'order-status': press(firstOrder, 's'),
  'order-payment': press(firstOrder, 'p'),
  'order-new': open('/app/orders/new'),
  'order-edit': async (page, url) => {
    if (!(await firstOrder(page, url))) return false;
    return open(`${new URL(page.url()).pathname}/edit`)(page, url);
  },
  'order-deleted': follow(open('/app/orders?deleted=1'), 'table.orders .of-number a'),
  'order-slip': printed('slip'),
  'order-card': printed('card'),
  couriers: follow(open('/app/orders?look=day'), '.day-head a.button'),
  'orders-import': open('/app/orders/import'),
  shortcuts: press(open('/app/orders'), 'Shift+Slash'),
  webhooks: open('/app/webhooks'),
  endpoint: follow(open('/app/webhooks'), '.cards li a'),
  keys: open('/app/keys'),
  history: open('/app/history'),
  account: open('/app/account'),
};

async function openShops(): Promise<{ shops: Shop[]; close: () => Promise<void> }> {
  const [full, empty] = [dataDir(), dataDir()];
  const demo = await docketJson<{ email: string; password: string }>(['demo', '--data', full.path]);
  const own = { email: 'owner@example.com', password: 'correct horse' };
  await docketJson([
    ...['init', '--data', empty.path, '--workspace', 'Лавка', '--email', own.email, '--password', own.password],
  ]);
  const servers = await Promise.all([full, empty].map(({ path }) => serve(path)));
  const [first, second] = servers.map(({ url }) => url);
  return {
    shops: [
      { name: 'full', url: first ?? '', dir: full.path, ...demo },
      { name: 'empty', url: second ?? '', dir: empty.path, ...own },
    ],
    async close() {
      for (const server of servers) await server[Symbol.asyncDispose]();
      for (const dir of [full, empty]) dir[Symbol.dispose]();
    },
  };
}

function setLanguage(shop: Shop, form: Form): void {
  using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 2000');
  db.run('UPDATE people SET language = ?', [form.locale]);
}

async function shoot(shop: Shop, form: Form): Promise<number> {
  const folder = join(OUT, shop.name, form.name.replaceAll(', ', '-'));
  const wanted = Object.entries(STEPS).filter(([name]) =>
    words.every((word) => `${folder}/${name}.png`.includes(word)),
  );
  if (wanted.length === 0) return 0;
  setLanguage(shop, form);
  mkdirSync(folder, { recursive: true });
  await using browser = await startBrowser();
  await using visit = await browser.visit(`${shop.url}/app`, form);
  const { page } = visit;
  await page.locator('input[name=email]').fill(shop.email);
  await page.screenshot({ path: join(folder, 'sign-in.png') });
  await page.locator('input[name=password]').fill(shop.password);
  await page.locator('button.main').click();
  await page.locator('.rail').waitFor();
  let made = 0;
  for (const [name, step] of wanted) {
    if (!(await step(page, shop.url))) continue;
    // What lies over the page is pictured as it stands there.
    await page.screenshot({
      path: join(folder, `${name}.png`),
      fullPage: (await page.locator('dialog[open], details.menu[open]').count()) === 0,
    });
    made += 1;
  }
  for (const complaint of visit.complaints) process.stdout.write(`${shop.name}, ${form.name}: ${complaint}\n`);
  return made;
}

if (words.length === 0) rmSync(OUT, { recursive: true, force: true });
const { shops, close } = await openShops();
try {
  let made = 0;
  for (const shop of shops) for (const form of FORMS) made += await shoot(shop, form);
  process.stdout.write(`${made} pictures in dist/shots\n`);
} finally {
  await close();
}
