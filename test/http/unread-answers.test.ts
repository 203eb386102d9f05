/** Large answers stay in memory until they are read, so a caller may leave only a limited amount unread. */

import { expect, spyOn, test } from 'bun:test';
import { createTextSlots } from '../../src/base/index.ts';
import { createOrder, getDeskOrder, weighPage } from '../../src/orders/index.ts';
import { answerWithEnvelope, beginCall, countUnread, envelopeOf, letAnswer, noteLarge } from '../../src/web/index.ts';
import { orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { oldEndpoint } from '../support/old-rows.ts';
import { png } from '../support/pictures.ts';
import { alter } from '../support/raw-database.ts';
import { openStingyReaders } from '../support/stingy-readers.ts';
import { refusalFrom } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const MIB = 1_048_576;
const READERS = 300;
const HOLDER = { person: 'key 1', workspace: 1 };

type Answers = ReturnType<typeof createTextSlots>['answers'];

/** An answer as it leaves the server. */
function answer(answers: Answers, largeText: string, leaving = new AbortController()) {
  const request = new Request('http://localhost/', { signal: leaving.signal });
  const call = beginCall(request, 'request', 0);
  letAnswer(call, answers, HOLDER);
  noteLarge(call, largeText);
  return countUnread(answers, request, call, new Response(largeText, { headers: { etag: '"1"' } }));
}

const rulesOf = (work: () => unknown): string => refusalFrom(work)?.refusal.rule ?? 'none';

test('a caller is refused while too many bytes of earlier answers are unread', async () => {
  const { answers } = createTextSlots();
  const text = 'ж'.repeat(4 * MIB);
  const leaving = Array.from({ length: 8 }, () => new AbortController());
  const sent = leaving.map((one) => answer(answers, text, one));
  expect(rulesOf(() => answer(answers, text))).toBe('none');
  expect(rulesOf(() => answer(answers, text))).toBe('answers_unread');
  const [first, second, third] = sent;
  expect(await first?.text()).toBe(text);
  expect(first?.headers.get('etag')).toBe('"1"');
  await second?.body?.cancel();
  expect(third?.bodyUsed).toBe(false);
  leaving[2]?.abort();
  for (let at = 0; at < 3; at += 1) expect(rulesOf(() => answer(answers, text))).toBe('none');
  expect(rulesOf(() => answer(answers, text))).toBe('answers_unread');
});

/** Begins `count` calls of one holder, and then answers them one by one. @returns the status of each answer */
function answerTogether(answers: Answers, method: string, holder = HOLDER, count = 1): number[] {
  const text = 'x'.repeat(32 * MIB);
  const calls = Array.from({ length: count }, () => {
    const request = new Request('http://localhost/', { method });
    const call = beginCall(request, 'request', 0);
    letAnswer(call, answers, holder);
    return { request, call };
  });
  return calls.map(({ request, call }) => {
    noteLarge(call, text);
    return countUnread(answers, request, call, new Response(text)).status;
  });
}

test('a large answer to a read is refused if the caller’s unread answers reached the limit while the read was running', () => {
  const { answers } = createTextSlots();
  expect(answerTogether(answers, 'GET', HOLDER, 5)).toEqual([200, 200, 200, 429, 429]);
});

test('unread answers of one workspace lock no other workspace out', () => {
  const { answers } = createTextSlots();
  // The server always answers a change that has begun. So a workspace's unread answers may exceed the server's limit of
  // 256 MiB.
  answers.add(HOLDER, 300 * MIB);
  expect(rulesOf(() => answerTogether(answers, 'POST'))).toBe('answers_unread');
  const other = { person: 'key 2', workspace: 2 };
  for (const method of ['GET', 'POST']) expect(answerTogether(answers, method, other)).toEqual([200]);
});

test('a workspace with few unread answers is not refused because of other workspaces’ unread answers', () => {
  const { answers } = createTextSlots();
  for (const workspace of [1, 2, 3, 4]) answers.add({ person: `key ${workspace}`, workspace }, 90 * MIB);
  for (const [method, few, none] of [
    ['GET', 5, 6],
    ['POST', 7, 8],
  ] as const) {
    answers.add({ person: `key ${few}`, workspace: few }, 16 * MIB);
    for (const workspace of [few, none]) {
      expect(answerTogether(answers, method, { person: `reader of ${workspace}`, workspace })).toEqual([200]);
    }
  }
  answers.add({ person: 'key 9', workspace: 9 }, 16 * MIB + 1);
  expect(rulesOf(() => answerTogether(answers, 'POST', { person: 'reader of 9', workspace: 9 }))).toBe(
    'answers_unread',
  );
});

test('an answer to a disconnected caller counts against no limit', () => {
  const { answers } = createTextSlots();
  const gone = new AbortController();
  gone.abort();
  for (let at = 0; at < 20; at += 1) answer(answers, 'ж'.repeat(4 * MIB), gone);
  expect(rulesOf(() => answer(answers, ''))).toBe('none');
});

test('the limit of unread answers applies to each API key and each person, on the API and on the pages', async () => {
  await using shop = await openTimedShop();
  const { answers } = shop.texts;
  const delivery = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`note ${at}`, 'x'.repeat(9_500)]));
  const products = [{ name: 'Rose', quantity: 1, price: 1 }];
  const made = await createOrder(shop.store.ctx(), { num: '1', date: '2026-05-20T10:00:00Z', products, delivery });
  const [{ key }, owner] = [await shop.newKey('site'), await shop.owner()];
  const { id: workspace } = shop.store.workspace;
  const asks = [
    () => fetch(`${shop.url}/api/v1/orders/${made.order.id}`, { headers: { authorization: `Bearer ${key}` } }),
    () => owner.fetch(`/app/api/workspaces/${workspace}/orders/${made.order.id}`),
  ];
  using added = spyOn(answers, 'add');
  for (const ask of asks) {
    const read = await ask();
    expect([read.status, (await read.text()).includes('note 79')]).toEqual([200, true]);
    const [holder, bytes] = added.mock.lastCall ?? [];
    expect(bytes).toBeGreaterThan(80 * 9_500);
    if (holder === undefined) throw new Error('nothing was counted');
    // Counts more unread bytes than the bound of 64 MiB allows.
    const giveBack = answers.add(holder, 64 * MIB + 1);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.text()).toContain('Answers to your earlier requests are not read yet.');
    giveBack();
    expect((await ask()).status).toBe(200);
  }
});

test('an answer of 32,768 bytes or more is counted by its bytes, and a smaller answer is not counted', () => {
  const counted = (body: string): number | undefined => {
    const call = beginCall(new Request('http://localhost/'), 'request', 0);
    noteLarge(call, body);
    return call.largeBody?.length;
  };
  expect(counted('ж'.repeat(16_383))).toBeUndefined();
  expect(counted('ж'.repeat(16_384))).toBe(32_768);
  expect(counted('x'.repeat(32_767))).toBeUndefined();
});

test('an answer with a picture counts toward the limit on unread answers', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const logo = Buffer.concat([png(10, 10), Buffer.alloc(50_000)]);
  expectOk(await owner.post(`${shop.base}/logo`, { image: logo.toString('base64') }));
  using added = spyOn(shop.texts.answers, 'add');
  expect(await (await owner.fetch(`${shop.base}/logo`)).bytes()).toEqual(new Uint8Array(logo));
  expect(added.mock.lastCall?.[1]).toBe(logo.length);
});

test.each(['/docs', '/docs/json'])('many unread answers of %s share one copy in memory', async (path) => {
  await using shop = await openTimedShop();
  const first = await fetch(shop.url + path);
  expect((await first.bytes()).length).toBeGreaterThan(50_000);
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const { port, host } = new URL(shop.url);
  using _readers = openStingyReaders(Number(port), READERS, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  // The requests of one network take turns. So the server answers this request after the requests of the readers.
  await (await fetch(shop.url + path)).bytes();
  Bun.gc(true);
  expect((process.memoryUsage.rss() - before) / READERS).toBeLessThan(30_000);
});

test('a payment is refused and not recorded if its caller has too many bytes of unread HTTP answers', async () => {
  await using shop = await openTimedShop();
  const { answers } = shop.texts;
  const ctx = shop.store.ctx();
  const delivery = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`note ${at}`, 'x'.repeat(9_500)]));
  const { order } = await createOrder(ctx, orderBody({ delivery }));
  const owner = await shop.owner();
  const pay = async () =>
    (await owner.post(`${shop.base}/orders/${order.id}/payments`, { pending: false, amount: 1 })).status;
  expect(await pay()).toBe(200);
  using looked = spyOn(answers, 'look');
  const holder = () => looked.mock.lastCall?.[0] ?? HOLDER;
  expect(await pay()).toBe(200);
  // The answer to the first payment exceeds the limit, so the server refuses the other two payments.
  const giveBack = answers.add(holder(), 63 * MIB + 500_000);
  expect((await Promise.all([pay(), pay(), pay()])).sort()).toEqual([200, 429, 429]);
  giveBack();
  expect(getDeskOrder(ctx, order.id).payments).toHaveLength(3);
  // The page may show a thousand deliveries to five endpoints, with long URLs.
  const before = weighPage(ctx, order.id);
  for (let nth = 0; nth < 5; nth += 1) await oldEndpoint(shop.store);
  expect(weighPage(ctx, order.id)).toBeGreaterThan(before + 2 * MIB);
  expect(await pay()).toBe(200);
});

test('a large envelope that is used for two answers keeps the request id of each answer', async () => {
  const { answers } = createTextSlots();
  const envelope = envelopeOf(Buffer.from(JSON.stringify({ text: 'x'.repeat(40_000) })));
  const sent = ['1', '2'].map((nth) => {
    const request = new Request('http://localhost/');
    const call = beginCall(request, nth.repeat(36), 0);
    letAnswer(call, answers, HOLDER);
    return countUnread(answers, request, call, answerWithEnvelope(call, envelope));
  });
  const [first, second] = await Promise.all(sent.map((response) => response.json() as Promise<{ requestId: string }>));
  expect([first?.requestId, second?.requestId]).toEqual(['1'.repeat(36), '2'.repeat(36)]);
});

test('a large answer outside any workspace counts toward the person’s limit on unread answers', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  alter(shop.store.storage.path, "UPDATE sessions SET user_agent = printf('%.*c', 40000, 'x')");
  using added = spyOn(shop.texts.answers, 'add');
  const read = await owner.fetch('/app/api/sessions');
  expect([read.status, (await read.text()).length > 40_000]).toEqual([200, true]);
  const holder = { person: expect.any(String), workspace: undefined };
  expect(added.mock.lastCall).toEqual([holder, expect.any(Number)]);
  using looked = spyOn(shop.texts.answers, 'look');
  expect((await owner.get('/app/api/me')).status).toBe(200);
  expect(looked.mock.calls).toEqual([[holder]]);
});
