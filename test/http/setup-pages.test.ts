import { expect, test } from 'bun:test';
import { ownerOf, signedIn, visitor } from '../support/browser-session.ts';
import { dataDir, docket, docketJson, openShop } from '../support/docket.ts';
import { openFreshDesk } from '../support/fresh-desk.ts';
import { changeStore, expectFailure, expectOk, readStore, rulesOf } from '../support/http-answers.ts';
import { resetLink } from '../support/members.ts';

const FORM = { workspace: 'Лавка у моста', timeZone: 'Europe/Moscow', email: 'a@example.com', password: 'long enough' };
const OWNER = 'owner@example.com';

async function resetToken(dir: string): Promise<string> {
  const link = await resetLink(dir, OWNER);
  return link.split('#')[1] ?? '';
}

test('setup signs the person in and saves the form’s language and time zone', async () => {
  await using empty = await openFreshDesk();
  const who = visitor(empty.url);
  expectOk(await who.post('/app/api/setup/check', { token: empty.token() }));
  const set = { ...FORM, token: empty.token(), language: 'ru' };
  const tooLong = await who.post('/app/api/setup', { ...set, ownerName: 'х'.repeat(201) });
  expect(rulesOf(tooLong)).toEqual(['ownerName line_between']);
  const isName = await who.post('/app/api/setup', { ...set, ownerName: 'Анна Котова', password: 'анна котова' });
  expect(rulesOf(isName)).toEqual(['password password_is_name']);
  expectOk(await who.post('/app/api/setup', { ...set, ownerName: ' Анна Котова ' }));
  const me = expectOk(await who.get('/app/api/me'));
  expect(me.person).toMatchObject({ email: 'a@example.com', name: 'Анна Котова', language: 'ru' });
  expect(me.workspaces).toMatchObject([
    { name: 'Лавка у моста', role: 'owner', timeZone: 'Europe/Moscow', plan: 'pro' },
  ]);
});

test('a common password, or a name or e-mail address as password, is refused at its field, and the set-up link stays valid', async () => {
  await using empty = await openFreshDesk();
  const who = visitor(empty.url);
  const set = (password: string) => who.post('/app/api/setup', { ...FORM, token: empty.token(), password });
  expect(rulesOf(await set('qwertyuiop'))).toEqual(['password password_common']);
  expect(rulesOf(await set('йцукенгшщ'))).toEqual(['password password_common']);
  const isName = ['password password_is_name'];
  expect(rulesOf(await set('ЛАВКА у моста'))).toEqual(isName);
  expect(rulesOf(await set('A@example.com'))).toEqual(isName);
  expect(rulesOf(await set('short'))).toEqual(['password chars_between']);
  expectOk(await set('long enough'));
});

test('the command line accepts any password that is long enough', async () => {
  using dir = dataDir();
  const at = ['init', '--data', dir.path, '--workspace', 'A', '--email', OWNER];
  expect((await docket([...at, '--password', 'short'])).status).toBe(2);
  expect((await docket([...at, '--password', 'qwertyuiop'])).status).toBe(0);
});

test('an expired or invented set-up link opens nothing', async () => {
  await using empty = await openFreshDesk();
  const who = visitor(empty.url);
  const check = (token: string) => who.post('/app/api/setup/check', { token });
  expectFailure(await check('x'.repeat(43)), 404, 'not_found');
  changeStore(empty, 'UPDATE one_time_links SET expires_at = expires_at - 1800000');
  expectFailure(await check(empty.token()), 404, 'not_found');
  expectFailure(await who.post('/app/api/setup', { ...FORM, token: empty.token() }), 404, 'not_found');
  expect(who.cookie()).toBe('');
});

test('a request with a set-up link gets 404 once an owner exists, before its password is checked or hashed', async () => {
  await using empty = await openFreshDesk();
  const at = ['--data', empty.dir];
  await docketJson(['init', ...at, '--workspace', 'A', '--email', OWNER, '--password', 'correct horse']);
  const who = visitor(empty.url);
  expectFailure(await who.post('/app/api/setup/check', { token: empty.token() }), 404, 'not_found');
  // This password would be refused before it is hashed, but an invalid link is refused first.
  const answer = await who.post('/app/api/setup', { ...FORM, token: empty.token(), password: 'short' });
  expectFailure(answer, 404, 'not_found');
  const page = await fetch(`${empty.url}/app/setup`);
  expect(page.status).toBe(404);
  expect(page.headers.get('content-type')).toContain('text/html');
});

test('the set-up pages have a strict policy and contain no token', async () => {
  await using empty = await openFreshDesk();
  for (const path of ['/app/setup', '/app/reset']) {
    const page = await fetch(`${empty.url}${path}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).not.toContain(empty.token());
  }
  expect(empty.server.stderr()).not.toContain(empty.token());
});

test('a reset link names its person, sets a good password once, and signs in', async () => {
  await using shop = await openShop();
  const before = await ownerOf(shop);
  const token = await resetToken(shop.dir);
  const who = visitor(shop.url);
  expect(expectOk(await who.post('/app/api/reset/check', { token }))).toEqual({ email: OWNER, passkeys: 0 });
  const set = (password: string) => who.post('/app/api/reset', { token, password });
  expect(rulesOf(await set('password1'))).toEqual(['password password_common']);
  expect(rulesOf(await set('test SHOP'))).toEqual(['password password_is_name']);
  expect(rulesOf(await set(OWNER))).toEqual(['password password_is_name']);
  expectOk(await set('another long one'));
  expect(expectOk(await who.get('/app/api/me')).person.email).toBe(OWNER);
  expect(expectOk(await before.get('/app/api/me'))).toBeNull();
  expectFailure(await set('yet another one'), 404, 'not_found');
  expectFailure(await who.post('/app/api/reset/check', { token }), 404, 'not_found');
  await signedIn(shop.url, OWNER, 'another long one');
});

test('a sign-in with a reset link is in the history, and a mail reports it as a sign-in from a new device', async () => {
  await using shop = await openShop();
  const agent = (name: string) => ({ 'user-agent': name });
  const known = { email: OWNER, password: 'correct horse', remember: false };
  expectOk(await visitor(shop.url).post('/app/api/sign-in', known, agent('curl/8.1')));
  const token = await resetToken(shop.dir);
  const who = visitor(shop.url);
  expectOk(await who.post('/app/api/reset', { token, password: 'another long one' }, agent('Firefox/140 (Windows)')));
  const { rows } = expectOk(await who.get(`${shop.base}/history?kind=people`));
  const actions = rows.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 3)).toEqual(['person.signed_in', 'person.password_changed', 'person.signed_in']);
  const told = readStore<{ text: string }>(shop, "SELECT text FROM mails WHERE kind = 'new_sign_in'");
  expect(told).toHaveLength(1);
  const text = told[0]?.text.replaceAll(/\s+/g, ' ') ?? '';
  expect(text).toContain('with a link that sets a new password');
  expect(text).toContain('Firefox, Windows');
});

test('a set-up link does not work as a password reset link', async () => {
  await using empty = await openFreshDesk();
  const who = visitor(empty.url);
  expectFailure(await who.post('/app/api/reset', { token: empty.token(), password: 'long enough' }), 404, 'not_found');
  expectFailure(await who.post('/app/api/reset/check', { token: empty.token() }), 404, 'not_found');
});

test('changing the password renews the browser’s cookie, and ends the former cookie and all other sessions', async () => {
  await using shop = await openShop();
  const [who, elsewhere] = [await signedIn(shop.url, OWNER, 'correct horse', true), await ownerOf(shop)];
  const old = who.cookie();
  const wrong = { present: 'wrong', next: 'another long one' };
  expectFailure(await who.post('/app/api/account/password', wrong), 401, 'wrong_password');
  const set = (next: string) => who.post('/app/api/account/password', { present: 'correct horse', next });
  expect(rulesOf(await set('short'))).toEqual(['next chars_between']);
  expect(rulesOf(await set('ghbdtn123'))).toEqual(['next password_common']);
  expect(rulesOf(await set('Test Shop'))).toEqual(['next password_is_name']);
  const answer = await set('another long one');
  expectOk(answer);
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=');
  expect(who.cookie()).not.toBe(old);
  expect(expectOk(await who.get('/app/api/me')).person.email).toBe(OWNER);
  for (const ended of [visitor(shop.url, old), elsewhere]) expect(expectOk(await ended.get('/app/api/me'))).toBeNull();
  await expect(ownerOf(shop)).rejects.toThrow('401');
  await signedIn(shop.url, OWNER, 'another long one');
});

test('a person’s name is kept, and an empty name removes it', async () => {
  await using shop = await openShop();
  const who = await ownerOf(shop);
  const nameNow = async () => expectOk(await who.get('/app/api/me')).person.name;
  expectOk(await who.post('/app/api/account', { name: '  Анна Петрова ' }));
  expect(await nameNow()).toBe('Анна Петрова');
  expectOk(await who.post('/app/api/account', { theme: 'dark' }));
  expect(await nameNow()).toBe('Анна Петрова');
  expectFailure(await who.post('/app/api/account', { name: 'a\nb' }), 422, 'validation_failed');
  expectOk(await who.post('/app/api/account', { name: ' ' }));
  expect(await nameNow()).toBeNull();
});
