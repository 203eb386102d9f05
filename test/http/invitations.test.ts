/**
 * A person becomes a member only by consent. A link that an owner has seen does not prove who opens it (contract,
 * section 7).
 */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type AddressInfo, connect, createServer } from 'node:net';
import { ownerOf, signedIn, type Visitor, visitor } from '../support/browser-session.ts';
import { docketJson, openShop, serve } from '../support/docket.ts';
import { expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs, resetLink } from '../support/members.ts';
import { passkeyDevice } from '../support/passkey-device.ts';
import { doing } from '../support/passkey-shop.ts';
import { partOf, type SmtpServer, startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'long enough here';
const PUBLIC_URL = 'https://orders.example.com';

async function openHouse(...args: readonly string[]) {
  const smtp = await startSmtp();
  const shop = await openShop(args);
  const workspaceId = await addWorkspace(shop.dir, 'Elsewhere');
  return {
    shop,
    smtp,
    /** Owner of the first workspace. */
    founder: await ownerOf(shop),
    /** Owner of the second workspace, whom nobody else knows. */
    stranger: await enterAs(shop, { email: 'stranger@example.com', password: PASSWORD }, workspaceId),
    first: shop.base,
    second: `/app/api/workspaces/${workspaceId}`,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

type House = Awaited<ReturnType<typeof openHouse>>;

const setMail = async ({ founder, first, smtp }: House): Promise<void> => {
  const server = { host: 'localhost', port: smtp.port, tls: 'none', user: '', sender: 'docket@example.com' };
  expect(expectOk(await founder.post(`${first}/mail`, server)).failed).toBeNull();
};

const invite = async (who: Visitor, base: string, email: string, role = 'manager') =>
  expectOk(await who.post(`${base}/people`, { email, role, language: 'en' }));
const tokenOf = (link: string): string => new URL(link).hash.slice(1);
const listed = async (who: Visitor, base: string, email: string) =>
  expectOk(await who.get(`${base}/people`)).people.find((one: { email: string }) => one.email === email);
const choose = (who: Visitor, token: string, more: object = {}) =>
  who.post('/app/api/reset', { token, password: PASSWORD, ...more });
const workspacesOf = async (who: Visitor): Promise<string[]> =>
  expectOk(await who.get('/app/api/me')).workspaces.map(({ name }: { name: string }) => name);

/** The text, subject and token of a mail to an address. @param nth which mail to that address, from 1 */
async function mailedTo(
  smtp: SmtpServer,
  email: string,
  nth = 1,
): Promise<{ text: string; subject: string; token: string }> {
  const own = () => smtp.taken.filter(({ to }) => to.includes(email));
  await until('the mail has arrived', () => own().length >= nth);
  const mail = own()[nth - 1];
  const text = mail === undefined ? '' : partOf(mail, 'text/plain');
  const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(mail?.raw ?? '')?.[1] ?? '';
  return { text, subject, token: /#([\w-]{43})/.exec(text)?.[1] ?? '' };
}

describe('without a mail server', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house[Symbol.asyncDispose]());

  test('an account that a stranger created through a link cannot join other workspaces', async () => {
    const { shop, founder, first, stranger, second } = house;
    const shown = await invite(stranger, second, 'cfo@example.com', 'owner');
    const taken = visitor(shop.url);
    const tooLong = await choose(taken, tokenOf(shown.link), { name: 'x'.repeat(201) });
    expectFailure(tooLong, 422, 'validation_failed');
    expect(tooLong.body.details).toMatchObject([{ path: 'name' }]);
    expectOk(await choose(taken, tokenOf(shown.link), { name: ' Anna Baker ' }));
    expect(await listed(stranger, second, 'cfo@example.com')).toMatchObject({ name: 'Anna Baker' });
    expect(await workspacesOf(taken)).toEqual(['Elsewhere']);
    const real = await invite(founder, first, 'cfo@example.com', 'owner');
    expect(await workspacesOf(taken)).toEqual(['Elsewhere']);
    expectFailure(await taken.get(`${first}/orders`), 404, 'not_found');
    expectFailure(await taken.get(`${first}/keys`), 404, 'not_found');
    // The founder has seen this link too. So opening it does not prove that the visitor owns the e-mail address.
    const token = tokenOf(real.link);
    expect(expectOk(await visitor(shop.url).post('/app/api/reset/check', { token })).way).toBe('unproved');
    expectFailure(await taken.post('/app/api/join', { token }), 409, 'address_unproved');
    expectFailure(await choose(visitor(shop.url), token), 409, 'account_exists');
    expect(await workspacesOf(taken)).toEqual(['Elsewhere']);
    // The operator of the machine hands the account to its rightful owner.
    const link = await resetLink(shop.dir, 'CFO@example.com');
    const holder = visitor(shop.url);
    expect(expectOk(await holder.post('/app/api/reset/check', { token: tokenOf(link) })).belongs).toEqual([
      'Elsewhere',
    ]);
    expectOk(await choose(holder, tokenOf(link), { password: 'a new one of theirs' }));
    expect(expectOk(await taken.get('/app/api/me'))).toBeNull();
    expect(await workspacesOf(holder)).toEqual([]);
    expectOk(await holder.post('/app/api/join', { token }));
    expect(await workspacesOf(holder)).toEqual(['Test shop']);
    const before = { email: 'cfo@example.com', password: PASSWORD, remember: false };
    expectFailure(await visitor(shop.url).post('/app/api/sign-in', before), 401, 'wrong_password');
  });

  test('a colleague may join other workspaces after an installation owner confirms the colleague’s address', async () => {
    const { shop, founder, first, stranger, second } = house;
    const colleague = visitor(shop.url);
    expectOk(await choose(colleague, tokenOf((await invite(founder, first, 'max@example.com')).link)));
    const { link } = await invite(stranger, second, 'max@example.com');
    expectFailure(await colleague.post('/app/api/join', { token: tokenOf(link) }), 409, 'address_unproved');
    const { id, unproved } = await listed(founder, first, 'max@example.com');
    expect(unproved).toBe(true);
    expectFailure(await stranger.post(`${second}/people/${id}/vouch`), 403, 'forbidden');
    for (const none of ['x', '%00'])
      expectFailure(await founder.post(`${first}/people/${none}/vouch`), 404, 'not_found');
    expectOk(await founder.post(`${first}/people/${id}/vouch`));
    expect((await listed(founder, first, 'max@example.com')).unproved).toBe(false);
    expectOk(await colleague.post('/app/api/join', { token: tokenOf(link) }));
    expect(await workspacesOf(colleague)).toEqual(['Test shop', 'Elsewhere']);
  });

  test('an invitation reveals neither the person’s name nor whether they have an account', async () => {
    const { shop, founder, first, stranger, second } = house;
    expectOk(await founder.post('/app/api/account', { name: 'Founder of it all' }));
    const known = await invite(stranger, second, 'owner@example.com', 'viewer');
    const unknown = await invite(stranger, second, 'nobody@example.com', 'viewer');
    expect([known.told, unknown.told]).toEqual(['link', 'link']);
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    const shape = async (email: string) => {
      const { id: _, email: __, createdAt: ___, ...rest } = await listed(stranger, second, email);
      return rest;
    };
    expect(await shape('owner@example.com')).toEqual(await shape('nobody@example.com'));
    expect(await shape('owner@example.com')).toMatchObject({
      name: null,
      lastSeenAt: null,
      hasPassword: false,
      hasSecondFactor: false,
      pending: true,
    });
    for (const page of ['people', 'history', 'history/actors']) {
      expect(JSON.stringify((await stranger.get(`${second}/${page}`)).body)).not.toContain('Founder of it all');
    }
    const other = await invite(founder, first, 'nobody@example.com', 'viewer');
    const who = visitor(shop.url);
    expectOk(await who.post('/app/api/reset/check', { token: tokenOf(unknown.link) }));
    expectOk(await who.post('/app/api/reset/check', { token: tokenOf(other.link) }));
    expectOk(await founder.post(`${first}/people/${other.id}/remove`));
    expectFailure(await who.post('/app/api/reset/check', { token: tokenOf(other.link) }), 404, 'not_found');
    expectOk(await who.post('/app/api/reset/check', { token: tokenOf(unknown.link) }));
  });

  test('only the invited person, signed in to their own account, can join through the link', async () => {
    const { shop, founder, first, stranger, second } = house;
    await addMember(shop.dir, shop.workspaceId, { email: 'ann@example.com', role: 'viewer', password: PASSWORD });
    const { link } = await invite(stranger, second, 'ann@example.com', 'manager');
    const token = tokenOf(link);
    const about = expectOk(await visitor(shop.url).post('/app/api/reset/check', { token }));
    expect(about).toMatchObject({
      way: 'sign_in',
      email: 'ann@example.com',
      invitation: { workspace: 'Elsewhere', role: 'manager', invitedBy: 'stranger@example.com' },
    });
    expectFailure(await visitor(shop.url).post('/app/api/join', { token }), 401, 'signed_out');
    expectFailure(await founder.post('/app/api/join', { token }), 409, 'other_person');
    const ann = await signedIn(shop.url, 'ann@example.com', PASSWORD);
    expectOk(await ann.post('/app/api/join', { token }));
    expect(await workspacesOf(ann)).toEqual(['Test shop', 'Elsewhere']);
    expectFailure(await ann.post('/app/api/join', { token }), 404, 'not_found');
    expect(await listed(stranger, second, 'ann@example.com')).toMatchObject({ role: 'manager', pending: false });
    expect(JSON.stringify(expectOk(await founder.get(`${first}/history`)))).not.toContain('Elsewhere');
  });

  test('one e-mail address is one account, in whatever case it is written', async () => {
    const { shop, founder, first } = house;
    const who = visitor(shop.url);
    expectOk(await choose(who, tokenOf((await invite(founder, first, 'Анна@Пример.рф')).link)));
    for (const email of ['анна@xn--e1afmkfd.xn--p1ai', 'АННА@ПРИМЕР.РФ', 'Анна@Пример.рф']) {
      await signedIn(shop.url, email, PASSWORD);
      const again = await founder.post(`${first}/people`, { email, role: 'viewer', language: 'en' });
      expectFailure(again, 422, 'validation_failed');
    }
    const people = readStore(shop, "SELECT count(*) AS n FROM people WHERE email LIKE '%рф'");
    expect(people).toEqual([{ n: 1 }]);
  });

  test('the command “owner create” adds a person who already has an account, and makes no link to reset the password', async () => {
    const { shop, second } = house;
    const there = ['--data', shop.dir, '--role', 'viewer', '--workspace', second.split('/').at(-1) ?? ''];
    const create = (email: string, ...more: string[]) => ['owner', 'create', ...there, '--email', email, ...more];
    await addMember(shop.dir, shop.workspaceId, { email: 'kim@example.com', password: PASSWORD });
    const links = () => readStore(shop, 'SELECT count(*) AS n FROM one_time_links');
    const before = links();
    const added = await docketJson<Record<string, unknown>>(create('kim@example.com'));
    expect(added).toEqual({
      id: expect.any(String),
      email: 'kim@example.com',
      role: 'viewer',
      account: 'existing',
      vouched: false,
    });
    expect(links()).toEqual(before);
    expect(await workspacesOf(await signedIn(shop.url, 'kim@example.com', PASSWORD))).toEqual([
      'Test shop',
      'Elsewhere',
    ]);
    const first = await docketJson<{ link: string }>(create('lee@example.com'));
    const again = await docketJson<{ link: string }>(create('lee@example.com'));
    const lee = visitor(shop.url);
    expectFailure(await choose(lee, tokenOf(first.link)), 404, 'not_found');
    expectOk(await choose(lee, tokenOf(again.link)));
    expect(expectOk(await lee.get('/app/api/me')).person).toMatchObject({ email: 'lee@example.com', unproved: false });
  });

  test('if a stranger has an account with the given e-mail address, `owner create` prints a link to take over that account', async () => {
    const { shop, stranger, second } = house;
    const email = 'partner@example.com';
    const maker = visitor(shop.url);
    expectOk(await choose(maker, tokenOf((await invite(stranger, second, email)).link)));
    const args = ['--data', shop.dir, '--workspace', shop.workspaceId, '--email', email, '--password', PASSWORD];
    const made = await docketJson<{ link: string }>(['owner', 'create', ...args]);
    expect(made).toMatchObject({ email, role: 'owner', account: 'invited', vouched: false });
    expect(await workspacesOf(maker)).toEqual(['Elsewhere']);
    const partner = visitor(shop.url);
    expectOk(await choose(partner, tokenOf(made.link), { password: 'a new one of theirs', stay: false }));
    expect(expectOk(await maker.get('/app/api/me'))).toBeNull();
    expect(await workspacesOf(partner)).toEqual(['Test shop']);
  });

  test('an installation owner can create a password link only for a non-owner without other workspaces', async () => {
    const { shop, founder, first, stranger, second } = house;
    const email = 'forgetful@example.com';
    expectOk(await choose(visitor(shop.url), tokenOf((await invite(founder, first, email, 'courier')).link)));
    const before = await signedIn(shop.url, email, PASSWORD);
    const { id, resettable } = await listed(founder, first, email);
    expect(resettable).toBe(true);
    const { link, told } = expectOk(await founder.post(`${first}/people/${id}/password-link`));
    expect([told, new URL(link).pathname]).toEqual(['link', '/app/reset']);
    const holder = visitor(shop.url);
    expectOk(await choose(holder, tokenOf(link), { password: 'a new one of theirs' }));
    expect(expectOk(await before.get('/app/api/me'))).toBeNull();
    expect(await workspacesOf(await signedIn(shop.url, email, 'a new one of theirs'))).toEqual(['Test shop']);
    expectFailure(await choose(visitor(shop.url), tokenOf(link)), 404, 'not_found');
    const { rows } = expectOk(await founder.get(`${first}/history`));
    expect(rows.map(({ action }: { action: string }) => action)).toContain('person.password_linked');
    const own = await listed(founder, first, 'owner@example.com');
    expect(own.resettable).toBe(false);
    expectFailure(await founder.post(`${first}/people/${own.id}/password-link`), 403, 'forbidden');
    await addMember(shop.dir, second.split('/').at(-1) ?? '', { email, role: 'viewer' });
    expectFailure(await founder.post(`${first}/people/${id}/password-link`), 403, 'forbidden');
    expectFailure(await stranger.post(`${second}/people/${id}/password-link`), 403, 'forbidden');
    expect((await listed(stranger, second, email)).resettable).toBe(false);
  });

  test('an owner’s password link for a colleague ends when the colleague joins another workspace', async () => {
    const { shop, founder, first, stranger, second } = house;
    const email = 'joining@example.com';
    expectOk(await choose(visitor(shop.url), tokenOf((await invite(founder, first, email)).link)));
    await docketJson(['owner', 'vouch', '--data', shop.dir, '--email', email]);
    const { id } = await listed(founder, first, email);
    const { link } = expectOk(await founder.post(`${first}/people/${id}/password-link`));
    const [colleague, another] = [await signedIn(shop.url, email, PASSWORD), await signedIn(shop.url, email, PASSWORD)];
    const invited = await invite(stranger, second, email, 'owner');
    expectOk(await colleague.post('/app/api/join', { token: tokenOf(invited.link) }));
    // A session begun by an earlier link of that owner must not enter the other workspace.
    expect(expectOk(await another.get('/app/api/me'))).toBeNull();
    const holder = visitor(shop.url);
    expectFailure(await holder.post('/app/api/reset/check', { token: tokenOf(link) }), 404, 'not_found');
    expectFailure(await choose(holder, tokenOf(link)), 404, 'not_found');
    expect(expectOk(await colleague.get('/app/api/me'))).not.toBeNull();
    expectOk(await choose(holder, tokenOf(await resetLink(shop.dir, email))));
  });

  test('an owner’s password link confirms no e-mail address, and an operator’s link removes earlier passkeys', async () => {
    const { shop, founder, first, stranger, second } = house;
    const email = 'false@example.com';
    const maker = visitor(shop.url);
    expectOk(await choose(maker, tokenOf((await invite(founder, first, email)).link)));
    const { id } = await listed(founder, first, email);
    const { link } = expectOk(await founder.post(`${first}/people/${id}/password-link`));
    expectOk(await choose(maker, tokenOf(link)));
    expect(expectOk(await maker.get('/app/api/me')).person.unproved).toBe(true);
    const invited = tokenOf((await invite(stranger, second, email, 'owner')).link);
    expectFailure(await maker.post('/app/api/join', { token: invited }), 409, 'address_unproved');
    const { register, signIn } = doing(shop.url);
    const device = passkeyDevice(shop.url.replace('127.0.0.1', 'localhost'));
    expectOk(await register(maker, device));
    expectOk(await signIn(device));
    expectOk(await choose(visitor(shop.url), tokenOf(await resetLink(shop.dir, email))));
    expectFailure(await signIn(device), 401, 'passkey_refused');
  });

  test('a password link that an owner created ends when that owner is removed', async () => {
    const { shop, founder, first } = house;
    const join = async (email: string, role: string) => {
      const who = visitor(shop.url);
      expectOk(await choose(who, tokenOf((await invite(founder, first, email, role)).link)));
      return who;
    };
    const owner = await join('leaving@example.com', 'owner');
    await join('staying@example.com', 'orders');
    await join('locked-out@example.com', 'orders');
    const ofCommand = tokenOf(await resetLink(shop.dir, 'locked-out@example.com'));
    const { id } = await listed(founder, first, 'staying@example.com');
    const { link } = expectOk(await owner.post(`${first}/people/${id}/password-link`));
    const leaving = await listed(founder, first, 'leaving@example.com');
    expectOk(await founder.post(`${first}/people/${leaving.id}/remove`));
    expectFailure(await choose(visitor(shop.url), tokenOf(link)), 404, 'not_found');
    expectOk(await choose(visitor(shop.url), ofCommand));
  });

  test('a mail server is not saved if the owner is removed from the workspace during the request', async () => {
    const { shop, smtp, founder, first } = house;
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow = createServer((socket) => {
      asked.resolve();
      held.promise.then(() => socket.pipe(connect(smtp.port, '127.0.0.1')).pipe(socket));
    }).listen(0, '127.0.0.1');
    const owner = visitor(shop.url);
    const { id, link } = await invite(founder, first, 'waiting@example.com', 'owner');
    expectOk(await choose(owner, tokenOf(link)));
    const { port } = slow.address() as AddressInfo;
    const server = { host: 'localhost', port, tls: 'none', user: '', sender: 'docket@example.com' };
    const saving = owner.post(`${first}/mail`, server);
    await asked.promise;
    expectOk(await founder.post(`${first}/people/${id}/remove`));
    held.resolve();
    expectFailure(await saving, 401, 'signed_out');
    expect(readStore(shop, 'SELECT count(*) AS n FROM mail_server')).toEqual([{ n: 0 }]);
    slow.close();
  });

  test('an invitation link stops working when the owner to whom it was shown is removed', async () => {
    const { shop, founder, first } = house;
    const { id, link } = await invite(founder, first, 'second@example.com', 'owner');
    const owner = visitor(shop.url);
    expectOk(await choose(owner, tokenOf(link)));
    const kept = await invite(owner, first, 'back-door@example.com', 'owner');
    expectOk(await founder.post(`${first}/people/${id}/remove`));
    expectFailure(await choose(visitor(shop.url), tokenOf(kept.link)), 404, 'not_found');
    expect(await listed(founder, first, 'back-door@example.com')).toMatchObject({ pending: true, expired: true });
  });

  test('the rate limit of a workspace’s invitations survives a restart', async () => {
    await using own = await openHouse();
    const { stranger, second, founder, first } = own;
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      const answer = await stranger.post(`${second}/people`, {
        email: `n${n}@example.com`,
        role: 'viewer',
        language: 'en',
      });
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    await invite(founder, first, 'n1@example.com');
    expect(readStore(own.shop, 'SELECT count(*) AS n FROM invitations_sent')).toEqual([{ n: 21 }]);

    expect(await own.shop.server.end()).toBe(0);
    await using again = await serve(own.shop.dir);
    const back = visitor(again.url, stranger.cookie());
    const wish = { email: 'n25@example.com', role: 'viewer', language: 'en' };
    expectFailure(await back.post(`${second}/people`, wish), 429, 'rate_limited');
    await invite(visitor(again.url, founder.cookie()), first, 'n2@example.com');
  });
});

test('without a public address no link is mailed, whatever Host a request names', async () => {
  await using house = await openHouse();
  await setMail(house);
  const { founder, first, smtp, shop } = house;
  const body = { email: 'victim@example.com', role: 'owner', language: 'en' };
  const told = expectOk(await founder.post(`${first}/people`, body, { host: 'evil.example' }));
  // The link is shown only in the answer to the caller who sent this Host.
  expect(told).toMatchObject({ told: 'link', link: expect.stringContaining('http://evil.example/'), onlyHere: null });
  const again = expectOk(await founder.post(`${first}/people/${told.id}/invite`, {}, { host: 'evil.example' }));
  expect(again.told).toBe('link');
  expect(readStore(shop, 'SELECT count(*) AS n FROM mails')).toEqual([{ n: 0 }]);
  expect(smtp.taken.map(({ to }) => to)).toEqual([['owner@example.com']]);
});

describe('with mail and a public address', () => {
  let house: House;
  /** These people joined through links shown to the owner, before mail was set up. */
  let thief: Visitor;
  let eve: Visitor;
  beforeAll(async () => {
    house = await openHouse('--public-url', PUBLIC_URL);
    const { shop, stranger, second, founder, first } = house;
    thief = visitor(shop.url);
    eve = visitor(shop.url);
    expectOk(await choose(thief, tokenOf((await invite(stranger, second, 'boss@example.com', 'owner')).link)));
    expectOk(await choose(eve, tokenOf((await invite(founder, first, 'eve@example.com', 'viewer')).link)));
    expectFailure(await eve.post('/app/api/account/address'), 404, 'not_found');
    await setMail(house);
  });
  afterAll(() => house[Symbol.asyncDispose]());

  test('the mailed link leads to the public address and hands the account to the mailbox’s holder', async () => {
    const { shop, smtp, founder, first, stranger, second } = house;
    expectOk(await thief.post('/app/api/account', { name: 'Thief' }));
    const told = expectOk(
      await founder.post(
        `${first}/people`,
        { email: 'boss@example.com', role: 'owner', language: 'en' },
        { host: 'evil.example' },
      ),
    );
    expect(told).toMatchObject({ told: 'mailed', link: null });
    const mail = await mailedTo(smtp, 'boss@example.com');
    expect(mail.text).toContain(`${PUBLIC_URL}/app/reset#`);
    expect(mail.text).not.toContain('evil.example');
    const boss = visitor(shop.url);
    const about = expectOk(await boss.post('/app/api/reset/check', { token: mail.token }));
    expect(about).toMatchObject({ way: 'take', belongs: ['Elsewhere'], invitation: { workspace: 'Test shop' } });
    expectFailure(await thief.post('/app/api/join', { token: mail.token }), 409, 'address_unproved');
    expectOk(await choose(boss, mail.token, { password: 'only the boss knows' }));
    expect(await workspacesOf(boss)).toEqual(['Test shop']);
    expect(expectOk(await boss.get('/app/api/me')).person).toMatchObject({ name: null, unproved: false });
    expect(expectOk(await thief.get('/app/api/me'))).toBeNull();
    expect(await listed(stranger, second, 'boss@example.com')).toBeUndefined();
  });

  test('a mailed invitation link stops working when the owner who sent it is removed', async () => {
    const { shop, smtp, founder, first } = house;
    const { id } = await invite(founder, first, 'leaving@example.com', 'owner');
    const owner = visitor(shop.url);
    expectOk(await choose(owner, (await mailedTo(smtp, 'leaving@example.com')).token));
    await invite(owner, first, 'way-back@example.com', 'owner');
    const { token } = await mailedTo(smtp, 'way-back@example.com');
    expectOk(await founder.post(`${first}/people/${id}/remove`));
    expectFailure(await choose(visitor(shop.url), token), 404, 'not_found');
    expect(await listed(founder, first, 'way-back@example.com')).toMatchObject({ pending: true, expired: true });
  });

  test('a signed-in person confirms their address by mail and keeps their workspaces', async () => {
    const { shop, smtp, founder, first } = house;
    expect(expectOk(await eve.get('/app/api/me')).person.unproved).toBe(true);
    expectOk(await eve.post('/app/api/account/address'));
    const { token } = await mailedTo(smtp, 'eve@example.com');
    const there = visitor(shop.url);
    expect(expectOk(await there.post('/app/api/reset/check', { token }))).toMatchObject({
      way: 'take',
      invitation: null,
      belongs: ['Test shop'],
    });
    expectOk(await choose(there, token, { password: 'another one of eve', stay: true }));
    expect(await workspacesOf(there)).toEqual(['Test shop']);
    expect(await listed(founder, first, 'eve@example.com')).toMatchObject({ unproved: false, role: 'viewer' });
    const asks = await Promise.all(Array.from({ length: 3 }, () => there.post('/app/api/account/address')));
    expect(asks.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('a workspace can send one mailbox at most five mails a day', async () => {
    const { stranger, second, smtp, founder, first } = house;
    const { id } = await invite(stranger, second, 'quiet@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await stranger.post(`${second}/people/${id}/invite`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await invite(founder, first, 'quiet@example.com')).told).toBe('mailed');
    await mailedTo(smtp, 'quiet@example.com', 6);
  });

  test('names of workspaces and people never become links in a mail', async () => {
    const { shop, smtp, stranger, second } = house;
    const evil = 'Account blocked, confirm at https://evil.example/login';
    expectOk(await stranger.post(`${second}/settings/profile`, { name: evil }));
    expectOk(await stranger.post('/app/api/account', { name: 'security@evil.example' }));
    await invite(stranger, second, 'first@example.com');
    const mail = await mailedTo(smtp, 'first@example.com');
    expect(mail.subject).toStartWith('Docket: invitation');
    const raw = smtp.taken.find(({ to }) => to.includes('first@example.com'))?.raw ?? '';
    for (const part of ['evil', 'blocked', 'confirm at']) expect(raw).not.toContain(part);
    expect(raw).not.toContain('stranger@example.com');
    expectOk(await stranger.post(`${second}/settings/profile`, { name: 'Flowers.example' }));
    expectOk(await stranger.post('/app/api/account', { name: 'Olga' }));
    await invite(stranger, second, 'next@example.com');
    const honest = await mailedTo(smtp, 'next@example.com');
    expect(honest.text.replaceAll(/\s+/g, ' ')).toContain('Olga invites next@example.com to “Flowers example”');
    expect(honest.text).not.toContain('Flowers.example');
    expect(readStore(shop, "SELECT count(*) AS n FROM mails WHERE text LIKE '%evil%'")).toEqual([{ n: 0 }]);
  });
});
