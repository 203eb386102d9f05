import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLiveHub } from '../../src/dashboard/live/hub.ts';
import type { News } from '../../src/storage/index.ts';
import { signedIn, type Visitor } from '../support/browser-session.ts';
import { openShop, orderBody, type Shop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await openShop();
  owner = await signedIn(shop.url, 'owner@example.com', 'correct horse');
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
});

async function openStream() {
  const response = await fetch(`${shop.url}/app/api/workspaces/${shop.workspaceId}/live`, {
    headers: { cookie: owner.cookie() },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const read = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += new TextDecoder().decode(part.value);
    }
  };
  void read();
  return {
    response,
    /** All that has come since the last one. */
    async until(pattern: RegExp): Promise<string> {
      await until(`${pattern} on the stream`, () => pattern.test(text));
      const all = text;
      text = '';
      return all;
    },
    cancel: () => reader.cancel(),
  };
}

test('a page hears of an order that the API made, and of nothing that is in it', async () => {
  const stream = await openStream();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  await stream.until(/data: orders/);
  expectOk(await shop.api.post('/api/v1/orders/create', orderBody()));
  expect(await stream.until(/data: orders\n\n/)).toBe('event: hint\ndata: orders\n\n');
  await stream.cancel();
});

test('a page hears that stock has moved, by hand or by an order', async () => {
  const base = `/app/api/workspaces/${shop.workspaceId}`;
  const packed = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true };
  expectOk(await owner.post(`${base}/statuses`, packed));
  const stream = await openStream();
  await stream.until(/data: orders/);
  expectOk(await owner.post(`${base}/stock`, { id: 'rose', name: 'Rose', sku: null, quantity: 1 }));
  await stream.until(/data: stock\n\n/);
  const products = [{ id: 'rose', name: 'Rose', quantity: 1, price: 1 }];
  expectOk(await shop.api.post('/api/v1/orders/create', orderBody({ products, statusId: 'packed' })));
  await stream.until(/data: stock\n\n/);
  await stream.cancel();
});

test('streams end when the server is told to, which does not wait for them', async () => {
  const own = await openShop();
  const who = await signedIn(own.url, 'owner@example.com', 'correct horse');
  const response = await fetch(`${own.url}/app/api/workspaces/${own.workspaceId}/live`, {
    headers: { cookie: who.cookie() },
  });
  own.server.kill('SIGTERM');
  await response.text().catch(() => undefined);
  expect(await own.server.exited).toBe(0);
  await own[Symbol.asyncDispose]();
});

function hubWith() {
  let hear: (news: News) => void = () => undefined;
  const hub = createLiveHub({
    listen(listener) {
      hear = listener;
      return () => undefined;
    },
  });
  return { hub, tell: (topic: 'orders' | 'endpoints', key: number) => hear(new Map([[topic, new Set([key])]])) };
}

test('hints go to the pages of their workspace alone, a burst of them as one', async () => {
  const { hub, tell } = hubWith();
  const [mine, other] = [hub.open(1, () => true), hub.open(2, () => true)];
  const readers = [mine, other].map((stream) => (stream as ReadableStream<Uint8Array>).getReader());
  const [first, second] = readers;
  for (const reader of readers) await reader.read();
  for (let at = 0; at < 100; at += 1) tell('orders', 1);
  expect(new TextDecoder().decode((await first?.read())?.value)).toBe('event: hint\ndata: orders\n\n');
  tell('endpoints', 7);
  expect(new TextDecoder().decode((await second?.read())?.value)).toBe('event: hint\ndata: webhooks\n\n');
  expect(hub.size()).toBe(2);
  await first?.cancel();
  expect(hub.size()).toBe(1);
  hub.close();
  expect((await second?.read())?.done).toBe(true);
});

test('more pages than a server should hold open are refused, not queued', () => {
  const { hub } = hubWith();
  const opened = Array.from({ length: 501 }, () => hub.open(1, () => true));
  expect(opened.filter((stream) => stream === undefined)).toHaveLength(1);
  hub.close();
});
