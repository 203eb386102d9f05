/**
 * Texts of a client are planted wherever outside input can arrive. Once the client is forgotten, the data folder has
 * none of these texts.
 */

import { expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bringTable } from '../support/await-import.ts';
import { openOwned, ownerOf, type Visitor } from '../support/browser-session.ts';
import { dataDir, docket, docketJson, type Shop, serve } from '../support/docket.ts';
import { backUpInto } from '../support/fresh-desk.ts';
import { expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

const OWNER = ['owner@example.com', 'correct horse'] as const;
const PHONE = '+79161234567';
const SPELLED = ['8 (916) 123-45-67', '+7 916 123 45 67', '79161234567', '8-916-123-45-67'];
const EMAIL = 'Anna.Smirnova@example.org';
const STAYS = 'Peony that stays';

/** Each text is unique, has a non-ASCII character, and is part of no other. */
function createTexts() {
  const planted: string[] = [];
  return {
    planted,
    text(place: string): string {
      const text = `Зёрнышко-${place}-${planted.length}-${crypto.randomUUID().slice(0, 8)}`;
      planted.push(text);
      return text;
    },
  };
}
type Texts = ReturnType<typeof createTexts>;

const person = ({ text }: Texts, place: string, phone: string): object => ({
  id: text(`${place}-id`),
  name: text(`${place}-name`),
  phone,
  email: EMAIL,
  comment: text(`${place}-comment`),
  telegram: text(`${place}-telegram`),
});

const orderOf = (texts: Texts, key: string, phone = PHONE) => ({
  requestKey: key,
  date: '2026-05-20T10:00:00+03:00',
  client: person(texts, 'client', phone),
  recipient: { name: texts.text('recipient'), phone: '+79990000000', note: texts.text('recipient-note') },
  products: [
    {
      name: STAYS,
      quantity: 2,
      price: 1500.25,
      comment: texts.text('item-comment'),
      engraving: texts.text('engraving'),
    },
  ],
  delivery: {
    deliveryType: texts.text('delivery-type'),
    price: 300,
    adress: texts.text('adress'),
    flat: texts.text('flat'),
    geo: { door: texts.text('door') },
  },
  additional: {
    comment: texts.text('comment'),
    managerComment: texts.text('manager'),
    cardText: texts.text('card'),
    custom: [texts.text('custom')],
  },
  payments: [
    {
      paymentId: `${key}-paid`,
      amount: 100,
      paymentMethod: 'card',
      providerData: { payer: texts.text('payer') },
      who: texts.text('sent'),
    },
  ],
});

interface Bench {
  readonly shop: Shop;
  readonly owner: Visitor;
  readonly base: string;
}

async function plantOrders({ shop, owner, base }: Bench, texts: Texts): Promise<void> {
  const { api } = shop;
  const made: string[] = [];
  for (const [at, phone] of SPELLED.entries()) {
    const headers = { 'idempotency-key': `order-${at}` };
    made.push(expectOk(await api.post('/api/v1/orders/create', orderOf(texts, `k-${at}`, phone), headers)).id);
  }
  const [first = '', second = '', third = ''] = made;
  const { client: other, additional, delivery } = orderOf(texts, 'x');
  expectOk(await api.post('/api/v1/orders/update', { id: first, data: { client: other, additional, delivery } }));
  expectOk(
    await api.post('/api/v1/orders/update', { id: first, data: { additional: { comment: texts.text('last') } } }),
  );
  expectOk(
    await api.post('/api/v1/orders/payment', {
      id: second,
      paymentId: 'late',
      amount: 50,
      providerData: { card: texts.text('card-holder') },
    }),
  );
  expectOk(await api.post('/api/v1/orders/delete', { id: third }));
  // The first of these orders has only the client's e-mail. The second names the client only in its history.
  const byMail = { ...orderOf(texts, 'mail'), client: { name: texts.text('by-mail'), email: EMAIL.toLowerCase() } };
  expectOk(await api.post('/api/v1/orders/create', byMail));
  const ofHanded: Texts = { ...texts, text: (place) => texts.text(`handed-${place}`) };
  const handed = expectOk(await api.post('/api/v1/orders/create', orderOf(ofHanded, 'handed')));
  const next = { client: { name: 'Another One' }, recipient: null, delivery: null, additional: null };
  expectOk(await api.post('/api/v1/orders/update', { id: handed.id, data: next }));
  const { requestKey: _key, payments: _payments, ...desk } = orderOf(texts, 'desk');
  expectOk(
    await owner.post(`${base}/orders`, { ...desk, date: '2026-05-20' }, { 'idempotency-key': crypto.randomUUID() }),
  );
}

async function plantInquiries({ shop, owner, base }: Bench, texts: Texts): Promise<void> {
  const payload = { form: { contact: SPELLED[0], text: texts.text('inquiry') }, list: [texts.text('inquiry-list')] };
  const { id } = expectOk(await shop.api.post('/api/v1/inquiries', { payload }, { 'idempotency-key': 'inquiry-1' }));
  expectOk(await owner.post(`${base}/inquiries/${id}/notes`, { text: texts.text('inquiry-note') }));
  const noted = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { q: texts.text('bare-inquiry') } }));
  expectOk(await owner.post(`${base}/inquiries/${noted.id}/notes`, { text: `${PHONE} ${texts.text('note')}` }));
}

async function plantOthers({ owner, base }: Bench, texts: Texts): Promise<void> {
  const csv = ['Number,Date,Item,Price,Client,Phone,Comment,Address']
    .concat(
      Array.from(
        { length: 30 },
        (_, at) =>
          `I-${at},2026-05-21,${STAYS},10,${texts.text('import-name')},${SPELLED[1]},${texts.text('import-comment')},${texts.text('import-address')}`,
      ),
    )
    .join('\n');
  await bringTable(owner, base, 'orders/import', csv);
  const view = { name: texts.text('view'), query: `q=${encodeURIComponent(PHONE)}` };
  expectOk(await owner.post(`${base}/views`, view));
  const { id } = expectOk(await owner.post(`${base}/stock`, { name: STAYS, sku: null, quantity: 5 }));
  const reason = `${SPELLED[3]} ${texts.text('reason')}`;
  expectOk(await owner.post(`${base}/stock/${id}/correct`, { way: 'by', quantity: -1, reason }));
  const note = `${SPELLED[2]} ${texts.text('day-note')}`;
  const close = { day: '2026-05-20', opening: 0, counted: 10, expected: 0, after: null, note, methods: [] };
  expectOk(await owner.post(`${base}/payments/till`, close));
}

/** The bytes of a file. Undefined for a folder, and for a draft that was deleted meanwhile. */
function bytesOf(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined;
  } catch (error) {
    if (existsSync(path)) throw error;
    return undefined;
  }
}

function filesWith(folder: string, texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const bytes = bytesOf(path);
    if (bytes === undefined) continue;
    for (const text of texts) {
      const spellings = [
        Buffer.from(text),
        Buffer.from(text.toLowerCase()),
        Buffer.from(text, 'utf16le'),
        Buffer.from(text, 'utf16le').swap16(),
        Buffer.from(
          JSON.stringify(text)
            .replaceAll(/[^ -~]/g, escaped)
            .slice(1, -1),
        ),
        Buffer.from(encodeURIComponent(text)),
        Buffer.from(Buffer.from(text).toString('base64').replaceAll('=', '').slice(0, -1)),
      ];
      if (spellings.some((one) => bytes.includes(one))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
const escaped = (sign: string): string => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

const NAMES = [EMAIL, EMAIL.toLowerCase(), ...SPELLED, PHONE, '9161234567'];

interface ForgettingList {
  readonly forgettings: readonly {
    readonly finishedAt: string | null;
    readonly step: string;
    readonly counts: Readonly<Record<string, number>>;
  }[];
}

const describe = async (owner: Visitor, base: string) =>
  expectOk(await owner.get(`${base}/client-data`)) as ForgettingList;
const forgotten = (owner: Visitor, base: string) =>
  until(
    'the client is forgotten',
    async () => {
      const { forgettings } = await describe(owner, base);
      return forgettings.length === 1 && forgettings.every(({ finishedAt }) => finishedAt !== null) && forgettings;
    },
    120_000,
  );

/** Starts a receiver that answers each event with status 422. The answer contains one of the client's texts. */
function startRefusing(texts: Texts) {
  const text = texts.text('answer');
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(text, { status: 422 }) });
  return { url: `http://127.0.0.1:${server.port}/`, [Symbol.dispose]: () => void server.stop(true) };
}

const FORGET = { phone: '8 916 123 45 67', email: EMAIL, word: 'FORGET' };
const ARGS = ['--environment', 'dev', '--allow-private-webhooks'] as const;
const prove = async (owner: Visitor): Promise<void> =>
  void expectOk(await owner.post('/app/api/prove', { password: OWNER[1] }));

async function openPlanted(outside: string, texts: Texts, refusing: { readonly url: string }) {
  const { shop, owner, base } = await openOwned([...ARGS]);
  await docketJson(['webhook', 'add', '--data', shop.dir, '--url', refusing.url, '--events', 'all']);
  const bench = { shop, owner, base };
  await plantOrders(bench, texts);
  await plantInquiries(bench, texts);
  await plantOthers(bench, texts);
  await until('an answer of the receiver', () => filesWith(shop.dir, texts.planted.slice(0, 1)).length > 0);
  const backup = await backUpInto(join(shop.dir, 'backups'), shop.dir);
  const older = join(outside, 'older.db');
  cpSync(backup, older);
  // Some planted texts belong to parts that were never sent, so no file has them. They are left out.
  const there = filesWith(shop.dir, texts.planted).join();
  texts.planted.splice(0, Infinity, ...texts.planted.filter((text) => there.includes(text)));
  expect(texts.planted.length).toBeGreaterThan(200);
  return { ...bench, older };
}

interface Sums {
  readonly orders: readonly { readonly num: string; readonly price: number; readonly paidAmount: number }[];
}
const sumsOf = async ({ api }: Shop): Promise<string[]> =>
  (expectOk(await api.get('/api/v1/orders?limit=100')) as Sums).orders.map(
    ({ num, price, paidAmount }) => `${num} ${price} ${paidAmount}`,
  );

test('none of a forgotten client’s 200 texts remains in the data folder, even after a restore', async () => {
  using outside = dataDir();
  const texts = createTexts();
  using refusing = startRefusing(texts);
  const { shop, owner, base, older } = await openPlanted(outside.path, texts, refusing);
  await using _shop = shop;
  const all = [...texts.planted, ...NAMES];
  const before = await sumsOf(shop);
  await prove(owner);
  // The receiver is stopped. Otherwise, its later answers would bring the client's text back into the data folder.
  refusing[Symbol.dispose]();
  expectOk(await owner.post(`${base}/client-data/forget`, FORGET));
  const [done] = await forgotten(owner, base);
  expect(done?.counts).toMatchObject({ orders: 37, inquiries: 2, views: 1, notes: 5, backups: 2 });
  expect(filesWith(shop.dir, all)).toEqual([]);
  expect(await sumsOf(shop)).toEqual(before);
  const again = await shop.api.post('/api/v1/orders/create', orderOf(createTexts(), 'k-0'));
  expect(again.body.code).toBe('order_key_conflict');

  // The backup is restored on the page, while the server runs.
  await prove(owner);
  const type = { 'content-type': 'application/vnd.sqlite3' };
  const { address } = expectOk(await owner.post(`${base}/backups/upload`, readFileSync(older), type));
  expect(filesWith(shop.dir, all).length).toBeGreaterThan(200);
  const name = address.split('/').at(-1);
  expectOk(await owner.post(`${base}/backups/${name}/restore`, { word: 'RESTORE' }));
  await until('the restored shop', () => shop.server.stdout().includes('ready again at'), 60_000);
  expect(filesWith(shop.dir, all)).toEqual([]);

  // The backup is restored by a command, after the database that recorded the forgetting is gone.
  await shop.server.end();
  for (const side of ['', '-wal', '-shm']) rmSync(join(shop.dir, `docket.db${side}`), { force: true });
  await docketJson(['restore', older, '--data', shop.dir, '--force']);
  expect(filesWith(shop.dir, all)).toEqual([]);
  await using served = await serve(shop.dir, [...ARGS]);
  expect(filesWith(shop.dir, all)).toEqual([]);
  const back = await ownerOf(served);
  await forgotten(back, base);
}, 300_000);

test('forgetting a client resumes at the next start after the server was killed', async () => {
  using outside = dataDir();
  const texts = createTexts();
  using refusing = startRefusing(texts);
  const { shop, owner, base } = await openPlanted(outside.path, texts, refusing);
  await using _shop = shop;
  await prove(owner);
  // The receiver is stopped. Otherwise, its later answers would bring the client's text back into the data folder.
  refusing[Symbol.dispose]();
  expectOk(await owner.post(`${base}/client-data/forget`, FORGET));
  await until(
    'its first orders',
    async () => ((await describe(owner, base)).forgettings[0]?.counts['orders'] ?? 0) > 0,
  );
  await shop.server.end('SIGKILL');
  await using served = await serve(shop.dir, [...ARGS]);
  const back = await ownerOf(served);
  const [done] = await forgotten(back, base);
  expect(done?.counts).toMatchObject({ orders: 37, inquiries: 2 });
  expect(filesWith(shop.dir, [...texts.planted, ...NAMES])).toEqual([]);
}, 300_000);

test('a client’s file has their orders, inquiries and history, and nobody else’s', async () => {
  using outside = dataDir();
  const texts = createTexts();
  using refusing = startRefusing(texts);
  const { shop, owner, base } = await openPlanted(outside.path, texts, refusing);
  await using _shop = shop;
  const stranger = { ...orderOf(createTexts(), 'stranger'), client: { name: 'Stranger', phone: '+79995550000' } };
  expectOk(await shop.api.post('/api/v1/orders/create', stranger));
  const ask = (body: object) =>
    owner.fetch(`${base}/client-data/file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await prove(owner);
  expect((await ask({ phone: 'nobody' })).status).toBe(422);
  const text = await (await ask({ phone: PHONE, email: EMAIL })).text();
  const file = JSON.parse(text) as { orders: { key: string }[]; inquiries: object[] };
  expect(file.orders.length).toBe(37);
  expect(file.inquiries.length).toBe(2);
  expect(text).not.toMatch(/Stranger|Another One/);
  // The client's file leaves out receivers' answers, saved views, correction reasons and notes on closed days. From
  // another client's order, the file has only the parts that name this client.
  const isElsewhere = (one: string): boolean =>
    /-(?:(?:answer|view|reason|day-note|bare-inquiry)-|handed-(?!client-))/.test(one);
  const missing = texts.planted.filter((one) => !text.includes(one) && !isElsewhere(one));
  expect(missing).toEqual([]);
  const { stdout } = await docket(['client', 'export', '--data', shop.dir, '--phone', '8 (916) 123-45-67']);
  expect(JSON.parse(stdout).orders.length).toBe(36);
}, 300_000);
