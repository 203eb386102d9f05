import { afterEach, expect, test } from 'bun:test';
import { turnOnFactor } from '../support/authenticator.ts';
import { openOwned, signedIn, type Visitor, visitor } from '../support/browser-session.ts';
import type { Shop } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs } from '../support/members.ts';
import { passkeyDevice } from '../support/passkey-device.ts';
import { doing, PASSKEYS, PROVE } from '../support/passkey-shop.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const PASSWORD = 'long enough';
const FACTOR = '/app/api/account/second-factor';

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function openTwo() {
  const { shop, owner, base } = await openOwned();
  open.push(shop);
  const other = await addWorkspace(shop.dir, 'Other');
  const email = 'manager@example.com';
  await addMember(shop.dir, shop.workspaceId, { email, role: 'manager', password: PASSWORD });
  await addMember(shop.dir, other, { email, role: 'owner' });
  const enter = () => signedIn(shop.url, email, PASSWORD);
  return { shop, owner, base, otherBase: `/app/api/workspaces/${other}`, manager: await enter(), enter };
}

const require = (owner: Visitor, base: string, required = true) =>
  owner.post(`${base}/people/second-factor`, { required });
const workspacesOf = async (who: Visitor) => expectOk(await who.get('/app/api/me')).workspaces;
const newest = async (owner: Visitor, base: string) => expectOk(await owner.get(`${base}/history`)).rows[0];

test('an owner without a second factor cannot demand that all members have one', async () => {
  const { owner, base } = await openTwo();
  const { code } = (await require(owner, base)).body;
  expect(code).toBe('forbidden');
  expectOk(await owner.get(`${base}/overview`));
});

test('where a second factor is demanded, a member without one gets no data of the workspace', async () => {
  const { shop, owner, base, otherBase, manager } = await openTwo();
  await turnOnFactor(owner);
  expectOk(await require(owner, base));
  expect(await newest(owner, base)).toMatchObject({
    action: 'workspace.updated',
    changes: { secondFactorRequired: { from: false, to: true } },
  });
  for (const [method, path] of [
    ['get', 'overview'],
    ['get', 'orders'],
    ['get', 'orders/export'],
    ['get', 'logo'],
    ['get', 'live'],
    ['post', 'orders'],
  ] as const) {
    expectFailure(await manager[method](`${base}/${path}`), 403, 'second_factor_needed');
  }
  expect(await workspacesOf(manager)).toMatchObject([
    { id: shop.workspaceId, factorNeeded: true },
    { factorNeeded: false },
  ]);
  // The demand for a second factor affects neither the person's other workspace nor calls with an API key.
  expectOk(await manager.get(`${otherBase}/overview`));
  await placeOrder(shop.api);
  await turnOnFactor(manager);
  expectOk(await manager.get(`${base}/overview`));
  expect(await workspacesOf(manager)).toMatchObject([{ factorNeeded: false }, { factorNeeded: false }]);
  expectOk(await require(owner, base, false));
  expect(await newest(owner, base)).toMatchObject({ changes: { secondFactorRequired: { from: true, to: false } } });
});

test('a person, even an owner, who turns off their demanded second factor loses access to the workspace', async () => {
  const { owner, base } = await openTwo();
  const { codes } = await turnOnFactor(owner);
  expectOk(await require(owner, base));
  expectOk(await owner.post(`${FACTOR}/off`, { code: codes[0] }));
  expectFailure(await owner.get(`${base}/people`), 403, 'second_factor_needed');
  const { installation } = expectOk(await owner.get('/app/api/me'));
  expect(installation.own).toBe(false);
  await turnOnFactor(owner);
  expectOk(await owner.get(`${base}/people`));
});

test('an owner who makes a second factor required for a workspace must enter the password again', async () => {
  await using timed = await openTimedShop();
  const owner = await timed.owner();
  const [{ id }] = await workspacesOf(owner);
  timed.store.world.clock.advance(11 * 60_000);
  expectFailure(await require(owner, `/app/api/workspaces/${id}`), 403, 'proof_needed');
  expectFailure(await owner.post(`/app/api/workspaces/${id}/people/x/end-sessions`), 403, 'proof_needed');
});

const idOf = async (owner: Visitor, base: string, email: string): Promise<string> =>
  expectOk(await owner.get(`${base}/people`)).people.find((one: { email: string }) => one.email === email).id;

test('after an owner ends a person’s sessions, that person must sign in again for this workspace, but not for others', async () => {
  const { owner, base, otherBase, manager, enter } = await openTwo();
  expectOk(await manager.get(`${base}/overview`));
  const id = await idOf(owner, base, 'manager@example.com');
  const ended = await owner.post(`${base}/people/${id}/end-sessions`);
  expectOk(ended);
  expectFailure(await manager.get(`${base}/overview`), 401, 'signed_out');
  expectFailure(await manager.post(`${base}/orders`, {}), 401, 'signed_out');
  expectFailure(await manager.get(`${base}/live`), 401, 'signed_out');
  expect(await workspacesOf(manager)).toMatchObject([{ name: 'Other' }]);
  expectOk(await manager.get(`${otherBase}/overview`));
  expect(await newest(owner, base)).toMatchObject({
    action: 'person.sessions_ended_by_owner',
    subject: id,
    requestId: ended.body.requestId,
  });
  const { rows } = expectOk(await manager.get(`${otherBase}/history`));
  expect(rows.map(({ action }: { action: string }) => action)).not.toContain('person.sessions_ended_by_owner');
  const again = await enter();
  expectOk(await again.get(`${base}/overview`));
  expectFailure(await manager.get(`${base}/overview`), 401, 'signed_out');
});

test('ending a person’s sessions in their only workspace signs that person out completely', async () => {
  const { shop, owner, base } = await openTwo();
  const email = 'viewer@example.com';
  const viewer = await enterAs(shop, { email, role: 'viewer' });
  expectOk(await owner.post(`${base}/people/${await idOf(owner, base, email)}/end-sessions`));
  expect(expectOk(await viewer.get('/app/api/me'))).toBeNull();
});

test('an installation owner whose sessions were ended loses the installation’s rights everywhere', async () => {
  const { shop, owner, base, otherBase } = await openTwo();
  const email = 'second@example.com';
  await addMember(shop.dir, shop.workspaceId, { email, role: 'owner', password: PASSWORD });
  await addMember(shop.dir, otherBase.split('/').at(-1) ?? '', { email, role: 'owner' });
  const second = await signedIn(shop.url, email, PASSWORD);
  expectOk(await second.get(`${otherBase}/system`));
  expectOk(await owner.post(`${base}/people/${await idOf(owner, base, email)}/end-sessions`));
  expectFailure(await second.get(`${otherBase}/system`), 403, 'forbidden');
  expectFailure(await second.get(`${base}/system`), 401, 'signed_out');
});

test('an owner cannot end sessions of invited people or of other workspaces’ members', async () => {
  const { shop, owner, base, otherBase, manager } = await openTwo();
  const stranger = 'stranger@example.com';
  await addMember(shop.dir, otherBase.split('/').at(-1) ?? '', { email: stranger, role: 'viewer', password: PASSWORD });
  const id = await idOf(manager, otherBase, stranger);
  expectFailure(await owner.post(`${base}/people/${id}/end-sessions`), 404, 'not_found');
  const invited = expectOk(
    await owner.post(`${base}/people`, { email: 'new@example.com', role: 'viewer', language: 'en' }),
  );
  expectFailure(await owner.post(`${base}/people/${invited.id}/end-sessions`), 404, 'not_found');
});

test('a person’s passkey counts as a second factor only in a session that began with it', async () => {
  const { shop, owner, base, manager } = await openTwo();
  await turnOnFactor(owner);
  expectOk(await require(owner, base));
  markSignedInByPasskey(shop);
  expectOk(await manager.get(`${base}/overview`));
  const byPassword = await signedIn(shop.url, 'manager@example.com', PASSWORD);
  expectFailure(await byPassword.get(`${base}/overview`), 403, 'second_factor_needed');
});

test('where a second factor is demanded, the password alone cannot change a passkey holder’s factors', async () => {
  const { shop, owner, base, manager, enter } = await openTwo();
  const device = passkeyDevice(shop.url.replace('127.0.0.1', 'localhost'));
  expectOk(await doing(shop.url).register(manager, device));
  const [{ id }] = expectOk(await manager.get(PASSKEYS)).passkeys;
  await turnOnFactor(owner);
  expectOk(await require(owner, base));
  const byPassword = await enter();
  for (const path of [
    `${FACTOR}/begin`,
    `${FACTOR}/confirm`,
    `${PASSKEYS}/begin`,
    PASSKEYS,
    `${PASSKEYS}/${id}/remove`,
  ]) {
    expect((await byPassword.post(path)).body.refusal).toEqual({ rule: 'passkey_first' });
  }
  const assertion = device.get(expectOk(await byPassword.post(`${PROVE}/begin`)));
  expectOk(await byPassword.post(PROVE, { assertion }));
  expectOk(await byPassword.get(`${base}/overview`));
  expectOk(await byPassword.post(`${PASSKEYS}/${id}/remove`));
  await turnOnFactor(byPassword);
});

test('turning on an authenticator app ends the person’s other sessions', async () => {
  const { shop, owner, base, manager, enter } = await openTwo();
  await turnOnFactor(owner);
  expectOk(await require(owner, base));
  const [byPassword, copied] = [await enter(), visitor(shop.url, manager.cookie())];
  await turnOnFactor(manager);
  expectOk(await manager.get(`${base}/overview`));
  expectFailure(await byPassword.get(`${base}/overview`), 401, 'signed_out');
  expectFailure(await copied.get(`${base}/overview`), 401, 'signed_out');
});

test('a person whose passkey belongs to another domain can set up an authenticator app by password', async () => {
  const { shop, owner, base, manager } = await openTwo();
  expectOk(await doing(shop.url).register(manager, passkeyDevice(shop.url.replace('127.0.0.1', 'localhost'))));
  changeStore(shop, "UPDATE passkeys SET rp_id = 'orders.example.com'");
  await turnOnFactor(owner);
  expectOk(await require(owner, base));
  await turnOnFactor(manager);
  expectOk(await manager.get(`${base}/overview`));
});

/** Marks the newest session as begun by a passkey; test/http/passkeys.test.ts begins real ones. */
function markSignedInByPasskey(shop: Shop): void {
  changeStore(shop, "UPDATE sessions SET passkey_name = 'Phone' WHERE seq = (SELECT max(seq) FROM sessions)");
}
