/** The installation belongs to the owners of the workspace that was made first (contract, section 7). */

import { beforeAll, expect, test } from 'bun:test';
import { signedIn, type Visitor } from '../support/browser-session.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';

const PASSWORD = 'long enough here';

let other: Visitor;
let both: Visitor;
let first: string;
let second: string;

const add = (email: string, workspace: string, role = 'owner') =>
  addMember(shop.dir, workspace, { email, role, password: PASSWORD });

const { shop, owner: founder } = sharedShop();
beforeAll(async () => {
  const made = await addWorkspace(shop.dir, 'Second');
  [first, second] = [shop.base, `/app/api/workspaces/${made}`];
  await add('both@example.com', shop.workspaceId, 'manager');
  await add('both@example.com', made);
  other = await enterAs(shop, { email: 'other@example.com' }, made);
  both = await signedIn(shop.url, 'both@example.com', PASSWORD);
});

const historyOf = async (who: Visitor, base: string): Promise<string> =>
  JSON.stringify(expectOk(await who.get(`${base}/history`)).rows);

test('owners of a workspace other than the first can neither create workspaces nor manage the installation', async () => {
  for (const who of [other, both]) {
    const made = await who.post('/app/api/workspaces', { name: 'Third', timeZone: 'UTC' });
    expectFailure(made, 403, 'forbidden');
    for (const page of ['backups', 'mail', 'system', 'system/diagnostics']) {
      const { status, body } = await who.get(`${second}/${page}`);
      expect({ page, status, code: body.code }).toEqual({ page, status: 403, code: 'forbidden' });
    }
    expectFailure(await who.post(`${second}/backups`, {}), 403, 'forbidden');
    expectFailure(await who.post(`${second}/mail/remove`, {}), 403, 'forbidden');
    expect(expectOk(await who.get('/app/api/me')).installation.own).toBe(false);
  }
});

test('after a new workspace is created, the first workspace’s owners still manage the installation', async () => {
  await addWorkspace(shop.dir, 'Third');
  for (const page of ['backups', 'mail', 'system']) expectOk(await founder.get(`${first}/${page}`));
  expect(expectOk(await founder.get('/app/api/me')).installation.own).toBe(true);
  expectOk(await founder.post('/app/api/workspaces', { name: 'Fourth', timeZone: 'UTC' }));
  expectOk(await founder.get(`${first}/backups`));
});

test('a sign-in is recorded in a workspace’s history when its session first opens that workspace', async () => {
  const device = await signedIn(shop.url, 'both@example.com', PASSWORD);
  const inFirst = await historyOf(founder, first);
  const inSecond = await historyOf(other, second);
  expectOk(await device.get(`${first}/orders`));
  expect(await historyOf(other, second)).toBe(inSecond);
  const after = await historyOf(founder, first);
  expect(after).not.toBe(inFirst);
  expectOk(await device.get(`${first}/orders`));
  expect(await historyOf(founder, first)).toBe(after);
  expectOk(await device.get(`${second}/orders`));
  expect(await historyOf(founder, first)).toBe(after);
  const [newest] = expectOk(await other.get(`${second}/history`)).rows;
  expect(newest).toMatchObject({ action: 'person.signed_in', actorName: 'both@example.com' });
});

test('a member’s last visit in one workspace is not shown in another workspace', async () => {
  await add('twice@example.com', shop.workspaceId, 'viewer');
  await add('twice@example.com', second.split('/').at(-1) ?? '', 'viewer');
  const seen = async (who: Visitor, base: string) => {
    const { people } = expectOk(await who.get(`${base}/people`));
    return people.find(({ email }: { email: string }) => email === 'twice@example.com').lastSeenAt;
  };
  const person = await signedIn(shop.url, 'twice@example.com', PASSWORD);
  expectOk(await person.get(`${first}/orders`));
  expect(await seen(founder, first)).not.toBeNull();
  expect(await seen(other, second)).toBeNull();
});

test('a name that a person chooses after leaving a workspace stays hidden there', async () => {
  await add('gone@example.com', shop.workspaceId, 'manager');
  await add('gone@example.com', second.split('/').at(-1) ?? '', 'manager');
  const gone = await signedIn(shop.url, 'gone@example.com', PASSWORD);
  expectOk(await gone.get(`${second}/orders`));
  const { people } = expectOk(await other.get(`${second}/people`));
  const { id } = people.find(({ email }: { email: string }) => email === 'gone@example.com');
  expectOk(await other.post(`${second}/people/${id}/remove`));
  expectOk(await gone.post('/app/api/account', { name: 'Name in the first' }));
  const told = await historyOf(other, second);
  expect(told).toContain('gone@example.com');
  expect(told).not.toContain('Name in the first');
});

test('a workspace’s list of mails contains no mails about new sign-ins', async () => {
  const from = (agent: string) => ({ 'user-agent': agent });
  const sign = { email: 'owner@example.com', password: 'correct horse', remember: false };
  expectOk(await founder.post('/app/api/sign-in', sign, from('Firefox/140 (Windows)')));
  const { mails } = expectOk(await founder.get(`${first}/mails`));
  expect(mails.map(({ kind }: { kind: string }) => kind)).not.toContain('new_sign_in');
});

test('a backup action is recorded in the first workspace’s history, whatever workspace it came from', async () => {
  await add('owner@example.com', second.split('/').at(-1) ?? '');
  const before = await historyOf(other, second);
  expectOk(await founder.get(`${second}/orders`));
  expectOk(await founder.post(`${second}/backups`, {}));
  expect(await historyOf(other, second)).not.toContain('backup.made');
  expect(before).not.toContain('backup.made');
  expect(await historyOf(founder, first)).toContain('backup.made');
});
