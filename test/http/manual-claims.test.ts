import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { DAY_MS } from '../../src/base/index.ts';
import { DEVICE_COOKIE_MS, LINK_LIFETIME_MS, SESSION_MS } from '../../src/people/index.ts';
import { PROOF_MS } from '../../src/people/sign-in.ts';
import { ownerOf } from '../support/browser-session.ts';
import { docketJson, openShop } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { runProgram } from '../support/run-program.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/temp-file.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const ROOT = resolve(import.meta.dir, '../..');
const pageOf = (name: string): string => readFileSync(join(ROOT, 'src/manual', `${name}.md`), 'utf8');
const rowsOf = (page: string, first: RegExp): string[][] =>
  page
    .split('\n')
    .filter((line) => first.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1, -1),
    );

const folder = shared(tempDir);
const shop = shared(() => openShop(['--allow-private-webhooks']));

test.each(['money-and-dates', 'ru/money-and-dates'])(
  'an order gets the day that the manual page %s shows for its date and time zone',
  async (name) => {
    const rows = rowsOf(pageOf(name), /^\| `\d{4}-/);
    expect(rows.map(([sent]) => sent)).toContain('2026-03-08T22:00:00+00:00');
    for (const [date = '', zone = '', day = ''] of rows) {
      await docketJson(['workspace', 'update', '--data', shop.dir, '--time-zone', zone]);
      const order = await placeOrder(shop.api, { date });
      expect([name, date, zone, order.date]).toEqual([name, date, zone, day]);
    }
  },
);

interface Line {
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
}
type Spread = (lines: readonly Line[], discount: number) => (Line & { readonly listPrice: number })[];

const fence = (language: string): string => {
  const [, code = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(pageOf('money-and-dates')) ?? [];
  return code;
};
const kopecks = (roubles: number): number => Math.round(roubles * 100);
const sumOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + kopecks(price) * quantity, 0);

const lines = fc.array(
  fc.record({
    name: fc.constant('x'),
    quantity: fc.integer({ min: 1, max: 50 }),
    price: fc.integer({ min: 0, max: 500_000 }).map((price) => price / 100),
  }),
  { minLength: 1, maxLength: 10 },
);
const cases = fc
  .tuple(lines, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([ordered, share]) => ({ lines: ordered, discount: Math.floor(sumOf(ordered) * share) / 100 }));

/** Exactly the discount is taken off, and no item goes missing. No price is negative or has a third decimal. */
function expectSpread(before: readonly Line[], discount: number, after: ReturnType<Spread>): void {
  expect(sumOf(after)).toBe(sumOf(before) - kopecks(discount));
  const count = (all: readonly Line[]) => all.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(count(after)).toBe(count(before));
  for (const { price, quantity, listPrice } of after) {
    expect([price >= 0 && price <= listPrice, quantity > 0]).toEqual([true, true]);
    expect(kopecks(price) / 100).toBe(price);
  }
}

test('the manual’s TypeScript code for a discount is exact to the kopeck and matches the server’s sums', async () => {
  writeFileSync(join(folder.path, 'discount.ts'), fence('ts'));
  const { spread }: { spread: Spread } = await import(join(folder.path, 'discount.ts'));
  fc.assert(
    fc.property(cases, ({ lines: ordered, discount }) => expectSpread(ordered, discount, spread(ordered, discount))),
  );
  for (const { lines: ordered, discount } of fc.sample(cases, { numRuns: 10, seed: 7 })) {
    const products = spread(ordered, discount);
    const { price } = await placeOrder(shop.api, { products, delivery: null });
    expect(kopecks(price)).toBe(sumOf(ordered) - kopecks(discount));
  }
});

test('the manual’s example of a discount matches the manual’s code and the server’s answer', async () => {
  writeFileSync(join(folder.path, 'example.ts'), fence('ts'));
  const { spread }: { spread: Spread } = await import(join(folder.path, 'example.ts'));
  const [, shown = ''] = /^```json\n(.*?)^```/ms.exec(pageOf('money-and-dates')) ?? [];
  const products = JSON.parse(shown);
  expect(
    spread(
      [
        { name: 'Розы', quantity: 3, price: 100 },
        { name: 'Ваза', quantity: 1, price: 220 },
      ],
      50,
    ),
  ).toEqual(products);
  const order = await placeOrder(shop.api, { products, delivery: null });
  expect(order.price).toBe(470);
  const read = expectOk(await shop.api.get(`/api/v1/orders/${order.id}`));
  expect(read.products).toEqual(products);
});

testUnless(lacksTool('python3'), 'the discount in Python makes the same of it as in TypeScript', async () => {
  writeFileSync(join(folder.path, 'same.ts'), fence('ts'));
  const { spread }: { spread: Spread } = await import(join(folder.path, 'same.ts'));
  const sample = fc.sample(cases, { numRuns: 200, seed: 11 });
  const run =
    'import json, sys\nprint(json.dumps([spread(one["lines"], one["discount"]) for one in json.load(sys.stdin)]))\n';
  writeFileSync(join(folder.path, 'discount.py'), `${fence('python')}\n${run}`);
  const { stdout, stderr } = await runProgram(['python3', join(folder.path, 'discount.py')], {
    stdin: JSON.stringify(sample),
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(sample.map((one) => spread(one.lines, one.discount)));
});

test('the API’s answers and events name a payment’s two ids as the manual says', async () => {
  using receiver = startReceiver();
  await docketJson(['webhook', 'add', '--data', shop.dir, '--url', receiver.url, '--events', 'order.payment.created']);
  const { id } = await placeOrder(shop.api);
  const answer = expectOk(await shop.api.post('/api/v1/orders/payment', { id, paymentId: 'bank-1', amount: 1 }));
  const [read] = expectOk(await shop.api.get(`/api/v1/orders/${id}`)).payments;
  await receiver.count(1);
  const event = JSON.parse(receiver.received[0]?.body ?? '').data;
  // The expected rows of the manual's table: the call, its answer, a read order and the event. `yours` names the field
  // of the sender's payment id.
  const seen: { yours: string | null | undefined; docket: string | null | undefined }[] = [
    { yours: 'paymentId', docket: null },
    { yours: null, docket: Object.keys(answer).find((key) => answer[key] === read.id) },
    { yours: Object.keys(read).find((key) => read[key] === 'bank-1'), docket: 'id' },
    { yours: null, docket: `payment.${Object.keys(event.payment).find((key) => event.payment[key] === read.id)}` },
  ];
  for (const name of ['payments', 'ru/payments']) {
    const table = rowsOf(pageOf(name), /^\| .*(?:`paymentId`|`externalId`|`payment\.paymentId`) \|?/);
    const named = table.map(([, yours = '', docket = '']) => ({ yours: yours || null, docket: docket || null }));
    expect({ name, named: named as typeof seen }).toEqual({ name, named: seen });
  }
});

test('inquiries are refused without the flag that the README names', async () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme.replaceAll(/\s+/g, ' ')).toMatch(/[Ii]nquiries[^.]*`--environment dev`/);
  expectFailure(await shop.api.post('/api/v1/inquiries', { payload: {} }), 403, 'dev_environment_only');
});

test('a repeated update without an Idempotency-Key may undo later changes unless it has If-Match', async () => {
  const { id } = await placeOrder(shop.api);
  const say = async (timeStart: string, headers?: Record<string, string>) =>
    await shop.api.post('/api/v1/orders/update', { id, data: { timeStart } }, headers);
  const once = { 'If-Match': '"1"' };
  expectOk(await say('10:00', once));
  expectOk(await say('12:00'));
  expectFailure(await say('10:00', once), 412, 'precondition_failed');
  expect(expectOk(await say('10:00')).timeStart).toBe('10:00');
});

test('after an order is restored, a repeated delete deletes it again, unless the call has If-Match or the Idempotency-Key of the first delete', async () => {
  const { id } = await placeOrder(shop.api);
  const remove = (headers?: Record<string, string>) => shop.api.post('/api/v1/orders/delete', { id }, headers);
  const once = { 'If-Match': '"1"' };
  const known = { 'Idempotency-Key': 'delete-once' };
  const first = await remove({ ...once, ...known });
  expectOk(first);
  expect(first.headers.get('etag')).toBeNull();
  expectOk(await remove(once));
  expectOk(await (await ownerOf(shop)).post(`${shop.base}/orders/${id}/restore`, {}));
  expectFailure(await remove(once), 412, 'precondition_failed');
  expectOk(await remove(known));
  expectOk(await shop.api.get(`/api/v1/orders/${id}`));
  expectOk(await remove());
  expectFailure(await shop.api.get(`/api/v1/orders/${id}`), 404, 'order_not_found');
});

describe.each(['data-and-keys', 'ru/data-and-keys'])('the page %s', (name) => {
  const told = pageOf(name);

  test('the page lists each file of the data folder, and each file has the mode 0600', () => {
    const names = rowsOf(told, /^\| `/).flatMap(([first = '']) => first.split(/, | and | и /));
    // The endings of the files that SQLite keeps next to each of its databases. The page lists only the databases.
    const beside = /-(?:wal|shm|journal)$/;
    const files = readdirSync(shop.dir, { withFileTypes: true });
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const isKnown = names.includes(file.name.replace(beside, ''));
      expect([file.name, isKnown]).toEqual([file.name, true]);
      if (file.isFile())
        expect([file.name, statSync(join(shop.dir, file.name)).mode & 0o777]).toEqual([file.name, 0o600]);
    }
  });

  test('the page’s lifetimes for sessions and links match those in the code', () => {
    const days = (ms: number): string => String(ms / DAY_MS);
    const minutes = (ms: number): string => String(ms / 60_000);
    const [, , , , lifetimes = ''] = told.split('\n## ');
    const rows = rowsOf(lifetimes, /^\| /).slice(1);
    const said = rows.map(([, end = '']) => end.match(/\d+/g) ?? []);
    expect(said).toEqual([
      ['12', days(SESSION_MS)],
      [days(SESSION_MS)],
      [minutes(PROOF_MS)],
      [days(DEVICE_COOKIE_MS)],
      ['180'],
      [minutes(LINK_LIFETIME_MS)],
      [],
      [],
      ['30'],
    ]);
  });
});
