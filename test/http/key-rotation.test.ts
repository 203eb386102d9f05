import { expect, test } from 'bun:test';
import { revokeApiKey } from '../../src/keys/index.ts';
import { ownerOf } from '../support/browser-session.ts';
import { client, docket, docketJson, openShop, orderBody } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, readStore, UNKNOWN_ID } from '../support/http-answers.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';

const HOUR_MS = 3_600_000;
const READ = 'svc:orders:read';

const keysAt = ({ store }: TimedShop): string => `/app/api/workspaces/${store.workspace.id}/keys`;

/**
 * Tries the API key on a read, and on an unknown path, where keys are checked separately. @returns the status of the
 * read
 */
async function tryKey(url: string, key: string): Promise<number> {
  const api = client(url, key);
  const { status } = await api.get('/api/v1/orders');
  const elsewhere = await api.get('/api/v1/nowhere');
  expect(elsewhere.status).toBe(404);
  return status;
}

test.each([24, 168] as const)(
  'the old and the new API key work for exactly %i hours after a rotation, then only the new one',
  async (overlapHours) => {
    await using shop = await openTimedShop();
    const { clock } = shop.store.world;
    const old = await shop.newKey('Сайт');
    const owner = await shop.owner();
    const made = expectOk(await owner.post(`${keysAt(shop)}/${old.id}/rotate`, { overlapHours }));
    expect(made.key).toMatch(/^dk_[A-Za-z0-9_-]{43}$/);
    expect(made.key).not.toBe(old.key);
    expect(made.previousValidUntil).toBe(new Date(clock.now() + overlapHours * HOUR_MS).toISOString());
    const both = async () => [await tryKey(shop.url, old.key), await tryKey(shop.url, made.key)];
    expect(await both()).toEqual([200, 200]);
    clock.advance(overlapHours * HOUR_MS - 1);
    expect(await both()).toEqual([200, 200]);
    clock.advance(1);
    expect(await both()).toEqual([401, 200]);
    const later = await shop.owner();
    const { keys } = expectOk(await later.get(keysAt(shop)));
    const states = keys.map(({ name, source, state }: Record<string, string>) => ({ name, source, state }));
    expect(states).toEqual([
      { name: 'Сайт', source: 'site', state: 'revoked' },
      { name: 'Сайт', source: 'site', state: 'valid' },
    ]);
    expect(keys[0].scopes).toEqual(keys[1].scopes);
  },
);

test('after a rotation without an overlap the old API key is refused, even if the clock is set back', async () => {
  await using shop = await openTimedShop();
  const old = await shop.newKey('Сайт');
  const owner = await shop.owner();
  const made = expectOk(await owner.post(`${keysAt(shop)}/${old.id}/rotate`, { overlapHours: 0 }));
  expect([await tryKey(shop.url, old.key), await tryKey(shop.url, made.key)]).toEqual([401, 200]);
  shop.store.world.clock.set(shop.store.world.clock.now() - HOUR_MS);
  expect([await tryKey(shop.url, old.key), await tryKey(shop.url, made.key)]).toEqual([401, 200]);
});

test('a workspace can create at most 200 API keys a day, rotations included', async () => {
  await using shop = await openTimedShop();
  let { id } = await shop.newKey('Сайт');
  const owner = await shop.owner();
  const rotate = () => owner.post(`${keysAt(shop)}/${id}/rotate`, { overlapHours: 0 });
  for (let made = 0; made < 200; made += 1) ({ id } = expectOk(await rotate()));
  const refused = [await rotate(), await owner.post(keysAt(shop), { name: 'Till', source: 'till', scopes: [READ] })];
  for (const answer of refused) expectFailure(answer, 429, 'rate_limited');
});

test('an API key that is revoked after its rotation stays refused when the clock is set back', async () => {
  await using shop = await openTimedShop();
  const { clock } = shop.store.world;
  const old = await shop.newKey('Сайт');
  const owner = await shop.owner();
  expectOk(await owner.post(`${keysAt(shop)}/${old.id}/rotate`, { overlapHours: 24 }));
  expect(await tryKey(shop.url, old.key)).toBe(200);
  expectOk(await owner.post(`${keysAt(shop)}/${old.id}/revoke`));
  expect(await tryKey(shop.url, old.key)).toBe(401);
  clock.set(clock.now() - HOUR_MS);
  expect(await tryKey(shop.url, old.key)).toBe(401);
  const again = await revokeApiKey(shop.store.ctx(), old.id);
  expect(again).toBe('already_revoked');
  const { keys } = expectOk(await owner.get(keysAt(shop)));
  expect(keys.map(({ state }: { state: string }) => state)).toEqual(['revoked', 'valid']);
});

test('a revoked or replaced API key cannot be rotated again, and the answer says what to do', async () => {
  await using shop = await openTimedShop();
  const [first, second] = [await shop.newKey('A'), await shop.newKey('B')];
  const owner = await shop.owner();
  const rotate = (id: string, overlapHours: unknown = 24) =>
    owner.post(`${keysAt(shop)}/${id}/rotate`, { overlapHours });
  expectOk(await rotate(first.id));
  const replaced = await rotate(first.id);
  expectFailure(replaced, 409, 'key_ended');
  expect(replaced.body.message).toContain('already been replaced');
  expectOk(await owner.post(`${keysAt(shop)}/${second.id}/revoke`));
  const revoked = await rotate(second.id);
  expectFailure(revoked, 409, 'key_ended');
  expect(revoked.body.message).toContain('Make a new key');
  expectFailure(await rotate(UNKNOWN_ID), 404, 'not_found');
  expectFailure(await rotate('no-id'), 404, 'not_found');
  for (const hours of [1, -24, '24', null]) expectFailure(await rotate(first.id, hours), 422, 'validation_failed');
  expect(expectOk(await owner.get(keysAt(shop))).keys).toHaveLength(3);
});

test('two simultaneous rotations of an API key create only one new key', async () => {
  await using shop = await openTimedShop();
  const { id } = await shop.newKey('A');
  const owner = await shop.owner();
  const rotate = () => owner.post(`${keysAt(shop)}/${id}/rotate`, { overlapHours: 24 });
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(expectOk(await owner.get(keysAt(shop))).keys).toHaveLength(2);
});

test('the new key of a rotation finds the old key’s orders, and the history records the rotation', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const at = `${shop.base}/keys`;
  const [old] = expectOk(await owner.get(at)).keys;
  const order = orderBody();
  const { id } = expectOk(await shop.api.post('/api/v1/orders/create', order));
  const made = expectOk(await owner.post(`${at}/${old.id}/rotate`, { overlapHours: 24 }));
  const api = client(shop.url, made.key);
  const repeated = await api.post('/api/v1/orders/create', order);
  expect(expectOk(repeated).id).toBe(id);
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  const rows = readStore(
    shop,
    'SELECT action, subject, actor_type, changes FROM audit_log WHERE subject IN (?, ?)',
    old.id,
    made.id,
  );
  expect(rows).toEqual([
    { action: 'api_key.created', subject: old.id, actor_type: 'command', changes: expect.any(String) },
    { action: 'api_key.created', subject: made.id, actor_type: 'person', changes: expect.any(String) },
    { action: 'api_key.rotated', subject: old.id, actor_type: 'person', changes: expect.any(String) },
  ]);
  const told = { name: { from: null, to: old.name }, scopes: { from: null, to: old.scopes } };
  for (const row of rows.slice(0, 2)) expect(JSON.parse(String(row['changes']))).toEqual(told);
  expect(JSON.parse(String(rows[2]?.['changes']))).toEqual({
    replacedBy: { from: null, to: made.id },
    validUntil: { from: null, to: made.previousValidUntil },
  });
  for (const table of ['api_keys', 'audit_log']) {
    const stored = JSON.stringify(readStore(shop, `SELECT * FROM ${table}`));
    for (const secret of [made.key, shop.key]) expect(stored).not.toContain(secret.slice(9));
  }

  const { stdout } = await docket(['key', 'list', '--data', shop.dir]);
  expect(stdout).toContain(`valid until ${made.previousValidUntil}`);
  const listed = await docketJson<{ id: string; state: string }[]>(['key', 'list', '--data', shop.dir]);
  expect(listed.map(({ state }) => state)).toEqual(['ending', 'valid']);

  // The row is changed as if the day had passed.
  changeStore(shop, 'UPDATE api_keys SET revoked_at = revoked_at - 86400000 WHERE revoked_at IS NOT NULL');

  expectFailure(await shop.api.get('/api/v1/orders'), 401, 'unauthorized');
  expectOk(await api.get('/api/v1/orders'));
  const passed = await docket(['key', 'list', '--data', shop.dir]);
  expect(passed.stdout).not.toContain('valid until');
});

test('an expiring key can be revoked immediately from the command line', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const at = `${shop.base}/keys`;
  const [old] = expectOk(await owner.get(at)).keys;
  expectOk(await owner.post(`${at}/${old.id}/rotate`, { overlapHours: 168 }));
  expectOk(await shop.api.get('/api/v1/orders'));
  const { stdout } = await docket(['key', 'revoke', old.id, '--data', shop.dir]);
  expect(stdout).toContain('is revoked');
  expectFailure(await shop.api.get('/api/v1/orders'), 401, 'unauthorized');
});
