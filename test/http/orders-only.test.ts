import { beforeAll, expect, test } from 'bun:test';
import type { Visitor } from '../support/browser-session.ts';
import { docketJson } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { openStream } from '../support/open-stream.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
let counter: Visitor;
const EMAIL = 'counter@example.com';
beforeAll(async () => {
  counter = await enterAs(shop, { email: EMAIL, role: 'orders' });
});

test('a member with the role “Orders only” can create orders, change them and record payments', async () => {
  const form = { date: '2026-05-20', products: [{ name: 'Rose', quantity: 1, price: 500 }] };
  const { id } = expectOk(await counter.post(`${shop.base}/orders`, form));
  const data = { client: { name: 'Anna' } };
  expectOk(await counter.post(`${shop.base}/orders/${id}/update`, { version: 1, data }));
  const stale = await counter.post(`${shop.base}/orders/${id}/update`, { version: 1, data: { date: '2026-05-21' } });
  expectFailure(stale, 412, 'precondition_failed');
  expectOk(await counter.post(`${shop.base}/orders/${id}/status`, { statusId: 'status-in-progress' }));
  expectOk(await counter.post(`${shop.base}/orders/${id}/payments`, { pending: false, amount: 500 }));
  const { order } = expectOk(await counter.get(`${shop.base}/orders/${id}`));
  expect(order).toMatchObject({ clientName: 'Anna', paidAmount: 500, statusId: 'status-in-progress' });
});

test('an order’s page hides its webhook events and its inquiry from the role “Orders only”', async () => {
  const address = ['--allow-private-webhooks', '--url', 'http://127.0.0.1:9/hook', '--events', 'all'];
  await docketJson(['webhook', 'add', '--data', shop.dir, ...address]);
  const inquiry = expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Anna' } })).id;
  const form = { date: '2026-05-20', products: [{ name: 'Rose', quantity: 1, price: 500 }] };
  const { id } = expectOk(await owner.post(`${shop.base}/inquiries/${inquiry}/order`, form));
  const seen = expectOk(await owner.get(`${shop.base}/orders/${id}`));
  expect(seen).toMatchObject({ inquiryId: inquiry, order: { timeline: [{ events: [{ type: 'order.created' }] }] } });
  const less = expectOk(await counter.get(`${shop.base}/orders/${id}`));
  expect(less).toMatchObject({ inquiryId: null, order: { timeline: [{ kind: 'created', events: [] }] } });
  expectFailure(await counter.get(`${shop.base}/inquiries/${inquiry}`), 403, 'forbidden');
});

test('live notifications for the role “Orders only” cover only orders, until the role is raised', async () => {
  const stream = await openStream(shop, counter);
  expect(await stream.until(/data: orders\n\n/)).toBe('retry: 2000\nevent: hint\ndata: orders\n\n');
  expectOk(await shop.api.post('/api/v1/inquiries', { payload: { name: 'Boris' } }));
  expectOk(await owner.post(`${shop.base}/stock`, { id: 'rose', name: 'Rose', sku: null, quantity: 1 }));
  await placeOrder(shop.api);
  expect(await stream.until(/data: orders\n\n/)).toBe('event: hint\ndata: orders\n\n');
  const { people } = expectOk(await owner.get(`${shop.base}/people`));
  const { id } = people.find(({ email }: { email: string }) => email === EMAIL);
  expectOk(await owner.post(`${shop.base}/people/${id}/role`, { role: 'viewer' }));
  await stream.ended();
  expectOk(await counter.get(`${shop.base}/overview`));
  expectOk(await owner.post(`${shop.base}/people/${id}/role`, { role: 'orders' }));
  expectFailure(await counter.get(`${shop.base}/overview`), 403, 'forbidden');
});
