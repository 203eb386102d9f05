import { expect, test } from 'bun:test';
import { ownerOf } from '../support/browser-session.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { shapeOf } from '../support/shape-of.ts';
import { sharedShop } from '../support/shared.ts';
import { openTimedShop, PASSWORD } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const suspended = ['--webhook-retry-schedule', '10ms,10ms,10ms', '--webhook-suspend-after', '1ms'];
const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev', ...suspended]);

const EVENTS = [
  'order.created',
  'order.updated',
  'order.status.changed',
  'order.payment.created',
  'order.deleted',
] as const;

async function addEndpoint(receiver: Receiver): Promise<{ id: string; secret: string; at: string }> {
  const made = expectOk(await owner.post(`${shop.base}/webhooks`, { url: receiver.url, events: EVENTS }));
  return { ...made, at: `${shop.base}/webhooks/${made.id}` };
}

const stateOf = async (id: string): Promise<string> => {
  const { endpoints } = expectOk(await owner.get(`${shop.base}/webhooks`));
  return endpoints.find((one: { id: string }) => one.id === id)?.state;
};

const triesOf = async (at: string, eventId: string): Promise<{ status: string; httpCode: number }[]> =>
  expectOk(await owner.get(`${at}/events/${eventId}`)).tries;

test('each event’s sample has the shape of the real event', async () => {
  using receiver = startReceiver();
  const { at } = await addEndpoint(receiver);
  const { data } = (await shop.api.post('/api/v1/orders/create', orderBody())).body;
  await shop.api.post('/api/v1/orders/update', { id: data.id, data: { timeStart: '12:00' } });
  await shop.api.post('/api/v1/orders/status', { id: data.id, statusId: 'status-closed' });
  await shop.api.post('/api/v1/orders/payment', { id: data.id, paymentId: 'p-1', amount: 10.5 });
  await shop.api.post('/api/v1/orders/delete', { id: data.id });
  await receiver.count(EVENTS.length);
  const { samples } = expectOk(await owner.get(`${shop.base}/webhooks/samples`));
  expect(samples.map((one: { type: string }) => one.type)).toEqual([...EVENTS]);
  for (const { type, body } of samples) {
    const real = receiver.received.find((one) => one.type === type);
    expect({ type, shape: shapeOf(JSON.parse(body)) }).toEqual({ type, shape: shapeOf(JSON.parse(real?.body ?? '')) });
    expect(JSON.parse(body).type).toBe(type);
  }
  expectOk(await owner.post(`${at}/remove`));
});

test('an event’s sample is sent exactly as shown, and an unknown event is refused', async () => {
  using receiver = startReceiver();
  const { at, secret } = await addEndpoint(receiver);
  const { samples } = expectOk(await owner.get(`${shop.base}/webhooks/samples`));
  for (const event of EVENTS) {
    const { eventId } = expectOk(await owner.post(`${at}/test`, { event }));
    await until('the sample', async () => (await triesOf(at, eventId)).length > 0);
    const sent = receiver.received.find(({ id }) => id === eventId);
    verify(secret, sent ?? { headers: new Headers(), body: '' });
    const shown = JSON.parse(samples.find(({ type }: { type: string }) => type === event).body);
    const { data, type } = JSON.parse(sent?.body ?? '{}');
    expect({ data, type }).toEqual({ data: shown.data, type: shown.type });
    expect(expectOk(await owner.get(`${at}/events/${eventId}`))).toMatchObject({ type: event, state: null });
  }
  const { attempts } = expectOk(await owner.get(`${at}/attempts`));
  expect(attempts.map(({ type, kind, order }: Record<string, unknown>) => [type, kind, order])).toEqual(
    EVENTS.toReversed().map((type) => [type, 'test', null]),
  );
  for (const event of ['order.create', '', null, 'webhook.test']) {
    expectFailure(await owner.post(`${at}/test`, { event }), 422, 'validation_failed');
  }
  expect(receiver.received).toHaveLength(EVENTS.length);
  expectOk(await owner.post(`${at}/test`, {}));
  await receiver.count(EVENTS.length + 1);
  expect(receiver.received.at(-1)?.type).toBe('webhook.test');
  expectOk(await owner.post(`${at}/remove`));
});

test.each([
  ['http://127.0.0.1:1/hook', { usable: true, trouble: null, unreached: null }],
  ['https://127.0.0.1:1/hook', { usable: true, trouble: null, unreached: { what: expect.any(String) } }],
  ['nonsense', { usable: false, trouble: { rule: 'url_form' } }],
  ['https://user:pass@shop.example.com/', { usable: false, trouble: { rule: 'url_user' } }],
])('the endpoint address %s is checked before it is saved', async (url, expected) => {
  expect(expectOk(await owner.post(`${shop.base}/webhooks/check-address`, { url }))).toMatchObject(expected);
});

test('checking an endpoint address gives the same result as adding it, and sends nothing', async () => {
  await using strict = await openShop();
  const who = await ownerOf(strict);
  const at = `${strict.base}/webhooks`;
  const check = async (url: string) => expectOk(await who.post(`${at}/check-address`, { url })).trouble;
  using receiver = startReceiver();
  expect(await check(receiver.url)).toMatchObject({ rule: 'url_https' });
  expect(await check('https://127.0.0.1/')).toMatchObject({ rule: 'url_inside', host: '127.0.0.1' });
  expect(await check('https://localhost/')).toMatchObject({ rule: 'url_inside', host: 'localhost' });
  expect(await check('https://x.example.com:0/')).toMatchObject({ rule: 'url_port' });
  expect(await check('https://gone.invalid.example/')).toMatchObject({ rule: 'url_unknown' });
  for (const url of [receiver.url, 'https://127.0.0.1/']) {
    const { message } = await check(url);
    const details = expectFailure(await who.post(at, { url, events: ['order.created'] }), 422, 'validation_failed');
    expect(details).toMatchObject([{ path: 'url', message }]);
  }
  expect(receiver.received).toEqual([]);
});

test('every route that looks up host names is rate-limited', async () => {
  await using shopOfItsOwn = await openShop();
  const who = await ownerOf(shopOfItsOwn);
  const at = `${shopOfItsOwn.base}/webhooks`;
  const added = { url: 'https://hooks.example/', events: ['order.created'] };
  const { id } = expectOk(await who.post(at, added));
  const changed = { url: 'http://x/' };
  const routes = [
    [`${at}/${id}/update`, changed],
    [`${at}/check-address`, changed],
    [at, { ...added, url: changed.url }],
  ] as const;
  for (const [path, body] of routes) {
    let answer = await who.post(path, body);
    for (let asked = 1; asked < 200 && answer.status !== 429; asked += 1) answer = await who.post(path, body);
    expectFailure(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expectOk(await who.post(`${at}/${id}/update`, { enabled: false }));
  expectOk(await who.post(`${at}/${id}/update`, { url: added.url }));
});

test('the shown number of missed events equals the number of events that are then resent', async () => {
  using receiver = startReceiver();
  const { at } = await addEndpoint(receiver);
  expectOk(await owner.post(`${at}/update`, { enabled: false }));
  for (let made = 0; made < 3; made += 1) await shop.api.post('/api/v1/orders/create', orderBody());
  expectOk(await owner.post(`${at}/update`, { enabled: true }));
  expect(expectOk(await owner.get(`${at}/missed?since=0`))).toEqual({ since: 0, failed: 0, missed: 3 });
  expect(expectOk(await owner.get(`${at}/missed?since=${Date.now() + 60_000}`))).toMatchObject({
    failed: 0,
    missed: 0,
  });
  for (const since of ['soon', '1e300', String(2 ** 48)]) {
    expectFailure(await owner.get(`${at}/missed?since=${since}`), 422, 'validation_failed');
  }
  expectFailure(await owner.post(`${at}/resend-missed`, { since: 2 ** 48 }), 422, 'validation_failed');
  expect(expectOk(await owner.get(`${at}/missed?since=99999999999999`))).toMatchObject({ failed: 0, missed: 0 });
  expect(receiver.received).toEqual([]);
  expect(expectOk(await owner.post(`${at}/resend-missed`, { since: 0 }))).toEqual({ failed: 0, missed: 3 });
  await receiver.count(3);
  expect(expectOk(await owner.get(`${at}/missed?since=0`))).toEqual({ since: 0, failed: 0, missed: 0 });
  expectOk(await owner.post(`${at}/remove`));
});

test('without a mail server, a mail addressed to the owners is shown on the dashboard', async () => {
  using receiver = startReceiver().answer(500);
  const { id, at } = await addEndpoint(receiver);
  await shop.api.post('/api/v1/orders/create', orderBody());
  await until('the suspension', async () => (await stateOf(id)) === 'suspended');
  const read = async () => expectOk(await owner.get(`${shop.base}/mails`)).mails;
  await until('the mail in the log', async () => (await read())[0]?.state === 'logged');
  expect((await read())[0]).toMatchObject({ recipient: 'owner@example.com', text: expect.stringContaining(id) });
  expectOk(await owner.post(`${at}/remove`));
});

test('saving an endpoint needs the password again only if its address changes', async () => {
  await using timed = await openTimedShop();
  const { store } = timed;
  const visitor = await timed.owner();
  const hooks = `/app/api/workspaces/${store.workspace.id}/webhooks`;
  // The address as it is typed and shown; it is stored with `xn--`.
  const url = 'http://пример.invalid:9/first';
  const { id } = expectOk(await visitor.post(hooks, { url, events: EVENTS }));
  const save = (body: object) => visitor.post(`${hooks}/${id}/update`, body);
  store.world.clock.advance(11 * 60_000);
  expectFailure(await save({ url: 'http://127.0.0.1:9/other', events: EVENTS }), 403, 'proof_needed');
  const [kept] = expectOk(await visitor.get(hooks)).endpoints;
  expect(kept.url).toBe(url);
  expectOk(await save({ url, events: ['order.created'] }));
  expectOk(await save({ enabled: false }));
  expectOk(await visitor.post('/app/api/prove', { password: PASSWORD }));
  expectOk(await save({ url: 'http://127.0.0.1:9/other' }));
});
