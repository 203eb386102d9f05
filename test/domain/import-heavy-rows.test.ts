/** Tests files with long rows. Each step of the work on such a file must be limited by characters, not only by rows. */

import { expect, test } from 'bun:test';
import { importRows } from '../../src/storage/index.ts';
import { openImportShop, readOrders } from '../support/imports.ts';
import { shared } from '../support/shared.ts';
import { inShortSteps, mostWritten } from '../support/short-steps.ts';
import { openTestStore } from '../support/store.ts';

const store = shared(openTestStore);

const HEAD = 'number;date;item;price;extra';
const CONTROL = '\u0001';

const look = (lines: readonly string[]) => readOrders(store.ctx(), [HEAD, ...lines].join('\n'));

const long = CONTROL.repeat(2_000);

test('one step of reading a file hashes at most one row of an order', async () => {
  const row = `A-1;2026-03-08;Rose;100;${long}`;
  const most = await mostWritten(() => look(Array<string>(101).fill(row)));
  expect(most).toBeGreaterThan(long.length);
  expect(most).toBeLessThan(2 * JSON.stringify(row).length);
});

test('each step of reading a refused order converts fewer than two rows to JSON', async () => {
  const row = `A-1;2026-03-08;${long};100;`;
  const most = await mostWritten(() => look(Array<string>(100).fill(row)));
  expect(most).toBeLessThan(2 * JSON.stringify(row).length);
});

test('others get a turn between the items of an order that is read from a file', async () => {
  const turns = await inShortSteps(() => look(Array<string>(100).fill('A-1;2026-03-08;Rose;100;')));
  // Another workspace gets a hundred turns while the rows are read. It gets a hundred more while the order's items are
  // checked.
  expect(turns).toBeGreaterThan(180);
});

test('the fingerprint of an imported order is the hash of all its cells, so later versions recognize the order', async () => {
  const cells = [
    ['A-1', '2026-03-08', 'Роза', '100', '"\u0001\ud83c\udf39'],
    ['A-1', '2026-03-08', 'Tulip', '50', ''],
  ];
  const one = ['', '2026-03-08', 'Rose', '7', ''];
  const line = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
  const { orders } = await look([...cells, one].map(line));
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text);
  expect(orders.map(({ fingerprint }) => fingerprint.toHex())).toEqual(
    [cells, [one]].map((rows) => hash(JSON.stringify(rows)).digest('hex')),
  );
  expect(orders.map(({ repeatKey }) => repeatKey)).toEqual([
    'num:A-1',
    `row:${hash(JSON.stringify(one)).digest('hex')}:1`,
  ]);
});

/**
 * Returns ten orders. Each takes some 54,000 characters of JSON, because JSON writes a control character as six
 * characters.
 */
const heavy = async (ctx: Parameters<typeof readOrders>[0]) => {
  const rows = Array.from({ length: 10 }, (_, at) => `A-${at};2026-03-08;Rose;100;${CONTROL.repeat(9_000)}`);
  return (await readOrders(ctx, `number;date;item;price;comment\n${rows.join('\n')}`)).orders;
};

test('each step of comparing a repeated import file writes fewer than 200,000 characters of JSON', async () => {
  await using shop = await openImportShop();
  const orders = await heavy(shop.importing);
  const id = await shop.accept(orders);
  const most = await mostWritten(async () => expect(await shop.accept(orders, { id })).toBe(id));
  expect(most).toBeGreaterThan(50_000);
  expect(most).toBeLessThan(200_000);
});

test('the rows of a file that is not accepted are removed a few hundred kilobytes at a time', async () => {
  await using shop = await openImportShop();
  const orders = await heavy(shop.importing);
  const staged = () => shop.storage.read.select({ seq: importRows.seq }).from(importRows).all().length;
  let [before, most] = [0, 0];
  const stillMay = () => {
    before = staged();
    throw new Error('signed out');
  };
  await inShortSteps(
    async () => expect(await shop.accept(orders, { stillMay }).catch(String)).toBe('Error: signed out'),
    () => {
      const now = staged();
      [before, most] = [Math.min(before, now), Math.max(most, before - now)];
    },
  );
  expect(staged()).toBe(0);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(6);
});

test('while an import searches a file for its headings, other requests are served after each row', async () => {
  const rows = Array<string>(20).fill(Array<string>(100).fill('long heading').join(';'));
  const turns = await inShortSteps(() => readOrders(store.ctx(), rows.join('\n')));
  // The search for the headings takes twenty turns, and reading the rows below takes about as many.
  expect(turns).toBeGreaterThan(35);
});
