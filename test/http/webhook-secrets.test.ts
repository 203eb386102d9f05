import { afterAll, beforeAll, expect, test } from 'bun:test';
import { signedIn } from '../support/browser-session.ts';
import { changeStore, expectOk, placeOrder, readStore } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const SECRETS = ['hunter2', 'T0KEN', 'B4RE', 'PATHSECRET'];

let id: string;
let orderId: string;
let eventId: string;
const receiver = startReceiver();
const fast = ['--webhook-retry-schedule', '10ms,10ms,10ms', '--webhook-warn-after', '1'];
const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev', ...fast]);
const secretPath = '/PATHSECRET?key=T0KEN&B4RE';
beforeAll(async () => {
  // The receiver's answer repeats the path, like the error pages of common servers.
  receiver.answer(() => new Response(`Cannot POST ${secretPath}`, { status: 500 }));
  const secretUrl = `${receiver.url}${secretPath}`;
  ({ id } = expectOk(await owner.post(`${shop.base}/webhooks`, { url: secretUrl, events: ['order.created'] })));
  for (const role of ['viewer', 'manager']) {
    await addMember(shop.dir, shop.workspaceId, { email: `${role}@example.com`, role, password: 'long enough' });
  }
  orderId = (await placeOrder(shop.api)).id;
  await receiver.count(4);
  // A URL with a user name and a password is no longer accepted, but an older database may contain one.
  changeStore(shop, "UPDATE webhook_endpoints SET url = replace(url, '://', '://user:hunter2@')");
  const tried = async () => expectOk(await owner.get(`${shop.base}/webhooks/${id}/attempts`)).attempts;
  await until('all four attempts are written down', async () => (await tried()).length === 4);
  eventId = (await tried())[0].eventId;
});
afterAll(() => {
  receiver[Symbol.dispose]();
});

const secretsIn = (body: unknown): string[] => SECRETS.filter((secret) => JSON.stringify(body).includes(secret));

test.each(['viewer', 'manager'])('a %s sees no secret of a webhook address anywhere', async (role) => {
  const who = await signedIn(shop.url, `${role}@example.com`, 'long enough');
  const pages = [
    'webhooks',
    'webhooks/health',
    `webhooks/${id}/attempts`,
    `webhooks/${id}/events/${eventId}`,
    `orders/${orderId}`,
    'overview',
    'start',
  ];
  for (const page of pages) {
    const answer = await who.get(`${shop.base}/${page}`);
    expectOk(answer);
    expect({ page, found: secretsIn(answer.body) }).toEqual({ page, found: [] });
  }
  const { host } = new URL(receiver.url);
  const { endpoints } = expectOk(await who.get(`${shop.base}/webhooks`));
  expect(endpoints[0].url).toBe(`http://${host}/…`);
  const { order } = expectOk(await who.get(`${shop.base}/orders/${orderId}`));
  expect(JSON.stringify(order)).toContain(`http://${host}/…`);
  expect(expectOk(await who.get(`${shop.base}/start`)).endpoint.url).toBe(`http://${host}/…`);
});

test('a signed copy of a webhook request shows the secrets of the webhook URL to an owner, but not to a manager', async () => {
  const manager = await signedIn(shop.url, 'manager@example.com', 'long enough');
  const at = `${shop.base}/webhooks/${id}/sign`;
  expect(secretsIn(await manager.post(at, { eventId }))).toEqual([]);
  const { url } = expectOk(await owner.post(at, { eventId }));
  expect(secretsIn(url)).toEqual(SECRETS);
});

test('an owner sees the whole webhook address in the list of endpoints', async () => {
  const { endpoints } = expectOk(await owner.get(`${shop.base}/webhooks`));
  expect(secretsIn(endpoints)).toEqual(SECRETS);
});

test('mails, the log and the history show no user info or query values of a webhook URL', async () => {
  expectOk(await owner.post(`${shop.base}/webhooks/${id}/remove`));
  const { rows } = expectOk(await owner.get(`${shop.base}/history?kind=webhooks`));
  expect(rows.map(({ action }: { action: string }) => action)).toContain('webhook_endpoint.removed');
  const mails = readStore(shop, "SELECT subject, text, html FROM mails WHERE kind = 'webhook_warning'");
  expect(mails.length).toBeGreaterThan(0);
  for (const told of [rows, mails, shop.server.stderr() + shop.server.stdout()]) {
    expect(secretsIn(told).filter((secret) => secret !== 'PATHSECRET')).toEqual([]);
    expect(JSON.stringify(told)).toContain(new URL(receiver.url).host);
  }
  expect(JSON.stringify(mails)).toContain('/hook/PATHSECRET?key=…&…');
});
