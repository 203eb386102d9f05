import { expect, test } from 'bun:test';
import { ownerOf } from '../support/browser-session.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs } from '../support/members.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop(['--allow-private-webhooks']);

const newest = async (at = shop.base) => expectOk(await owner.get(`${at}/history`)).rows[0];

test.each([
  ['orders/export', 'orders.exported'],
  ['stock/export', 'product.exported'],
  ['history/export', 'history.exported'],
])('a download of %s leaves a row in the history, even if the person is only a viewer', async (path, action) => {
  const email = `${action}@example.com`;
  const who = await enterAs(shop, { email, role: path === 'history/export' ? 'owner' : 'viewer' });
  expect((await who.get(`${shop.base}/${path}`)).status).toBe(200);
  expect(await newest()).toMatchObject({
    action,
    actorType: 'person',
    actorName: email,
    subject: shop.workspaceId,
    subjectName: 'Test shop',
  });
});

test('a refused export, or a HEAD request for one, leaves no row in the history', async () => {
  await placeOrder(shop.api);
  expect((await owner.get(`${shop.base}/orders/export?filter=when%3Dnever`)).status).toBe(422);
  const headers = { cookie: owner.cookie() };
  await fetch(`${shop.url}${shop.base}/orders/export`, { method: 'HEAD', headers });
  expect(await newest()).toMatchObject({ action: 'order.created' });
});

test('ending sessions leaves a row in the history of each workspace of the person', async () => {
  const second = await addWorkspace(shop.dir, 'Second');
  await addMember(shop.dir, second, { email: 'owner@example.com', role: 'owner' });
  const both = [shop.base, `/app/api/workspaces/${second}`];
  const subject = expectOk(await owner.get('/app/api/me')).person.id;
  for (const at of both) expectOk(await owner.get(`${at}/history`));
  await ownerOf(shop);
  const { sessions } = expectOk(await owner.get('/app/api/sessions'));
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  expectOk(await owner.post('/app/api/sessions/revoke', { id: other.id }));
  for (const at of both) expect(await newest(at)).toMatchObject({ action: 'person.session_ended', subject });
  expectOk(await owner.post('/app/api/sessions/revoke-others'));
  for (const at of both) expect(await newest(at)).toMatchObject({ action: 'person.other_sessions_ended', subject });
});

test('signing out leaves a history row only in a workspace that the person opened in that session', async () => {
  const unseen = await addWorkspace(shop.dir, 'Unseen');
  await addMember(shop.dir, unseen, { email: 'owner@example.com', role: 'owner' });
  const leaving = await ownerOf(shop);
  expectOk(await leaving.get(`${shop.base}/history`));
  expectOk(await leaving.post('/app/api/sign-out'));
  expect(await newest()).toMatchObject({ action: 'person.signed_out' });
  const { rows } = expectOk(await owner.get(`/app/api/workspaces/${unseen}/history`));
  expect(rows.map(({ action }: { action: string }) => action)).not.toContain('person.signed_out');
});

test('a test event leaves a row in the history, which names the event type if one was chosen', async () => {
  using receiver = startReceiver();
  const { id } = expectOk(await owner.post(`${shop.base}/webhooks`, { url: receiver.url, events: ['order.created'] }));
  expectOk(await owner.post(`${shop.base}/webhooks/${id}/test`));
  const row = { action: 'webhook_endpoint.test_sent', subject: id, actorType: 'person' };
  expect(await newest()).toMatchObject({ ...row, changes: null });
  expectOk(await owner.post(`${shop.base}/webhooks/${id}/test`, { event: 'order.deleted' }));
  expect(await newest()).toMatchObject({ ...row, changes: { events: { from: null, to: 'order.deleted' } } });
});

test('a test of the mail server leaves a row in the history, whatever its result', async () => {
  const server = { host: '127.0.0.1', port: 9, tls: 'none', user: '', sender: 'shop@example.com' };
  expectOk(await owner.post(`${shop.base}/mail/test`, { server }));
  expect(await newest()).toMatchObject({
    action: 'mail_server.tested',
    changes: { host: { from: null, to: '127.0.0.1' } },
  });
});

test('each change of a person’s name leaves a row with the old and the new name in the history', async () => {
  expectOk(await owner.post('/app/api/account', { name: 'Anna' }));
  expect(await newest()).toMatchObject({ action: 'person.renamed', changes: { name: { from: null, to: 'Anna' } } });
  expectOk(await owner.post('/app/api/account', { name: 'Anna', theme: 'dark' }));
  expectOk(await owner.post('/app/api/account', { name: 'Olga' }));
  const { rows } = expectOk(await owner.get(`${shop.base}/history`));
  const renamed = rows.filter(({ action }: { action: string }) => action === 'person.renamed');
  expect(renamed).toHaveLength(2);
  expect(renamed[0].changes).toEqual({ name: { from: 'Anna', to: 'Olga' } });
});
