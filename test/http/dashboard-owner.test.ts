import { expect, test } from 'bun:test';
import { ownerOf, signedIn } from '../support/browser-session.ts';
import { client, orderBody } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { startReceiver, verify } from '../support/receiver.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop(['--allow-private-webhooks', '--environment', 'dev']);

const actionsOn = (subject: string): { action: string; actor_type: string }[] => {
  return readStore<{ action: string; actor_type: string }>(
    shop,
    'SELECT action, actor_type FROM audit_log WHERE subject = ? ORDER BY seq',
    subject,
  );
};

test('an API key from the dashboard opens the API with its scopes until it is revoked', async () => {
  const body = { name: 'Касса', source: 'till', scopes: ['svc:orders:read'] };
  const made = expectOk(await owner.post(`${shop.base}/keys`, body));
  expect(made.key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
  const api = client(shop.url, made.key);
  expectOk(await api.get('/api/v1/orders'));
  expectFailure(await api.post('/api/v1/orders/create', orderBody()), 403, 'scope_missing');
  const { keys } = expectOk(await owner.get(`${shop.base}/keys`));
  const listed = keys.find((one: { id: string }) => one.id === made.id);
  expect(listed).toMatchObject({ name: 'Касса', source: 'till', scopes: ['svc:orders:read'], revokedAt: null });
  expect(JSON.stringify(keys)).not.toContain(made.key);
  expectOk(await owner.post(`${shop.base}/keys/${made.id}/revoke`));
  expectFailure(await api.get('/api/v1/orders'), 401, 'unauthorized');
  expect(actionsOn(made.id)).toEqual([
    { action: 'api_key.created', actor_type: 'person' },
    { action: 'api_key.revoked', actor_type: 'person' },
  ]);
});

test.each([
  [{ name: '', source: 'a', scopes: ['svc:orders:read'] }, 'name'],
  [{ name: 'A', source: 'Bad Source', scopes: ['svc:orders:read'] }, 'source'],
  [{ name: 'A', source: 'a', scopes: [] }, 'scopes'],
  [{ name: 'A', source: 'a', scopes: ['svc:everything'] }, 'scopes.0'],
])('a new API key with the values %j is refused, and the error names the invalid field', async (body, path) => {
  const details = expectFailure(await owner.post(`${shop.base}/keys`, body), 422, 'validation_failed');
  expect(details.map((issue: { path: string }) => issue.path)).toContain(path);
});

test('a source is shown under the name of its newest valid API key', async () => {
  const make = async (name: string, source: string) =>
    expectOk(await owner.post(`${shop.base}/keys`, { name, source, scopes: ['svc:orders:read'] })).id;
  const namesOf = async (who = owner) => {
    const { workspaces } = expectOk(await who.get('/app/api/me'));
    const { sources } = workspaces[0] as { readonly sources: readonly { source: string; name: string }[] };
    return Object.fromEntries(sources.map(({ source, name }) => [source, name]));
  };
  await make('Бот', 'bot-1');
  const newer = await make('Бот в Telegram', 'bot-1');
  await make('Бот', 'bot-2');
  expect(await namesOf()).toMatchObject({ site: 'site', 'bot-1': 'Бот в Telegram', 'bot-2': 'Бот' });
  expectOk(await owner.post(`${shop.base}/keys/${newer}/revoke`));
  expect(await namesOf()).toMatchObject({ 'bot-1': 'Бот (bot-1)', 'bot-2': 'Бот (bot-2)' });
  const courier = { email: 'courier@example.com', role: 'courier', password: 'correct horse' } as const;
  await addMember(shop.dir, shop.workspaceId, courier);
  expect(await namesOf(await signedIn(shop.url, courier.email, courier.password))).toEqual({});
});

test('each change of an endpoint on the dashboard is recorded in the history', async () => {
  using receiver = startReceiver();
  const made = expectOk(await owner.post(`${shop.base}/webhooks`, { url: receiver.url, events: ['order.created'] }));
  const at = `${shop.base}/webhooks/${made.id}`;
  expectOk(await owner.post(`${at}/test`));
  await receiver.count(1);
  const [first] = receiver.received;
  if (first === undefined) throw new Error('nothing came');
  verify(made.secret, first);
  const rotated = expectOk(await owner.post(`${at}/rotate`));
  expect(rotated.secret).not.toBe(made.secret);
  expectOk(await owner.post(`${at}/update`, { enabled: false }));
  const { endpoints } = expectOk(await owner.get(`${shop.base}/webhooks`));
  expect(endpoints).toMatchObject([{ id: made.id, state: 'off', events: ['order.created'] }]);
  expect(JSON.stringify(endpoints)).not.toContain('whsec_');
  const attempt = await until('the attempt', async () => expectOk(await owner.get(`${at}/attempts`)).attempts[0]);
  expect(attempt).toMatchObject({ kind: 'test', status: 'succeeded', explanation: null });
  expectOk(await owner.post(`${at}/remove`));
  expectFailure(await owner.get(`${at}/attempts`), 404, 'not_found');
  expect(actionsOn(made.id).map(({ action }) => action)).toEqual([
    'webhook_endpoint.added',
    'webhook_endpoint.test_sent',
    'webhook_endpoint.secret_rotated',
    'webhook_endpoint.updated',
    'webhook_endpoint.removed',
  ]);
});

test('a route that shows or changes a secret asks for the password again after ten minutes', async () => {
  using receiver = startReceiver();
  const made = expectOk(await owner.post(`${shop.base}/webhooks`, { url: receiver.url, events: ['order.created'] }));
  const late = await ownerOf(shop);

  changeStore(shop, `UPDATE sessions SET proved_at = proved_at - 600000 WHERE seq = (SELECT max(seq) FROM sessions)`);

  const rotate = () => late.post(`${shop.base}/webhooks/${made.id}/rotate`);
  expectFailure(await rotate(), 403, 'proof_needed');
  expectFailure(await late.post('/app/api/prove', { password: 'wrong' }), 401, 'wrong_password');
  expectFailure(await rotate(), 403, 'proof_needed');
  expectOk(await late.post('/app/api/prove', { password: 'correct horse' }));
  expectOk(await rotate());
});
