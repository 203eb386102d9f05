import { expect, test } from 'bun:test';
import { basename } from 'node:path';
import { nextTurn } from '../../src/base/index.ts';
import type { Reader } from '../../src/dashboard/desk/index.ts';
import { createLiveHub } from '../../src/dashboard/live/hub.ts';
import type { News } from '../../src/storage/index.ts';
import { ownerOf, signedIn, type Visitor } from '../support/browser-session.ts';
import { docketJson, openShop } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { openStream } from '../support/open-stream.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();

async function pagesOpen(): Promise<number> {
  const text = await (await fetch(`${shop.url}/metrics`)).text();
  return Number(/^docket_live_pages (\d+)$/m.exec(text)?.[1]);
}

const streamOf = (who = owner) => openStream(shop, who);

test.each([
  ['orders', () => placeOrder(shop.api, { client: { name: 'secret' } })],
  ['inquiries', async () => expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'secret' } }))],
] as const)('a page gets a notification without content when %s are created through the API', async (topic, make) => {
  const stream = await streamOf();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  await stream.until(/data: inquiries/);
  await make();
  expect(await stream.until(new RegExp(`data: ${topic}\n\n`))).toBe(`event: hint\ndata: ${topic}\n\n`);
  await stream.cancel();
});

test('a page stays connected when the session’s token is renewed, but no longer than the session', async () => {
  const who = await ownerOf(shop);
  const stream = await streamOf(who);
  await stream.until(/data: orders/);
  const before = who.cookie();
  expectOk(await who.post('/app/api/prove', { password: 'correct horse' }));
  expect(who.cookie()).not.toBe(before);
  const rename = async (name: string) => expectOk(await owner.post(`${shop.base}/settings/profile`, { name }));
  await rename('Another name');
  await stream.until(/data: settings\n\n/);
  expectOk(await who.post('/app/api/sign-out'));
  await rename('Test shop');
  await stream.ended();
});

test.each([
  ['signed out', (who: Visitor) => who.post('/app/api/sign-out')],
  [
    'ended from another browser',
    async (who: Visitor) => {
      const other = await ownerOf(shop);
      const { sessions } = expectOk(await who.get('/app/api/sessions'));
      const own = sessions.find(({ current }: { readonly current: boolean }) => current);
      return other.post('/app/api/sessions/revoke', { id: own.id });
    },
  ],
])('a page whose session is %s gets no further notifications', async (_how, end) => {
  const who = await ownerOf(shop);
  const stream = await streamOf(who);
  await stream.until(/data: orders/);
  expectOk(await end(who));
  await placeOrder(shop.api);
  expect(await stream.ended()).not.toContain('data: orders');
});

test('a page is notified that stock has moved, by hand or by an order', async () => {
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true };
  expectOk(await owner.post(`${shop.base}/flows/orders`, packed));
  const stream = await streamOf();
  await stream.until(/data: orders/);
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'rose', name: 'Rose', sku: null, quantity: 1 }));
  await stream.until(/data: stock\n\n/);
  const products = [{ id: 'rose', name: 'Rose', quantity: 1, price: 1 }];
  await placeOrder(shop.api, { products, statusId: 'packed' });
  await stream.until(/data: stock\n\n/);
  await stream.cancel();
});

test('live streams end when the server stops, and do not delay the stop', async () => {
  const own = await openShop();
  const who = await ownerOf(own);
  const response = await who.fetch(`${own.base}/live`);
  own.server.kill('SIGTERM');
  await response.text().catch(() => undefined);
  expect(await own.server.exited).toBe(0);
  await own[Symbol.asyncDispose]();
});

function hubWith(quietMs = 800) {
  let hear: (news: News) => void = () => undefined;
  const listen = (listener: typeof hear) => {
    hear = listener;
    return () => undefined;
  };
  const hub = createLiveHub({ listen }, { quietMs, commentMs: 20_000 });
  return {
    hub,
    tell: (topic: 'orders' | 'endpoints' | 'workspaces', key: number) => hear(new Map([[topic, new Set([key])]])),
  };
}

test('a workspace’s pages get only that workspace’s notifications, and a burst arrives as one notification', async () => {
  const { hub, tell } = hubWith();
  const [mine, other] = [hub.open(reader({})), hub.open(reader({ workspaceSeq: 2 }))];
  const readers = [mine, other].map((stream) => (stream as ReadableStream<Uint8Array>).getReader());
  const [first, second] = readers;
  for (const reader of readers) await reader.read();
  for (let at = 0; at < 100; at += 1) tell('orders', 1);
  expect(new TextDecoder().decode((await first?.read())?.value)).toBe('event: hint\ndata: orders\n\n');
  tell('endpoints', 2);
  expect(new TextDecoder().decode((await second?.read())?.value)).toBe('event: hint\ndata: webhooks\n\n');
  expect(hub.size()).toBe(2);
  await first?.cancel();
  expect(hub.size()).toBe(1);
  hub.close();
  expect((await second?.read())?.done).toBe(true);
});

const reader = (of: Partial<Reader>): Reader => ({
  sessionSeq: 1,
  personSeq: 1,
  workspaceSeq: 1,
  ordersOnly: false,
  allowed: () => true,
  over: () => undefined,
  ...of,
});

test('a page above its workspace’s limit of open pages is refused, but not a page of another workspace', () => {
  const { hub } = hubWith();
  const opened = Array.from({ length: 301 }, (_, at) => hub.open(reader({ sessionSeq: at, personSeq: at })));
  expect(opened.filter((stream) => stream === undefined)).toHaveLength(1);
  expect(hub.open(reader({ sessionSeq: 999, personSeq: 999, workspaceSeq: 2 }))).toBeDefined();
  expect(hub.size()).toBe(301);
  hub.close();
});

test('a person who opens too many pages loses only pages of their own', () => {
  const { hub } = hubWith();
  hub.open(reader({ sessionSeq: 1_000, personSeq: 2 }));
  for (let at = 0; at < 500; at += 1) hub.open(reader({ sessionSeq: at }));
  expect(hub.size()).toBe(31);
  hub.close();
});

function countRights() {
  const rights = {
    asked: 0,
    allowed(): boolean {
      rights.asked += 1;
      return true;
    },
  };
  return rights;
}

test('no page is notified of another workspace’s changes to endpoints, people or settings', async () => {
  const { hub, tell } = hubWith();
  const rights = countRights();
  const { allowed } = rights;
  const [mine, others] = [1, 2].map((workspaceSeq) => hub.open(reader({ workspaceSeq, allowed }))?.getReader());
  for (const one of [mine, others]) await one?.read();
  for (const topic of ['endpoints', 'workspaces'] as const) tell(topic, 1);
  expect(new TextDecoder().decode((await mine?.read())?.value)).toBe(
    'event: hint\ndata: webhooks\n\nevent: hint\ndata: settings\n\n',
  );
  expect(rights.asked).toBe(1);
  tell('orders', 2);
  expect(new TextDecoder().decode((await others?.read())?.value)).toBe('event: hint\ndata: orders\n\n');
  hub.close();
});

test('a burst of workspace changes checks each page’s rights once, one page at a time', async () => {
  const { hub, tell } = hubWith();
  const PAGES = 100;
  const rights = countRights();
  let [turns, isOver] = [0, false];
  const opened = Array.from({ length: PAGES }, (_, at) =>
    hub.open(reader({ sessionSeq: at, personSeq: at, allowed: rights.allowed }))?.getReader(),
  );
  for (const one of opened) await one?.read();
  for (let at = 0; at < 50; at += 1) tell('workspaces', 1);
  const heard = Promise.all(opened.map((one) => one?.read())).finally(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await nextTurn(2);
  await heard;
  expect(rights.asked).toBe(PAGES);
  expect(turns).toBeGreaterThanOrEqual(PAGES - 1);
  hub.close();
});

test('a person removed from a workspace gets no later notifications', async () => {
  const { hub, tell } = hubWith();
  let isIn = true;
  const page = hub.open(reader({ allowed: () => isIn }))?.getReader();
  await page?.read();
  isIn = false;
  tell('workspaces', 1);
  tell('orders', 1);
  expect((await page?.read())?.done).toBe(true);
  hub.close();
});

test('a page that does not read its notifications is disconnected before many pile up', async () => {
  const { hub, tell } = hubWith(0);
  let over = 0;
  const stream = hub.open(reader({ over: () => (over += 1) }));
  const keepsUp = hub.open(reader({ sessionSeq: 2 }))?.getReader();
  for (let at = 0; at < 100; at += 1) {
    tell('workspaces', 1);
    await keepsUp?.read();
  }
  expect([hub.size(), over]).toEqual([1, 1]);
  let chunks = 0;
  for await (const _ of stream ?? []) chunks += 1;
  expect(chunks).toBeLessThan(25);
  hub.close();
});

test('a session’s seventh page replaces its oldest, and other people’s pages stay', async () => {
  const { url, dir } = shop;
  const email = 'viewer@example.com';
  const add = ['owner', 'create', '--data', dir, '--email', email, '--password', 'long enough', '--role', 'viewer'];
  await docketJson(add);
  const [own, other] = [await streamOf(), await signedIn(url, email, 'long enough')];
  const opened = [];
  for (let at = 0; at < 9; at += 1) opened.push(await streamOf(other));
  const texts = await Promise.all(opened.slice(0, 3).map((stream) => stream.ended()));
  // The oldest tab reconnects, but not at once. Otherwise seven tabs would push one another out forever.
  for (const text of texts) expect(text).toContain('retry: 60000');
  expect(await pagesOpen()).toBe(7);
  await placeOrder(shop.api);
  await own.until(/data: orders\n\n/);
  for (const stream of [own, ...opened.slice(3)]) await stream.cancel();
  await until('the pages are gone', async () => (await pagesOpen()) === 0);
});

test('HEAD opens no stream, begins no export and downloads no backup', async () => {
  const { backup } = await docketJson<{ backup: string }>(['backup', '--data', shop.dir]);
  const paths = ['live', 'orders/export?filter=', 'history/export', 'stock/export', `backups/${basename(backup)}/file`];
  const types = ['text/event-stream', ...Array(3).fill('text/csv; charset=utf-8'), 'application/vnd.sqlite3'];
  for (const [at, path] of paths.entries()) {
    const ask = () => fetch(`${shop.url}${shop.base}/${path}`, { method: 'HEAD', headers: { cookie: owner.cookie() } });
    const [first] = await Promise.all(Array.from({ length: 20 }, ask));
    expect([first?.status, first?.headers.get('content-type')]).toEqual([200, types[at]]);
    expect(await first?.text()).toBe('');
  }
  expect(await pagesOpen()).toBe(0);
  const history = expectOk(await owner.get(`${shop.base}/history`));
  expect(JSON.stringify(history)).not.toContain('backup.downloaded');
});
