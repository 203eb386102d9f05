/** A restore brings back data, not access (contract, section 7). */

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf, signedIn, visitor } from '../support/browser-session.ts';
import { client, dataDir, docket, docketJson, openShop, serve } from '../support/docket.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { backUpInto, openFreshDesk, restoredBy, sealKeyIn, sendBackup } from '../support/fresh-desk.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';

const PASSWORD = 'correct horse';
const HOOKS = 'https://hooks.example/docket';
const BEN = { email: 'ben@example.com', password: 'long enough', role: 'manager' };

const signIn = (url: string, email: string, password: string) =>
  visitor(url).post('/app/api/sign-in', { email, password, remember: false });

interface AccessList {
  readonly people: readonly { readonly id: string; readonly email: string }[];
  readonly keys: readonly { readonly id: string; readonly source: string }[];
  readonly endpoints: readonly { readonly id: string; readonly url: string }[];
}

/** A shop with a second API key and a manager. Only its backup is left. */
async function lostShop(folder: string) {
  await using shop = await openShop();
  const at = ['--data', shop.dir];
  await addMember(shop.dir, shop.workspaceId, BEN);
  const { key: leaked } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'leaked']);
  addEndpoints(shop.dir, [HOOKS]);
  const backup = await backUpInto(folder, shop.dir);
  return { key: shop.key, leaked, workspaceId: shop.workspaceId, backup, sheet: sealKeyIn(shop.dir) };
}

test('a restore revives no revoked API key, no old password and no earlier session', async () => {
  await using shop = await openShop();
  await addMember(shop.dir, shop.workspaceId, BEN);
  const at = ['--data', shop.dir];
  const other = await docketJson<{ key: string; id: string }>(['key', 'create', ...at, '--source', 'old']);
  const [owner, thief, ben] = await Promise.all([
    ownerOf(shop),
    ownerOf(shop),
    signedIn(shop.url, BEN.email, BEN.password),
  ]);
  const name = (await backUpInto(join(shop.dir, 'backups'), shop.dir)).split('/').at(-1) ?? '';
  // All of this happens after the backup.
  const { people } = expectOk(await owner.get(`${shop.base}/people`));
  const benId = people.find(({ email }: { email: string }) => email === BEN.email).id;
  expectOk(await owner.post('/app/api/prove', { password: PASSWORD }));
  expectOk(await owner.post(`${shop.base}/people/${benId}/remove`, {}));
  expectOk(await owner.post('/app/api/account/password', { present: PASSWORD, next: 'another long one' }));
  await docketJson(['key', 'revoke', other.id, ...at]);
  const base = `${shop.base}/backups`;
  const { token } = expectOk(await owner.post(`${base}/${name}/restore`, { word: 'RESTORE' }));
  expect(await restoredBy(shop.url, token)).toMatchObject({ failure: null, held: false });
  for (const who of [owner, thief, ben]) {
    expectFailure(await who.get(`${shop.base}/overview`), 401, 'signed_out');
  }
  expectFailure(await signIn(shop.url, 'owner@example.com', PASSWORD), 401, 'wrong_password');
  expectOk(await signIn(shop.url, 'owner@example.com', 'another long one'));
  const again = await signedIn(shop.url, BEN.email, BEN.password);
  expect(expectOk(await again.get('/app/api/me')).workspaces).toEqual([]);
  expectFailure(await client(shop.url, other.key).get('/api/v1/orders'), 401, 'unauthorized');
  expectOk(await shop.api.get('/api/v1/orders'));
  // This restore did not block access, so there is no access list to review.
  expectFailure(await visitor(shop.url).post('/app/api/setup/access', { token }), 404, 'not_found');
});

test('a restored desk on a new machine admits nobody until its access list is reviewed', async () => {
  using folder = dataDir();
  const lost = await lostShop(folder.path);
  await using desk = await openFreshDesk();
  await docketJson(['seal', 'enter', '--data', desk.dir], { stdin: lost.sheet });
  const token = desk.token();
  const who = visitor(desk.url);
  const bytes = readFileSync(lost.backup);
  const setup = '/app/api/setup/backups';
  const { name } = expectOk(await sendBackup(who, `${setup}/upload`, bytes, { 'x-setup-token': token }));
  expectOk(await who.post(`${setup}/restore`, { token, name }));
  expect(await restoredBy(desk.url, token)).toMatchObject({ failure: null, held: true });
  const api = client(desk.url, lost.key);
  const held = await api.get('/api/v1/orders');
  expectFailure(held, 503, 'unavailable');
  expect(held.headers.get('retry-after')).not.toBeNull();
  expectFailure(await client(desk.url, 'dk_unknown').get('/api/v1/orders'), 401, 'unauthorized');
  expectFailure(await signIn(desk.url, 'owner@example.com', PASSWORD), 503, 'unavailable');
  expectFailure(await who.post('/app/api/reset', { token: 'x', password: 'long enough' }), 503, 'unavailable');
  expectFailure(await who.post('/app/api/forgotten', { email: BEN.email }), 503, 'unavailable');
  expectFailure(await who.post('/app/api/setup/access', { token: 'x'.repeat(43) }), 404, 'not_found');
  expect(expectOk(await who.post('/app/api/setup/check', { token }))).toEqual({ isHeld: true });
  const [listed] = expectOk(await who.post('/app/api/setup/access', { token })).workspaces as AccessList[];
  expect(listed?.people.map(({ email }) => email)).toEqual(['owner@example.com', BEN.email]);
  expect(listed?.endpoints.map(({ url }) => url)).toEqual([HOOKS]);
  const at = { token, workspace: lost.workspaceId };
  const strike = async (kind: string, id = '') => who.post('/app/api/setup/access/strike', { ...at, kind, id });
  expectFailure(await strike('person', listed?.people[0]?.id), 409, 'last_owner');
  expectOk(await strike('person', listed?.people[1]?.id));
  expectOk(await strike('key', listed?.keys.find(({ source }) => source === 'leaked')?.id));
  expectOk(await strike('passkeys', 'owner@example.com'));
  expectOk(await who.post('/app/api/setup/access/open', { token }));
  expectOk(await api.get('/api/v1/orders'));
  expectFailure(await client(desk.url, lost.leaked).get('/api/v1/orders'), 401, 'unauthorized');
  const owner = await ownerOf(desk);
  const ben = await signedIn(desk.url, BEN.email, BEN.password);
  expect(expectOk(await ben.get('/app/api/me')).workspaces).toEqual([]);
  const { rows } = expectOk(await owner.get(`/app/api/workspaces/${lost.workspaceId}/history`));
  const actions = rows.map(({ action }: { action: string }) => action);
  for (const action of ['database.access_opened', 'person.removed', 'database.restored']) {
    expect(actions).toContain(action);
  }
  expectFailure(await who.post('/app/api/setup/access', { token }), 404, 'not_found');
  expectFailure(await who.post('/app/api/setup/check', { token }), 404, 'not_found');
});

test('the command docket access lists and removes access from a restored backup before the server starts', async () => {
  using folder = dataDir();
  const lost = await lostShop(folder.path);
  const at = ['--data', join(folder.path, 'new')];
  await docketJson(['seal', 'enter', ...at], { stdin: lost.sheet });
  const { stdout } = await docket(['restore', lost.backup, ...at]);
  expect(stdout).toContain('It is not known what was revoked since the backup was made');
  for (const named of [BEN.email, 'owner@example.com', HOOKS]) expect(stdout).toContain(named);
  const { workspaces, heldAt } = await docketJson<{ workspaces: AccessList[]; heldAt: null }>([
    'access',
    'list',
    ...at,
  ]);
  expect(heldAt).toBeNull();
  const [{ people, endpoints } = { people: [], endpoints: [] }] = workspaces;
  const ben = people.find(({ email }) => email === BEN.email)?.id ?? '';
  for (const id of [ben, endpoints[0]?.id ?? '']) await docketJson(['access', 'strike', id, ...at]);
  expect((await docket(['access', 'strike', ben, ...at])).stderr).toContain('nothing on the list has the id');
  await using server = await serve(join(folder.path, 'new'));
  expectOk(await client(server.url, lost.key).get('/api/v1/orders'));
  const who = await signedIn(server.url, BEN.email, BEN.password);
  expect(expectOk(await who.get('/app/api/me')).workspaces).toEqual([]);
});
