import { beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/storage/index.ts';
import { ownerOf, type Visitor, visitor } from '../support/browser-session.ts';
import { client, dataDir, docketJson, EXECUTABLE, OWNER, openShop, orderBody } from '../support/docket.ts';
import {
  backUpInto,
  type FreshDesk,
  leftovers,
  namesIn,
  openFreshDesk,
  openRestored,
  restoredBy,
  sealKeyIn,
  sendBackup,
} from '../support/fresh-desk.ts';
import {
  changeStore,
  expectFailure,
  expectInvalid,
  expectOk,
  placeOrder,
  rawSocket,
  readStore,
} from '../support/http-answers.ts';
import { movedClock } from '../support/moved-clock.ts';
import { alter } from '../support/raw-database.ts';
import { openS3 } from '../support/s3.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const BASE = '/app/api/setup/backups';
const FORM = { workspace: 'Лавка', timeZone: 'Europe/Moscow', email: 'a@example.com', password: 'long enough' };
const UNKNOWN = 'x'.repeat(43);
const SQLITE = 'application/vnd.sqlite3';

let lost: { readonly orderId: string; readonly key: string; readonly backup: string; readonly sheet: string };
const shelf = shared(dataDir);
beforeAll(async () => {
  await using shop = await openShop();
  const order = await placeOrder(shop.api);
  const backup = await backUpInto(shelf.path, shop.dir);
  lost = { orderId: order.id, key: shop.key, backup, sheet: sealKeyIn(shop.dir) };
});

/** Calls the server as the page does: with the token in the body, or in a header when a file is sent. */
function callerOf(url: string, token: string) {
  const who: Visitor = visitor(url);
  return {
    list: () => who.post(BASE, { token }),
    read: (name: string) => who.post(`${BASE}/verify`, { token, name }),
    restore: (name: string, word?: string, anySeal = false) =>
      who.post(`${BASE}/restore`, { token, name, anySeal, ...(word === undefined ? {} : { word }) }),
    restored: () => who.post(`${BASE}/restored`, { token }),
    /** Waits until the server is back. */
    outcome: () => restoredBy(url, token),
    upload: (bytes: Uint8Array, headers: Record<string, string> = { 'x-setup-token': token }) =>
      sendBackup(who, `${BASE}/upload`, bytes, headers),
  };
}

type Caller = ReturnType<typeof callerOf>;

const callerFor = (desk: FreshDesk): Caller => callerOf(desk.url, desk.token());

const uploaded = async (caller: Caller, path = lost.backup): Promise<string> =>
  expectOk(await caller.upload(readFileSync(path))).name;

/** The name that an uploaded backup gets. */
const asUpload = (path: string): string => basename(path).replace('-hand.db', '-upload.db');
/** The whole state that a refusal must leave unchanged. */
const standing = (desk: FreshDesk) => ({
  folder: namesIn(desk.folder),
  leftovers: leftovers(desk),
  kept: namesIn(desk.dir).filter((name) => name.includes('before-restore')),
  links: readStore(desk, 'SELECT token_hash, used_at FROM one_time_links'),
});

test('a backup sealed with an unknown key is restored only after a typed confirmation', async () => {
  await using desk = await openFreshDesk();
  const caller = callerFor(desk);
  const taken = expectOk(await caller.upload(readFileSync(lost.backup)));
  expect(taken).toMatchObject({ word: false, sealed: 'elsewhere' });
  expect(taken.sealKey).toMatch(/^[A-Z2-7]{8}$/);
  const before = standing(desk);
  const refused = await caller.restore(taken.name);
  expectFailure(refused, 422, 'backup_trouble');
  expect(refused.body.message).toContain(`sealed with the key ${taken.sealKey}, which is not here`);
  expectInvalid(await caller.restore(taken.name, undefined, true), 'word');
  expect(standing(desk)).toEqual(before);
  expectOk(await caller.restore(taken.name, 'RESTORE', true));
  expect(await caller.outcome()).toMatchObject({ failure: null, after: { people: 1, orders: 1 } });
});

test('the backups at the target are listed newest first, and an unreadable target is explained', async () => {
  using elsewhere = dataDir();
  const names = ['docket-2026-05-01T03-00-00-000Z-1a2b3c4d.db', 'docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db'];
  for (const name of names) copyFileSync(lost.backup, join(elsewhere.path, name));
  await using desk = await openFreshDesk(['--backup-to', elsewhere.path], {}, lost.sheet);
  const caller = callerFor(desk);
  const { files, target } = expectOk(await caller.list());
  expect([target, files.map(({ name }: { name: string }) => name)]).toEqual([elsewhere.path, names.toReversed()]);
  expect(files[0]).toMatchObject({ takenAt: '2026-05-20T03:00:00.000Z', bytes: readFileSync(lost.backup).length });
  expect(expectOk(await caller.read(names[0] ?? '')).counts.orders).toBe(1);
  expectFailure(await caller.read('../docket.db'), 404, 'not_found');
  expectFailure(await caller.restore('docket-2026-05-02T03-00-00-000Z-1a2b3c4d.db'), 404, 'not_found');
  const file = join(elsewhere.path, 'a file');
  await Bun.write(file, 'no folder');
  await using other = await openFreshDesk(['--backup-to', file], {}, lost.sheet);
  const unreadable = expectOk(await callerFor(other).list());
  expect(unreadable).toMatchObject({ files: [], unreadable: { rule: 'backup_place', trouble: 'in_the_way' } });
});

test('a backup is sent to a bucket and restored from there, and an unreachable bucket is reported', async () => {
  await using s3 = await openS3();
  await using desk = await openFreshDesk(['--backup-to', 's3://shop/nightly'], { env: s3.env }, lost.sheet);
  const caller = callerFor(desk);
  const name = await uploaded(caller);
  // The server may be testing the bucket at this moment. The name of its test file ends in `.partial`.
  expect(s3.keys().filter((key) => !key.endsWith('.partial'))).toEqual([`nightly/${name}`]);
  expect(expectOk(await caller.list())).toMatchObject({ target: 's3://shop/nightly/', files: [{ name }] });
  expect(expectOk(await caller.read(name))).toMatchObject({ address: `s3://shop/nightly/${name}`, word: false });
  expectOk(await caller.restore(name));
  expect(await caller.outcome()).toMatchObject({ failure: null, after: { orders: 1 } });
  expect(leftovers(desk)).toEqual([]);
  const away = { ...s3.env, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' };
  await using other = await openFreshDesk(['--backup-to', 's3://shop/nightly'], { env: away }, lost.sheet);
  expect(expectOk(await callerFor(other).list()).unreadable.message).toContain('s3://shop');
});

interface BadLink {
  readonly what: string;
  readonly spoil: (desk: FreshDesk) => Promise<void> | void;
  readonly token?: string;
}

const inStore = (sql: string) => (desk: FreshDesk) => changeStore(desk, sql);
const BAD_LINKS: readonly BadLink[] = [
  { what: 'no token', spoil: () => undefined, token: '' },
  { what: 'a made-up token', spoil: () => undefined, token: UNKNOWN },
  { what: 'an expired token', spoil: inStore('UPDATE one_time_links SET expires_at = expires_at - 1800000') },
  { what: 'a token of the reset kind', spoil: inStore("UPDATE one_time_links SET purpose = 'reset'") },
  { what: 'a token that was used', spoil: inStore('UPDATE one_time_links SET used_at = created_at') },
  {
    what: 'a good token, where an owner exists',
    async spoil({ dir }) {
      const at = ['--data', dir, '--workspace', 'A', '--email', OWNER.email, '--password', OWNER.password];
      await docketJson(['init', ...at]);
    },
  },
];

test.each(BAD_LINKS)(
  'a set-up call with $what is refused on every route, and no uploaded data reaches the disk',
  async (link) => {
    await using desk = await openFreshDesk(['--backup-to', shelf.path], {}, lost.sheet);
    const { spoil, token = desk.token() } = link;
    await spoil(desk);
    const caller = callerOf(desk.url, token);
    const before = standing(desk);
    const name = basename(lost.backup);
    for (const call of [caller.list, () => caller.read(name), () => caller.restore(name), caller.restored]) {
      expectFailure(await call(), 404, 'not_found');
    }
    expectFailure(await caller.upload(readFileSync(lost.backup)), 404, 'not_found');
    // The upload is answered while the file is still on its way. Otherwise the server would first have to accept the
    // rest.
    const socket = await rawSocket(desk.url);
    const head = `POST ${BASE}/upload HTTP/1.1\r\nHost: ${new URL(desk.url).host}\r\nSec-Fetch-Site: same-origin\r\n`;
    socket.send(`${head}Content-Type: ${SQLITE}\r\nX-Setup-Token: ${token}\r\nContent-Length: 1000000\r\n\r\nSQLite`);
    expect((await socket.answer()).status).toBe(404);
    expect([standing(desk), leftovers({ dir: desk.dir, folder: shelf.path })]).toEqual([before, []]);
    socket.close();
    expect(desk.server.stdout()).not.toContain('ready again');
  },
);

test('a set-up token is accepted only in the body or, for an upload, in its header', async () => {
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const token = desk.token();
  const who = visitor(desk.url);
  expectInvalid(await who.post(`${BASE}?token=${token}`, {}), 'token');
  const { upload } = callerFor(desk);
  expectFailure(await upload(readFileSync(lost.backup), {}), 404, 'not_found');
  expectFailure(await upload(readFileSync(lost.backup), { authorization: `Bearer ${token}` }), 404, 'not_found');
  const foreign = { 'x-setup-token': token, 'sec-fetch-site': 'cross-site' };
  expectFailure(await upload(readFileSync(lost.backup), foreign), 403, 'foreign_origin');
  expect(standing(desk)).toMatchObject({ folder: [], leftovers: [] });
  expect(desk.server.stderr()).not.toContain(token);
});

test('a damaged file, a backup that is too new and a file of another kind are refused with a reason and change nothing', async () => {
  using folder = dataDir();
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const caller = callerFor(desk);
  const before = standing(desk);
  const whole = new Uint8Array(readFileSync(lost.backup));
  const newer = join(folder.path, 'newer.db');
  copyFileSync(lost.backup, newer);
  const later = "INSERT INTO schema_migrations VALUES (99, '0099_later', '', 0)";
  alter(newer, later, 'DROP TABLE backup_manifest', 'DROP TABLE backup_seal');
  for (const [bytes, words] of [
    [whole.with(whole.length - 9, (whole.at(-9) ?? 0) ^ 1), 'the file that was sent is damaged'],
    [whole.subarray(0, whole.length - 4096), 'it is cut short'],
    [new Uint8Array(readFileSync(newer)), `has schema 99, this executable knows ${SCHEMA_VERSION}`],
    [new TextEncoder().encode('no backup at all'), 'it is not an SQLite database'],
    [new Uint8Array(), 'the file is empty'],
  ] as const) {
    const refused = await caller.upload(bytes);
    expectFailure(refused, 422, 'backup_trouble');
    expect(refused.body.message).toContain(words);
  }
  const wrongType = { 'x-setup-token': desk.token(), 'content-type': 'text/plain' };
  expectFailure(await caller.upload(whole, wrongType), 415, 'unsupported_media_type');
  expect(standing(desk)).toEqual({ ...before, folder: [] });
  const name = await uploaded(caller);
  truncateSync(join(desk.folder, name), whole.length - 4096);
  for (const refused of [await caller.read(name), await caller.restore(name)]) {
    expectFailure(refused, 422, 'backup_trouble');
    expect(refused.body.message).toContain('cut short');
  }
  expect(standing(desk)).toEqual({ ...before, folder: [name] });
  expectOk(await visitor(desk.url).post('/app/api/setup/check', { token: desk.token() }));
  expectOk(await visitor(desk.url).post('/app/api/setup', { ...FORM, token: desk.token() }));
});

test('an interrupted upload leaves no file behind', async () => {
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const socket = await rawSocket(desk.url);
  socket.answer().catch(() => undefined);
  const head = `POST ${BASE}/upload HTTP/1.1\r\nHost: ${new URL(desk.url).host}\r\nSec-Fetch-Site: same-origin\r\n`;
  socket.send(`${head}Content-Type: ${SQLITE}\r\nX-Setup-Token: ${desk.token()}\r\nContent-Length: 9000000\r\n\r\n`);
  socket.send(new Uint8Array(100_000));
  await until('the draft of the upload', () => leftovers(desk).length > 0);
  socket.close();
  await until('the end of the draft', () => leftovers(desk).length === 0);
  expect(namesIn(desk.folder)).toEqual([]);
});

test('an upload that does not fit on the disk is explained and leaves no file behind', async () => {
  // Without the trap, the signal of the limit would end the process. The limit counts blocks of 1,024 bytes.
  const wrapper = ['bash', '-c', `trap '' XFSZ; ulimit -S -f 2000; exec "$0" "$@"`, EXECUTABLE];
  await using desk = await openFreshDesk([], { wrapper }, lost.sheet);
  const caller = callerFor(desk);
  const refused = await caller.upload(new Uint8Array(4_000_000));
  expectFailure(refused, 422, 'backup_trouble');
  expect(refused.body.message).toBe(`${desk.folder}: a file here may not become so large`);
  expect(standing(desk)).toMatchObject({ folder: [], leftovers: [] });
  expect(await uploaded(caller)).toBe(asUpload(lost.backup));
});

test('restoring a backup without people prints a new set-up link and voids the earlier one', async () => {
  using source = dataDir();
  await docketJson(['workspace', 'create', '--data', source.path, '--name', 'Склад', '--plan', 'pro']);
  const path = await backUpInto(join(source.path, 'kept'), source.path);
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const caller = callerFor(desk);
  const first = desk.token();
  const name = await uploaded(caller, path);
  expectOk(await caller.restore(name, 'RESTORE', true));
  expect(await caller.outcome()).toMatchObject({ failure: null, after: { people: 0, workspaces: 1 } });
  await until('another set-up link', () => desk.token() !== first);
  expect(desk.server.stdout()).toContain(`ready again at ${desk.url}\nfirst run: open this link`);
  expectFailure(await caller.list(), 404, 'not_found');
  expectOk(await visitor(desk.url).post('/app/api/setup', { ...FORM, token: desk.token() }));
});

/** Makes a workspace with an API key but without people, as the command line does. */
async function addTrade(desk: FreshDesk): Promise<void> {
  const at = ['--data', desk.dir];
  await docketJson(['workspace', 'create', ...at, '--name', 'Лавка', '--plan', 'pro']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'till', '--scopes', 'all']);
  expectOk(await client(desk.url, key).post('/api/v1/orders/create', orderBody()));
}

test('a restore over existing orders needs a typed confirmation and keeps the old orders aside', async () => {
  await using desk = await openFreshDesk([], {}, lost.sheet);
  await addTrade(desk);
  const caller = callerFor(desk);
  const name = await uploaded(caller);
  expect(readStore(desk, "SELECT actor_type, actor_id FROM audit_log WHERE action = 'backup.uploaded'")).toEqual([
    { actor_type: 'system', actor_id: null },
  ]);
  expect(expectOk(await caller.read(name))).toMatchObject({ word: true, now: { orders: 1, people: 0 } });
  const before = standing(desk);
  expectInvalid(await caller.restore(name), 'word');
  expectInvalid(await caller.restore(name, 'restore'), 'word');
  expect(standing(desk)).toEqual(before);
  const { safety } = expectOk(await caller.restore(name, 'RESTORE'));
  const { kept } = await caller.outcome();
  expect(namesIn(desk.folder)).toEqual([name, safety].toSorted());
  expect(kept).not.toBeNull();
  expect(readStore({ dir: desk.dir }, 'SELECT count(*) AS n FROM orders')).toEqual([{ n: 1 }]);
  copyFileSync(kept, join(shelf.path, 'docket.db'));
  expect(readStore({ dir: shelf.path }, 'SELECT count(*) AS n FROM people')).toEqual([{ n: 0 }]);
  await openRestored(desk.url, desk.token());
  const counts = expectOk(await ownerOf(desk).then((who) => who.get('/app/api/me')));
  expect(counts.workspaces).toHaveLength(1);
});

test('during a restore, a second restore and the creation of a workspace are refused as busy', async () => {
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const caller = callerFor(desk);
  const name = await uploaded(caller);
  const form = { ...FORM, token: desk.token() };
  const first = caller.restore(name);
  await until('the restore to be under way', async () => expectOk(await caller.restored()).underWay);
  const others = await Promise.all([caller.restore(name), visitor(desk.url).post('/app/api/setup', form)]);
  for (const refused of others) expectFailure(refused, 409, 'backup_busy');
  expectOk(await first);
  expect(await caller.outcome()).toMatchObject({ failure: null, after: { orders: 1 } });
});

test('a failed restore is explained, and the same set-up link can restore another backup', async () => {
  await using desk = await openFreshDesk([], {}, lost.sheet);
  const caller = callerFor(desk);
  const token = desk.token();
  const name = await uploaded(caller);
  expectOk(await caller.restore(name, 'RESTORE', true));
  const staged = readdirSync(desk.dir).find((file) => file.includes('.partial')) ?? '';
  // The copy is damaged after it is read and before the swap, as by a failing disk.
  truncateSync(join(desk.dir, staged), 8_192);
  const failed = await caller.outcome();
  expect(failed).toMatchObject({ failure: expect.stringContaining('cut short'), after: null, kept: null });
  expect(leftovers(desk)).toEqual([]);
  expectFailure(await callerOf(desk.url, UNKNOWN).restored(), 404, 'not_found');
  expectOk(await visitor(desk.url).post('/app/api/setup/check', { token }));
  expect([desk.token(), desk.server.stdout().endsWith(`ready again at ${desk.url}\n`)]).toEqual([token, true]);
  expectOk(await caller.restore(name));
  expect(await caller.outcome()).toMatchObject({ failure: null, after: { orders: 1 } });
});

test('a restore’s outcome is shown for as long as a set-up link is valid', async () => {
  using clock = movedClock();
  await using desk = await openFreshDesk([], { env: clock.env }, lost.sheet);
  const caller = callerFor(desk);
  expectOk(await caller.restore(await uploaded(caller)));
  expect(await caller.outcome()).toMatchObject({ failure: null });
  const statusAfter = async (minutes: number, awaited: number): Promise<void> => {
    clock.set(minutes * 60_000);
    await until(`an answer with ${awaited}`, async () => (await caller.restored()).status === awaited);
  };
  await statusAfter(30, 404);
  await statusAfter(29, 200);
  expectFailure(await callerOf(desk.url, UNKNOWN).restored(), 404, 'not_found');
});
