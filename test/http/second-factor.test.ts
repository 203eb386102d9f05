import { expect, test } from 'bun:test';
import { codeAt, fromBase32, stepAt } from '../../src/base/index.ts';
import { ownerOf, visitor } from '../support/browser-session.ts';
import { docket, docketJson, OWNER, openShop, serve } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { movedClock } from '../support/moved-clock.ts';
import { PASSKEYS } from '../support/passkey-shop.ts';
import { openTimedShop, PASSWORD as TIMED_PASSWORD } from '../support/timed-shop.ts';
import { hashedId, triedIn } from '../support/tried.ts';

const FACTOR = '/app/api/account/second-factor';
const CREDENTIALS = { ...OWNER, remember: false };

/**
 * The server's clock is stopped in the middle of a code's 30 seconds. So no code expires between being made and being
 * used.
 */
const NOW_MS = (stepAt(Date.now()) + 0.5) * 30_000;

/** Returns the code of the current 30 seconds, or of `steps` such periods later. */
const codeOf = (secret: string, steps = 0): string => codeAt(fromBase32(secret), stepAt(NOW_MS) + steps);

async function openGuarded() {
  const clock = movedClock();
  clock.stop(NOW_MS);
  const shop = await openShop(undefined, { env: clock.env });
  const owner = await ownerOf(shop);
  const { secret, uri } = expectOk(await owner.post(`${FACTOR}/begin`));
  expect(uri).toBe(
    `otpauth://totp/Docket:owner%40example.com?secret=${secret}&issuer=Docket&algorithm=SHA1&digits=6&period=30`,
  );
  // No code is asked for until the second factor is confirmed.
  await ownerOf(shop);
  const { codes } = expectOk(await owner.post(`${FACTOR}/confirm`, { code: codeOf(secret) }));
  const change = (sql: string): void => changeStore(shop, sql);
  return {
    shop,
    env: clock.env,
    owner,
    secret,
    codes,
    change,
    signIn: (code?: string, who = visitor(shop.url)) =>
      who.post('/app/api/sign-in', code === undefined ? CREDENTIALS : { ...CREDENTIALS, code }),
    /** Forgets which code was used last, so that the same code is accepted again. */
    forgetStep: () => change('UPDATE second_factors SET last_step = 0'),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
    },
  };
}

test('signing in asks for the second-factor code only after the right password, and accepts each code once', async () => {
  await using at = await openGuarded();
  const wrong = await visitor(at.shop.url).post('/app/api/sign-in', { ...CREDENTIALS, password: 'wrong' });
  expectFailure(wrong, 401, 'wrong_password');
  expectFailure(await at.signIn(), 401, 'code_needed');
  // `openGuarded` confirmed the second factor with this code, so the code is already used.
  expectFailure(await at.signIn(codeOf(at.secret)), 401, 'wrong_code');
  at.forgetStep();
  const code = codeOf(at.secret);
  const who = visitor(at.shop.url);
  expectOk(await at.signIn(`${code.slice(0, 3)} ${code.slice(3)}`, who));
  expect(expectOk(await who.get('/app/api/me')).person.email).toBe(OWNER.email);
  expectFailure(await at.signIn(code), 401, 'wrong_code');
});

test('an authenticator code is valid only during its own time step, not in the steps before or after it', async () => {
  await using at = await openGuarded();
  for (const steps of [-2, -1, 1, 2]) {
    at.forgetStep();
    expectFailure(await at.signIn(codeOf(at.secret, steps)), 401, 'wrong_code');
  }
  at.forgetStep();
  expectOk(await at.signIn(codeOf(at.secret)));
});

test('an authenticator code used twice at once succeeds only once, and never again after a restart', async () => {
  await using at = await openGuarded();
  at.forgetStep();
  const code = codeOf(at.secret);
  const both = await Promise.all([at.signIn(code), at.signIn(code)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  await at.shop.server.end();
  await using again = await serve(at.shop.dir, [], { env: at.env });
  expectFailure(await at.signIn(code, visitor(again.url)), 401, 'wrong_code');
});

test('ten wrong second-factor codes block further tries, even with the right password', async () => {
  await using at = await openGuarded();
  const answers: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push((await at.signIn('000000')).status);
  expect(answers).toEqual([...Array<number>(10).fill(401), 429]);
});

test('each recovery code works once, is stored as a hash, and stops working when new codes are made', async () => {
  await using at = await openGuarded();
  const [first = '', second = ''] = at.codes;
  expect(at.codes).toHaveLength(10);
  expect(new Set(at.codes).size).toBe(10);
  // Each code has 120 random bits.
  expect(first).toMatch(/^[a-z2-7]{6}-[a-z2-7]{6}-[a-z2-7]{6}-[a-z2-7]{6}$/);
  expectOk(await at.signIn(` ${first.toUpperCase()} `));
  expectFailure(await at.signIn(first), 401, 'wrong_code');
  expect(expectOk(await at.owner.get(FACTOR))).toEqual({ on: true, codesLeft: 9, codesAreShort: false, isLost: false });
  expect(JSON.stringify(readStore(at.shop, 'SELECT * FROM recovery_codes'))).not.toContain(second.replace('-', ''));
  const renewed = expectOk(await at.owner.post(`${FACTOR}/codes`, { code: at.codes[2] })).codes;
  expectFailure(await at.signIn(second), 401, 'wrong_code');
  expectOk(await at.signIn(renewed[0]));
});

test('the shorter recovery codes of earlier versions still work, and the server tells the page that they are short', async () => {
  await using at = await openGuarded();
  const old = ['abcde-fgh23', 'zzzzz-22222'];
  at.change('DELETE FROM recovery_codes');
  for (const code of old) {
    const hash = new Bun.CryptoHasher('sha256').update(code.toUpperCase().replace('-', '')).digest('hex');
    at.change(`INSERT INTO recovery_codes (person_seq, code_hash) SELECT person_seq, '${hash}' FROM second_factors`);
  }
  expect(expectOk(await at.owner.get(FACTOR))).toEqual({ on: true, codesLeft: 2, codesAreShort: true, isLost: false });
  expectOk(await at.signIn(old[0]));
  at.forgetStep();
  const { codes } = expectOk(await at.owner.post(`${FACTOR}/codes`, { code: codeOf(at.secret) }));
  expect(expectOk(await at.owner.get(FACTOR))).toEqual({
    on: true,
    codesLeft: 10,
    codesAreShort: false,
    isLost: false,
  });
  expectFailure(await at.signIn(old[1]), 401, 'wrong_code');
  expectOk(await at.signIn(codes[9]));
});

test('changing the second factor needs the password, and a second-factor code while the factor is on', async () => {
  await using at = await openGuarded();
  expectFailure(await at.owner.post(`${FACTOR}/begin`), 409, 'factor_state');
  at.change('UPDATE sessions SET proved_at = 0');
  const [code = ''] = at.codes;
  for (const [path, body] of [
    ['begin', {}],
    ['confirm', { code }],
    ['codes', { code }],
    ['off', { code }],
  ] as const) {
    expectFailure(await at.owner.post(`${FACTOR}/${path}`, body), 403, 'proof_needed');
  }
  expectOk(await at.owner.post('/app/api/prove', { password: OWNER.password }));
  expectFailure(await at.owner.post(`${FACTOR}/off`, { code: 'aaaaa-aaaaa' }), 401, 'wrong_code');
  expectOk(await at.owner.post(`${FACTOR}/off`, { code }));
  expectOk(await at.signIn());
  const { rows } = expectOk(await at.owner.get(`${at.shop.base}/history?kind=settings`));
  const actions = rows.map(({ action }: { action: string }) => action);
  expect(actions).toContain('person.second_factor_on');
  expect(actions).toContain('person.second_factor_off');
});

test('new recovery codes and a new passkey need a second-factor code, because each allows a sign-in without the app', async () => {
  await using at = await openGuarded();
  const [first = '', second = ''] = at.codes;
  expectFailure(await at.owner.post(`${FACTOR}/codes`), 422, 'validation_failed');
  expectFailure(await at.owner.post(`${FACTOR}/codes`, { code: '000000' }), 401, 'wrong_code');
  expectFailure(await at.owner.post(`${PASSKEYS}/begin`), 401, 'code_needed');
  expectFailure(await at.owner.post(`${PASSKEYS}/begin`, { code: '000000' }), 401, 'wrong_code');
  expectOk(await at.owner.post(`${PASSKEYS}/begin`, { code: first }));
  expectFailure(await at.owner.post(`${FACTOR}/codes`, { code: first }), 401, 'wrong_code');
  const { codes } = expectOk(await at.owner.post(`${FACTOR}/codes`, { code: second }));
  expect(codes).toHaveLength(10);
  expectOk(await at.owner.post(`${FACTOR}/off`, { code: codes[0] }));
  expectFailure(await at.owner.post(`${FACTOR}/codes`, { code: second }), 409, 'factor_state');
  expectOk(await at.owner.post(`${PASSKEYS}/begin`));
});

test('ten wrong second-factor codes end the session, and the second factor stays on', async () => {
  await using at = await openGuarded();
  for (let wrong = 0; wrong < 10; wrong += 1) {
    expectFailure(await at.owner.post(`${FACTOR}/off`, { code: 'aaaaa-aaaaa' }), 401, 'wrong_code');
  }
  expect(expectOk(await at.owner.get('/app/api/me'))).toBeNull();
  expectFailure(await at.signIn(), 401, 'code_needed');
});

test('a reset link keeps the second factor, and only --drop-second-factor removes it', async () => {
  await using at = await openGuarded();
  const args = ['owner', 'reset-password', '--data', at.shop.dir, '--email', OWNER.email];
  const { link, secondFactor } = await docketJson<{ link: string; secondFactor: boolean }>(args);
  expect(secondFactor).toBe(true);
  const who = visitor(at.shop.url);
  expectOk(await who.post('/app/api/reset', { token: link.split('#')[1], password: 'another horse' }));
  expect(expectOk(await who.get('/app/api/me'))).toBeNull();
  const fresh = { ...CREDENTIALS, password: 'another horse' };
  expectFailure(await who.post('/app/api/sign-in', fresh), 401, 'code_needed');
  expect((await docket(args)).stdout).toContain('--drop-second-factor');
  expect((await docket([...args, '--drop-second-factor'])).stdout).not.toContain('still asks');
  expectOk(await who.post('/app/api/sign-in', fresh));
});

test('the log has only a hash of an account’s id, and the history lists each wrong code', async () => {
  await using at = await openGuarded();
  const triedBy = (answered: Promise<{ headers: Headers }>) => triedIn(at.shop.server, answered);
  const tried = (credentials: object) =>
    triedBy(visitor(at.shop.url).post('/app/api/sign-in', { ...CREDENTIALS, ...credentials }));
  const { id } = expectOk(await at.owner.get('/app/api/me')).person;
  const hashed = hashedId(id);
  expect(await tried({ password: 'wrong' })).toBe(hashed);
  expect(await tried({ code: '000000' })).toBe(hashed);
  expect(await tried({ email: 'nobody@example.com' })).toBeUndefined();
  expect(at.shop.server.stderr()).not.toContain(OWNER.email);
  const inside = [
    at.owner.post(`${FACTOR}/off`, { code: '000000' }),
    at.owner.post(`${FACTOR}/confirm`, { code: '000000' }),
    at.owner.post('/app/api/prove', { password: 'wrong' }),
    at.owner.post('/app/api/account/password', { present: 'wrong', next: 'a new long password' }),
  ];
  for (const answer of inside) expect(await triedBy(answer)).toBe(hashed);
  expect(await triedBy(at.owner.get(FACTOR))).toBeUndefined();
  const { rows } = expectOk(await at.owner.get(`${at.shop.base}/history?kind=settings`));
  const actions = rows.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'person.wrong_code')).toHaveLength(2);
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

test('a sign-in from a new device is reported by mail, but a sign-in from an updated browser is not', async () => {
  await using shop = await openShop();
  const enter = async (agent: string): Promise<void> => {
    const answer = await visitor(shop.url).post('/app/api/sign-in', CREDENTIALS, { 'user-agent': agent });
    expectOk(answer);
  };
  const told = () => {
    return readStore<{ subject: string; text: string }>(
      shop,
      "SELECT subject, text FROM mails WHERE kind = 'new_sign_in'",
    );
  };
  await enter('curl/8.1');
  await enter('curl/8.2');
  expect(told()).toEqual([]);
  await enter(CHROME);
  await enter(CHROME.replace('140', '141'));
  expect(told()).toHaveLength(1);
  expect(told()[0]?.text.replaceAll(/\s+/g, ' ')).toContain('Chrome, Windows');
  const owner = await ownerOf(shop);
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  await enter(CHROME.replace('Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 19_0 like Mac OS X'));
  expect(told().at(-1)).toMatchObject({ subject: 'Новый вход в Docket' });
});

test('at most three sign-ins from new devices are mailed to a person in an hour', async () => {
  await using timed = await openTimedShop();
  const credentials = { email: 'owner@example.com', password: TIMED_PASSWORD, remember: false };
  const enter = async (agent: string): Promise<void> =>
    void expectOk(await visitor(timed.url).post('/app/api/sign-in', credentials, { 'user-agent': agent }));
  const told = () => timed.store.storage.read.all("SELECT 1 FROM mails WHERE kind = 'new_sign_in'").length;
  for (const letter of 'abcdefgh') await enter(`device ${letter}`);
  // The very first device is never reported. Of the others, at most three are reported in an hour.
  expect(told()).toBe(3);
  timed.store.world.clock.advance(61 * 60_000);
  await enter('device i');
  expect(told()).toBe(4);
});
