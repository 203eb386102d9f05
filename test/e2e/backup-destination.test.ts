import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownerOf, type Visitor } from '../support/browser-session.ts';
import { dataDir, docket, docketJson, openShop, serve } from '../support/docket.ts';
import { changeStore, expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { openS3, S3_KEY } from '../support/s3.ts';
import { scrape } from '../support/scrape.ts';
import { tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

const check = async (dir: string, ...more: string[]): Promise<string> =>
  (await docket(['check', '--data', dir, ...more])).stdout;

const tested = (owner: Visitor, base: string) =>
  until('the test of the destination', async () => expectOk(await owner.get(`${base}/backups`)).destination);

test('a backup destination whose parent folder is missing is not created, and the log, overview, metrics and `docket check` report it', async () => {
  using disk = tempDir();
  const to = join(disk.path, 'stick', 'docket');
  await using shop = await openShop(['--backup-to', to]);
  const owner = await ownerOf(shop);
  expect(await tested(owner, shop.base)).toMatchObject({ target: to, trouble: { trouble: 'no_parent' } });
  expect(shop.server.stderr()).toContain('the destination takes no backups');
  // The command has none of the server's flags, but still names the destination that the server uses.
  expect(await check(shop.dir)).toContain(`problem: the destination takes no backups: ${to}: the folder above it`);
  const { attention } = expectOk(await owner.get(`${shop.base}/overview`));
  expect(attention).toContainEqual({ kind: 'backup-place', target: to });
  expect((await scrape(shop.url)).value('docket_backup_destination_works')).toBe(0);
  expect(readdirSync(disk.path)).toEqual([]);
  // Docket makes the folder once its parent exists, and the answer says that Docket made it.
  mkdirSync(join(disk.path, 'stick'));
  const again = expectOk(await owner.post(`${shop.base}/backups/test`, {}));
  expect(again.destination).toMatchObject({ made: true, trouble: null });
  expect(await check(shop.dir)).toContain(`ok: the destination of backups works: ${to}`);
  expect((await scrape(shop.url)).value('docket_backup_destination_works')).toBe(1);
  const { stdout } = await docket(['backup', `${join(disk.path, 'more')}/`, '--data', shop.dir]);
  expect(stdout).toContain(`made the folder ${join(disk.path, 'more')}`);
  const refused = await docket(['backup', `${join(disk.path, 'no', 'where')}/`, '--data', shop.dir]);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('makes one folder at most')]);
});

test('a mount point without its disk counts as unhealthy because Docket’s marker is missing', async () => {
  using disk = tempDir();
  const to = join(disk.path, 'stick');
  mkdirSync(to);
  await using shop = await openShop(['--backup-to', to]);
  await until('the mark', () => readdirSync(to).length > 0);
  const owner = await ownerOf(shop);
  await tested(owner, shop.base);
  renameSync(to, join(disk.path, 'pulled out'));
  mkdirSync(to);
  expect(await check(shop.dir)).toContain('.docket-backups is missing');
  const { destination } = expectOk(await owner.post(`${shop.base}/backups/test`, {}));
  expect(destination).toMatchObject({ trouble: { rule: 'backup_place', trouble: 'unmarked' } });
  expect(readdirSync(to)).toEqual([]);
  writeFileSync(join(to, '.docket-backups'), '');
  expect(await check(shop.dir)).toContain('ok: the destination of backups works');
});

test('backup settings saved on the page are tested first and survive a restart, but a flag overrides them', async () => {
  using disk = tempDir();
  const to = join(disk.path, 'kept');
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const save = (body: object) => owner.post(`${shop.base}/backups/settings`, body);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expectFailure(await save({ to: join(to, 'a', 'b') }), 422, 'backup_trouble');
  expectFailure(await save({ to: 'kept' }), 422, 'validation_failed');
  expectFailure(await save({ to: 's3://ab/docket' }), 422, 'validation_failed');
  expectFailure(await save({}), 422, 'validation_failed');
  expectFailure(await save({ at: '25:00' }), 422, 'validation_failed');
  expectFailure(await save({ keep: 0 }), 422, 'validation_failed');
  expect(expectOk(await owner.get(`${shop.base}/backups`)).saved).toMatchObject({ to: null, at: null, keep: null });
  expect(expectOk(await save({ to, at: '04:30', keep: 30, keepDays: 90 }))).toEqual({ made: true });
  const shown = expectOk(await owner.get(`${shop.base}/backups`));
  expect(shown).toMatchObject({ target: to, schedule: 'daily 04:30', keep: 30, keepDays: 90 });
  expectOk(await owner.post(`${shop.base}/backups`, {}));
  await until('the backup', () => readdirSync(to).some((name) => name.endsWith('-hand.db')));
  const history = expectOk(await owner.get(`${shop.base}/history`));
  expect(JSON.stringify(history)).toContain('backup_settings.saved');
  const rows = await docketJson<{ name: string; value: string; origin: string }[]>(['settings', '--data', shop.dir]);
  const row = (name: string) => rows.find((one) => one.name === name);
  expect(row('backup-to')).toMatchObject({ value: to, origin: 'page' });
  expect(row('backup-schedule')).toMatchObject({ value: 'daily 04:30', origin: 'page' });
  expect(row('backup-keep')).toMatchObject({ value: '30', origin: 'page' });
  expect(await check(shop.dir)).toContain(`ok: the destination of backups works: ${to}`);
  await shop.server.end();
  await using next = await serve(shop.dir, ['--backup-keep', '7']);
  const later = await ownerOf({ ...shop, url: next.url });
  const { target, keep, givenBy } = expectOk(await later.get(`${shop.base}/backups`));
  expect([target, keep, givenBy]).toEqual([
    to,
    7,
    { to: null, at: null, keep: '--backup-keep', keepDays: null, store: null },
  ]);
  expectOk(await later.post('/app/api/prove', { password: 'correct horse' }));
  expectFailure(await later.post(`${shop.base}/backups/settings`, { keep: 9 }), 403, 'forbidden');
});

test('the secret key of a bucket is tested, sealed and never shown or sent elsewhere', async () => {
  await using s3 = await openS3();
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  const base = `${shop.base}/backups`;
  const store = { endpoint: s3.endpoint, region: '', accessKey: S3_KEY.id, secretKey: S3_KEY.secret };
  const save = (body: object) => owner.post(`${base}/settings`, body);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  const to = 's3://shop/nightly';
  expectFailure(await save({ to }), 422, 'backup_trouble');
  expectFailure(await save({ to, store: { ...store, secretKey: undefined } }), 422, 'validation_failed');
  // Without an endpoint, the region becomes part of the host name that Docket calls.
  const elsewhere = await save({ to, store: { ...store, endpoint: '', region: '127.0.0.1:9/' } });
  expect(expectFailure(elsewhere, 422, 'validation_failed')).toMatchObject([{ path: 'store.region' }]);
  expectFailure(await save({ to, store: { ...store, secretKey: 'wrong' } }), 422, 'backup_trouble');
  expectOk(await save({ to, store }));
  // After the change, the server tests the new destination once more. It removes the file of that test as well.
  await until('the bucket to be empty', () => s3.keys().length === 0);
  const shown = expectOk(await owner.get(base));
  expect(shown).toMatchObject({ target: 's3://shop/nightly/', saved: { store: { accessKey: S3_KEY.id } } });
  expectOk(await owner.post(base, {}));
  await until('the backup', () => s3.keys().some((key) => key.startsWith('nightly/docket-')));
  expect(await check(shop.dir)).toContain('ok: the destination of backups works: s3://shop/nightly/');
  const again = { ...store, secretKey: undefined };
  expectFailure(await save({ to, store: { ...again, endpoint: 'http://127.0.0.1:9' } }), 422, 'validation_failed');
  expectOk(await save({ to, store: again }));
  const row = readStore<Record<string, unknown>>(shop, 'SELECT * FROM backup_settings')[0];
  // The bucket's server in this test uses one text for both the access key and the secret key.
  expect(Object.values({ ...row, access_key: '' })).not.toContain(S3_KEY.secret);
  const history = JSON.stringify(expectOk(await owner.get(`${shop.base}/history`)));
  expect(history).toContain('"secretKey"');
});

test('after a restore on another machine, Docket asks for a new backup destination and leaves the old one alone', async () => {
  using disk = tempDir();
  const to = join(disk.path, 'nightly');
  await using shop = await openShop();
  const owner = await ownerOf(shop);
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expectOk(await owner.post(`${shop.base}/backups/settings`, { to }));
  const change = (sql: string): void => changeStore(shop, sql);
  change(
    `INSERT INTO backups (id, cause, target, outcome, started_at, reason) VALUES (randomblob(16), 'schedule', 'x', 'failed', ${Date.now() - 1000}, 'the disk is full')`,
  );
  await docketJson(['backup', join(disk.path, 'one.db'), '--data', shop.dir]);
  using fresh = dataDir();
  await docketJson(['restore', join(disk.path, 'one.db'), '--force', '--data', fresh.path]);
  const { status, stdout } = await docket(['check', '--data', fresh.path]);
  expect(stdout).toContain('question: this database was restored here: where do its next backups go?');
  expect(stdout).toContain('the first backup is not due yet');
  expect(stdout).not.toContain('failed');
  expect(status).toBe(0);
  const before = readdirSync(to);
  await using server = await serve(fresh.path, []);
  const there = await ownerOf({ ...shop, url: server.url });
  const base = `${shop.base}/backups`;
  expect(expectOk(await there.get(base))).toMatchObject({ asks: true, target: join(fresh.path, 'backups') });
  expect(expectOk(await there.get(`${shop.base}/overview`)).attention).toContainEqual({ kind: 'backup-asks' });
  expectOk(await there.post('/app/api/prove', { password: 'correct horse' }));
  expectOk(await there.post(`${base}/settings`, { to: '' }));
  expect(expectOk(await there.get(base))).toMatchObject({ asks: false, target: join(fresh.path, 'backups') });
  expect(await check(fresh.path)).not.toContain('question:');
  expect(readdirSync(to)).toEqual(before);
  // On the same machine a restore does not change the destination of backups.
  await shop.server.end();
  await docketJson(['restore', join(disk.path, 'one.db'), '--force', '--data', shop.dir]);
  const own = await check(shop.dir);
  expect(own).toContain(`ok: the destination of backups works: ${to}`);
  expect(own).not.toContain('question:');
  expect(existsSync(to)).toBe(true);
});
