import { beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { importDone, sendTable } from '../support/await-import.ts';
import type { Visitor } from '../support/browser-session.ts';
import { orderBody } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { addWorkspace, enterAs } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { in1251 } from '../support/windows-1251.ts';
import { workbook } from '../support/workbooks.ts';

let other: Visitor;
let base: string;
let otherBase: string;
const { shop, owner } = sharedShop();
beforeAll(async () => {
  const elsewhere = await addWorkspace(shop.dir, 'Other');
  other = await enterAs(shop, { email: 'other@example.com' }, elsewhere);
  base = `${shop.base}/orders`;
  otherBase = `/app/api/workspaces/${elsewhere}/orders`;
});

interface Options {
  readonly who?: Visitor;
  readonly at?: string;
  readonly query?: string;
  readonly type?: string;
  readonly id?: string;
}

const send = (table: string | Uint8Array | Blob, { who = owner, at = base, query = '', ...how }: Options = {}) =>
  sendTable(who, `${at}/import${query}`, table, how);

/**
 * Sends a file, and waits for the import if the server starts one. @returns the server's answer; after an import,
 * `outcome` has its counts
 */
async function bring(body: string | Uint8Array, options: Options = {}) {
  const shown = expectOk(await send(body, options));
  if (shown.started === null) return shown;
  const { who = owner, at = base } = options;
  const { counts } = await importDone(who, at.replace('/orders', ''), shown.started.id);
  return { ...shown, outcome: { ...NOTHING, ...counts } };
}
const NOTHING = { created: 0, known: 0, differing: 0, deleted: 0, unpaid: 0 };
const exportOf = (query: string): Promise<Response> => owner.fetch(`${base}/export?${query}`);
const exported = async (query: string): Promise<string> => (await exportOf(query)).text();
const historyCsv = async (): Promise<string> => {
  const address = `${shop.url}${base.replace('/orders', '/history')}/export`;
  return (await fetch(address, { headers: { cookie: owner.cookie() } })).text();
};
const STATUS = { id: 'ready', tone: 'teal', group: 'work', writesOffStock: false };
const pageOf = async (who: Visitor, at: string, id: string) => expectOk(await who.get(`${at}/${id}`)).order;
const rowsOf = async (who: Visitor, at: string, filter = ''): Promise<{ id: string; num: string }[]> =>
  expectOk(await who.get(`${at}?filter=${encodeURIComponent(filter)}`)).orders;

test('a preview of an import file writes nothing and shows how the file was read', async () => {
  const file = 'Номер;Дата;Товар;Цена\r\nA-1;08.03.2026;Роза;100,50\r\nA-2;08.03.2026;Пион;x';
  const looked = await bring(file, { query: '?dryRun=1' });
  expect(looked).toMatchObject({
    encoding: 'utf-8',
    separator: ';',
    headings: ['Номер', 'Дата', 'Товар', 'Цена'],
    rows: 2,
    records: 1,
    mapping: ['num', 'date', 'itemName', 'price'],
    missing: [],
    refused: null,
    problemCount: 1,
    problems: [{ line: 3, column: 3, code: 'bad_number', value: 'x' }],
    preview: [{ line: 2, cells: ['A-1', '08.03.2026', 'Роза', '100,50'] }, { line: 3 }],
    outcome: { created: 1, known: 0 },
  });
  expect(await rowsOf(owner, base, 'source=@import')).toEqual([]);
  const details = expectFailure(await send(file), 422, 'validation_failed');
  expect(details).toMatchObject([{ path: 'line 3', rule: 'import_row', message: 'Цена: bad_number' }]);
  expect(await rowsOf(owner, base, 'source=@import')).toEqual([]);
});

test('an import file in Windows-1251 with tabs and a chosen mapping is read', async () => {
  const text = 'когда\tчто\tпочём\r\n2026-03-08\tРоза\t100\r\n';
  const bytes = in1251(text);
  expect(await bring(bytes, { query: '?dryRun=1' })).toMatchObject({
    encoding: 'windows-1251',
    separator: '\t',
    missing: ['date', 'itemName', 'price'],
  });
  expectFailure(await send(bytes), 422, 'validation_failed');
  const done = await bring(bytes, { query: '?mapping=date,itemName,price' });
  expect(done.outcome).toEqual({ created: 1, known: 0, differing: 0, deleted: 0, unpaid: 0 });
  const [row] = await rowsOf(owner, base, 'source=@import');
  const order = await pageOf(owner, base, row?.id ?? '');
  const sent = { source: '@import', requestKey: null };
  expect(expectOk(await shop.api.get(`/api/v1/orders/${row?.id}`))).toMatchObject(sent);
  expect(expectOk(await shop.api.get('/api/v1/orders')).orders).toMatchObject([sent]);
  expect(order).toMatchObject({
    date: '2026-03-08',
    price: 100,
    products: [{ name: 'Роза', quantity: 1, price: 100 }],
  });
  expect(order.timeline).toMatchObject([
    { kind: 'created', actorType: 'person', actorName: 'owner@example.com', events: [] },
  ]);
  const again = await bring(bytes, { query: '?mapping=date,itemName,price' });
  expect(again.outcome).toEqual({ created: 0, known: 1, differing: 0, deleted: 0, unpaid: 0 });
});

test('imported orders send webhooks on request', async () => {
  await bring('number,date,item,price\nT-1,2026-03-08,Rose,100', { query: '?tell=1' });
  const [row] = await rowsOf(owner, base, 'q=T-1');
  const { timeline } = await pageOf(owner, base, row?.id ?? '');
  expect(timeline[0].events.map(({ type }: { type: string }) => type)).toEqual(['order.created']);
});

const CONTENT = [
  'date',
  'timeStart',
  'timeEnd',
  'price',
  'paidAmount',
  'statusId',
  'platform',
  'productsAmount',
] as const;
const contentOf = (order: Record<string, unknown>, more: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries([...CONTENT, ...more].map((field) => [field, order[field]]));

async function findElsewhere(num: string | undefined) {
  const rows = await rowsOf(other, otherBase, `q=${num}`);
  return pageOf(other, otherBase, rows.find((row) => row.num === num)?.id ?? '');
}

test.each(['en', 'ru'])(
  'an export in %s is imported unchanged into another workspace, and creates nothing in its own workspace',
  async (language) => {
    expectOk(await owner.post('/app/api/account', { language }));
    const one = orderBody({
      timeStart: '10:00',
      timeEnd: '12:00',
      statusId: 'status-in-progress',
      platform: `=site-${language}`,
      client: { name: 'Мария "М" Иванова; мл.', phone: '+79123456789' },
      recipient: { name: '-Анна\r\nСмит', phone: '8 921 000-11-22' },
      products: [{ name: 'Лента ×2, м', sku: 'R1', quantity: 1.5, price: 45.55 }],
      delivery: { deliveryType: 'courier', price: 350.5, adress: "'=ул. Ленина, 1", flat: '12' },
      additional: { comment: 'a\nb', managerComment: '@', cardText: 'С днём рождения! 🌷' },
      payments: [{ amount: 100.01 }],
    });
    const several = orderBody({ products: [1, 2, 3].map((at) => ({ name: `Роза ${at}`, quantity: at, price: 10.1 })) });
    const ids = [];
    for (const body of [one, several]) ids.push(expectOk(await shop.api.post('/api/v1/orders/create', body)).id);
    const nums = await Promise.all(ids.map(async (id) => (await pageOf(owner, base, id)).num));

    const table = await exported(`filter=${encodeURIComponent(`platform==site-${language}`)}`);
    expect((await bring(table)).outcome).toMatchObject({ created: 0, differing: 0 });
    const plain = await bring(table, { who: other, at: otherBase, query: '?dryRun=1' });
    expect(plain).toMatchObject({ problemCount: 0, missing: [] });
    expect(plain.outcome.created).toBeGreaterThan(0);
    await bring(table, { who: other, at: otherBase });
    const before = await pageOf(owner, base, ids[0]);
    expect(contentOf(await findElsewhere(nums[0]))).toEqual(contentOf(before));

    const itemised = await exported('rows=items');
    expect((await bring(itemised)).outcome).toMatchObject({ created: 0, differing: 0 });
    await bring(itemised, { who: other, at: otherBase });
    const after = await findElsewhere(nums[1]);
    const same = ['products', 'client', 'recipient', 'delivery', 'additional'];
    expect(contentOf(after, same)).toEqual(contentOf(await pageOf(owner, base, ids[1]), same));
  },
);

test.each(['csv', 'xlsx'])('an itemized export as %s keeps every field of an order', async (format) => {
  const { id } = await placeOrder(shop.api, {
    recipient: { name: '-Анна\r\nСмит', phone: '+7921' },
    additional: { comment: 'a\nb', managerComment: '@', cardText: 'С днём рождения! 🌷' },
    products: [
      { name: 'Роза', quantity: 2, price: 90.38, listPrice: 100 },
      { name: 'Ваза', quantity: 1, price: 0, listPrice: 220.5 },
      { name: 'Лента', quantity: 1.5, price: 40 },
    ],
  });
  const before = await pageOf(owner, base, id);
  const file = new Uint8Array(await (await exportOf(`rows=items&format=${format}`)).arrayBuffer());
  await bring(file, { who: other, at: otherBase });
  const after = await findElsewhere(before.num);
  const same = ['products', 'delivery', 'client', 'recipient', 'additional'];
  const whole = (order: Record<string, unknown>) => JSON.parse(JSON.stringify(contentOf(order, same)));
  expect(whole(after)).toEqual(whole(before));
});

test('an export’s last column is the discount, and an item export’s last two are the price before discount and the payments', async () => {
  const products = [
    { name: 'Роза', quantity: 2, price: 90.38, listPrice: 100 },
    { name: 'Ваза', quantity: 1, price: 200 },
  ];
  const platform = 'discounts';
  await placeOrder(shop.api, { products, platform });
  const filter = `filter=${encodeURIComponent(`platform=${platform}`)}`;
  const lastCells = async (query: string) =>
    (await exported(query))
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(line.includes(';') ? ';' : ',').slice(query.startsWith('rows') ? -2 : -1));
  expect(await lastCells(filter)).toEqual([
    [expect.stringMatching(/^(Discount|Скидка)$/)],
    [expect.stringMatching(/^19[.,]24$/)],
  ]);
  expect(await lastCells(`rows=items&${filter}`)).toEqual([
    [expect.stringMatching(/^(Price before discount|Цена до скидки)$/), expect.stringMatching(/^(Payments|Оплаты)/)],
    [expect.stringMatching(/^100[.,]00$/), ''],
    ['', ''],
  ]);
});

test('no exported cell can become a formula, and the import restores each value', async () => {
  const hostile = orderBody({
    client: { name: "Ivan,=cmd|' /C calc'!A0", phone: '+79123456789', email: "a@b.ru;'@x" },
    products: [{ name: 'Rose|@SUM(1)', sku: '＝1', quantity: 1, price: 10 }],
    additional: { comment: 'a\t-1\n＋2', managerComment: "x, '=1", cardText: 'Roses - 3, white' },
  });
  const { id } = expectOk(await shop.api.post('/api/v1/orders/create', hostile));
  const num = (await pageOf(owner, base, id)).num;
  expectOk(await owner.post(base.replace('/orders', '/flows/orders'), { ...STATUS, name: 'Ready,=1+1' }));
  const texts = [await exported('rows=items'), await exported('filter='), await historyCsv()];
  for (const text of texts) {
    const cells = text.split(/[;,|\t\r\n]/).map((cell) => cell.replace(/^[ \u00A0"\uFEFF]*/, ''));
    // Amounts may begin with a minus and phones with a plus. A spreadsheet reads such a cell as a number, not as a
    // formula.
    const isOurs = (cell: string): boolean => /^-?[\d.]*$|^\+\d{5,20}$/.test(cell);
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell) && !isOurs(cell))).toEqual([]);
  }
  expect(texts[2]).toContain("Ready,'=1+1");
  await bring(texts[0] ?? '', { who: other, at: otherBase });
  const same = ['products', 'client', 'additional'];
  const [after, before] = [await findElsewhere(num), await pageOf(owner, base, id)];
  expect(contentOf(after, same)).toEqual(contentOf(before, same));
});

test('a file sent twice with one import id is imported once', async () => {
  const id = crypto.randomUUID();
  const file = 'number,date,item,price\nL-1,2026-03-08,Rose,100\nL-2,2026-03-08,Rose,100';
  const answers = await Promise.all([send(file, { id }), send(file, { id })]);
  const [first, second] = answers.map((answer) => expectOk(answer).started.id);
  expect(second).toBe(first);
  await importDone(owner, base.replace('/orders', ''), first);
  expect(expectOk(await send(file, { id })).started).toMatchObject({
    id: first,
    isDone: true,
    counts: { created: 2 },
  });
  const { imports } = expectOk(await owner.get(`${base.replace('/orders', '')}/imports?kind=orders`));
  expect(imports[0]).toMatchObject({ id: first, by: 'owner@example.com', total: 2 });
  expectFailure(await send(`${file}\nL-3,2026-03-08,Rose,100`, { id }), 422, 'validation_failed');
  // In another workspace the id counts as unknown.
  expect(expectOk(await send(file, { id, who: other, at: otherBase })).started.id).not.toBe(first);
});

test('a workbook is previewed sheet by sheet and imported as previewed', async () => {
  const book = workbook({
    Notes: [['Nothing to import']],
    March: [
      ['Number', 'Date', 'Item', 'Price', 'Phone'],
      ['X-1', { day: 46_089 }, 'Rose', 1_500.5, 79_123_456_789],
    ],
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const first = await bring(book, { type, query: '?dryRun=1' });
  expect(first).toMatchObject({ encoding: 'xlsx', sheets: ['Notes', 'March'], sheet: 1, refused: 'no_rows' });
  expect(await bring(book, { type, query: '?dryRun=1&sheet=2' })).toMatchObject({
    sheet: 2,
    records: 1,
    problemCount: 0,
  });
  expect((await bring(book, { type, query: '?sheet=2' })).outcome).toMatchObject({ created: 1 });
  const [row] = await rowsOf(owner, base, 'q=X-1');
  const order = await pageOf(owner, base, row?.id ?? '');
  expect(order).toMatchObject({ date: '2026-03-08', price: 1_500.5, client: { phone: '79123456789' } });
});

test('a file that is too large, damaged or of an unsupported type is refused with the reason', async () => {
  expectFailure(await send('{}', { type: 'application/json' }), 415, 'unsupported_media_type');
  const details = expectFailure(await send(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0)), 422, 'validation_failed');
  expect(details[0]).toMatchObject({ path: 'file', rule: 'workbook' });
  const large = await send(new Blob([new Uint8Array(64 * 1_048_576 + 1)]));
  expect(expectFailure(large, 413, 'body_too_large')).toEqual({ limit: 64 * 1_048_576 });
  expectFailure(await send('', { query: '?dryRun=2' }), 422, 'validation_failed');
  expect(await bring('', { query: '?dryRun=1' })).toMatchObject({ refused: 'no_rows', rows: 0 });
});

test('the courier sheet shows what a courier needs at the door, and no orders of another workspace', async () => {
  const make = async (extra: Record<string, unknown>): Promise<string> =>
    (await placeOrder(shop.api, { date: '2027-01-02T10:00:00+03:00', ...extra })).id;
  const gift = await make({
    recipient: { name: 'Анна', comment: 'сюрприз' },
    additional: { comment: 'Позвонить' },
    payments: [{ amount: 350 }],
  });
  const own = await make({ products: [{ name: 'Роза', quantity: 1.5, price: 1 }], payments: [{ amount: 9_000 }] });
  const gone = await make({});
  expectOk(await owner.post(`${base}/${gone}/remove`));
  const foreign = (await rowsOf(other, otherBase))[0]?.id;
  const get = async (query: string) => expectOk(await owner.get(`${base}/couriers?${query}`)).orders;
  const byIds = await get(`ids=${[gift, own, gone, foreign, 'nonsense'].join(',')}`);
  expect(byIds.map(({ id }: { id: string }) => id).toSorted()).toEqual([gift, own].toSorted());
  expect(byIds.find(({ id }: { id: string }) => id === gift)).toMatchObject({
    address: 'ул. Ленина, 1',
    flat: '12',
    name: 'Анна',
    phone: '+79123456789',
    isClientPhone: true,
    comments: ['сюрприз', 'Позвонить'],
    left: 3_000.5,
    items: [{ name: 'Букет «Весна» 🌷', quantity: 2 }],
  });
  expect(byIds.find(({ id }: { id: string }) => id === own)).toMatchObject({
    name: 'Мария Иванова',
    isClientPhone: false,
    left: 0,
  });
  expect(await get('day=2027-01-02')).toHaveLength(2);
  // Today's sheet also has yesterday's unfinished orders.
  const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const left = await make({ date: `${dayFrom(-1)}T00:00:00Z` });
  await make({ date: `${dayFrom(-1)}T00:00:00Z`, statusId: 'status-closed' });
  expect((await get(`day=${dayFrom(0)}`)).map(({ id }: { id: string }) => id)).toEqual([left]);
  expect(await get(`day=${dayFrom(-1)}`)).toHaveLength(2);
  expect(await get('day=2027-01-02&filter=payment%3Dpartial')).toHaveLength(1);
  expectFailure(await owner.get(`${base}/couriers?day=2027-02-30`), 422, 'validation_failed');
  // The sheet shortens a huge order, because the answer with all orders of a day must stay small.
  const long = 'я'.repeat(9_000);
  const heavy = await make({
    products: Array.from({ length: 100 }, () => ({ name: 'x'.repeat(500), quantity: 1, price: 1 })),
    recipient: { name: 'Анна', comment: long },
    delivery: { adress: long, flat: 'y'.repeat(400), comment: long },
    additional: { comment: long },
  });
  const [parcel] = await get(`ids=${heavy}`);
  expect(parcel).toMatchObject({ moreItems: 71, comments: Array.from({ length: 3 }, () => `${long.slice(0, 500)}…`) });
  expect(parcel.items).toEqual(Array.from({ length: 29 }, () => ({ name: `${'x'.repeat(100)}…`, quantity: 1 })));
  expect(JSON.stringify(parcel).length).toBeLessThan(7_000);
});

test('a backup is made before the first of several consecutive imports', async () => {
  expect((await bring('key;date;item;price\nb1;2026-03-08;Rose;100')).outcome).toMatchObject({ created: 1 });
  expect((await bring('key;date;item;price\nb2;2026-03-08;Rose;100')).outcome).toMatchObject({ created: 1 });
  const made = readdirSync(join(shop.dir, 'backups')).filter((name) => name.endsWith('-import.db'));
  expect(made).toHaveLength(1);
});

test('no import file is previewed or imported while an undo runs', async () => {
  const file = 'number;date;item;price\nY-1;2026-03-08;Rose;100';
  const { started } = expectOk(await send(file));
  await importDone(owner, base.replace('/orders', ''), started.id);
  // No request began this undo, so the server does not work on it, and it never ends.
  changeStore(
    shop,
    `INSERT INTO import_undos (import_seq, actor_type, counts, created_at)
    SELECT seq, 'system', '{}', 0 FROM imports ORDER BY seq DESC LIMIT 1`,
  );
  for (const query of ['?dryRun=1', '']) {
    expect(expectFailure(await send(file, { query }), 409, 'import_busy')).toEqual({ import: started.id });
  }
  changeStore(shop, 'UPDATE import_undos SET finished_at = 0 WHERE finished_at IS NULL');
  expect((await bring(file, { query: '?dryRun=1' })).outcome).toMatchObject({ known: 1 });
});

test('a matched status is imported, and an unknown status stays an error', async () => {
  const file = 'number;date;item;price;status\nV-1;2026-03-08;Rose;100;Shipped';
  const valuesOf = (to: string) =>
    `values=${encodeURIComponent(JSON.stringify([{ field: 'status', text: 'Shipped', to }]))}`;
  for (const query of ['', valuesOf('nowhere'), 'values=%7B', 'values=%5Bnull%5D']) {
    const looked = await bring(file, { query: `?dryRun=1&${query}` });
    expect(looked).toMatchObject({
      problemCount: 1,
      values: [{ field: 'status', text: 'Shipped', rows: 1, to: null }],
    });
  }
  expectFailure(await send(file), 422, 'validation_failed');
  expect((await bring(file, { query: `?${valuesOf('status-closed')}` })).outcome).toMatchObject({ created: 1 });
  expect(await bring(file.replace('V-1', 'V-2'), { query: '?dryRun=1' })).toMatchObject({
    problemCount: 0,
    values: [{ to: 'status-closed' }],
  });
});
