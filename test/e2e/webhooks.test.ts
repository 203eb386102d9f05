import { expect, test } from 'bun:test';
import { dataDir, docket, docketJson, initShop, openShop, orderBody, type Shop, serve } from '../support/docket.ts';
import { changeStore, countRows } from '../support/http-answers.ts';
import { addEndpoint } from '../support/members.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { partOf, startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

interface AddedEndpoint {
  readonly id: string;
  readonly secret: string;
}
interface AttemptDocument {
  readonly eventId: string;
  readonly type: string;
  readonly attempt: number;
  readonly status: string;
  readonly httpCode: number | null;
  readonly responseTime: number;
  readonly reason: string | null;
  readonly at: string;
}

const FLAGS = ['--environment', 'dev', '--allow-private-webhooks'];
const at = (shop: Shop): string[] => ['--data', shop.dir];
const add = (shop: Shop, url: string, events = 'all'): Promise<AddedEndpoint> =>
  docketJson<AddedEndpoint>(['webhook', 'add', ...at(shop), '--url', url, '--events', events]);
const attempts = (shop: Shop, id: string): Promise<AttemptDocument[]> =>
  docketJson<AttemptDocument[]>(['webhook', 'attempts', ...at(shop), id]);

/** Waits until no event is left to send. An event that is missing then will never arrive. */
const drained = (shop: Shop) =>
  until('all events to be delivered', () => countRows(shop, "deliveries WHERE state = 'pending'") === 0);

const typesFor = (receiver: Receiver, orderId: string): string[] =>
  receiver.received.filter(({ body }) => JSON.parse(body).data.orderId === orderId).map(({ type }) => type);

test('every trigger sends its signed event exactly once, and repeats send none', async () => {
  await using shop = await openShop(FLAGS);
  using receiver = startReceiver();
  const { id, secret } = await add(shop, receiver.url);
  const { api } = shop;
  const body = orderBody({ payments: [{ paymentId: 'p-1', amount: 100 }, { amount: 50 }] });
  const created = await api.post('/api/v1/orders/create', body);
  const order = created.body.data;
  await api.post('/api/v1/orders/create', body);
  const update = { id: order.id, data: { platform: 'till' } };
  await api.post('/api/v1/orders/update', update);
  await api.post('/api/v1/orders/update', update);
  const status = { id: order.id, statusId: 'status-closed' };
  await api.post('/api/v1/orders/status', status);
  await api.post('/api/v1/orders/status', status);
  await api.post('/api/v1/orders/status', { ...status, expectedStatusId: 'status-new', statusId: 'status-new' });
  const payment = { id: order.id, paymentId: 'p-2', amount: 10.5 };
  const paid = await api.post('/api/v1/orders/payment', payment);
  await api.post('/api/v1/orders/payment', payment);
  await api.post('/api/v1/orders/payment', { ...payment, amount: 11 });
  await api.post('/api/v1/orders/delete', { id: order.id });
  await api.post('/api/v1/orders/delete', { id: order.id });
  await receiver.count(7);
  await drained(shop);
  expect(typesFor(receiver, order.id)).toEqual([
    'order.created',
    'order.payment.created',
    'order.payment.created',
    'order.updated',
    'order.status.changed',
    'order.payment.created',
    'order.deleted',
  ]);
  for (const one of receiver.received) verify(secret, one);
  const data = receiver.received.map((one) => JSON.parse(one.body).data);
  expect(data[0]).toEqual({ orderId: order.id, orderNumber: order.num });
  expect(data[4].status).toEqual({ id: 'status-closed', name: 'Closed' });
  expect(data[5].payment).toEqual({ paymentId: paid.body.data.paymentId, amount: 10.5, currency: 'RUB' });

  const history = await attempts(shop, id);
  expect(history).toHaveLength(7);
  expect(history[0]).toMatchObject({
    type: 'order.deleted',
    attempt: 1,
    status: 'succeeded',
    httpCode: 200,
    reason: null,
  });
  expect(history.map(({ eventId }) => eventId)).toEqual(receiver.received.map((one) => one.id).toReversed());
});

test('a failing endpoint is retried on schedule, and its last 50 attempts are listed newest first', async () => {
  await using shop = await openShop([...FLAGS, '--webhook-retry-schedule', '20ms,20ms']);
  using receiver = startReceiver().answer(503);
  const { id } = await add(shop, receiver.url, 'order.created');
  for (let made = 0; made < 20; made += 1) await shop.api.post('/api/v1/orders/create', orderBody());
  await receiver.count(60);
  await drained(shop);
  expect(receiver.received).toHaveLength(60);
  const history = await attempts(shop, id);
  expect(history).toHaveLength(50);
  expect(
    history.every(({ status, httpCode, reason }) => status === 'failed' && httpCode === 503 && reason === 'status'),
  ).toBe(true);
  expect(history.map((one) => one.at)).toEqual(
    history
      .map((one) => one.at)
      .toSorted()
      .toReversed(),
  );
  expect(new Set(history.map(({ attempt }) => attempt))).toEqual(new Set([1, 2, 3]));
});

test('webhook test sends a sample of any of the five events, and lists the five if another name is given', async () => {
  await using shop = await openShop(FLAGS);
  using receiver = startReceiver();
  const { id, secret } = await add(shop, receiver.url);
  const types = [
    'order.created',
    'order.updated',
    'order.status.changed',
    'order.payment.created',
    'order.deleted',
  ] as const;
  for (const type of types) {
    const sent = await docketJson(['webhook', 'test', ...at(shop), id, '--event', type]);
    expect(sent).toMatchObject({ type, status: 'succeeded', httpCode: 200 });
  }
  expect(receiver.received.map(({ type }) => type)).toEqual([...types]);
  for (const one of receiver.received) verify(secret, one);
  expect((await attempts(shop, id)).map(({ type, attempt }) => [type, attempt])).toEqual(
    types.toReversed().map((type) => [type, 0]),
  );
  expect((await docket(['webhook', 'attempts', ...at(shop), id])).stdout).toMatch(/order\.deleted +test +succeeded/);
  for (const wrong of ['order.create', 'all', 'webhook.test', 'order.created,order.deleted']) {
    const refused = await docket(['webhook', 'test', ...at(shop), id, '--event', wrong]);
    expect([wrong, refused.status, refused.stdout]).toEqual([wrong, 2, '']);
    for (const type of types) expect(refused.stderr).toContain(type);
  }
  expect(receiver.received).toHaveLength(types.length);
});

test('the command `docket webhook test` reports its result, whether or not a server is running', async () => {
  await using shop = await openShop(FLAGS);
  using receiver = startReceiver();
  const { id, secret } = await add(shop, receiver.url);
  const test = (...flags: string[]) => docket(['webhook', 'test', ...at(shop), id, '--json', ...flags]);
  for (const _again of [1, 2]) {
    const { status, stdout } = await test();
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'webhook.test',
      status: 'succeeded',
      httpCode: 200,
      reason: null,
    });
  }
  receiver.answer(401);
  const refused = await test();
  expect(refused.status).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'failed', httpCode: 401, response: 'answer 401' });
  await shop.server.end();
  receiver.answer(200);
  const alone = await test('--allow-private-webhooks');
  expect(alone.status).toBe(0);
  const guarded = await test();
  expect(JSON.parse(guarded.stdout)).toMatchObject({ status: 'failed', reason: 'address_not_public' });
  expect(receiver.received.map(({ type }) => type)).toEqual(Array(4).fill('webhook.test'));
  for (const one of receiver.received) verify(secret, one);
  expect((await attempts(shop, id)).map(({ status }) => status)).toEqual([
    'failed',
    'succeeded',
    'failed',
    'succeeded',
    'succeeded',
  ]);
});

test('a switched-off endpoint gets nothing, and a command can resend its missed events', async () => {
  await using shop = await openShop(FLAGS);
  using receiver = startReceiver();
  const { id } = await add(shop, receiver.url, 'order.created');
  await docketJson(['webhook', 'update', ...at(shop), id, '--enabled', 'off']);
  await shop.api.post('/api/v1/orders/create', orderBody());
  await docketJson(['webhook', 'update', ...at(shop), id, '--enabled', 'on']);
  await shop.api.post('/api/v1/orders/create', orderBody());
  await receiver.count(1);
  await drained(shop);
  expect(receiver.received).toHaveLength(1);
  const long = await docket(['webhook', 'resend', ...at(shop), id, '--since', '999999999d']);
  expect([long.status, long.stderr]).toEqual([2, expect.stringContaining('not a duration from 0ms to 3650d')]);
  expect(await docketJson<object>(['webhook', 'resend', ...at(shop), id, '--since', '1h'])).toEqual({
    failed: 0,
    missed: 1,
  });
  await receiver.count(2);
  const again = await docket(['webhook', 'resend', ...at(shop), id, '--event', receiver.received[0]?.id ?? '']);
  expect(again.stdout).toContain('succeeded, answered 200');
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body ?? '');
  await docketJson(['webhook', 'remove', ...at(shop), id]);
  const gone = await docket(['webhook', 'attempts', ...at(shop), id]);
  expect([gone.status, gone.stderr]).toEqual([
    1,
    `docket: there is no endpoint ${id}; docket webhook list shows them\n`,
  ]);
});

test('without --allow-private-webhooks, private addresses and http are refused by the command and at each attempt', async () => {
  await using shop = await openShop(['--environment', 'dev']);
  using receiver = startReceiver();
  const refused = await docket(['webhook', 'add', ...at(shop), '--url', receiver.url]);
  expect([refused.status, refused.stderr]).toEqual([2, 'docket: --url: must begin with https://\n']);
  const port = new URL(receiver.url).port;
  const literal = await docket(['webhook', 'add', ...at(shop), '--url', `https://127.1:${port}/`]);
  expect(literal.stderr).toContain('must be a public address, which 127.0.0.1 is not (loopback)');
  // With this flag, the command accepts the address. The server runs without the flag, so it still sends nothing to the
  // address.
  const flag = '--allow-private-webhooks';
  const { id } = await docketJson<AddedEndpoint>(['webhook', 'add', ...at(shop), '--url', receiver.url, flag]);
  await shop.api.post('/api/v1/orders/create', orderBody());
  const attempt = await until('the attempt', async () => (await attempts(shop, id))[0]);
  expect(attempt).toMatchObject({
    status: 'failed',
    reason: 'address_not_public',
    httpCode: null,
  });
  expect(receiver.received).toEqual([]);
});

test.concurrent('the owner gets a mail when an endpoint fails and another when it is suspended, and a command resumes the endpoint', async () => {
  await using mail = await startSmtp();
  const sender = ['--smtp-url', `smtp://127.0.0.1:${mail.port}`, '--mail-from', 'docket@example.com'];
  const soon = ['--webhook-retry-schedule', '10ms,10ms,10ms', '--webhook-suspend-after', '1h'];
  await using shop = await openShop([...FLAGS, ...sender, ...soon]);
  using receiver = startReceiver().answer(500);
  const { id } = await add(shop, receiver.url, 'order.created');
  await shop.api.post('/api/v1/orders/create', orderBody());
  await until('the warning', () => mail.taken.length === 1);

  // The endpoint looks as if nothing had arrived for two hours.
  changeStore(shop, 'UPDATE webhook_endpoints SET failing_since = failing_since - 7200000');

  await shop.api.post('/api/v1/orders/create', orderBody());
  await until('the suspension', () => mail.taken.length === 2);
  for (const taken of mail.taken) expect(taken.to).toEqual(['owner@example.com']);
  const texts = mail.taken.map((taken) => partOf(taken, 'text/plain').replaceAll(/\s+/g, ' '));
  expect(texts.filter((text) => text.includes('Nothing is lost'))).toHaveLength(1);
  expect(texts.find((text) => text.includes('are suspended'))).toContain(`docket webhook resume ${id}`);
  const state = async (): Promise<string> => {
    const [endpoint] = await docketJson<{ state: string }[]>(['webhook', 'list', ...at(shop)]);
    return endpoint?.state ?? '';
  };
  expect(await state()).toBe('suspended');
  receiver.answer(200);
  await docketJson(['webhook', 'resume', ...at(shop), id]);
  expect(await state()).toBe('active');
  await shop.api.post('/api/v1/orders/create', orderBody());
  await receiver.count(9);
});

test.concurrent('the command docket mail test sends the owners a mail, and names the step at which sending fails', async () => {
  await using mail = await startSmtp();
  using dir = dataDir();
  const data = ['--data', dir.path];
  await initShop(data, {}, { email: 'owner@example.com' });
  const run = () => docket(['mail', 'test', ...data, '--smtp-url', `smtp://127.0.0.1:${mail.port}`, '--json']);
  expect(JSON.parse((await run()).stdout)).toEqual({ ok: true, to: ['owner@example.com'] });
  expect(mail.taken).toHaveLength(1);
  mail.mode = 'refuse-recipient';
  const refused = await run();
  expect(refused.status).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, step: 'recipient', to: 'owner@example.com' });
});

test.concurrent('an event without an answer at SIGTERM is sent again after the next start', async () => {
  await using shop = await openShop(FLAGS);
  using receiver = startReceiver().answer(() => new Promise(() => undefined));
  await add(shop, receiver.url, 'order.created');
  await shop.api.post('/api/v1/orders/create', orderBody());
  await receiver.count(1);
  expect(await shop.server.end()).toBe(0);
  receiver.answer(200);
  await using server = await serve(shop.dir, FLAGS);
  await receiver.count(2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body ?? '');
  expect(server.stderr()).not.toContain('ERROR');
});

test.concurrent('webhooks ignore a proxy in the server’s environment', async () => {
  using dir = dataDir();
  const data = ['--data', dir.path];
  await initShop(data);
  using receiver = startReceiver();
  using proxy = startReceiver();
  const id = await addEndpoint(dir.path, receiver.url);
  const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: '' };
  await using server = await serve(dir.path, FLAGS, { env });
  expect((await docket(['webhook', 'test', ...data, id])).stdout).toContain('succeeded, answered 200');
  expect([receiver.received.length, proxy.received.length]).toEqual([1, 0]);
  expect(await server.end()).toBe(0);
});
