import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { codeAt, fromBase32, stepAt } from '../../src/base/index.ts';
import { signedIn, type Visitor, visitor } from '../support/browser-session.ts';
import { docket, docketJson, openShop, type Shop } from '../support/docket.ts';
import { expectFailure, expectOk } from '../support/http-answers.ts';
import { movedClock } from '../support/moved-clock.ts';
import { until } from '../support/until.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const FACTOR = '/app/api/account/second-factor';
const CREDENTIALS = { email: EMAIL, password: PASSWORD, remember: false };

/** In the middle of a step, where the clock of the server stands still: none passes between a code and its use. */
const NOW_MS = (stepAt(Date.now()) + 0.5) * 30_000;

/** The code of now, or of so many steps from now. */
const codeOf = (secret: string, steps = 0): string => codeAt(fromBase32(secret), stepAt(NOW_MS) + steps);

interface Guarded extends AsyncDisposable {
  readonly shop: Shop;
  readonly owner: Visitor;
  readonly secret: string;
  readonly codes: readonly string[];
  signIn(code?: string, who?: Visitor): ReturnType<Visitor['post']>;
  change(sql: string): void;
  /** As if the codes taken so far lay long ago. */
  forgetStep(): void;
}

async function openGuarded(): Promise<Guarded> {
  const clock = movedClock();
  clock.stop(NOW_MS);
  const shop = await openShop(undefined, { env: clock.env });
  const owner = await signedIn(shop.url, EMAIL, PASSWORD);
  const { secret, uri } = expectOk(await owner.post(`${FACTOR}/begin`));
  expect(uri).toBe(
    `otpauth://totp/Docket:owner%40example.com?secret=${secret}&issuer=Docket&algorithm=SHA1&digits=6&period=30`,
  );
  // Until it is confirmed nobody is asked for it.
  await signedIn(shop.url, EMAIL, PASSWORD);
  const { codes } = expectOk(await owner.post(`${FACTOR}/confirm`, { code: codeOf(secret) }));
  const change = (sql: string): void => {
    using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
    db.run('PRAGMA busy_timeout = 15000');
    db.run(sql);
  };
  return {
    shop,
    owner,
    secret,
    codes,
    change,
    signIn: (code, who = visitor(shop.url)) =>
      who.post('/app/api/sign-in', code === undefined ? CREDENTIALS : { ...CREDENTIALS, code }),
    forgetStep: () => change('UPDATE second_factors SET last_step = 0'),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      clock[Symbol.dispose]();
    },
  };
}

test('signing in asks for the code after the right password alone, and takes each code once', async () => {
  await using at = await openGuarded();
  const wrong = await visitor(at.shop.url).post('/app/api/sign-in', { ...CREDENTIALS, password: 'wrong' });
  expectFailure(wrong, 401, 'wrong_password');
  expectFailure(await at.signIn(), 401, 'code_needed');
  // The code that turned it on has been used.
  expectFailure(await at.signIn(codeOf(at.secret)), 401, 'wrong_code');
  at.forgetStep();
  const code = codeOf(at.secret);
  const who = visitor(at.shop.url);
  expectOk(await at.signIn(`${code.slice(0, 3)} ${code.slice(3)}`, who));
  expect(expectOk(await who.get('/app/api/me')).person.email).toBe(EMAIL);
  expectFailure(await at.signIn(code), 401, 'wrong_code');
});

test('a clock may be off by one step to either side, and no more', async () => {
  await using at = await openGuarded();
  for (const [steps, taken] of [
    [1, true],
    [-1, true],
    [2, false],
    [-2, false],
  ] as const) {
    at.forgetStep();
    const { status } = await at.signIn(codeOf(at.secret, steps));
    expect({ steps, status }).toEqual({ steps, status: taken ? 200 : 401 });
  }
});

test('codes are throttled apart from passwords: ten tries, whoever knows the password', async () => {
  await using at = await openGuarded();
  const answers: number[] = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push((await at.signIn('000000')).status);
  expect(answers).toEqual([...Array<number>(10).fill(401), 429]);
});

test('each recovery code lets in once; they are kept as hashes, and new ones end the old', async () => {
  await using at = await openGuarded();
  const [first = '', second = ''] = at.codes;
  expect(at.codes).toHaveLength(10);
  expect(new Set(at.codes).size).toBe(10);
  expect(first).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  expectOk(await at.signIn(` ${first.toUpperCase()} `));
  expectFailure(await at.signIn(first), 401, 'wrong_code');
  expect(expectOk(await at.owner.get(FACTOR))).toEqual({ on: true, codesLeft: 9 });
  using db = new Database(join(at.shop.dir, 'docket.db'), { readonly: true });
  expect(JSON.stringify(db.query('SELECT * FROM recovery_codes').all())).not.toContain(second.replace('-', ''));
  const renewed = expectOk(await at.owner.post(`${FACTOR}/codes`)).codes;
  expectFailure(await at.signIn(second), 401, 'wrong_code');
  expectOk(await at.signIn(renewed[0]));
});

test('turning it on, off, or making codes needs the password; turning it off needs a code as well', async () => {
  await using at = await openGuarded();
  expectFailure(await at.owner.post(`${FACTOR}/begin`), 409, 'factor_state');
  at.change('UPDATE sessions SET proved_at = 0');
  const [code = ''] = at.codes;
  for (const [path, body] of [
    ['begin', {}],
    ['confirm', { code }],
    ['codes', {}],
    ['off', { code }],
  ] as const) {
    expectFailure(await at.owner.post(`${FACTOR}/${path}`, body), 403, 'proof_needed');
  }
  expectOk(await at.owner.post('/app/api/prove', { password: PASSWORD }));
  expectFailure(await at.owner.post(`${FACTOR}/off`, { code: 'aaaaa-aaaaa' }), 401, 'wrong_code');
  expectOk(await at.owner.post(`${FACTOR}/off`, { code }));
  expectOk(await at.signIn());
  const { rows } = expectOk(await at.owner.get(`/app/api/workspaces/${at.shop.workspaceId}/history?kind=settings`));
  const actions = rows.map(({ action }: { action: string }) => action);
  expect(actions).toContain('person.second_factor_on');
  expect(actions).toContain('person.second_factor_off');
});

test('a reset link sets the password and leaves the factor; the way back without app and codes is a switch of the command', async () => {
  await using at = await openGuarded();
  const args = ['owner', 'reset-password', '--data', at.shop.dir, '--email', EMAIL];
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

test('the log says by a hash whose account was tried, also on refusals, and the history has a line of a wrong code', async () => {
  await using at = await openGuarded();
  const tried = async (credentials: object): Promise<unknown> => {
    const { headers } = await visitor(at.shop.url).post('/app/api/sign-in', { ...CREDENTIALS, ...credentials });
    const id = headers.get('x-request-id') ?? 'none';
    const line = await until('the line of the try', () =>
      at.shop.server
        .stderr()
        .split('\n')
        .find((text) => text.includes(id)),
    );
    expect(line).not.toContain(EMAIL);
    return /tried=(\S+)/.exec(line)?.[1];
  };
  const { id } = expectOk(await at.owner.get('/app/api/me')).person;
  const hashed = new Bun.CryptoHasher('sha256').update(id).digest('hex').slice(0, 16);
  expect(await tried({ password: 'wrong' })).toBe(hashed);
  expect(await tried({ code: '000000' })).toBe(hashed);
  expect(await tried({ email: 'nobody@example.com' })).toBeUndefined();
  const { rows } = expectOk(await at.owner.get(`/app/api/workspaces/${at.shop.workspaceId}/history?kind=settings`));
  const actions = rows.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'person.wrong_code')).toHaveLength(1);
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

test('a sign-in from a new device is told by mail in the person’s language; the same browser after an update is not', async () => {
  await using shop = await openShop();
  const enter = async (agent: string): Promise<void> => {
    const answer = await visitor(shop.url).post('/app/api/sign-in', CREDENTIALS, { 'user-agent': agent });
    expectOk(answer);
  };
  const told = () => {
    using db = new Database(join(shop.dir, 'docket.db'), { readonly: true });
    return db
      .query<{ subject: string; text: string }, []>("SELECT subject, text FROM mails WHERE kind = 'new_sign_in'")
      .all();
  };
  await enter('curl/8.1');
  await enter('curl/8.2');
  expect(told()).toEqual([]);
  await enter(CHROME);
  await enter(CHROME.replace('140', '141'));
  expect(told()).toHaveLength(1);
  expect(told()[0]?.text.replaceAll(/\s+/g, ' ')).toContain('Chrome, Windows');
  const owner = await signedIn(shop.url, EMAIL, PASSWORD);
  expectOk(await owner.post('/app/api/account', { language: 'ru' }));
  await enter(CHROME.replace('Windows NT 10.0; Win64; x64', 'iPhone; CPU iPhone OS 19_0 like Mac OS X'));
  expect(told().at(-1)).toMatchObject({ subject: 'Новый вход в Docket' });
});
