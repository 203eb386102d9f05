/**
 * Writes screenshots of every dashboard page to dist/shots: on phone and desktop, light and dark, in English and
 * Russian, with and without data. A shop with a month of data is also shown at eight widths. Usage: bun run shots
 * [words that the picture's path must contain …]
 */

import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, FORMS, type Form, startBrowser } from '../test/support/browser.ts';
import { dataDir, docketJson, initShop, serve } from '../test/support/docket.ts';
import { backUpInto, openFreshDesk } from '../test/support/fresh-desk.ts';
import { changeStore } from '../test/support/http-answers.ts';
import { shootMonth } from './shots/month.ts';
import { follow, open, type Step, signIn } from './shots/steps.ts';

const OUT = resolve(import.meta.dir, '../dist/shots');
const words = process.argv.slice(2);

interface Shop {
  readonly name: 'full' | 'empty';
  readonly url: string;
  readonly dir: string;
  readonly email: string;
  readonly password: string;
}

const firstOrder: Step = async (page, url) => {
  await open('/app/orders')(page, url);
  const link = page.locator('table.orders .orders-of-number a').nth(3);
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

/** Opens one of an order's printed papers. The page's URL ends in the name of the paper. */
const printed =
  (paper: string): Step =>
  async (page, url) => {
    if (!(await firstOrder(page, url))) return false;
    await page.goto(`${page.url()}/print/${paper}`);
    await page.locator('.print-paper, .empty').first().waitFor();
    return true;
  };

const STEPS: Readonly<Record<string, Step>> = {
  overview: open('/app'),
  'overview-90': follow(open('/app'), '.chart .period button:last-of-type'),
  'overview-table': follow(open('/app'), '.chart-head > button'),
  'orders-table': open('/app/orders'),
  'orders-filtered': open('/app/orders?payment=unpaid&payment=partial&when=week'),
  'orders-nothing': open('/app/orders?q=nobody'),
  'orders-menu': follow(open('/app/orders'), '.orders-menu > button:visible, .orders-filters:visible'),
  'orders-selected': follow(open('/app/orders'), 'tbody .orders-of-pick input'),
  'orders-day': open('/app/orders?look=day'),
  'orders-board': open('/app/orders?look=board'),
  order: firstOrder,
  'order-status': follow(firstOrder, '.order-status'),
  'order-more': follow(firstOrder, '.order-more'),
  'order-payment': press(firstOrder, 'p'),
  'order-new': open('/app/orders/new'),
  'order-edit': async (page, url) => {
    if (!(await firstOrder(page, url))) return false;
    return open(`${new URL(page.url()).pathname}/edit`)(page, url);
  },
  'order-deleted': follow(open('/app/orders?deleted=1'), 'table.orders .orders-of-number a'),
  palette: press(open('/app/orders'), 'Control+KeyK'),
  inquiries: open('/app/inquiries'),
  'inquiries-move': follow(open('/app/inquiries'), '.board-card [aria-haspopup=menu]'),
  inquiry: follow(open('/app/inquiries'), '.board-card-top > a'),
  'order-slip': printed('slip'),
  'order-ticket': printed('ticket'),
  'order-card': printed('card'),
  couriers: follow(open('/app/orders?look=day'), '.orders-day-head a.button'),
  deliveries: open('/app/deliveries'),
  'orders-import': open('/app/orders/import'),
  shortcuts: press(open('/app/orders'), 'Shift+Slash'),
  webhooks: open('/app/webhooks'),
  endpoint: follow(open('/app/webhooks'), '.endpoint:nth-child(2) a, .cards li a'),
  'endpoint-settings': async (page, url) => {
    if (!(await follow(open('/app/webhooks'), '.cards li a')(page, url))) return false;
    return open(`${new URL(page.url()).pathname}?tab=settings`)(page, url);
  },
  'endpoint-new': follow(open('/app/webhooks'), 'main button.main'),
  connect: open('/app/connect'),
  keys: open('/app/keys'),
  'key-new': follow(open('/app/keys'), 'main button.main'),
  history: open('/app/history'),
  statuses: open('/app/settings/statuses'),
  'status-open': follow(open('/app/settings/statuses'), '.flows-more'),
  stages: open('/app/settings/stages'),
  clients: open('/app/clients'),
  client: follow(open('/app/clients'), 'table.clients a'),
  payments: open('/app/payments?when=all'),
  till: open('/app/payments/till'),
  reports: open('/app/reports'),
  stock: open('/app/stock'),
  'stock-import': open('/app/stock/import'),
  stocktakes: open('/app/stock/stocktakes'),
  schedules: open('/app/orders/schedules'),
  product: follow(open('/app/stock'), 'table.stock a'),
  account: open('/app/account'),
  'settings-workspace': open('/app/settings/workspace'),
  'settings-people': open('/app/settings/people'),
  'settings-mail': open('/app/settings/mail'),
  'settings-backups': open('/app/settings/backups'),
  'backup-made': follow(open('/app/settings/backups'), '.actions.start button.main'),
  'backup-restore': follow(
    open('/app/settings/backups'),
    '.cards button[aria-label^=Restore], .cards button[aria-label^=Восстановить]',
  ),
  'settings-client-data': open('/app/settings/client-data'),
  'settings-system': open('/app/settings/system'),
};

async function openShops(): Promise<{ shops: Shop[]; close: () => Promise<void> }> {
  const [full, empty] = [dataDir(), dataDir()];
  const demo = await docketJson<{ email: string; password: string }>(['demo', '--data', full.path]);
  const own = { email: 'owner@example.com', password: 'correct horse' };
  await initShop(['--data', empty.path], undefined, { ...own, workspace: 'Лавка' });
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

async function shootDoor(form: Form): Promise<number> {
  const folder = join(OUT, 'door', form.name.replaceAll(', ', '-'));
  if (!words.every((word) => `${folder}/`.includes(word))) return 0;
  mkdirSync(folder, { recursive: true });
  await using desk = await openFreshDesk();
  await using browser = await startBrowser();
  const pages = {
    setup: desk.link(),
    'setup-no-link': `${desk.url}/app/setup`,
    'reset-no-link': `${desk.url}/app/reset`,
  };
  for (const [name, url] of Object.entries(pages)) {
    await using page = await browser.visit(url, form);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
  return Object.keys(pages).length + (await shootStart(browser, form, folder));
}

async function shootStart(browser: Browser, form: Form, folder: string): Promise<number> {
  using source = dataDir();
  await docketJson(['demo', '--data', source.path]);
  await using desk = await openFreshDesk();
  await backUpInto(desk.folder, source.path);
  await using page = await browser.visit(desk.link(), form);
  /** For each step, the selector to press, and a selector that appears with the next page. */
  const steps = {
    choice: ['.setup-other-way button', '.setup-backups-here li'],
    read: ['.setup-backups-here button', '.restore-rows'],
    access: ['form .main.wide', '.setup-access'],
    restored: ['form .main.wide', 'a.button.main'],
  } as const;
  for (const [name, [pressed, sign]] of Object.entries(steps)) {
    // A restore from another installation's backup requires a word to be typed.
    if (name === 'access') await page.locator('form input[name=word]').fill('RESTORE');
    await page.locator(pressed).locator('visible=true').first().click();
    await page.locator(sign).first().waitFor();
    await page.screenshot({ path: join(folder, `setup-backup-${name}.png`), fullPage: true });
  }
  return Object.keys(steps).length;
}

async function shoot(shop: Shop, form: Form): Promise<number> {
  const folder = join(OUT, shop.name, form.name.replaceAll(', ', '-'));
  const wanted = Object.entries(STEPS).filter(([name]) =>
    words.every((word) => `${folder}/${name}.png`.includes(word)),
  );
  if (wanted.length === 0) return 0;
  changeStore(shop, `UPDATE people SET language = '${form.locale}'`);
  mkdirSync(folder, { recursive: true });
  await using browser = await startBrowser();
  await using page = await browser.visit(`${shop.url}/app`, form);
  await page.locator('input[name=email]').fill(shop.email);
  await page.screenshot({ path: join(folder, 'sign-in.png') });
  await signIn(page, shop);
  let made = 0;
  for (const [name, step] of wanted) {
    if (!(await step(page, shop.url))) continue;
    // The picture of an open dialog or popover shows only the visible part of the page behind it.
    await page.screenshot({
      path: join(folder, `${name}.png`),
      fullPage: (await page.locator('dialog[open], :popover-open').count()) === 0,
    });
    made += 1;
  }
  for (const complaint of page.complaints) process.stdout.write(`${shop.name}, ${form.name}: ${complaint}\n`);
  return made;
}

if (words.length === 0) rmSync(OUT, { recursive: true, force: true });
const { shops, close } = await openShops();
try {
  let made = 0;
  for (const form of FORMS) made += await shootDoor(form);
  for (const shop of shops) for (const form of FORMS) made += await shoot(shop, form);
  for (const language of ['en', 'ru'] as const) made += await shootMonth(OUT, language, words);
  process.stdout.write(`${made} pictures in dist/shots\n`);
} finally {
  await close();
}
