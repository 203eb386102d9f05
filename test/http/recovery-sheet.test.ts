/** The recovery sheet: the seal key on paper (contract, section 7). */

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshCode, turnOnFactor } from '../support/authenticator.ts';
import { ownerOf, signedIn, visitor } from '../support/browser-session.ts';
import { dataDir, docket, docketJson, OWNER, openShop } from '../support/docket.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { backUpInto, openFreshDesk, openRestored, restoredBy, sealKeyIn, sendBackup } from '../support/fresh-desk.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';

const HOOKS = 'https://hooks.example/docket';
const SETUP = '/app/api/setup/backups';
const ANNA = { email: 'anna@example.com', password: 'long enough', role: 'manager' };

test('only an owner of the installation can see the recovery sheet, and the page offers it until it was seen', async () => {
  await using shop = await openShop();
  await addMember(shop.dir, shop.workspaceId, ANNA);
  await backUpInto(join(shop.dir, 'backups'), shop.dir);
  const base = `${shop.base}/backups`;
  const anna = await signedIn(shop.url, ANNA.email, ANNA.password);
  expectFailure(await anna.post(`${base}/key`, {}), 403, 'forbidden');
  const owner = await ownerOf(shop);
  const before = expectOk(await owner.get(base)).sheet;
  expect(before).toEqual({ key: expect.stringMatching(/^[A-Z2-7]{8}$/), isKept: false });
  const { name, text } = expectOk(await owner.post(`${base}/key`, {}));
  expect([name, `${text}\n`]).toEqual([before.key, sealKeyIn(shop.dir)]);
  expect(expectOk(await owner.get(base)).sheet).toEqual({ key: name, isKept: true });
  const { rows } = expectOk(await owner.get(`${shop.base}/history`));
  expect(rows).toContainEqual(expect.objectContaining({ action: 'seal_key.shown', subject: name }));
  expect(JSON.stringify(rows)).not.toContain(text.split('\n')[0]);
  const other = await docketJson<{ key: string }>(['seal', 'rotate', '--data', shop.dir]);
  expect(expectOk(await owner.get(base)).sheet).toEqual({ key: other.key, isKept: true });
});

/** A shop with an endpoint and a second factor. Only its backup and its sheet are left. */
async function lostShop(folder: string) {
  await using shop = await openShop();
  addEndpoints(shop.dir, [HOOKS]);
  const owner = await ownerOf(shop);
  const { secret, codes } = await turnOnFactor(owner);
  const backup = await backUpInto(folder, shop.dir);
  return { backup, sheet: sealKeyIn(shop.dir), secret, codes, workspaceId: shop.workspaceId };
}

test('a restore without the seal key lists the second factors and endpoints that must be set up again', async () => {
  using folder = dataDir();
  const lost = await lostShop(folder.path);
  await using desk = await openFreshDesk();
  const who = visitor(desk.url);
  const token = desk.token();
  const bytes = readFileSync(lost.backup);
  const { name } = expectOk(await sendBackup(who, `${SETUP}/upload`, bytes, { 'x-setup-token': token }));
  expectOk(await who.post(`${SETUP}/restore`, { token, name, word: 'RESTORE', anySeal: true }));
  expect(await restoredBy(desk.url, token)).toMatchObject({ failure: null, after: { people: 1 } });
  const [access] = expectOk(await who.post('/app/api/setup/access', { token })).workspaces;
  expect(access.people).toMatchObject([{ email: OWNER.email, hasSecondFactor: true, isLost: true }]);
  expect(access.endpoints).toMatchObject([{ url: HOOKS, isLost: true }]);
  const listed = (await docket(['access', 'list', '--data', desk.dir])).stdout;
  expect(listed).toContain('recovery codes alone are taken');
  expect(listed).toContain('secret lost: docket webhook rotate ID');
  await openRestored(desk.url, token);

  // The secret of the second factor is lost. So no code of the app is accepted, but a recovery code is.
  const code = await freshCode(lost.secret);
  expectFailure(await who.post('/app/api/sign-in', { ...OWNER, remember: false, code }), 401, 'wrong_code');
  expectOk(await who.post('/app/api/sign-in', { ...OWNER, remember: false, code: lost.codes[0] }));
  const base = `/app/api/workspaces/${lost.workspaceId}`;
  const told = expectOk(await who.get(`${base}/backups`)).lost;
  expect(told).toMatchObject({ factors: [OWNER.email], endpoints: [{ url: HOOKS }] });
  expect(expectOk(await who.get(`${base}/webhooks`)).endpoints).toMatchObject([{ url: HOOKS, secretLost: true }]);
  expectOk(await who.post(`${base}/webhooks/${told.endpoints[0].id}/rotate`, {}));
  expect(expectOk(await who.get(`${base}/backups`)).lost).toMatchObject({ factors: [OWNER.email], endpoints: [] });

  expectOk(await who.post(`${base}/backups/key/enter`, { sealKey: lost.sheet }));
  expect(expectOk(await who.get(`${base}/backups`)).lost).toEqual({ factors: [], endpoints: [] });
});
