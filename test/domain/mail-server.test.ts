import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createMailer, describeMailServer, type GivenMail, seal, unseal } from '../../src/base/index.ts';
import { queueMail } from '../../src/mail/index.ts';
import {
  type MailServerInput,
  mailerInForce,
  readMailServer,
  removeMailServer,
  saveMailServer,
} from '../../src/mail-server/index.ts';
import { auditLog, ensureKeyFile, keyFilePath, mailServer, mails, readKeyFile } from '../../src/storage/index.ts';
import { openTestStore, refusalOf, TEST_ACTOR, type TestStore, tempDir } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

const NOTHING: GivenMail = { smtpUrl: undefined, from: undefined };
const INPUT: MailServerInput = {
  host: 'Mail.Example.com',
  port: 465,
  tls: 'implicit',
  user: 'shop',
  password: 'p%/@ пароль',
  sender: 'shop@example.com',
};

const scopeOf = ({ workspace }: TestStore) => ({ actor: TEST_ACTOR, workspaceSeq: workspace.seq });
const takes = async () => ({ ok: true }) as const;
const save = (at: TestStore, input: Partial<MailServerInput> = {}, given = NOTHING, tryOut: typeof takes = takes) =>
  saveMailServer(
    { storage: at.storage, random: at.world.random, given, tryOut, ...scopeOf(at) },
    { ...INPUT, ...input },
  );
const keyOf = (at: TestStore): string => keyFilePath(at.storage.path);
const read = (at: TestStore, given = NOTHING) => readMailServer(at.storage.read, keyOf(at), given);

/** The broken rules, each as field:rule. */
async function refusals(done: Promise<unknown>): Promise<string[]> {
  const refusal = await refusalOf(done);
  if (!Array.isArray(refusal?.details)) throw new Error(`no field was refused: ${refusal}`);
  return refusal.details.map(({ path, rule }) => `${path}:${rule}`);
}

test('a sealed text is opened only with its own key and only in the place for which it was sealed', () => {
  const random = seededRandom(1);
  const [key, other] = [random.bytes(32), random.bytes(32)];
  const sealed = seal(key, 'пароль', 'here', random);
  expect(unseal(key, sealed, 'here')).toBe('пароль');
  expect(unseal(other, sealed, 'here')).toBeUndefined();
  expect(unseal(key, sealed, 'there')).toBeUndefined();
  for (const place of [0, 13, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(unseal(key, changed, 'here')).toBeUndefined();
  }
  expect(unseal(key, sealed.subarray(0, 20), 'here')).toBeUndefined();
  expect(unseal(key.subarray(1), sealed, 'here')).toBeUndefined();
  expect(seal(key, 'пароль', 'here', random)).not.toEqual(sealed);
});

test('the mail key file is created once, readable only by its owner, and reused by a second process', () => {
  using dir = tempDir();
  const path = keyFilePath(`${dir.path}/docket.db`);
  const first = ensureKeyFile(path, seededRandom(1));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(ensureKeyFile(path, seededRandom(2))).toEqual(first);
  expect(readKeyFile(path)).toEqual(first);
  expect(readdirSync(dir.path)).toEqual(['mail.key']);
  // This key file is cut short, as by an interrupted copy. Such a file has no key, so the next key replaces it.
  writeFileSync(path, 'short');
  expect(readKeyFile(path)).toBeUndefined();
  expect(ensureKeyFile(path, seededRandom(3))).not.toEqual(first);
  expect(() => ensureKeyFile(`${dir.path}/nowhere/mail.key`, seededRandom(4))).toThrow(/cannot be written/);
});

test('a saved mail password can be read back, but is not readable in the database or the history', async () => {
  await using at = await openTestStore();
  expect(existsSync(keyOf(at))).toBe(false);
  expect(await save(at)).toEqual({ ok: true });
  const found = read(at);
  if (found.kind !== 'saved') throw new Error(found.kind);
  const { smtpUrl } = found.settings;
  expect(describeMailServer(found.settings)).toEqual({
    host: 'mail.example.com',
    port: 465,
    encryption: 'tls',
    user: 'shop',
    from: 'shop@example.com',
  });
  expect(decodeURIComponent(new URL(smtpUrl).password)).toBe('p%/@ пароль');
  await at.storage.idle();
  const files = readdirSync(at.dataDir).filter((name) => name.startsWith('docket.db'));
  for (const name of files) expect(readFileSync(`${at.dataDir}/${name}`).includes('p%/@')).toBe(false);
  const [row] = at.storage.read.select().from(auditLog).all().slice(-1);
  expect(row?.action).toBe('mail_server.saved');
  expect(JSON.parse(row?.changes ?? '')).toMatchObject({
    host: { from: null, to: 'mail.example.com' },
    password: { from: '***', to: '***' },
  });
});

test('mail server settings are saved only if sending a mail with these settings succeeds', async () => {
  await using at = await openTestStore();
  const asked: string[] = [];
  const result = await saveMailServer(
    {
      storage: at.storage,
      random: at.world.random,
      given: NOTHING,
      tryOut: async ({ smtpUrl }) => {
        asked.push(smtpUrl);
        return { ok: false, step: 'auth', reason: '535 no' };
      },
      ...scopeOf(at),
    },
    INPUT,
  );
  expect(result).toMatchObject({ ok: false, step: 'auth' });
  expect(asked).toEqual([`smtps://shop:${encodeURIComponent('p%/@ пароль')}@mail.example.com:465`]);
  expect(read(at)).toEqual({ kind: 'none' });
  expect(existsSync(keyOf(at))).toBe(false);
});

test('a mail server given at the start replaces all saved settings, but a sender given at the start replaces only the saved sender', async () => {
  await using at = await openTestStore();
  await save(at);
  const smtpUrl = { value: 'smtp://relay.example.com', by: 'DOCKET_SMTP_URL' };
  const from = { value: 'other@example.com', by: '--mail-from' };
  expect(read(at, { smtpUrl, from: undefined })).toEqual({
    kind: 'given',
    settings: { smtpUrl: smtpUrl.value, from: undefined },
  });
  expect(read(at, { smtpUrl: undefined, from })).toMatchObject({ kind: 'saved', settings: { from: from.value } });
  await expect(save(at, {}, { smtpUrl, from })).rejects.toThrow(/DOCKET_SMTP_URL sets the mail server/);
});

test('without the right key file the password must be entered again, and mails wait', async () => {
  await using at = await openTestStore();
  await save(at);
  const right = readFileSync(keyOf(at));
  for (const lose of [() => rmSync(keyOf(at)), () => writeFileSync(keyOf(at), seededRandom(9).bytes(32))]) {
    lose();
    const found = read(at);
    expect(found).toMatchObject({ kind: 'locked', saved: { host: 'mail.example.com', user: 'shop' } });
    const mailer = mailerInForce(found, createMailer);
    const mail = { to: 'a@example.com', subject: '', text: '', html: '', messageId: '' };
    expect(await mailer?.send(mail)).toMatchObject({ ok: false, reason: expect.stringContaining('entered again') });
    expect(await refusals(save(at, { password: undefined }))).toEqual(['password:mail_password_lost']);
  }
  // The right key file is restored, so nothing has to be done.
  writeFileSync(keyOf(at), right);
  expect(read(at).kind).toBe('saved');
  rmSync(keyOf(at));
  await save(at, { password: 'new one' });
  expect(read(at).kind).toBe('saved');
});

test('a saved password is used only for the server and user that it was saved for', async () => {
  await using at = await openTestStore();
  expect(await refusals(save(at, { password: undefined }))).toEqual(['password:mail_password']);
  await save(at);
  expect(await save(at, { password: undefined, sender: 'other@example.com' })).toEqual({ ok: true });
  expect(read(at)).toMatchObject({ kind: 'saved', saved: { sender: 'other@example.com' } });
  const others: Partial<MailServerInput>[] = [
    { host: 'evil.example.com' },
    { port: 466 },
    { tls: 'starttls' },
    { user: 'else' },
  ];
  for (const other of others) {
    expect(await refusals(save(at, { ...other, password: '' }))).toEqual(['password:mail_password_again']);
  }
  await at.storage.write((tx) => {
    tx.db.update(mailServer).set({ host: 'evil.example.com' }).run();
  });
  expect(read(at).kind).toBe('locked');
});

const REFUSED: readonly (readonly [Partial<MailServerInput>, string])[] = [
  [{ host: '' }, 'host:mail_host'],
  [{ host: 'https://mail.example.com' }, 'host:mail_host'],
  [{ host: 'mail.example.com:25' }, 'host:mail_host'],
  [{ host: 'me@mail.example.com' }, 'host:mail_host'],
  [{ host: 'mail.example.com/x?y' }, 'host:mail_host'],
  [{ host: 'a b' }, 'host:mail_host'],
  [{ port: 0 }, 'port:whole_between'],
  [{ port: 65_536 }, 'port:whole_between'],
  [{ port: 1.5 }, 'port:whole_between'],
  [{ tls: 'none' }, 'tls:mail_tls'],
  [{ tls: 'none', host: '10.0.0.1' }, 'tls:mail_tls'],
  [{ tls: 'none', host: '127.evil.example' }, 'tls:mail_tls'],
  [{ user: '' }, 'user:mail_user'],
  [{ user: 'a\r\nb' }, 'user:line_at_most'],
  [{ password: 'x'.repeat(501) }, 'password:line_at_most'],
  [{ password: '\uD800' }, 'password:line_at_most'],
  [{ sender: 'nobody' }, 'sender:email'],
  [{ sender: 'a@b.example, c@d.example' }, 'sender:email'],
];

test('an unsafe mail server setting is refused with the name of its field', async () => {
  await using at = await openTestStore();
  for (const [input, told] of REFUSED) expect([input, await refusals(save(at, input))]).toEqual([input, [told]]);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['LOCALHOST', 'localhost'],
])('an unencrypted connection is accepted only to a mail server on this machine: %s', async (host, known) => {
  await using at = await openTestStore();
  expect(await save(at, { host, tls: 'none' })).toEqual({ ok: true });
  expect(read(at)).toMatchObject({ kind: 'saved', saved: { host: known } });
});

test('saving a mail server sends waiting mails at once, and removing it deletes the password', async () => {
  await using at = await openTestStore();
  const worded = { subject: 's', text: 't', html: 'h' };
  await at.storage.write((tx) => {
    queueMail(tx, { workspaceSeq: at.workspace.seq, kind: 'webhook_warning', recipient: 'a@example.com', worded });
    tx.db
      .update(mails)
      .set({ attempts: 1, dueAt: tx.now + 60_000 })
      .run();
  });
  await save(at);
  // Mails with a link go before this mail.
  expect(at.storage.read.select({ dueAt: mails.dueAt }).from(mails).all()).toEqual([{ dueAt: 1 }]);
  await removeMailServer({ storage: at.storage, ...scopeOf(at) });
  expect(read(at)).toEqual({ kind: 'none' });
  expect(at.storage.read.select().from(mailServer).all()).toEqual([]);
  await removeMailServer({ storage: at.storage, ...scopeOf(at) });
  const actions = at.storage.read.select({ action: auditLog.action }).from(auditLog).all();
  expect(actions.slice(-2)).toEqual([{ action: 'mail_server.saved' }, { action: 'mail_server.removed' }]);
});
