import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { HOOKS_EN } from '../../src/dashboard/client/words/en/webhooks.ts';
import { HOOKS_RU } from '../../src/dashboard/client/words/ru/webhooks.ts';
import { EVENT_TYPES } from '../../src/webhooks/index.ts';
import { docket, docketJson } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { startReceiver } from '../support/receiver.ts';
import { rude } from '../support/rude-server.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const impatient = ['--webhook-timeout', '300ms', '--webhook-retry-schedule', '1h'];
const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev', ...impatient]);

const add = async (url: string): Promise<string> =>
  expectOk(await owner.post(`${shop.base}/webhooks`, { url, events: EVENT_TYPES })).id;
const remove = async (id: string) => expectOk(await owner.post(`${shop.base}/webhooks/${id}/remove`));
const create = async (): Promise<string> => (await placeOrder(shop.api)).id;

test.each([
  [200, 'Content-Length: 9', ''],
  [200, 'Transfer-Encoding: chunked', ''],
  [500, 'Content-Length: 99', 'half an error'],
])('an answer %i (%s) that hangs after "%s" is shown as a time-out with that status', async (code, length, begun) => {
  await using receiver = await rude((socket) => {
    socket.write(`HTTP/1.1 ${code} Whatever\r\n${length}\r\n\r\n${begun}`);
  });
  const id = await add(receiver.url);
  const order = await create();
  const attempts = () => docketJson<Record<string, unknown>[]>(['webhook', 'attempts', id, '--data', shop.dir]);
  const told = { httpCode: code, reason: 'timeout' };
  const attempt = await until('the attempt in the history', async () => (await attempts())[0]);
  expect(attempt).toMatchObject({ ...told, status: 'failed', attempt: 1, response: begun });
  // The server shows the attempt a moment later than a command does, because the attempt must be synced first.
  const { explanation, ...shown } = await until('the attempt on the page', async () => {
    const page = expectOk(await owner.get(`${shop.base}/webhooks/${id}/attempts`));
    return page.attempts[0];
  });
  expect(shown).toMatchObject({ ...told, response: begun });
  expect(explanation.what).toBe(`the server answered ${code}, but its answer did not finish in time`);
  const { timeline } = expectOk(await owner.get(`${shop.base}/orders/${order}`)).order;
  expect(timeline[0].events[0].deliveries).toMatchObject([{ state: 'pending', attempts: 1, ...told, explanation }]);
  await remove(id);
});

test('restoring an order sends order.updated, and deleting it again sends another order.deleted', async () => {
  using receiver = startReceiver();
  const id = await add(receiver.url);
  const order = await create();
  const fetched = async () => (await shop.api.get(`/api/v1/orders/${order}`)).status;
  await shop.api.post('/api/v1/orders/delete', { id: order });
  await receiver.count(2);
  expect(await fetched()).toBe(404);
  expectOk(await owner.post(`${shop.base}/orders/${order}/restore`));
  await receiver.count(3);
  expect(await fetched()).toBe(200);
  await shop.api.post('/api/v1/orders/delete', { id: order });
  // The repeated delete sends nothing.
  await shop.api.post('/api/v1/orders/delete', { id: order });
  await receiver.count(4);
  expect(await fetched()).toBe(404);
  expectOk(await owner.post(`${shop.base}/orders/${order}/restore`));
  await receiver.count(5);
  expect(receiver.received.map(({ type }) => type)).toEqual([
    'order.created',
    'order.deleted',
    'order.updated',
    'order.deleted',
    'order.updated',
  ]);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(5);
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).data.orderId))).toEqual(new Set([order]));
  await remove(id);
});

test('the guides explain which event announces a restored order and how to recognize it', async () => {
  const receiving = await Bun.file(join(import.meta.dir, '../../src/manual/webhooks.md')).text();
  expect(receiving).toContain('200 means that it is back');
  expect(receiving).toMatch(/`order\.updated` \| .*restored/);
  for (const { meanings } of [HOOKS_EN, HOOKS_RU]) {
    expect(meanings['order.updated']).toContain('200');
    expect(meanings['order.deleted']).toContain('404');
    expect(meanings['order.deleted']).toContain('order.updated');
  }
});

test('below Pro the dashboard refuses an endpoint, but the command line adds it and warns that nothing is sent', async () => {
  const at = ['--data', shop.dir];
  const plan = (name: string) => docketJson(['workspace', 'update', shop.workspaceId, '--plan', name, ...at]);
  const kept = await add('http://127.0.0.1:9/kept');
  await plan('free');
  const input = { url: 'http://127.0.0.1:9/more', events: EVENT_TYPES };
  expectFailure(await owner.post(`${shop.base}/webhooks`, input), 403, 'plan_required');
  const { endpoints } = expectOk(await owner.get(`${shop.base}/webhooks`));
  expect(endpoints.map((one: { id: string }) => one.id)).toEqual([kept]);
  const added = await docket(['webhook', 'add', '--url', input.url, '--allow-private-webhooks', '--json', ...at]);
  expect(added).toMatchObject({ status: 0, stderr: 'note: nothing is sent there before the plan is Pro or higher\n' });
  expect(JSON.parse(added.stdout)).toMatchObject({ url: input.url, secret: expect.stringMatching(/^whsec_/) });
  await plan('pro');
  for (const id of [kept, JSON.parse(added.stdout).id]) await remove(id);
});
