import { expect, test } from 'bun:test';
import { ownerOf, signedIn, type Visitor, visitor } from '../support/browser-session.ts';
import { client, openShop, orderBody } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs, resetLink } from '../support/members.ts';
import { shared } from '../support/shared.ts';
import { holdWriter } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';

const isIn = async (who: Visitor): Promise<boolean> => (await who.get('/app/api/me')).body.data !== null;

const shop = shared(openShop);

test('a sign-in sets a cookie that scripts cannot read, and the person can then load their workspaces and roles', async () => {
  const who = visitor(shop.url);
  const answer = await who.post('/app/api/sign-in', { email: EMAIL, password: PASSWORD, remember: false });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^docket=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const me = expectOk(await who.get('/app/api/me'));
  expect(me.person).toMatchObject({ email: EMAIL, language: 'en', theme: 'system' });
  expect(me.workspaces).toMatchObject([{ id: shop.workspaceId, role: 'owner', name: 'Test shop' }]);
  expect(me.session.proved).toBe(true);
  expect(me.installation).toMatchObject({ environment: 'dev', allowPrivateWebhooks: false, mail: false });
  expect(JSON.stringify(me)).not.toMatch(/argon2|token|hash|"seq"/);
});

test('a remembered person gets a cookie of thirty days', async () => {
  const answer = await visitor(shop.url).post('/app/api/sign-in', { email: EMAIL, password: PASSWORD, remember: true });
  expect(answer.headers.get('set-cookie')).toContain('; Max-Age=2592000');
});

test('a session’s token is not in the database', async () => {
  const who = await ownerOf(shop);
  const token = who.cookie().split('=')[1] ?? '';
  const rows = JSON.stringify(readStore(shop, 'SELECT token_hash, user_agent, address FROM sessions'));
  expect(token).toHaveLength(43);
  expect(rows).not.toContain(token);
});

test('an unknown address and a wrong password get the same answer', async () => {
  await using other = await openShop();
  const who = visitor(other.url);
  const answers = [
    await who.post('/app/api/sign-in', { email: EMAIL, password: 'wrong', remember: false }),
    await who.post('/app/api/sign-in', { email: 'nobody@example.com', password: 'wrong', remember: false }),
  ];
  for (const answer of answers) expectFailure(answer, 401, 'wrong_password');
  expect(answers[0]?.body.message).toBe(answers[1]?.body.message);
  expect(who.cookie()).toBe('');
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sister domain', { 'sec-fetch-site': 'same-site' }],
  ['nowhere that it says', { 'sec-fetch-site': 'none' }],
  ['another origin, by a browser without fetch metadata', { 'sec-fetch-site': '', origin: 'https://evil.example.com' }],
])('a request from %s changes nothing', async (_what, headers) => {
  const who = await ownerOf(shop);
  const refused = await who.post('/app/api/sign-out', {}, headers);
  expect(refused.status).toBe(403);
  expect(await isIn(who)).toBe(true);
});

test('an API key does not open the dashboard, and a session does not open the API', async () => {
  const bearer = { authorization: `Bearer ${shop.key}` };
  const response = await fetch(`${shop.url}/app/api/sessions`, { headers: bearer });
  expect(response.status).toBe(401);
  const who = await ownerOf(shop);
  expectFailure(await who.get('/api/v1/orders'), 401, 'unauthorized');
});

test('a person can list their sessions, end one of them, and end all except the current one', async () => {
  await using other = await openShop();
  const [first, second, third] = [await ownerOf(other), await ownerOf(other), await ownerOf(other)];
  const { sessions } = expectOk(await first.get('/app/api/sessions'));
  expect(sessions).toHaveLength(3);
  expect(sessions.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
  const mine = expectOk(await second.get('/app/api/me')).session.id;
  expectOk(await first.post('/app/api/sessions/revoke', { id: mine }));
  expect(await isIn(second)).toBe(false);
  expectFailure(await second.get('/app/api/sessions'), 401, 'signed_out');
  expectFailure(await first.post('/app/api/sessions/revoke', { id: mine }), 404, 'not_found');
  expectOk(await first.post('/app/api/sessions/revoke-others'));
  expect(await isIn(third)).toBe(false);
  const out = await first.post('/app/api/sign-out');
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(await isIn(visitor(other.url, first.cookie()))).toBe(false);
});

test('signing in again ends the browser’s earlier session, even another person’s', async () => {
  await using other = await openShop();
  const [here, elsewhere] = [await ownerOf(other), await ownerOf(other)];
  const before = here.cookie();
  expectOk(await here.post('/app/api/sign-in', { email: EMAIL, password: PASSWORD, remember: false }));
  expect(await isIn(visitor(other.url, before))).toBe(false);
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, true]);
  await addMember(other.dir, other.workspaceId, { email: 'second@example.com', password: PASSWORD });
  const [own, token] = [here.cookie(), (await resetLink(other.dir, 'second@example.com')).split('#')[1]];
  expectOk(await here.post('/app/api/reset', { token, password: 'another long one' }));
  expect(await isIn(visitor(other.url, own))).toBe(false);
  const { sessions } = expectOk(await elsewhere.get('/app/api/sessions'));
  expect(sessions).toHaveLength(1);
});

test('a wrong password does not end the browser’s session', async () => {
  const who = await ownerOf(shop);
  const before = who.cookie();
  const refused = await who.post('/app/api/sign-in', { email: EMAIL, password: 'wrong', remember: false });
  expectFailure(refused, 401, 'wrong_password');
  expect(await isIn(visitor(shop.url, before))).toBe(true);
});

test('giving the password again replaces the session’s token', async () => {
  await using other = await openShop();
  const who = await signedIn(other.url, EMAIL, PASSWORD, true);
  const [before, { id }] = [who.cookie(), expectOk(await who.get('/app/api/me')).session];
  expectFailure(await who.post('/app/api/prove', { password: 'wrong' }), 401, 'wrong_password');
  expect(who.cookie()).toBe(before);
  const proved = await who.post('/app/api/prove', { password: PASSWORD });
  expect(proved.headers.getSetCookie()).toEqual([expect.stringContaining('; Max-Age=2592000')]);
  expect(who.cookie()).not.toBe(before);
  expect(expectOk(await who.get('/app/api/me')).session).toEqual({ id, proved: true, remembered: true });
  expect(await isIn(visitor(other.url, before))).toBe(false);
});

test('a browser stays signed in when two tabs send the password at once', async () => {
  await using other = await openShop();
  const { cookie } = await ownerOf(other);
  const tabs = [visitor(other.url, cookie()), visitor(other.url, cookie())];
  const answers = await Promise.all(tabs.map((tab) => tab.post('/app/api/prove', { password: PASSWORD })));
  // Both tabs share the cookies of one browser. The only cookie that was set is the session's.
  const set = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect(set).toHaveLength(1);
  const browser = visitor(other.url, set[0]?.split(';')[0]);
  for (const answer of answers) {
    // A busy machine may look up the second tab's session after the first tab has renewed the token.
    if (answer.status === 401) expectFailure(answer, 401, 'signed_out');
    else expectOk(answer);
  }
  expectOk(await browser.post('/app/api/prove', { password: PASSWORD }));
  expect(await isIn(browser)).toBe(true);
});

test('accepting an invitation renews the session’s token, but does not count as giving the password', async () => {
  await using other = await openShop();
  const second = await addWorkspace(other.dir, 'Second');
  await addMember(other.dir, second, { email: EMAIL });
  const owner = await ownerOf(other);
  const invited = await enterAs(other, { email: 'second@example.com', role: 'viewer' });
  const wish = { email: 'second@example.com', role: 'owner', language: 'en' };
  const { link } = expectOk(await owner.post(`/app/api/workspaces/${second}/people`, wish));

  changeStore(other, 'UPDATE sessions SET proved_at = 0');

  const before = invited.cookie();
  expectOk(await invited.post('/app/api/join', { token: link.split('#')[1] }));
  expect(await isIn(visitor(other.url, before))).toBe(false);
  const me = expectOk(await invited.get('/app/api/me'));
  expect(me.session.proved).toBe(false);
  expect(me.workspaces).toHaveLength(2);
});

test('ending the sessions of other browsers requires the password', async () => {
  await using other = await openShop();
  const [here, elsewhere] = [await ownerOf(other), await ownerOf(other)];
  const { id } = expectOk(await elsewhere.get('/app/api/me')).session;

  changeStore(other, 'UPDATE sessions SET proved_at = 0');

  expectFailure(await here.post('/app/api/sessions/revoke-others'), 403, 'proof_needed');
  expectFailure(await here.post('/app/api/sessions/revoke', { id }), 403, 'proof_needed');
  expect(await isIn(elsewhere)).toBe(true);
  expectOk(await here.post('/app/api/prove', { password: PASSWORD }));
  expectOk(await here.post('/app/api/sessions/revoke-others'));
  expect(await isIn(elsewhere)).toBe(false);
});

test('ten wrong passwords end only the session that sent them, and block no sign-in', async () => {
  const [other, guesser] = [await ownerOf(shop), await ownerOf(shop)];
  const guess = (at: number) =>
    at % 2 === 0
      ? guesser.post('/app/api/prove', { password: `guess ${at}` })
      : guesser.post('/app/api/account/password', { present: `guess ${at}`, next: 'a long new password' });
  for (let at = 0; at < 9; at += 1) expectFailure(await guess(at), 401, 'wrong_password');
  expectOk(await guesser.post('/app/api/prove', { password: PASSWORD }));
  expect(await isIn(guesser)).toBe(true);
  expectFailure(await guess(9), 401, 'wrong_password');
  expect([await isIn(guesser), await isIn(other)]).toEqual([false, true]);
  const { rows } = expectOk(await other.get(`${shop.base}/history?kind=settings`));
  expect(rows[0]).toMatchObject({ action: 'person.session_ended' });
  expectOk(await other.post('/app/api/prove', { password: PASSWORD }));
  expect(await isIn(await ownerOf(shop))).toBe(true);
});

test('language and theme are stored for the person', async () => {
  const who = await ownerOf(shop);
  expectOk(await who.post('/app/api/account', { language: 'ru', theme: 'dark' }));
  expect(expectOk(await who.get('/app/api/me')).person).toMatchObject({ language: 'ru', theme: 'dark' });
  expectOk(await who.post('/app/api/account', { theme: 'system' }));
  expect(expectOk(await who.get('/app/api/me')).person).toMatchObject({ language: 'ru', theme: 'system' });
  expectFailure(await who.post('/app/api/account', { language: 'xx' }), 422, 'validation_failed');
});

test('a session ends after twelve hours without a request, and a remembered session ends after thirty days without a request', async () => {
  await using other = await openShop();
  const plain = await ownerOf(other);
  const remembered = await signedIn(other.url, EMAIL, PASSWORD, true);
  const age = (hours: number): void => {
    const ms = hours * 3_600_000;
    changeStore(other, `UPDATE sessions SET last_seen_at = last_seen_at - ${ms}, created_at = created_at - ${ms}`);
  };
  const lastSeenMs = (): number =>
    readStore<{ at: number }>(other, 'SELECT max(last_seen_at) AS at FROM sessions')[0]?.at ?? 0;
  age(11);
  expect(await isIn(plain)).toBe(true);
  // The time of use is written while the answer is sent, so the test waits for it.
  await until('that it was seen', () => lastSeenMs() > Date.now() - 3_600_000);
  age(24);
  expect(await isIn(plain)).toBe(false);
  expect(await isIn(remembered)).toBe(true);
  age(30 * 24);
  expect(await isIn(remembered)).toBe(false);
});

test('a page that only listens does not extend its session', async () => {
  await using timed = await openTimedShop();
  const { storage, workspace, world } = timed.store;
  const who = await ownerOf(timed);
  const live = await who.fetch(`/app/api/workspaces/${workspace.id}/live`);
  const reader = live.body?.getReader();
  const hear = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  world.clock.advance(11 * 3_600_000);
  await storage.write((tx) => tx.notify('workspaces', workspace.seq));
  // The server checks the page's session before it sends this event. That check must not extend the session.
  while (!(await hear()).includes('settings'));
  await storage.write(() => undefined);
  await reader?.cancel();
  world.clock.advance(2 * 3_600_000);
  expect(await isIn(who)).toBe(false);
});

test('a waiting change is not written if its session or API key has ended meanwhile', async () => {
  await using timed = await openTimedShop();
  const { storage } = timed.store;
  const owner = await timed.owner();
  const { key } = await timed.newKey('site');
  const api = client(timed.url, key);
  const create = async () => (await api.post('/api/v1/orders/create', orderBody())).status;
  expect(await create()).toBe(200);
  expectOk(await owner.post('/app/api/account', { name: 'Before' }));
  const release = await holdWriter(storage);
  const [named, created] = [owner.post('/app/api/account', { name: 'Behind' }), create()];
  await until('both wait for the writer', () => storage.waiting() === 2);
  changeStore({ dir: timed.store.dataDir }, 'DELETE FROM sessions', 'UPDATE api_keys SET revoked_at = 1');
  await release();
  expectFailure(await named, 401, 'signed_out');
  expect(await created).toBe(401);
  const rows = readStore({ dir: timed.store.dataDir }, 'SELECT name, (SELECT count(*) FROM orders) AS n FROM people');
  expect(rows).toEqual([{ name: 'Before', n: 1 }]);
});
