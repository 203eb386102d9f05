import { beforeAll, expect, test } from 'bun:test';
import { ownerOf, type Visitor } from '../support/browser-session.ts';
import { client, openShop, orderBody } from '../support/docket.ts';
import { expectFailure, expectOk, INSTANT, placeOrder } from '../support/http-answers.ts';
import { addWorkspace, enterAs } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const shop = shared(() => openShop(['--allow-private-webhooks', '--smtp-url', 'smtp://127.0.0.1:1']));
let owner: Visitor;
let workspace: string;
let start: string;
beforeAll(async () => {
  // A second workspace, which must not show what happens in the first one.
  workspace = await addWorkspace(shop.dir, 'B');
  owner = await enterAs(shop, { email: 'b@example.com' }, workspace);
  start = `/app/api/workspaces/${workspace}/start`;
});

const facts = async () => expectOk(await owner.get(start));

test('the first steps of a new shop are reported one by one', async () => {
  using receiver = startReceiver();
  await placeOrder(shop.api);
  expect(await facts()).toEqual({
    key: false,
    orders: false,
    beyondSamples: false,
    order: null,
    called: null,
    mail: true,
    endpoint: null,
    products: false,
    people: false,
  });

  const at = `/app/api/workspaces/${workspace}`;
  const input = { name: 'Site', source: 'site', scopes: ['svc:orders:create'] };
  const { id, key } = expectOk(await owner.post(`${at}/keys`, input));
  expect(await facts()).toMatchObject({ key: true, order: null });

  // An order that was entered by hand counts as an order, but not as a call of a program.
  const { requestKey: _, ...body } = orderBody();
  const byHand = { ...body, date: '2026-03-08' };
  const byHandId = expectOk(await owner.post(`${at}/orders`, byHand)).id;
  expect(await facts()).toMatchObject({ orders: true, order: { id: byHandId }, called: null });

  await placeOrder(client(shop.url, key));
  const { order, called } = await facts();
  expect(called).toEqual({ ...order, ageMs: expect.any(Number) });
  expect(order).toMatchObject({ number: '2', at: expect.stringMatching(INSTANT) });
  expect(order.ageMs).toBeGreaterThanOrEqual(0);

  const endpoint = expectOk(await owner.post(`${at}/webhooks`, { url: receiver.url, events: ['order.deleted'] }));
  const waiting = { test: null, delivery: null, delivered: false };
  expect((await facts()).endpoint).toEqual({ id: endpoint.id, url: receiver.url, state: 'active', ...waiting });

  const settled = (which: 'test' | 'delivery', httpCode: number) =>
    until(`the ${which} with ${httpCode}`, async () => {
      const found = (await facts()).endpoint;
      return found[which]?.httpCode === httpCode && found;
    });
  const hooks = `${at}/webhooks/${endpoint.id}`;
  expectOk(await owner.post(`${hooks}/test`));
  const tested = await settled('test', 200);
  expect(tested).toMatchObject({ test: { type: 'webhook.test', status: 'succeeded' }, delivered: false });
  receiver.answer(500);
  expectOk(await owner.post(`${hooks}/resend`, { eventId: order.eventId }));
  const failed = await settled('delivery', 500);
  expect(failed).toMatchObject({ delivery: { type: 'order.created', status: 'failed' }, delivered: false });
  expect(failed.delivery.explanation.what).toContain('500');
  receiver.answer(204);
  expectOk(await owner.post(`${hooks}/resend`, { eventId: order.eventId }));
  expect(await settled('delivery', 204)).toMatchObject({ delivery: { explanation: null }, delivered: true });

  expectOk(await owner.post(`${at}/keys/${id}/revoke`));
  expect((await facts()).key).toBe(false);
  expect(JSON.stringify(await facts())).not.toMatch(/whsec_|dk_|"seq"/);
});

test('the list of first steps explains a failed webhook test in the reader’s language', async () => {
  using receiver = startReceiver().answer(500);
  const other = await ownerOf(shop);
  expectOk(await other.post('/app/api/account', { language: 'ru' }));
  const { id } = expectOk(await other.post(`${shop.base}/webhooks`, { url: receiver.url, events: ['order.created'] }));
  expectOk(await other.post(`${shop.base}/webhooks/${id}/test`));
  const told = await until('the test', async () => expectOk(await other.get(`${shop.base}/start`)).endpoint.test);
  expect(told.explanation.what).toMatch(/[а-я]/);
});

test('the owner of another workspace cannot read how far this workspace’s setup has come', async () => {
  const other = await ownerOf(shop);
  expectFailure(await other.get(start), 404, 'not_found');
});
