import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CHROMIUM } from '../support/browser.ts';
import { dataDir, openShop, type Shop, serve } from '../support/docket.ts';

/** Chromium by its command line alone. */
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--enable-logging=stderr',
  '--virtual-time-budget=6000',
];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
});

/** The page as it stands after its scripts ran, and what the console said. */
async function visit(path: string, url = shop.url): Promise<{ dom: string; console: string }> {
  using profile = dataDir();
  const child = Bun.spawn([CHROMIUM, ...QUIET, `--user-data-dir=${profile.path}`, '--dump-dom', `${url}${path}`], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [dom, log] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const console = log
    .split('\n')
    .filter((line) => line.includes('CONSOLE'))
    .join('\n');
  return { dom, console };
}

test('the reference shows every operation, with no complaint on the console', async () => {
  const { dom, console } = await visit('/docs');
  for (const summary of ['Create an order', 'Record a confirmed payment', 'Submit an inquiry', 'List orders']) {
    expect(dom).toContain(summary);
  }
  expect(console).toBe('');
}, 60_000);

test('the set-up page shows its form to who has the link', async () => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  const link = /\/app\/setup#\S+/.exec(server.stdout())?.[0] ?? '';
  const { dom, console } = await visit(link, server.url);
  expect(dom).toContain('Business name');
  expect(console).toBe('');
}, 60_000);
