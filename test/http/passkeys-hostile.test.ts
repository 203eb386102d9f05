import { beforeAll, expect, test } from 'bun:test';
import { type Visitor, visitor } from '../support/browser-session.ts';
import { countRows, expectFailure, expectInvalid, expectOk, readStore } from '../support/http-answers.ts';
import { enterAs } from '../support/members.ts';
import { type Cbor, passkeyDevice, type Twist } from '../support/passkey-device.ts';
import { doing, openPasskeyShop, PASSKEYS, PROVE, SIGN_IN } from '../support/passkey-shop.ts';
import { shared } from '../support/shared.ts';
import { openTimedShop } from '../support/timed-shop.ts';

let other: Visitor;
const at = shared(openPasskeyShop);
const account = { email: 'manager@example.com', password: 'long enough' };
beforeAll(async () => {
  other = await enterAs(at.shop, { ...account, role: 'manager' });
});

const send = (assertion: object) => visitor(at.shop.url).post(SIGN_IN, { assertion, remember: false });
/** Signs in successfully, which restores the tries of this network. */
const calm = async (): Promise<void> => void expectOk(await at.signIn(at.device));

const TWISTS: Readonly<Record<string, Twist>> = {
  'of another origin': { origin: 'https://evil.example' },
  'of another port of the same host': { origin: 'http://localhost:1' },
  'for another domain': { rpId: 'evil.example' },
  'made for registering': { type: 'webauthn.create' },
  'opened without its holder being verified': { verified: false },
  'given inside a page of others': { crossOrigin: true },
};

test.each(Object.entries(TWISTS))('a signature %s is refused', async (_name, twist) => {
  expectFailure(await at.signIn(at.device, twist), 401, 'passkey_refused');
  await calm();
});

test.each(Object.entries(TWISTS))('a new passkey %s is refused', async (_name, twist) => {
  const wrong = twist.type === undefined ? twist : { type: 'webauthn.get' };
  const answer = await at.register(other, passkeyDevice(at.origin), wrong);
  expectFailure(answer, 401, 'passkey_refused');
  expect(expectOk(await other.get(PASSKEYS)).passkeys).toEqual([]);
});

test('every kind of wrong passkey gets the same answer, which reveals no existing passkeys', async () => {
  const stranger = passkeyDevice(at.origin);
  const signed = await at.signed(at.device);
  const forged = Buffer.from(signed['signature'] ?? '', 'base64url');
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
  const wrong = [
    await send(await at.signed(stranger, { userHandle: null })),
    await send(await at.signed(stranger, { id: at.device.id })),
    await send({ ...signed, signature: forged.toString('base64url') }),
    await send({ ...signed, clientDataJSON: 'AAAA' }),
    await send({ ...signed, authenticatorData: 'AAAA' }),
    await send(await at.signed(at.device, { userHandle: null })),
    await send(await at.signed(at.device, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' })),
    await send(at.device.get({ challenge: 'never-issued' })),
  ];
  for (const answer of wrong) expectFailure(answer, 401, 'passkey_refused');
  expect(new Set(wrong.map(({ body }) => body.message)).size).toBe(1);
  await calm();
});

test('a challenge works once, even if two callers use it at the same time', async () => {
  const assertion = await at.signed(at.device);
  const before = countRows(at.shop, 'sessions');
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(assertion)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expectFailure(await send(assertion), 401, 'passkey_refused');
  expect(countRows(at.shop, 'sessions')).toBe(before + 1);
  await calm();
});

test('a challenge is valid only for its purpose and its person', async () => {
  const forProof = expectOk(await at.owner.post(`${PROVE}/begin`));
  expectFailure(await send(at.device.get(forProof)), 401, 'passkey_refused');
  const forSignIn = expectOk(await visitor(at.shop.url).post(`${SIGN_IN}/begin`));
  expectFailure(await at.owner.post(PROVE, { assertion: at.device.get(forSignIn) }), 401, 'passkey_refused');
  const forRegistering = expectOk(await at.owner.post(`${PASSKEYS}/begin`));
  expectFailure(await send(at.device.get(forRegistering)), 401, 'passkey_refused');
  const fresh = passkeyDevice(at.origin);
  for (const options of [forProof, forSignIn]) {
    const attestation = fresh.create({ ...options, user: forRegistering.user });
    expectFailure(await at.owner.post(PASSKEYS, { attestation }), 401, 'passkey_refused');
  }
  // A challenge made for one person registers no passkey for another.
  expectFailure(await other.post(PASSKEYS, { attestation: fresh.create(forRegistering) }), 401, 'passkey_refused');
  // A refused challenge was not used up.
  expectOk(await at.owner.post(PASSKEYS, { attestation: fresh.create(forRegistering) }));
  expectFailure(await at.owner.post(PASSKEYS, { attestation: fresh.create(forRegistering) }), 401, 'passkey_refused');
  await calm();
});

test('another person’s passkey is refused as proof and cannot be renamed or removed', async () => {
  const asked = expectOk(await other.post(`${PROVE}/begin`));
  expect(asked.allowCredentials).toEqual([]);
  expectFailure(await other.post(PROVE, { assertion: at.device.get(asked) }), 401, 'passkey_refused');
  expectFailure(await at.register(other, at.device), 409, 'passkey_state');
  const [{ id }] = expectOk(await at.owner.get(PASSKEYS)).passkeys;
  expectFailure(await other.post(`${PASSKEYS}/${id}/rename`, { name: 'mine' }), 404, 'not_found');
  expectFailure(await other.post(`${PASSKEYS}/${id}/remove`), 404, 'not_found');
  // The device now sends the other person's handle with the owner's passkey.
  const claims = await at.signed(at.device);
  expectFailure(await send(claims), 401, 'passkey_refused');
  at.device.create({ challenge: '', user: expectOk(await at.owner.post(`${PASSKEYS}/begin`)).user });
  await calm();
});

test('a sign-in is refused and recorded in the history if the passkey’s counter does not advance', async () => {
  await using own = await openPasskeyShop();
  expectOk(await own.signIn(own.device, { counter: 100 }));
  const options = expectOk(await visitor(own.shop.url).post(`${SIGN_IN}/begin`));
  for (const counter of [100, 7, 0]) {
    const assertion = own.device.get(expectOk(await visitor(own.shop.url).post(`${SIGN_IN}/begin`)), { counter });
    expectFailure(await visitor(own.shop.url).post(SIGN_IN, { assertion, remember: false }), 401, 'passkey_refused');
  }
  const told = readStore(own.shop, "SELECT changes FROM audit_log WHERE action = 'person.passkey_copied' ORDER BY seq");
  expect(told.map(({ changes }) => JSON.parse(String(changes)).counter)).toEqual([
    { from: 100, to: 100 },
    { from: 100, to: 7 },
    { from: 100, to: 0 },
  ]);
  const assertion = own.device.get(options, { counter: 101 });
  expectOk(await visitor(own.shop.url).post(SIGN_IN, { assertion, remember: false }));
});

test('passkeys without a signature counter are accepted', async () => {
  await using own = await openPasskeyShop();
  const device = passkeyDevice(own.origin);
  expectOk(await own.register(own.owner, device, { counter: 0 }));
  expectOk(await own.signIn(device, { counter: 0 }));
  expectOk(await own.signIn(device, { counter: 0 }));
});

test('a device maker’s attestation is ignored, and no URL in it is fetched', async () => {
  const asked: string[] = [];
  await using elsewhere = Bun.serve({ port: 0, fetch: ({ url }) => Response.json(asked.push(url)) });
  const certificate = Buffer.from(`http://127.0.0.1:${elsewhere.port}/crl`);
  const statement = new Map<string, Cbor>([
    ['alg', -7],
    ['sig', Buffer.from('x')],
    ['x5c', [certificate]],
  ]);
  const answer = await at.register(at.owner, passkeyDevice(at.origin), { statement: ['packed', statement] });
  expectOk(answer);
  expect(asked).toEqual([]);
  const nested = passkeyDevice(at.origin).create(expectOk(await at.owner.post(`${PASSKEYS}/begin`)));
  const attestation = { ...nested, attestationObject: Buffer.alloc(14_000, 0x81).toString('base64url') };
  expectFailure(await at.owner.post(PASSKEYS, { attestation }), 401, 'passkey_refused');
  const unknown = await at.register(at.owner, passkeyDevice(at.origin), { alg: -35 });
  expectFailure(unknown, 401, 'passkey_refused');
});

test('a new passkey whose id is empty or too long is refused', async () => {
  for (const idBytes of [0, 1_024, 9_000]) {
    const answer = await at.register(at.owner, passkeyDevice(at.origin), { idBytes });
    expectFailure(answer, 401, 'passkey_refused');
  }
  expectOk(await at.register(at.owner, passkeyDevice(at.origin), { idBytes: 1_023 }));
});

test('a new passkey’s attestation in thousands of pieces is refused unread', async () => {
  const made = passkeyDevice(at.origin).create(expectOk(await at.owner.post(`${PASSKEYS}/begin`)));
  const pieces = Buffer.concat([Buffer.from([0x9a, 0, 1, 0x20, 0]), Buffer.alloc(73_728, 0x60)]);
  const attestation = { ...made, attestationObject: pieces.toString('base64url') };
  expectInvalid(await at.owner.post(PASSKEYS, { attestation }), 'attestation.attestationObject');
});

test('a passkey challenge expires after five minutes, and too many attempts or new challenges are refused', async () => {
  await using timed = await openTimedShop();
  const { clock } = timed.store.world;
  const owner = await timed.owner();
  const device = passkeyDevice(timed.url.replace('127.0.0.1', 'localhost'));
  const does = doing(timed.url);
  expectOk(await does.register(owner, device));
  const [early, late] = [await does.signed(device), await does.signed(device)];
  const bring = (assertion: object) => visitor(timed.url).post(SIGN_IN, { assertion, remember: false });
  clock.advance(5 * 60_000 - 1);
  expectOk(await bring(early));
  clock.advance(1);
  expectFailure(await bring(late), 401, 'passkey_refused');
  const ahead = await does.signed(device);
  clock.set(clock.now() - 3_600_000);
  clock.advance(5 * 60_000);
  expectFailure(await bring(ahead), 401, 'passkey_refused');
  const answers: number[] = [];
  for (let tries = 0; tries < 10; tries += 1) answers.push((await bring(ahead)).status);
  expect(answers).toEqual([...Array<number>(9).fill(401), 429]);
  const details = expectFailure(await bring(ahead), 429, 'rate_limited');
  expect(details.retryAfter).toBeGreaterThan(0);
  const begun: number[] = [];
  for (let tries = 0; tries < 31; tries += 1) begun.push((await visitor(timed.url).post(`${SIGN_IN}/begin`)).status);
  expect(begun.at(-1)).toBe(429);
});
