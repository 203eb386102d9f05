/**
 * Contract, section 7: all secrets in the database and its backups are sealed with the key in `seal.key`. The database
 * and its backups contain no readable token of a link.
 */

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { createThrottle, fromBase32, toBase32 } from '../../src/base/index.ts';
import { dueMails, wordsOf } from '../../src/mail/index.ts';
import { addPerson, beginSecondFactor, findSession, invitePerson, knock, signIn } from '../../src/people/index.ts';
import { enterSealKey, rotateSealKey, showSealKey } from '../../src/seal/index.ts';
import {
  databasePath,
  MIGRATIONS,
  mails,
  openReader,
  putBack,
  SCHEMA_VERSION,
  sealedFor,
  sealKeyPath,
  secondFactors,
  webhookEndpoints,
} from '../../src/storage/index.ts';
import { migrate, migrateCopy } from '../../src/storage/schema/migrate.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';
import { addEndpoint, findTarget, listEndpoints, rotateSecret } from '../../src/webhooks/index.ts';
import { backUp } from '../support/backups.ts';
import { HOLDER, openTestStore, TEST_ACTOR, type TestStore, tempDir } from '../support/store.ts';

const URL = 'https://hooks.example.com/orders';
const OWNER = { email: 'owner@example.com', password: 'a long enough password', role: 'owner' } as const;

/** A secret in every possible encoding: as text, as its bytes, and each of them in base64, base32 and hex. */
function formsOf(secret: string): Buffer[] {
  const raw = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const bytes = /^[A-Z2-7]{32}$/.test(secret) ? Buffer.from(fromBase32(secret)) : raw;
  const texts = [Buffer.from(secret), bytes].flatMap((it) => {
    const base64 = it.toString('base64').replace(/=+$/, '');
    return [base64, it.toString('base64url'), toBase32(it), it.toString('hex'), it.toString('hex').toUpperCase()];
  });
  return [Buffer.from(secret), bytes, ...texts.map((it) => Buffer.from(it.slice(0, 40)))];
}

function found(folder: string, secret: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    const bytes = /\.key$/.test(name) ? Buffer.alloc(0) : readIfFile(path);
    return formsOf(secret).some((form) => bytes.includes(form));
  });
}

function readIfFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

async function openSecretive(store: TestStore) {
  const { storage, world, workspace } = store;
  const outbound = { check: async (url: string) => ({ url }) as const };
  const ctx = { storage, workspace, actor: TEST_ACTOR, random: world.random, outbound };
  const { id, secret } = await addEndpoint(ctx, { url: URL, events: ['order.created'] });
  const rotated = await rotateSecret(ctx, id);
  const person = await addPerson(ctx, OWNER);
  const throttle = createThrottle(world.clock);
  const device = { userAgent: null, address: '203.0.113.7' };
  const token = await signIn(
    { storage, ...world, throttle },
    {
      ...OWNER,
      code: undefined,
      remember: false,
      at: knock({ storage, throttle }, { device, what: 'passwords' }),
      noteTried: () => undefined,
    },
  );
  const session = findSession(storage, { token, nowMs: world.clock.now() });
  if (session === undefined) throw new Error('nobody is signed in');
  const factor = await beginSecondFactor({ storage, random: world.random, session });
  const inviter = { seq: person.seq, name: null };
  const inviting = { random: world.random, mailUrl: 'https://shop.example', shownUrl: 'https://shop.example', inviter };
  await invitePerson({ ...ctx, inviting }, { email: 'new@example.com', role: 'viewer', language: 'en' });
  const [mail] = dueMails(storage.read, world.clock.now(), 10).filter(({ kind }) => kind === 'invitation');
  if (mail === undefined) throw new Error('no mail waits');
  const words = () => wordsOf(mail, storage.secrets);
  const link = /app\/reset#([\w-]+)/.exec(words()?.text ?? '')?.[1] ?? '';
  return { ctx, id, endpoint: [rotated?.secret ?? '', secret], factor, link, mail, words, personSeq: person.seq };
}

test('the rotation of a webhook secret stores a usable secret for the endpoint, even if the given endpoint id is in capitals', async () => {
  await using store = await openTestStore();
  const { ctx, id } = await openSecretive(store);
  const rotated = await rotateSecret(ctx, id.toUpperCase());
  const [endpoint] = listEndpoints(store.storage, store.workspace);
  expect(endpoint).toMatchObject({ id, secretLost: false });
  expect(rotated?.secret).toStartWith('whsec_');
  const subjects = store.storage.read.all(sql`SELECT DISTINCT subject FROM audit_log WHERE action LIKE 'webhook%'`);
  expect(subjects).toEqual([{ subject: id }]);
});

test('secrets and links are readable in no file of the data folder, in any encoding', async () => {
  await using store = await openTestStore();
  const { endpoint, factor, link, words } = await openSecretive(store);
  expect(link).toHaveLength(43);
  expect(words()?.html).toContain(link);
  await backUp(store, store.dataDir);
  for (const secret of [...endpoint, factor, link])
    expect([secret, found(store.dataDir, secret)]).toEqual([secret, []]);
  // The search does find secrets that are there.
  expect(found(store.dataDir, URL)).not.toEqual([]);
});

test('a rotation of the seal key reseals all secrets at once and keeps them usable', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const { ctx, endpoint, factor, personSeq, words } = await openSecretive(store);
  const before = words()?.text;
  const { name } = await rotateSealKey(ctx);
  const sealed = [
    ...storage.read
      .select({ a: webhookEndpoints.secret, b: webhookEndpoints.previousSecret })
      .from(webhookEndpoints)
      .all(),
    ...storage.read.select({ a: secondFactors.secret, b: secondFactors.secret }).from(secondFactors).all(),
    ...storage.read.select({ a: mails.link, b: mails.link }).from(mails).where(eq(mails.kind, 'invitation')).all(),
  ].flatMap(({ a, b }) => [a, b]);
  expect(sealed).toHaveLength(6);
  for (const text of sealed) expect(text).toStartWith(`sealed.${name}.`);
  const reader = openReader(storage.path);
  expect(findTarget(reader, 1, store.world.clock.now())?.secrets).toEqual(endpoint);
  reader.close();
  const [row] = storage.read.select().from(secondFactors).all();
  expect(storage.secrets.open(row?.secret ?? '', sealedFor.factor(personSeq))).toBe(factor);
  expect(words()?.text).toBe(before);
});

test('entering a missing seal key releases the endpoints and mails that wait for it', async () => {
  await using store = await openTestStore();
  const { ctx, endpoint, words } = await openSecretive(store);
  const { text } = await showSealKey(ctx);
  for (const name of readdirSync(store.dataDir).filter((it) => it.endsWith('.key'))) rmSync(join(store.dataDir, name));
  const now = store.world.clock.now();
  const reader = openReader(store.storage.path);
  expect(findTarget(reader, 1, now)).toMatchObject({ active: false, secrets: [] });
  const fresh = openSecrets(sealKeyPath(store.storage.path));
  const [mail] = dueMails(reader.db, now, 10).filter(({ kind }) => kind === 'invitation');
  expect(mail && wordsOf(mail, fresh)).toBeUndefined();
  await enterSealKey(ctx, { sealKey: text });
  expect(findTarget(reader, 1, now)).toMatchObject({ active: true, secrets: endpoint });
  reader.close();
  expect(words()?.text).toContain('/app/reset#');
});

const PLANTED = {
  endpoint: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  factor: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  token: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA',
};

/**
 * The text is so long that SQLite stores its end on separate pages. A shorter text would free these pages with the
 * secret still in them.
 */
const STYLE = `<style>${'p { margin: 0 } '.repeat(600)}</style>`;

/** The schema before secrets were sealed. */
const OPEN = 52;

function plantOld(path: string, version: number): void {
  using db = new Database(path);
  db.run('PRAGMA journal_mode = WAL');
  const known = MIGRATIONS.filter((step) => step.version <= version);
  migrateCopy(db, known, 1);
  db.run(`INSERT INTO workspaces (seq, id, name, plan, time_zone, api_enabled, inquiries_enabled, webhooks_enabled,
    created_at, updated_at)
    VALUES (1, x'01', 'Shop', 'pro', 'UTC', 1, 1, 1, 1, 1)`);
  db.run(`INSERT INTO people (seq, id, email, email_key, created_at) VALUES (1, x'02', 'o@shop', 'o@shop', 1)`);
  db.run("INSERT INTO memberships (workspace_seq, person_seq, role, created_at) VALUES (1, 1, 'owner', 1)");
  db.run(
    `INSERT INTO webhook_endpoints (seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
      VALUES (1, x'03', 1, 'https://one.example', '', 1, ?, 1, 1)`,
    [PLANTED.endpoint],
  );
  db.run('INSERT INTO second_factors VALUES (1, ?, 1, 0)', [PLANTED.factor]);
  const link = `https://shop.example/app/reset#${PLANTED.token}`;
  db.run(
    `INSERT INTO mails (id, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
      VALUES (randomblob(16), 'new_password', 'o@example.com', 's', ?, ?, 'pending', 0, 0, 1)`,
    [`Open it:\n${link}\n`, `${STYLE}<a href="${link}">Open</a>`],
  );
}

test('an upgrade seals the plain-text secrets and leaves no plain text in the database file or its write-ahead log', () => {
  using dir = tempDir();
  const path = databasePath(dir.path);
  plantOld(path, OPEN);
  using db = new Database(path);
  const copy = migrate(db, MIGRATIONS, 2);
  // Only the copy still contains plain text. It has the earlier schema, so that an executable from before sealing can
  // read it.
  for (const secret of Object.values(PLANTED)) {
    expect([secret, found(dir.path, secret).map((name) => join(dir.path, name))]).toEqual([secret, [copy ?? '']]);
  }
  const secrets = openSecrets(sealKeyPath(path));
  const [row] = db.query<{ id: Uint8Array; secret: string }, []>('SELECT id, secret FROM webhook_endpoints').all();
  expect(secrets.open(row?.secret ?? '', sealedFor.endpoint(row?.id.toHex() ?? ''))).toBe(PLANTED.endpoint);
  type Mail = { id: Uint8Array; text: string; html: string; link: string };
  const [mail] = db.query<Mail, []>("SELECT id, text, html, link FROM mails WHERE kind = 'new_password'").all();
  if (mail === undefined) throw new Error('the mail is gone');
  const words = wordsOf({ ...mail, id: mail.id.toHex() }, secrets);
  const link = `https://shop.example/app/reset#${PLANTED.token}`;
  expect(words).toEqual({ text: `Open it:\n${link}\n`, html: `${STYLE}<a href="${link}">Open</a>` });
});

test('a restored copy gets plain secrets if its schema predates sealing, and sealed ones otherwise', () => {
  for (const schema of [OPEN, SCHEMA_VERSION]) {
    using dir = tempDir();
    const path = databasePath(dir.path);
    const copy = join(dir.path, 'docket.db.before.backup');
    plantOld(copy, schema);
    plantOld(path, OPEN);
    {
      using db = new Database(path);
      migrate(db, MIGRATIONS, 2);
    }
    putBack(dir.path, copy, HOLDER, 3);
    using db = new Database(path, { readonly: true });
    const kept = db.query<{ secret: string }, []>(
      'SELECT secret FROM webhook_endpoints UNION SELECT secret FROM second_factors',
    );
    const texts = kept.all().map(({ secret }) => secret);
    if (schema < SCHEMA_VERSION) expect(new Set(texts)).toEqual(new Set([PLANTED.endpoint, PLANTED.factor]));
    else for (const text of texts) expect(text).toStartWith('sealed.');
  }
});
