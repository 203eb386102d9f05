import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { docket, docketJson, EXECUTABLE, openShop, orderBody, serve } from '../support/docket.ts';
import { changeStore, readStore } from '../support/http-answers.ts';
import { openS3 } from '../support/s3.ts';
import { tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

interface Backup {
  readonly backup: string;
  readonly sha256: string;
  readonly counts: Readonly<Record<string, number>>;
}

test('a verification of a backup deletes the files of an interrupted verification only after an hour', async () => {
  using folder = tempDir();
  await using shop = await openShop();
  const [old, fresh] = ['old', 'new'].map((name) => join(folder.path, `docket-verify-${name}`));
  for (const path of [old, fresh]) mkdirSync(path ?? '');
  utimesSync(old ?? '', 0, 0);
  const backup = join(folder.path, 'one.db');
  expect((await docket(['backup', backup, '--data', shop.dir])).status).toBe(0);
  expect((await docket(['backup', 'verify', backup], { env: { TMPDIR: folder.path } })).status).toBe(0);
  expect(readdirSync(folder.path).toSorted()).toEqual(['docket-verify-new', 'one.db']);
});

test('a restore is refused while the server runs or without --force, and a successful one keeps the old data', async () => {
  await using shop = await openShop();
  using folder = tempDir();
  const at = ['--data', shop.dir];
  const file = join(folder.path, 'shop.db');
  await docketJson(['backup', file, ...at]);
  await shop.api.post('/api/v1/orders/create', orderBody());
  const served = await docket(['restore', file, '--force', ...at]);
  expect([served.status, served.stdout]).toEqual([1, '']);
  expect(served.stderr).toContain(`process ${shop.server.pid}`);
  await shop.server.end('SIGKILL');
  const files = () => readdirSync(shop.dir).toSorted();
  const before = files();
  expect((await docket(['restore', file, ...at])).stderr).toContain('--force');
  expect(files()).toEqual(before);
  const { stdout, status } = await docket(['restore', file, '--force', ...at]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/before: rows .*orders 1.*before-restore/);
  expect(stdout).toMatch(/after: rows .*orders 0/);
});

test('a backup killed halfway leaves no valid backup, and does not prevent the next one', async () => {
  await using shop = await openShop();
  using folder = tempDir();
  const at = ['--data', shop.dir];
  await shop.server.end();
  // The mails fill some 60 MB, so that the kill comes in the middle of a backup.
  const db = new Database(join(shop.dir, 'docket.db'));
  const fill = db.prepare(
    "INSERT INTO mails (id, kind, recipient, subject, text, html, state, attempts, due_at, created_at) VALUES (randomblob(16), 'test', '', '', hex(randomblob(1000000)), '', 'sent', 0, 0, 0)",
  );
  for (let row = 0; row < 30; row += 1) fill.run();
  db.close(true);
  const child = Bun.spawn([EXECUTABLE, 'backup', `${folder.path}/`, ...at], { stdout: 'ignore', stderr: 'ignore' });
  await until('the draft', () => readdirSync(folder.path).length > 0);
  child.kill('SIGKILL');
  await child.exited;
  expect(readdirSync(folder.path).filter((name) => !name.includes('.partial'))).toEqual([]);
  expect(await docketJson<object>(['backup', 'list', folder.path])).toMatchObject({ backups: [] });
  expect((await docket(['restore', folder.path, '--force', ...at])).stderr).toContain('no backup of Docket');
  await docketJson(['backup', `${folder.path}/`, ...at]);
  expect((await docket(['backup', 'verify', folder.path])).status).toBe(0);
});

test('a bucket supports all backup commands that a folder supports', async () => {
  await using s3 = await openS3();
  await using shop = await openShop();
  using folder = tempDir();
  const run = (...args: string[]) =>
    docketJson<Backup & { backups: unknown[]; removed: string[] }>(args, { env: s3.env });
  const at = ['--data', shop.dir];
  await shop.api.post('/api/v1/orders/create', orderBody());
  const { backup, sha256 } = await run('backup', 's3://shop/exact/key.db', ...at);
  expect(backup).toBe('s3://shop/exact/key.db');
  expect(s3.keys()).toEqual(['exact/key.db']);
  expect(new Bun.CryptoHasher('sha256').update(readFileSync(s3.fileOf('exact/key.db'))).digest('hex')).toBe(sha256);
  expect((await docket(['backup', backup, ...at], { env: s3.env })).stderr).toContain('--force');
  const first = await run('backup', 's3://shop/nightly/', ...at);
  const second = await run('backup', 's3://shop/nightly/', ...at);
  for (let more = 0; more < 2; more += 1) await run('backup', 's3://shop/nightly/', ...at);
  // The newest three backups and the first of the day stay, whatever `--keep` says.
  expect((await run('backup', 's3://shop/nightly', '--keep', '1', ...at)).removed).toEqual([basename(second.backup)]);
  const { backups } = await run('backup', 'list', 's3://shop/nightly');
  expect(backups).toMatchObject([{}, {}, {}, { address: first.backup, kind: 'hand' }]);
  await run('backup', 'verify', 's3://shop/nightly/');
  const stored = s3.fileOf('exact/key.db');
  const bytes = readFileSync(stored);
  writeFileSync(stored, bytes.with(bytes.length - 50, (bytes.at(-50) ?? 0) ^ 1));
  expect((await docket(['backup', 'verify', backup], { env: s3.env })).stderr).toContain(
    's3://shop/exact/key.db is damaged',
  );
  const elsewhere = join(folder.path, 'new');
  expect((await docket(['restore', backup, '--data', elsewhere], { env: s3.env })).status).toBe(1);
  expect(existsSync(join(elsewhere, 'docket.db'))).toBe(false);
  const forced = await docket(['restore', 's3://shop/nightly/', '--data', elsewhere, '--force'], { env: s3.env });
  expect([forced.status, forced.stderr]).toEqual([0, expect.stringContaining('warning: s3://shop/nightly/docket-')]);
  expect(readdirSync(elsewhere).toSorted()).toEqual(['docket.db', 'serve.lock']);
});

test('a bucket’s fault is explained without printing a secret key', async () => {
  await using s3 = await openS3();
  await using shop = await openShop();
  const secret = 'a-secret-that-nobody-may-read';
  const tries: [Record<string, string>, string, string][] = [
    [{ AWS_SECRET_ACCESS_KEY: secret }, 's3://shop/', 'AWS_SECRET_ACCESS_KEY'],
    [{ AWS_ACCESS_KEY_ID: 'nobody' }, 's3://shop/', 'AWS_ACCESS_KEY_ID'],
    [{}, 's3://another-shop/', 'there is no such bucket'],
    [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, 's3://shop/', 'does not take connections'],
    [{ AWS_ENDPOINT_URL_S3: 'localhost' }, 's3://shop/', 'AWS_ENDPOINT_URL_S3'],
    [{ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }, 's3://shop/', 'set AWS_ACCESS_KEY_ID'],
  ];
  for (const [wrong, target, words] of tries) {
    const { status, stdout, stderr } = await docket(['backup', target, '--data', shop.dir], {
      env: { ...s3.env, ...wrong },
    });
    expect({ status: status > 0, stdout }).toEqual({ status: true, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain(secret);
  }
  const refused = await docket(['serve', '--data', shop.dir, '--backup-to', 's3://shop/x'], {});
  expect(refused.stderr).toContain('set AWS_ACCESS_KEY_ID');
  const reasons = readStore<{ reason: string }>(shop, 'SELECT reason FROM backups');
  expect(reasons.length).toBeGreaterThan(3);
  expect(JSON.stringify(reasons)).not.toContain(secret);
});

test('`docket serve` makes an overdue backup, readable only by the owner of the backup file', async () => {
  await using shop = await openShop();
  await using s3 = await openS3();
  await shop.server.end();
  changeStore(shop, 'UPDATE schema_migrations SET applied_at = 0');
  await using server = await serve(shop.dir, ['--backup-keep', '2']);
  const folder = join(shop.dir, 'backups');
  await until('the backup', () => server.stderr().includes('backup made and verified'));
  const [name = '', ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect((await docket(['check', '--data', shop.dir])).stdout).toContain('the last good backup on schedule is of');
  await server.end();
  changeStore(shop, 'DELETE FROM backups');
  await using nightly = await serve(shop.dir, ['--backup-to', 's3://shop/nightly'], { env: s3.env });
  await until('the backup', () => nightly.stderr().includes('backup made and verified'));
  expect(s3.keys()).toHaveLength(1);
  expect(s3.keys()[0]).toMatch(/^nightly\/docket-.*\.db$/);
});

test('`docket check` reports a missing backup, a failed backup and wrong sums', async () => {
  await using shop = await openShop();
  const at = ['--data', shop.dir];
  expect((await docket(['check', ...at])).stdout).toContain('ok: the first backup is not due yet');
  await shop.api.post('/api/v1/orders/create', orderBody());
  await shop.server.end();
  const change = (statement: string): void => changeStore(shop, statement);
  change('UPDATE schema_migrations SET applied_at = 0');
  expect((await docket(['check', ...at])).stdout).toContain('problem: there is no good backup on schedule yet');
  expect((await docket(['check', '--backup-schedule', 'off', ...at])).status).toBe(0);
  change(
    `INSERT INTO backups (id, cause, target, outcome, started_at, reason) VALUES (randomblob(16), 'schedule', 'x', 'failed', ${Date.now()}, 'the disk is full')`,
  );
  expect((await docket(['check', ...at])).stdout).toContain('the last backup failed (the disk is full)');
  // A good backup by hand does not end the warning about the failed scheduled backup.
  await docketJson(['backup', ...at]);
  expect((await docket(['check', ...at])).stdout).toContain('the last backup failed (the disk is full)');
  change('UPDATE orders SET paid_amount = 1');
  expect((await docket(['check', ...at])).stdout).toContain('the paid amount of 1 orders is not the sum');
  change('UPDATE events SET occurred_at = 4000000000000');
  expect((await docket(['check', ...at])).stdout).toContain('the clock says');
});
