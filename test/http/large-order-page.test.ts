import { expect, spyOn, test } from 'bun:test';
import { DAY_MS } from '../../src/base/index.ts';
import { findClients, listClients } from '../../src/clients/index.ts';
import { shapeOrder } from '../../src/dashboard/orders/shape.ts';
import { readShop } from '../../src/dashboard/overview/readings.ts';
import { shapeFull } from '../../src/http/orders/shape.ts';
import { createOrder, getDeskOrder, getOrder, recordPayment, updateOrder } from '../../src/orders/index.ts';
import { orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, UNKNOWN_ID } from '../support/http-answers.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { oldEndpoint } from '../support/old-rows.ts';
import { countParses } from '../support/parses-a-step.ts';
import { addInquiry, asker, openTestStore } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const LARGE = 'x'.repeat(9_000);
const FEW = 10;
const MANY = 40;

test('a large order’s page is built in the reading thread, not in the main thread', async () => {
  const asked: unknown[] = [];
  await using shop = await openTimedShop(async ({ name, input }) => void asked.push(name, input));
  const owner = await shop.owner();
  const ctx = shop.store.ctx();
  const base = `${shop.base}/orders`;
  const make = async (content = {}) => (await createOrder(ctx, orderBody(content))).order.id;
  const changed = async (times: number, textOf: (nth: number) => string) => {
    const id = await make();
    for (let nth = 0; nth < times; nth += 1) await updateOrder(ctx, { id, data: { delivery: { note: textOf(nth) } } });
    return id;
  };
  const askedFor = async (id: string): Promise<unknown> => {
    asked.length = 0;
    const { order } = expectOk(await owner.get(`${base}/${id}`));
    expect(order.id).toBe(id);
    return asked[0];
  };
  expect(await askedFor(await changed(FEW, String))).toBeUndefined();
  expect(await askedFor(await changed(FEW, (nth) => `${nth}${LARGE}`))).toBe('order page');
  expect(await askedFor(await changed(MANY, String))).toBe('order page');
  const client = Object.fromEntries(Array.from({ length: FEW }, (_, nth) => [`said ${nth}`, LARGE]));
  const large = await make({ client });
  expect(await askedFor(large)).toBe('order page');
  // The page of another order with the same number also shows the name of the large order's client.
  const other = await make();
  await updateOrder(ctx, { id: other, data: { num: getDeskOrder(ctx, large).order.num } });
  expect(await askedFor(other)).toBe('order page');
  // The server answers a refund with the order's page. The reading thread builds it, just as when a user opens the
  // page.
  await recordPayment(ctx, { id: large, paymentId: 'p', amount: 1 });
  const { order, payments } = getDeskOrder(ctx, large);
  asked.length = 0;
  expectOk(
    await owner.post(`${base}/${large}/payments/${payments[0]?.id}/refund`, { version: order.version, amount: 1 }),
  );
  expect(asked).toEqual(['order page', { id: large, role: 'owner' }]);
  // Each change has an event, which may have a delivery to each endpoint.
  const few = await changed(FEW, String);
  const addEndpoints = async (times: number) => {
    for (let nth = 0; nth < times; nth += 1) await oldEndpoint(shop.store);
  };
  await addEndpoints(5);
  expect(await askedFor(few)).toBeUndefined();
  await addEndpoints(15);
  expect(await askedFor(few)).toBe('order page');
  expect(await askedFor(await make())).toBeUndefined();
  const paid = Array.from({ length: FEW }, (_, nth) => ({ id: `paid ${nth}`, amount: 1 }));
  expect(await askedFor(await make({ payments: paid }))).toBe('order page');
});

test('an inquiry’s page is built in the reading thread, not in the main thread', async () => {
  const asked: string[] = [];
  await using shop = await openTimedShop(async ({ name }) => void asked.push(name));
  const owner = await shop.owner();
  const id = await addInquiry(shop.store.ctx(), { text: 'Roses' });
  asked.length = 0;
  const { inquiry, stages } = expectOk(await owner.get(`${shop.base}/inquiries/${id}`));
  expect([inquiry.id, stages[0].id, asked]).toEqual([id, 'stage-new', ['inquiry page']]);
});

test('each step of building an order’s page handles the webhook deliveries of one event', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const { id } = (await createOrder(ctx, orderBody())).order;
  for (let nth = 1; nth < FEW; nth += 1) await updateOrder(ctx, { id, data: { platform: `${nth}` } });
  const request = { signal: new AbortController().signal };
  const page = { ...ctx, role: 'viewer', language: 'en', nowMs: store.world.clock.now(), request } as const;
  const found = getDeskOrder(ctx, id);
  expect(found.timeline.flatMap(({ events }) => events)).toHaveLength(FEW);
  const unsent = { ...found, timeline: [] };
  expect([...shapeOrder(found, page)].length - [...shapeOrder(unsent, page)].length).toBe(FEW);
});

test('slow reads of the desk, such as the lists of clients and of stock, run in the reading thread', async () => {
  const asked: unknown[] = [];
  await using shop = await openTimedShop(async ({ name }) => void asked.push(name));
  const owner = await shop.owner();
  await createOrder(shop.store.ctx(), orderBody({ client: { name: 'Anna', phone: '+79123456789' } }));
  await indexAllOrders(shop.store.storage.path);
  const base = `${shop.base}/clients`;
  const { clients } = expectOk(await owner.get(base));
  expectOk(await owner.get(`${base}/${clients[0].id}`));
  const typed = ['orders/find?q=anna', 'orders/clients?q=anna', 'orders/products?q=rose', 'stock?q=rose'];
  const offered = [...typed, 'orders/couriers?day=2026-05-20'];
  for (const path of ['orders/board', 'orders/choices', 'start', ...offered, 'settings', 'settings/numbers?next=7'])
    expectOk(await owner.get(`${shop.base}/${path}`));
  const missed = `webhooks/${UNKNOWN_ID}/missed?since=0`;
  expectFailure(await owner.get(`${shop.base}/${missed}`), 404, 'not_found');
  const told = ['found orders', 'known clients', 'offers', 'stock', 'sheet of couriers'];
  const numbers = ['next numbers', 'next numbers'];
  expect(asked).toEqual(['clients', 'client', 'board', 'choices', 'start', ...told, ...numbers, 'missed events']);
  asked.length = 0;
  const resend = `${shop.base}/webhooks/${UNKNOWN_ID}/resend-missed`;
  expectFailure(await owner.post(resend, { since: 0 }), 404, 'not_found');
  expect(asked).toEqual(['steps of missed events']);
  asked.length = 0;
  const carried = { date: new Date(shop.store.world.clock.now()).toISOString(), delivery: { adress: 'Lenina 5' } };
  const { id } = (await createOrder(shop.store.ctx(), orderBody(carried))).order;
  const delivery = `${shop.base}/deliveries/${id}`;
  expectFailure(await owner.post(`${delivery}/undelivered`, {}), 409, 'order_status_conflict');
  expectFailure(await owner.post(`${delivery}/unpaid`, { id: UNKNOWN_ID }), 404, 'not_found');
  expect(asked).toEqual(['own acts', 'own acts']);
});

test('an API read of an order with several large parts reads one of them in each step', async () => {
  await using shop = await openTimedShop();
  const { key } = await shop.newKey('site');
  const ctx = shop.store.ctx();
  const texts = { text: LARGE, more: LARGE };
  const said = { 7: 'first', ...texts, id: JSON.rawJSON('12345678901234567890'), price: 7 };
  const products = [{ name: 'Rose', quantity: 1, price: 100, ...texts }];
  const parts = { client: said, recipient: said, delivery: said, additional: said, products };
  const { id } = (await createOrder(ctx, orderBody(parts))).order;
  const read = () => fetch(`${shop.url}/api/v1/orders/${id}`, { headers: { authorization: `Bearer ${key}` } });
  expect(await countParses(`${LARGE}","more":"${LARGE}`, read)).toEqual({ all: 5, most: 1 });
  expect(await (await read()).text()).toEndWith(`"data":${JSON.stringify(shapeFull(getOrder(ctx, id)))}}`);
});

test('reading an order by the API, or building its page, parses at most one payment in each step', async () => {
  await using shop = await openTimedShop();
  const [owner, { key }] = [await shop.owner(), await shop.newKey('site')];
  const ctx = shop.store.ctx();
  const { id } = (await createOrder(ctx, orderBody())).order;
  const providerData = { id: JSON.rawJSON('12345678901234567890'), text: LARGE };
  for (let at = 0; at < FEW; at += 1) await recordPayment(ctx, { id, paymentId: `${at}`, amount: 1, providerData });
  const reads = {
    page: () => owner.get(`${shop.base}/orders/${id}`),
    read: () => fetch(`${shop.url}/api/v1/orders/${id}`, { headers: { authorization: `Bearer ${key}` } }),
  };
  for (const read of Object.values(reads)) expect(await countParses(LARGE, read)).toEqual({ all: FEW, most: 1 });
  const answer = await (await reads.read()).text();
  expect(answer).toEndWith(`"data":${JSON.stringify(shapeFull(getOrder(ctx, id)))}}`);
});

test('neither an order list nor the page of another order with the same number parses any part of a large order', async () => {
  await using shop = await openTimedShop();
  const [owner, ctx] = [await shop.owner(), shop.store.ctx()];
  const said = Object.fromEntries(Array.from({ length: FEW }, (_, nth) => [`said ${nth}`, LARGE]));
  const person = { name: 'Anna', phone: '+79123456789', ...said };
  const item = { name: 'Rose', quantity: 2, price: 1 };
  const items = [item, ...Array.from({ length: FEW - 1 }, () => ({ ...item, ...said }))];
  const date = new Date(shop.store.world.clock.now()).toISOString();
  const parts = { client: person, recipient: person, delivery: { adress: 'Lenina 5', ...said }, products: items };
  const { order } = await createOrder(ctx, { num: 'SAME', date, ...parts });
  const small = (await createOrder(ctx, orderBody())).order.id;
  await updateOrder(ctx, { id: small, data: { num: order.num } });
  const parse = JSON.parse;
  for (const path of ['', '/day', '/board', `/${small}`]) {
    let longest = 0;
    using _parse = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.includes(LARGE)) longest = Math.max(longest, text.length);
      return parse(text, reviver);
    });
    const read = await owner.fetch(`${shop.base}/orders${path}`);
    expect([path, read.status, longest]).toEqual([path, 200, 0]);
    expect(await read.text()).toContain('"clientName":"Anna"');
  }
});

test('the overview parses at most one order before it lets other requests run', async () => {
  await using store = await openTestStore();
  const now = store.world.clock.now();
  const name = 'n'.repeat(400);
  const person = { name, phone: '+79123456789', note: LARGE };
  for (const [at, day] of [0, 0, 0, 0, 1, 1, 1, 1].entries()) {
    const date = new Date(now + day * DAY_MS).toISOString();
    const products = [{ name: 'Rose', quantity: 2, price: 1 }];
    await createOrder(store.ctx(), {
      num: `${at}`,
      date,
      timeStart: '23:30',
      timeEnd: '23:59',
      client: person,
      products,
    });
  }
  const ctx = {
    ...store.ctx(),
    language: 'en',
    nowMs: now,
    request: { signal: new AbortController().signal },
  } as const;
  expect(await countParses(name, () => readShop.read(ctx, 30))).toEqual({ all: 8, most: 1 });
});

test('a search for clients and the client list parse only the needed members of a large order', async () => {
  await using store = await openTestStore();
  const said = Object.fromEntries(Array.from({ length: FEW }, (_, nth) => [`said ${nth}`, LARGE]));
  const person = { name: 'Anna', phone: '+79123456789', ...said };
  const products = [{ name: 'Rose', quantity: 2, price: 1 }];
  const parts = { client: person, recipient: person, delivery: { adress: 'Lenina 5', ...said }, products };
  await createOrder(store.ctx(), { num: '1', date: '2026-05-20T10:00:00Z', ...parts });
  await indexAllOrders(store.storage.path);
  let longest = 0;
  const parse = JSON.parse;
  using _parse = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    longest = Math.max(longest, text.length);
    return parse(text, reviver);
  });
  const [known] = await findClients(store.ctx(), { text: 'Anna', asker });
  expect(known).toMatchObject({ name: 'Anna', phone: '+79123456789', address: 'Lenina 5' });
  expect((await listClients(store.ctx(), { limit: 50 })).clients).toMatchObject([{ name: 'Anna' }]);
  expect(longest).toBeLessThan(LARGE.length);
});

/** Creates two large orders. For each parse of an order's stored text, `seen` gets that order's index, 0 or 1. */
async function twoLargeOrders(shop: Awaited<ReturnType<typeof openTimedShop>>) {
  const { key } = await shop.newKey('site');
  const ctx = shop.store.ctx();
  const markers = ['first', 'second'].map((name) => `${name} ${LARGE}`);
  const ids: string[] = [];
  for (const text of markers) {
    const { id } = (await createOrder(ctx, orderBody())).order;
    const providerData = { id: JSON.rawJSON('12345678901234567890'), text };
    for (let at = 0; at < FEW; at += 1)
      await recordPayment(ctx, { id, paymentId: `${id} ${at}`, amount: 1, providerData });
    ids.push(id);
  }
  const seen: number[] = [];
  const parse = JSON.parse;
  const spy = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    const at = markers.findIndex((marker) => text.includes(marker));
    if (at >= 0) seen.push(at);
    return parse(text, reviver);
  });
  const headers = { authorization: `Bearer ${key}` };
  const read = async (at: number, signal: AbortSignal | null = null) =>
    (await fetch(`${shop.url}/api/v1/orders/${ids[at]}`, { headers, signal })).arrayBuffer();
  return { seen, read, [Symbol.dispose]: () => spy.mockRestore() };
}

test('large orders of one workspace are read one after the other for calls with an API key', async () => {
  await using shop = await openTimedShop();
  using orders = await twoLargeOrders(shop);
  await Promise.all([0, 1].map((at) => orders.read(at)));
  expect(orders.seen).toHaveLength(2 * FEW);
  expect(orders.seen.filter((one, at) => at > 0 && one !== orders.seen[at - 1])).toHaveLength(1);
});

test('a large order is not read for a caller who hangs up while waiting', async () => {
  await using shop = await openTimedShop();
  using orders = await twoLargeOrders(shop);
  const leaving = new AbortController();
  const earlier = Array.from({ length: 10 }, () => orders.read(0));
  const left = orders.read(1, leaving.signal).catch(() => 'left');
  await until('the first read', async () => orders.seen.length > 0);
  leaving.abort();
  await Promise.all(earlier);
  expect(await left).toBe('left');
  await orders.read(0);
  expect(orders.seen).not.toContain(1);
});
