import { beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyBackup } from '../../src/storage/index.ts';
import { ownerOf, type Visitor } from '../support/browser-session.ts';
import { docketJson, openShop, orderBody } from '../support/docket.ts';
import { restoredBy, sendBackup } from '../support/fresh-desk.ts';
import { changeStore, expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { addWorkspace, enterAs } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

let base: string;
let { shop, owner } = sharedShop();
beforeAll(() => {
  base = `${shop.base}/backups`;
});

const prove = async (): Promise<void> =>
  void expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));

interface BackupList {
  readonly busy: boolean;
  readonly files: readonly { readonly name: string; readonly takenAt: string }[];
  readonly runs: readonly { readonly outcome: string; readonly cause: string }[];
}

async function make(): Promise<string> {
  const before = (expectOk(await owner.get(base)) as BackupList).files.length;
  // A scheduled backup that has become due may be under way.
  await until('its turn', async () => {
    const answer = await owner.post(base, {});
    if (answer.body.code === 'backup_busy') return false;
    expectOk(answer);
    return true;
  });
  return until('the backup', async () => {
    const { busy, files } = expectOk(await owner.get(base)) as BackupList;
    return !busy && files.length > before && files[0]?.name;
  });
}

test('an owner makes a backup, sees it listed with the backup settings, and verifies it', async () => {
  const fresh = expectOk(await owner.get(base));
  expect(fresh).toMatchObject({
    target: join(shop.dir, 'backups'),
    schedule: 'daily 03:00',
    keep: 14,
    keepDays: null,
    busy: false,
    files: [],
    runs: [],
    lastGood: null,
    trouble: null,
    unreadable: null,
    restored: null,
  });
  expect(Date.parse(fresh.nextAt)).toBeGreaterThan(Date.now());
  const name = await make();
  const { runs, files, lastGood } = expectOk(await owner.get(base));
  expect(runs).toMatchObject([{ outcome: 'verified', cause: 'person', name }]);
  expect(files).toMatchObject([{ name, cause: 'person' }]);
  expect(lastGood.name).toBe(name);
  const checked = expectOk(await owner.post(`${base}/${name}/verify`, {}));
  expect(checked).toMatchObject({ counts: { orders: 0, people: 1 }, now: { orders: 0, people: 1 } });
  expectFailure(await owner.post(`${base}/..%2Fdocket.db/verify`, {}), 404, 'not_found');
  expectFailure(await owner.post(`${base}/docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db/verify`, {}), 404, 'not_found');
  const system = expectOk(await owner.get(`${shop.base}/system`));
  expect(system).toMatchObject({ lastBackupAt: lastGood.startedAt, backupTrouble: null });
});

test('a backup is downloaded unchanged once the password is confirmed, and only an undamaged backup can be uploaded', async () => {
  const name = await make();
  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  expectFailure(await owner.get(`${base}/${name}/file`), 403, 'proof_needed');
  expectFailure(await owner.post(`${base}/${name}/restore`, { word: 'RESTORE' }), 403, 'proof_needed');
  await prove();
  expectOk(await owner.get(`${base}/${name}/file?ask=1`));
  const response = await owner.fetch(`${base}/${name}/file`);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  const bytes = await response.bytes();
  const path = join(shop.dir, 'backups', name);
  expect(bytes).toEqual(new Uint8Array(readFileSync(path)));
  const upload = (backup: Uint8Array, headers = {}) => sendBackup(owner, `${base}/upload`, backup, headers);
  expect((await upload(bytes)).status).toBe(422);
  await Bun.file(path).delete();
  expect((await upload(bytes, { 'content-type': 'text/plain' })).status).toBe(415);
  const broken = bytes.with(bytes.length - 9, (bytes.at(-9) ?? 0) ^ 1);
  expect((await upload(broken)).body).toMatchObject({
    code: 'backup_trouble',
    message: expect.stringContaining('damaged'),
  });
  expect(existsSync(path)).toBe(false);
  expect((await upload(bytes)).status).toBe(200);
  expect(verifyBackup(path.replace('-hand.db', '-upload.db')).counts['people']).toBe(1);
  // The server may be testing the folder at this moment, with a file of its own.
  const left = readdirSync(join(shop.dir, 'backups')).filter((file) => /partial/.test(file) && !/probe/.test(file));
  expect(left).toEqual([]);
});

test('a failed or outdated backup is shown to owners on the overview of the first workspace', async () => {
  const overview = `${shop.base}/overview`;
  const kinds = async (who: Visitor): Promise<string[]> =>
    expectOk(await who.get(overview)).attention.map(({ kind }: { kind: string }) => kind);
  await make();
  expect(await kinds(owner)).not.toContain('backup-failed');
  changeStore(
    shop,
    `INSERT INTO backups (id, cause, target, outcome, started_at, reason)
     VALUES (randomblob(16), 'schedule', 'x', 'failed', ${Date.now()}, 'the disk is full')`,
  );
  expect((await kinds(owner))[0]).toBe('backup-failed');
  expect(expectOk(await owner.get(base)).trouble).toBe('failed');
  const ben = await enterAs(shop, { email: 'ben@example.com' });
  expect(await kinds(ben)).toContain('backup-failed');
  const other = await addWorkspace(shop.dir, 'Other');
  expect(await kinds(ben)).toContain('backup-failed');
  const stranger = await enterAs(shop, { email: 'amy@example.com' }, other);
  const theirs = `/app/api/workspaces/${other}`;
  const shown = expectOk(await stranger.get(`${theirs}/overview`)).attention;
  expect(shown.map(({ kind }: { kind: string }) => kind)).not.toContain('backup-failed');
  expectFailure(await stranger.get(`${theirs}/backups`), 403, 'forbidden');
  changeStore(
    shop,
    "DELETE FROM backups WHERE outcome = 'failed'",
    "UPDATE backups SET started_at = 1, cause = 'schedule' WHERE outcome = 'verified'",
  );
  expect((await kinds(owner))[0]).toBe('backup-old');
});

test('a restore asks for the password and a typed word, backs up the current data and keeps the port', async () => {
  const kept = await shop.api.post('/api/v1/orders/create', orderBody());
  // The owner proves the password first, because the proof gives the session a new token. So the backup contains the
  // session with this token.
  await prove();
  const name = await make();
  const lost = await shop.api.post('/api/v1/orders/create', orderBody());
  expectFailure(await owner.post(`${base}/${name}/restore`, { word: 'yes' }), 422, 'validation_failed');
  const begun = expectOk(await owner.post(`${base}/${name}/restore`, { word: 'RESTORE' }));
  expect(begun).toMatchObject({ counts: { orders: 1 }, now: { orders: 2 } });
  const report = await restoredBy(shop.url, begun.token);
  expectFailure(await owner.get(base), 401, 'signed_out');
  owner = await ownerOf(shop);
  expect(report).toMatchObject({ failure: null, before: { orders: 2 }, after: { orders: 1 } });
  expect((await shop.api.get(`/api/v1/orders/${kept.body.data.id}`)).status).toBe(200);
  expect((await shop.api.get(`/api/v1/orders/${lost.body.data.id}`)).status).toBe(404);
  const after = await shop.api.post('/api/v1/orders/create', orderBody());
  expect(after.status).toBe(200);
  const history = expectOk(await owner.get(`${shop.base}/history`));
  expect(JSON.stringify(history)).toContain('database.restored');
  const { mails } = expectOk(await owner.get(`${shop.base}/mails`));
  const told = mails.filter((mail: { kind: string }) => mail.kind === 'restored');
  expect(told.map((mail: { recipient: string }) => mail.recipient)).toContain('owner@example.com');
  const files = (expectOk(await owner.get(base)) as BackupList).files.map((file) => file.name);
  expect(files).toContain(begun.safety);
  expect(shop.server.stdout()).toContain(`ready again at ${shop.url}`);
  // The earlier state is restored too, by a second restore in the same process.
  await prove();
  expectOk(await owner.post(`${base}/${begun.safety}/restore`, { word: 'RESTORE' }));
  await until('the order of before', async () => {
    const { status } = await shop.api.get(`/api/v1/orders/${lost.body.data.id}`).catch(() => ({ status: 0 }));
    return status === 200;
  });
  const last = await shop.api.post('/api/v1/orders/create', orderBody());
  await shop.server.end('SIGKILL');
  const { counts } = await docketJson<{ counts: { orders: number } }>([
    'backup',
    join(shop.dir, 'end.db'),
    '--data',
    shop.dir,
  ]);
  expect([last.status, counts.orders]).toEqual([200, 3]);
});

test('a download of a backup is cut off when the person’s session ends', async () => {
  await using own = await openShop();
  await placeOrder(own.api);
  // The backup must not fit into the socket's buffers. Otherwise the server could send all of it before the session
  // ends.
  changeStore(own, `UPDATE orders SET delivery = json_object('x', hex(zeroblob(15000000)))`);
  await docketJson(['backup', '--data', own.dir]);
  const leaving = await ownerOf(own);
  expectOk(await leaving.post('/app/api/prove', { password: 'correct horse' }));
  const backups = `${own.base}/backups`;
  const [{ name }] = expectOk(await leaving.get(backups)).files;
  const response = await leaving.fetch(`${backups}/${name}/file`);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  expectOk(await leaving.post('/app/api/sign-out', {}));
  const rest = async (): Promise<number> => {
    for (let length = 0; ; ) {
      const part = await reader?.read();
      if (part === undefined || part.done) return length;
      length += part.value.length;
    }
  };
  await expect(rest()).rejects.toThrow();
});
