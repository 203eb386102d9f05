import { expect, test } from 'bun:test';
import { freshCode } from '../support/authenticator.ts';
import { signedIn, visitor } from '../support/browser-session.ts';
import { docket, docketJson, openShop, serve } from '../support/docket.ts';
import { expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { passkeyDevice } from '../support/passkey-device.ts';
import { doing, EMAIL, openPasskeyShop, PASSKEYS, PASSWORD, PROVE, SIGN_IN } from '../support/passkey-shop.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { hashedId, triedIn } from '../support/tried.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';

test('a passkey signs in without an authenticator code and is listed with its last use', async () => {
  await using at = await openPasskeyShop();
  const { secret } = expectOk(await at.owner.post('/app/api/account/second-factor/begin'));
  const code = await freshCode(secret);
  expectOk(await at.owner.post('/app/api/account/second-factor/confirm', { code }));
  expect(expectOk(await visitor(at.shop.url).get('/app/api/passkeys/offer'))).toEqual({ origin: at.origin });
  const [before] = expectOk(await at.owner.get(PASSKEYS)).passkeys;
  expect(before).toMatchObject({ domain: 'localhost', works: true, synced: true, lastUsedAt: null });
  const who = visitor(at.shop.url);
  const answer = await at.signIn(at.device, {}, who);
  expectOk(answer);
  expect(answer.headers.get('set-cookie')).not.toContain('Max-Age');
  expect(expectOk(await who.get('/app/api/me'))).toMatchObject({
    person: { email: EMAIL },
    session: { proved: true },
    passkeys: at.origin,
  });
  const [after] = expectOk(await at.owner.get(PASSKEYS)).passkeys;
  expect(Date.parse(after.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(after.createdAt));
  const remembered = await visitor(at.shop.url).post(SIGN_IN, {
    assertion: await at.signed(at.device),
    remember: true,
  });
  expect(remembered.headers.get('set-cookie')).toContain('Max-Age=2592000');
});

test('the server demands a discoverable passkey with user verification and excludes known devices', async () => {
  await using at = await openPasskeyShop();
  const made = expectOk(await at.owner.post(`${PASSKEYS}/begin`));
  expect(made).toMatchObject({
    rp: { id: 'localhost', name: 'Docket' },
    user: { name: EMAIL, displayName: EMAIL },
    attestation: 'none',
    timeout: 300_000,
    excludeCredentials: [{ type: 'public-key', id: at.device.id, transports: ['hybrid', 'internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const asked = expectOk(await visitor(at.shop.url).post(`${SIGN_IN}/begin`));
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  expect(new Set([made.challenge, asked.challenge]).size).toBe(2);
  expect(asked.challenge).toMatch(/^[\w-]{75}$/);
});

test('adding or removing a passkey needs a recent proof, but renaming one does not', async () => {
  await using timed = await openTimedShop();
  const owner = await timed.owner();
  const origin = timed.url.replace('127.0.0.1', 'localhost');
  const device = passkeyDevice(origin);
  expectOk(await owner.post(PASSKEYS, { attestation: device.create(expectOk(await owner.post(`${PASSKEYS}/begin`))) }));
  const [{ id }] = expectOk(await owner.get(PASSKEYS)).passkeys;
  timed.store.world.clock.advance(11 * 60_000);
  expectFailure(await owner.post(`${PASSKEYS}/begin`), 403, 'proof_needed');
  expectFailure(await owner.post(PASSKEYS, { attestation: {} }), 403, 'proof_needed');
  expectFailure(await owner.post(`${PASSKEYS}/${id}/remove`), 403, 'proof_needed');
  expectOk(await owner.post(`${PASSKEYS}/${id}/rename`, { name: '  Телефон  ' }));
  expect(expectOk(await owner.get(PASSKEYS)).passkeys[0].name).toBe('Телефон');
  const [workspace] = expectOk(await owner.get('/app/api/me')).workspaces;
  const [row] = expectOk(await owner.get(`/app/api/workspaces/${workspace.id}/history`)).rows;
  expect(row).toMatchObject({ action: 'person.passkey_renamed', changes: { passkey: { to: 'Телефон' } } });
  expectFailure(await owner.post(`${PASSKEYS}/${id}/rename`, { name: ' ' }), 422, 'validation_failed');
  const asked = expectOk(await owner.post(`${PROVE}/begin`));
  expect(asked.allowCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['hybrid', 'internal'] }]);
  // When told which passkeys to use, some devices omit the person.
  expectOk(await owner.post(PROVE, { assertion: device.get(asked, { userHandle: null }) }));
  expectOk(await owner.post(`${PASSKEYS}/${id}/remove`));
  expect(expectOk(await owner.get(PASSKEYS)).passkeys).toEqual([]);
  expect(expectOk(await visitor(timed.url).get('/app/api/passkeys/offer'))).toEqual({ origin: null });
  expectFailure(await owner.post(`${PASSKEYS}/${id}/remove`), 404, 'not_found');
});

test('the history records a passkey’s use, addition and removal, and a sign-in on a new device is reported by mail', async () => {
  await using at = await openPasskeyShop();
  const assertion = await at.signed(at.device);
  expectOk(await visitor(at.shop.url).post(SIGN_IN, { assertion, remember: false }, { 'user-agent': EDGE }));
  const edge = await signedIn(at.shop.url, EMAIL, PASSWORD);
  const begun = expectOk(await edge.post(`${PASSKEYS}/begin`));
  const second = passkeyDevice(at.origin);
  const made = await edge.post(PASSKEYS, { attestation: second.create(begun) }, { 'user-agent': EDGE });
  expect(expectOk(made).name).toBe('Edge, Windows');
  expectOk(await edge.post(`${PASSKEYS}/${made.body.data.id}/remove`));
  const { rows } = expectOk(await at.owner.get(`${at.shop.base}/history?kind=people`));
  const told = rows.map(({ action, changes }: { action: string; changes: unknown }) => [action, changes]);
  const passkey = (from: string | null, to: string | null) => ({ passkey: { from, to } });
  expect(told.slice(0, 4)).toEqual([
    ['person.passkey_removed', passkey('Edge, Windows', null)],
    ['person.passkey_added', passkey(null, 'Edge, Windows')],
    ['person.signed_in', null],
    ['person.signed_in_by_passkey', passkey(null, expect.any(String))],
  ]);
  const mails = readStore(at.shop, "SELECT text FROM mails WHERE kind = 'new_sign_in'");
  expect(mails).toHaveLength(1);
  const text = String(mails[0]?.['text']).replaceAll(/\s+/g, ' ');
  expect(text).toContain('Edge, Windows');
  // A new password alone would not stop an intruder who has the passkey. So the mail also advises removing the passkey.
  expect(text).toContain('with one of your passkeys');
  expect(text).toContain('remove the passkey');
  expect(text).not.toContain('email and password');
});

test('passkeys survive a new password, and owner reset-password --drop-passkeys removes all of them', async () => {
  await using at = await openPasskeyShop();
  expectOk(await at.owner.post('/app/api/account/password', { present: PASSWORD, next: 'another horse' }));
  expectOk(await at.signIn(at.device));
  const args = ['owner', 'reset-password', '--data', at.shop.dir, '--email', EMAIL];
  const { link, passkeys } = await docketJson<{ link: string; passkeys: number }>(args);
  expect(passkeys).toBe(1);
  const token = link.split('#')[1];
  const who = visitor(at.shop.url);
  expect(expectOk(await who.post('/app/api/reset/check', { token }))).toEqual({ email: EMAIL, passkeys: 1 });
  expectOk(await who.post('/app/api/reset', { token, password: 'a third horse' }));
  expectOk(await at.signIn(at.device));
  expect((await docket(args)).stdout).toContain('--drop-passkeys');
  expect((await docket([...args, '--drop-passkeys'])).stdout).not.toContain('--drop-passkeys');
  expectFailure(await at.signIn(at.device), 401, 'passkey_refused');
});

test('a passkey of another domain does not work, and a bare IP address allows no new passkey', async () => {
  await using at = await openPasskeyShop();
  await at.shop.server[Symbol.asyncDispose]();
  {
    await using moved = await serve(at.shop.dir, ['--public-url', 'http://moved.localhost']);
    const owner = await signedIn(moved.url, EMAIL, PASSWORD);
    const { origin, passkeys } = expectOk(await owner.get(PASSKEYS));
    expect(origin).toBe('http://moved.localhost');
    expect(passkeys).toMatchObject([{ domain: 'localhost', works: false }]);
    expect(expectOk(await owner.get('/app/api/passkeys/offer'))).toEqual({ origin: null });
    expect(expectOk(await owner.post(`${PASSKEYS}/begin`)).excludeCredentials).toEqual([]);
    const asked = expectOk(await owner.post(`${SIGN_IN}/begin`));
    const assertion = at.device.get(asked, { origin, rpId: 'moved.localhost' });
    expectFailure(await owner.post(SIGN_IN, { assertion, remember: false }), 401, 'passkey_refused');
  }
  await using bare = await serve(at.shop.dir, ['--public-url', 'http://192.168.0.5:8080']);
  const owner = await signedIn(bare.url, EMAIL, PASSWORD);
  expect(expectOk(await owner.get(PASSKEYS)).origin).toBeNull();
  expectFailure(await owner.post(`${PASSKEYS}/begin`), 409, 'passkey_state');
  expectFailure(await owner.post(`${SIGN_IN}/begin`), 409, 'passkey_state');
});

test('behind a TLS proxy, a passkey belongs to the domain of the public URL and the cookie is Secure', async () => {
  const origin = 'https://orders.example.com';
  await using shop = await openShop(['--public-url', origin]);
  const owner = await signedIn(shop.url, EMAIL, PASSWORD);
  const device = passkeyDevice(origin);
  const does = doing(shop.url);
  expectOk(await does.register(owner, device));
  expect(expectOk(await owner.get(PASSKEYS)).passkeys[0].domain).toBe('orders.example.com');
  expect((await does.signIn(device)).headers.getSetCookie()[0]).toMatch(/^__Host-docket=\S+; .*; Secure$/);
  expectFailure(await does.signIn(device, { origin: 'https://example.com' }), 401, 'passkey_refused');
  expectFailure(await does.signIn(device, { rpId: 'example.com' }), 401, 'passkey_refused');
});

test('a person has at most 20 passkeys', async () => {
  await using shop = await openShop();
  const owner = await signedIn(shop.url, EMAIL, PASSWORD);
  const origin = shop.url.replace('127.0.0.1', 'localhost');
  const begun = [];
  for (let made = 0; made < 21; made += 1) begun.push(expectOk(await owner.post(`${PASSKEYS}/begin`)));
  const answers = await Promise.all(
    begun.map((options) => owner.post(PASSKEYS, { attestation: passkeyDevice(origin).create(options) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 409]);
  expectFailure(await owner.post(`${PASSKEYS}/begin`), 409, 'passkey_state');
});

test('the log of an accepted or refused passkey contains only a hash of its owner’s id', async () => {
  await using at = await openPasskeyShop();
  const { id } = expectOk(await at.owner.get('/app/api/me')).person;
  const tried = (answered: Promise<{ headers: Headers }>) => triedIn(at.shop.server, answered);
  expect(await tried(at.signIn(at.device))).toBe(hashedId(id));
  expect(await tried(at.signIn(at.device, { userHandle: null }))).toBe(hashedId(id));
  expect(await tried(at.signIn(passkeyDevice(at.origin)))).toBeUndefined();
  const proof = at.device.get(expectOk(await at.owner.post(`${PROVE}/begin`)));
  expect(await tried(at.owner.post(PROVE, { assertion: { ...proof, signature: 'AAAA' } }))).toBe(hashedId(id));
  expect(at.shop.server.stderr()).not.toContain(id);
});
