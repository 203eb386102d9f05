import { expect, test } from 'bun:test';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf, type Visitor } from '../support/browser-session.ts';
import { docket, docketJson, openShop, serve } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk } from '../support/http-answers.ts';
import { addWorkspace, enterAs } from '../support/members.ts';
import { type SmtpServer, startSmtp } from '../support/smtp.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'mail-secret';
const SENDER = 'shop@example.com';
/** Without a public address no invitation is mailed. */
const PUBLIC = ['--public-url', 'https://orders.example.com'];

const formFor = (port: number) => ({
  host: 'localhost',
  port,
  tls: 'none',
  user: 'shop',
  password: PASSWORD,
  sender: SENDER,
});
const start = (): Promise<SmtpServer> => startSmtp({ user: 'shop', password: PASSWORD });

const invite = async (owner: Visitor, base: string, email: string) =>
  expectOk(await owner.post(`${base}/people`, { email, role: 'viewer', language: 'en' }));

const arrival = (smtp: SmtpServer, email: string) =>
  until(`the mail to ${email}`, () => smtp.taken.find(({ to }) => to.includes(email)));

test('a mail server is tested before it is saved, and is returned without its password', async () => {
  await using smtp = await start();
  await using shop = await openShop(PUBLIC);
  const owner = await ownerOf(shop);
  expect(expectOk(await owner.get(`${shop.base}/mail`))).toEqual({
    kind: 'none',
    server: null,
    saved: null,
    givenBy: { server: null, from: null },
  });
  expect((await invite(owner, shop.base, 'early@example.com')).told).toBe('link');
  const form = formFor(smtp.port);
  expect(expectOk(await owner.post(`${shop.base}/mail/test`, { server: form })).failed).toBeNull();
  expect(expectOk(await owner.get(`${shop.base}/mail`)).kind).toBe('none');
  expect(expectOk(await owner.post(`${shop.base}/mail`, form))).toEqual({ to: 'owner@example.com', failed: null });
  expect(smtp.taken.map(({ to, user, from }) => [...to, user, from])).toEqual([
    ...[0, 1].map(() => ['owner@example.com', 'shop', SENDER]),
  ]);
  const { password: _, ...saved } = form;
  const answer = await owner.get(`${shop.base}/mail`);
  expect(expectOk(answer)).toMatchObject({ kind: 'saved', saved, server: { encryption: 'none', user: 'shop' } });
  expect(expectOk(await owner.get('/app/api/me')).installation.mail).toBe(true);
  // The scheduler's thread uses the mail server too, although none was set when the thread started.
  expect((await invite(owner, shop.base, 'late@example.com')).told).toBe('mailed');
  await arrival(smtp, 'late@example.com');
  const history = await owner.get(`${shop.base}/history`);
  expect(JSON.stringify(history.body)).toContain('mail_server.saved');
  const diagnostics = await owner.get(`${shop.base}/system/diagnostics`);
  expect(diagnostics.body.process.mailServerSet).toBe(true);
  for (const { body } of [answer, history, diagnostics]) expect(JSON.stringify(body)).not.toContain(PASSWORD);
  expect(shop.server.stdout() + shop.server.stderr()).not.toContain(PASSWORD);
  expect(statSync(join(shop.dir, 'mail.key')).mode & 0o777).toBe(0o600);
  expect(expectOk(await owner.post(`${shop.base}/mail`, { ...saved, sender: 'other@example.com' })).failed).toBeNull();
  expect(smtp.taken.at(-1)).toMatchObject({ from: 'other@example.com', user: 'shop' });
  await using thief = await startSmtp();
  const away = await owner.post(`${shop.base}/mail/test`, { server: { ...saved, port: thief.port } });
  expectFailure(away, 422, 'validation_failed');
  expect(away.body.details).toMatchObject([{ path: 'password', rule: 'mail_password_again' }]);
  expect(thief.taken).toEqual([]);
  expectOk(await owner.post(`${shop.base}/mail/remove`));
  expect(expectOk(await owner.get(`${shop.base}/mail`)).kind).toBe('none');
  expect((await invite(owner, shop.base, 'after@example.com')).told).toBe('link');
});

test('owners of a later workspace cannot see, test or change the installation’s mail server', async () => {
  await using smtp = await start();
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  expectOk(await owner.post(`${shop.base}/mail`, formFor(smtp.port)));
  const workspaceId = await addWorkspace(shop.dir, 'B');
  const stranger = await enterAs(shop, { email: 'b@example.com' }, workspaceId);
  const base = `/app/api/workspaces/${workspaceId}`;
  const seen = await stranger.get(`${base}/mail`);
  expectFailure(seen, 403, 'forbidden');
  expect(JSON.stringify(seen.body)).not.toContain('localhost');
  expectFailure(await stranger.post(`${base}/mail`, formFor(smtp.port)), 403, 'forbidden');
  expectFailure(await stranger.post(`${base}/mail/test`, {}), 403, 'forbidden');
  expectFailure(await stranger.post(`${base}/mail/remove`), 403, 'forbidden');
  expect(smtp.taken).toHaveLength(1);
});

test('testing, saving and removing a mail server need the password again after ten minutes', async () => {
  await using shop = await openTimedShop();
  await using smtp = await start();
  const owner = await shop.owner();
  shop.store.world.clock.advance(11 * 60_000);
  for (const [path, body] of [
    ['mail', formFor(smtp.port)],
    ['mail/test', { server: formFor(smtp.port) }],
    ['mail/remove', {}],
  ] as const) {
    expectFailure(await owner.post(`${shop.base}/${path}`, body), 403, 'proof_needed');
  }
  expect(smtp.taken).toEqual([]);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expect(expectOk(await owner.post(`${shop.base}/mail`, formFor(smtp.port))).failed).toBeNull();
});

test('mails wait after the mail key file is lost, until the mail password is entered again', async () => {
  await using smtp = await start();
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  expectOk(await owner.post(`${shop.base}/mail`, formFor(smtp.port)));
  rmSync(join(shop.dir, 'mail.key'));
  const { kind, saved } = expectOk(await owner.get(`${shop.base}/mail`));
  expect(kind).toBe('locked');
  expect(saved).toMatchObject({ host: 'localhost', user: 'shop' });
  const { attention } = expectOk(await owner.get(`${shop.base}/overview`));
  expect(attention).toEqual([{ kind: 'mail-locked' }]);
  // The mail is stored as if it had been queued before the key file was lost.
  expect((await invite(owner, shop.base, 'waits@example.com')).told).toBe('link');
  changeStore(
    shop,
    `INSERT INTO mails (id, workspace_seq, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
     VALUES (randomblob(16), 1, 'webhook_warning', 'waits@example.com', 's', 't', 'h', 'pending', 0, 0, ${Date.now()})`,
  );
  const newest = async () => expectOk(await owner.get(`${shop.base}/mails`)).mails[0];
  const tried = await until('the attempt', async () => {
    const mail = await newest();
    return mail.attempts > 0 && mail;
  });
  expect(tried).toMatchObject({ state: 'pending', lastError: expect.stringContaining('entered again') });
  expectFailure(await owner.post(`${shop.base}/mail`, { ...saved, user: 'shop' }), 422, 'validation_failed');
  expectOk(await owner.post(`${shop.base}/mail`, formFor(smtp.port)));
  await arrival(smtp, 'waits@example.com');
});

test('a running server uses the mail settings that a command saves, unless a flag takes precedence', async () => {
  await using first = await start();
  await using second = await start();
  await using shop = await openShop(PUBLIC);
  const at = ['--data', shop.dir];
  const server = ['--smtp-host', '127.0.0.1', '--smtp-tls', 'none', '--smtp-sender', SENDER];
  const login = ['--smtp-user', 'shop', '--smtp-password', '-'];
  const set = (port: number) => ['mail', 'set', ...at, ...server, ...login, '--smtp-port', `${port}`];
  const run = async (port: number) =>
    JSON.parse((await docket([...set(port), '--json'], { stdin: `${PASSWORD}\n` })).stdout);
  const owner = await ownerOf(shop);
  for (const [smtp, email] of [
    [first, 'one@example.com'],
    [second, 'two@example.com'],
  ] as const) {
    expect(await run(smtp.port)).toEqual({ ok: true, to: 'owner@example.com' });
    expect((await invite(owner, shop.base, email)).told).toBe('mailed');
    await arrival(smtp, email);
  }
  expect(await docketJson<object>(['mail', 'show', ...at])).toMatchObject({
    kind: 'saved',
    setBy: null,
    server: { port: second.port, user: 'shop' },
  });
  expect(await docketJson<object>(['mail', 'test', ...at])).toEqual({ ok: true, to: ['owner@example.com'] });
  expect((await docket(['check', ...at])).stdout).toContain('ok: the mail server answers');
  const url = `smtp://shop:${PASSWORD}@127.0.0.1:${first.port}`;
  const env = { DOCKET_SMTP_URL: url };
  expect(await docketJson<object>(['mail', 'show', ...at], { env })).toMatchObject({
    kind: 'given',
    setBy: 'DOCKET_SMTP_URL',
    server: { port: first.port },
  });
  const before = first.taken.length;
  await docketJson(['mail', 'test', ...at], { env });
  expect(first.taken).toHaveLength(before + 1);
  const refused = await docket(set(second.port), { env, stdin: PASSWORD });
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('DOCKET_SMTP_URL sets the mail server'),
  ]);
  await shop.server.end();
  await using again = await serve(shop.dir, ['--smtp-url', url, '--mail-from', 'flag@example.com', ...PUBLIC]);
  const later = await ownerOf(again);
  expect(expectOk(await later.get(`${shop.base}/mail`))).toMatchObject({
    kind: 'given',
    givenBy: { server: '--smtp-url', from: '--mail-from' },
    server: { port: first.port, from: 'flag@example.com' },
  });
  expectFailure(await later.post(`${shop.base}/mail`, formFor(second.port)), 403, 'forbidden');
  await invite(later, shop.base, 'three@example.com');
  await arrival(first, 'three@example.com');
  await again.end();
  const file = join(shop.dir, 'docket.toml');
  writeFileSync(file, `smtp-url = "${url}"\n`);
  await using byFile = await serve(shop.dir, PUBLIC);
  expect(expectOk(await (await ownerOf(byFile)).get(`${shop.base}/mail`))).toMatchObject({
    kind: 'given',
    givenBy: { server: `smtp-url in ${file}`, from: null },
    server: { port: first.port },
  });
  rmSync(file);
  await docketJson(['mail', 'clear', ...at]);
  expect(await docketJson<object>(['mail', 'show', ...at])).toMatchObject({ kind: 'none', server: null });
  const none = await docket(['mail', 'test', ...at]);
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('docket mail set')]);
});
