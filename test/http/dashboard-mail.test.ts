import { expect, test } from 'bun:test';
import { ownerOf, visitor } from '../support/browser-session.ts';
import { type Answer, openShop, type Shop } from '../support/docket.ts';
import { expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { resetLink } from '../support/members.ts';
import { partOf, type SmtpMode, type SmtpServer, startSmtp } from '../support/smtp.ts';
import { hashedId, triedIn } from '../support/tried.ts';
import { until } from '../support/until.ts';

/** Without a public address no invitation is mailed. */
const PUBLIC = ['--public-url', 'https://orders.example.com'];

async function openMailShop() {
  const smtp = await startSmtp({ user: 'shop', password: 'mail-secret' });
  const url = `smtp://shop:mail-secret@127.0.0.1:${smtp.port}`;
  const shop = await openShop(['--smtp-url', url, '--mail-from', 'docket@example.com', ...PUBLIC]);
  const owner = await ownerOf(shop);
  return {
    shop,
    smtp,
    owner,
    base: shop.base,
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}

type MailShop = Awaited<ReturnType<typeof openMailShop>>;

const settledMail = ({ owner, base }: MailShop) =>
  until('the mail', async () => {
    const [mail] = expectOk(await owner.get(`${base}/mails`)).mails;
    return mail !== undefined && mail.state !== 'pending' && mail;
  });

const plainOf = (smtp: SmtpServer): string => {
  const mail = smtp.taken.at(-1);
  return mail === undefined ? '' : partOf(mail, 'text/plain');
};

test('the mail page hides the password of a mail server given by a flag, and sends a test mail', async () => {
  await using at = await openMailShop();
  const { owner, base, smtp } = at;
  const answer = await owner.get(`${base}/mail`);
  expect(expectOk(answer).server).toEqual({
    host: '127.0.0.1',
    port: smtp.port,
    encryption: 'offered',
    user: 'shop',
    from: 'docket@example.com',
  });
  expect(JSON.stringify(answer.body)).not.toContain('mail-secret');
  expect(expectOk(await owner.post(`${base}/mail/test`))).toEqual({ to: 'owner@example.com', failed: null });
  expect(smtp.taken.map(({ to }) => to)).toEqual([['owner@example.com']]);
});

const STEPS: readonly (readonly [SmtpMode, string])[] = [
  ['refuse-sender', 'sender'],
  ['refuse-recipient', 'recipient'],
  ['refuse-message', 'message'],
];

test('a failed test mail names the failed step of sending and quotes the server', async () => {
  await using at = await openMailShop();
  for (const [mode, step] of STEPS) {
    at.smtp.mode = mode;
    const { failed } = expectOk(await at.owner.post(`${at.base}/mail/test`));
    expect(failed.step).toBe(step);
    expect(failed.reason).not.toBe('');
    expect(failed.reason).not.toContain('mail-secret');
  }
});

test('test mails are throttled, and refused without a mail server', async () => {
  await using at = await openMailShop();
  const answers = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push((await at.owner.post(`${at.base}/mail/test`)).status);
  expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
  await using plain = await openShop();
  const owner = await ownerOf(plain);
  expect(expectOk(await owner.get(`${plain.base}/mail`)).server).toBeNull();
  expectFailure(await owner.post(`${plain.base}/mail/test`), 404, 'not_found');
});

test('an invitation is mailed in the chosen language, and only the mail contains the link', async () => {
  await using at = await openMailShop();
  const { owner, base, shop, smtp } = at;
  const told = expectOk(await owner.post(`${base}/people`, { email: 'p@example.com', role: 'viewer', language: 'ru' }));
  expect(told).toMatchObject({ told: 'mailed', link: null });
  const mail = await settledMail(at);
  expect(mail).toMatchObject({ kind: 'invitation', recipient: 'p@example.com', state: 'sent', text: '' });
  const text = plainOf(smtp);
  expect(text).toContain('Test shop');
  expect(text).toContain('пароль');
  const token = /\/app\/reset#(\S+)/.exec(text)?.[1] ?? '';
  const kept = readStore<{ link: null; text: string; html: string }>(shop, 'SELECT link, text, html FROM mails');
  expect(kept).toMatchObject([{ link: null }]);
  expect(JSON.stringify(kept)).not.toContain(token);
  const who = visitor(shop.url);
  expectOk(await who.post('/app/api/reset', { token, password: 'long enough here' }));
  expect(expectOk(await who.get('/app/api/me')).workspaces).toMatchObject([{ role: 'viewer' }]);
});

const tokenOf = (link: string): string => link.split('#')[1] ?? '';
const asked = (shop: Shop, email: string) => visitor(shop.url).post('/app/api/forgotten', { email });

test('a forgotten password is reset by mail, without revealing who has an account', async () => {
  await using at = await openMailShop();
  const { shop, smtp } = at;
  expect(expectOk(await visitor(shop.url).get('/app/api/forgotten'))).toEqual({ byMail: true });
  const printed = tokenOf(await resetLink(shop.dir, 'owner@example.com'));
  const [unknown, known] = [await asked(shop, 'nobody@example.com'), await asked(shop, 'Owner@Example.com')];
  expect(expectOk(unknown)).toEqual(expectOk(known));
  expect(await settledMail(at)).toMatchObject({ kind: 'new_password', state: 'sent', text: '' });
  expect(smtp.taken.map(({ to }) => to)).toEqual([['owner@example.com']]);
  const token = /https:\/\/orders\.example\.com\/app\/reset#(\S+)/.exec(plainOf(smtp))?.[1] ?? '';
  const who = visitor(shop.url);
  // Anybody can request a link by mail, so such a request ends no link that was printed on the machine. A new password
  // ends both links.
  expectOk(await who.post('/app/api/reset/check', { token: printed }));
  expect(expectOk(await who.post('/app/api/reset/check', { token })).email).toBe('owner@example.com');
  expectOk(await who.post('/app/api/reset', { token, password: 'long enough here' }));
  const { person } = expectOk(await who.get('/app/api/me'));
  expect(person.email).toBe('owner@example.com');
  const tried = (answer: Answer) => triedIn(shop.server, Promise.resolve(answer));
  expect([await tried(unknown), await tried(known)]).toEqual([undefined, hashedId(person.id)]);
  for (const spent of [token, printed]) {
    expectFailure(await who.post('/app/api/reset', { token: spent, password: 'long enough here' }), 404, 'not_found');
  }
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    for (let more = 0; more < 2; more += 1) expectOk(await asked(shop, email));
    expectFailure(await asked(shop, email), 429, 'rate_limited');
  }
  await until('the other two mails', () => smtp.taken.filter(({ to }) => to[0] === 'owner@example.com').length === 3);
  expect(smtp.taken).toHaveLength(3);
});

test('the page for a forgotten password offers and sends no link by mail if no mail server is set', async () => {
  await using plain = await openShop(PUBLIC);
  expect(expectOk(await visitor(plain.url).get('/app/api/forgotten'))).toEqual({ byMail: false });
  expectFailure(await asked(plain, 'owner@example.com'), 404, 'not_found');
});
