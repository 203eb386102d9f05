import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLastGood } from '../../src/backups/journal.ts';
import { holdDatabase, replaceDatabase } from '../../src/storage/file/replace-database.ts';
import { openForServe, restoreDatabase, SCHEMA_VERSION, sealKeyPath, verifyBackup } from '../../src/storage/index.ts';
import { acquireServeLock } from '../../src/storage/store/lock.ts';
import { addOrders, backUp, RESTORE_FACTS } from '../support/backups.ts';
import { rowsIn } from '../support/raw-database.ts';
import { HOLDER, openTestStore, tempDir } from '../support/store.ts';
import { fakeWorld, START_MS } from '../support/world.ts';

async function openSite() {
  const store = await openTestStore();
  const folder = tempDir();
  await addOrders(store, 2);
  const backup = await backUp(store, folder.path);
  await addOrders(store, 5);
  const dir = join(folder.path, 'data');
  const db = join(dir, 'docket.db');
  const other = openForServe({ dataDir: dir, now: () => 0, newId: store.world.newId }, HOLDER);
  await other.close();
  copyFileSync(sealKeyPath(store.storage.path), sealKeyPath(db));
  // A copy of a database in use: its newest rows are only in its log.
  for (const side of ['', '-wal', '-shm']) copyFileSync(store.storage.path + side, db + side);
  return {
    store,
    backup,
    /** The data directory of a stopped shop with seven orders. The backup has only the first two. */
    dir,
    db,
    stage() {
      const staged = join(dir, '.staged.partial');
      copyFileSync(backup, staged);
      return staged;
    },
    orders(path = db) {
      return rowsIn<{ n: number }>(path, 'SELECT count(*) AS n FROM orders')[0]?.n ?? -1;
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

test('a restore keeps the old database whole and reports the rows before and after', async () => {
  await using site = await openSite();
  const { before, after, kept } = restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  expect([before?.['orders'], after['orders']]).toEqual([7, 2]);
  expect(kept).toBe(`${site.db}.before-restore.2026-05-21T08-00-00-000Z`);
  expect([site.orders(), site.orders(kept ?? '')]).toEqual([2, 7]);
  expect(statSync(site.db).mode & 0o777).toBe(0o600);
  // A database that was put aside can be restored in turn, though it has no manifest.
  expect(verifyBackup(kept ?? '')).toMatchObject({ manifest: null, counts: { orders: 7 } });
});

test('a restored backup counts as the last good backup, dated to the time when the backup was made', async () => {
  await using site = await openSite();
  const { backup } = restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  const storage = openForServe(
    { dataDir: site.dir, now: () => RESTORE_FACTS.nowMs, newId: site.store.world.newId },
    HOLDER,
  );
  const takenAt = Date.parse(backup.manifest?.takenAt ?? '');
  expect(findLastGood(storage.read, RESTORE_FACTS.nowMs)).toMatchObject({
    cause: 'command',
    target: RESTORE_FACTS.name,
    startedAt: takenAt,
    finishedAt: RESTORE_FACTS.nowMs,
    bytes: statSync(site.backup).size,
    sha256: new Bun.CryptoHasher('sha256').update(readFileSync(site.backup)).digest('hex'),
    schemaVersion: SCHEMA_VERSION,
  });
  await storage.close();
});

test('restoring a database file that was moved aside does not record it as a good backup', async () => {
  await using site = await openSite();
  const { kept } = restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  const staged = join(site.dir, '.again.partial');
  copyFileSync(kept ?? '', staged);
  restoreDatabase(site.dir, staged, { ...RESTORE_FACTS, anySeal: true, nowMs: RESTORE_FACTS.nowMs + 1000 });
  const storage = openForServe(
    { dataDir: site.dir, now: () => RESTORE_FACTS.nowMs, newId: site.store.world.newId },
    HOLDER,
  );
  expect(findLastGood(storage.read, RESTORE_FACTS.nowMs)).toBeUndefined();
  await storage.close();
});

test('a restore leaves no write-ahead log of the old database to be replayed into the new database', async () => {
  await using site = await openSite();
  expect(statSync(`${site.db}-wal`).size).toBeGreaterThan(0);
  restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  expect(readdirSync(site.dir).filter((name) => /docket\.db-/.test(name))).toEqual([]);
  const storage = openForServe({ dataDir: site.dir, now: () => 0, newId: site.store.world.newId }, HOLDER);
  await storage.probe();
  await storage.close();
  expect(site.orders()).toBe(2);
});

test('a write-ahead log without its database is moved aside and not replayed into the new database', async () => {
  await using site = await openSite();
  const wal = readFileSync(`${site.db}-wal`);
  for (const name of ['docket.db', 'docket.db-shm']) await Bun.file(join(site.dir, name)).delete();
  expect(() => restoreDatabase(site.dir, site.stage(), { ...RESTORE_FACTS, force: false })).toThrow('--force');
  const { kept } = restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  expect(readFileSync(`${kept}-wal`)).toEqual(wal);
  expect(site.orders()).toBe(2);
});

test('a restore without --force changes nothing', async () => {
  await using site = await openSite();
  const staged = site.stage();
  const before = readdirSync(site.dir).map((name) => [name, readFileSync(join(site.dir, name)).toHex()]);
  expect(() => restoreDatabase(site.dir, staged, { ...RESTORE_FACTS, force: false })).toThrow('--force');
  expect(readdirSync(site.dir).map((name) => [name, readFileSync(join(site.dir, name)).toHex()])).toEqual(before);
});

test('while a server uses the directory, a restore is refused with an error that names the server’s process', async () => {
  await using site = await openSite();
  const lock = acquireServeLock(site.dir, HOLDER);
  expect(() => restoreDatabase(site.dir, site.stage(), RESTORE_FACTS)).toThrow(`process ${HOLDER.pid}`);
  lock.release();
  expect(site.orders()).toBe(7);
});

test('a restore is refused while a command has the database open', async () => {
  await using site = await openSite();
  using command = new Database(site.db);
  command.query('SELECT count(*) FROM orders').get();
  expect(() => restoreDatabase(site.dir, site.stage(), RESTORE_FACTS)).toThrow('has the database open');
  expect(site.orders()).toBe(7);
});

test('a command that opened the old database during a restore cannot write to the new database', async () => {
  await using site = await openSite();
  const draft = site.stage();
  const held = holdDatabase(site.db);
  // Like every command, this one turns on the write-ahead log before it writes.
  using command = new Database(site.db);
  const write = (): void => {
    command.run('PRAGMA journal_mode = WAL');
    command.run("UPDATE orders SET num = num || '-late'");
  };
  expect(write).toThrow('locked');
  const kept = replaceDatabase(site.db, draft, `${site.db}.kept`, held);
  held.release();
  expect(write).toThrow();
  expect(readdirSync(site.dir).filter((name) => /docket\.db-/.test(name))).toEqual([]);
  expect([site.orders(), site.orders(kept ?? '')]).toEqual([2, 7]);
});

test('a damaged backup is refused before anything changes', async () => {
  await using site = await openSite();
  const staged = site.stage();
  const bytes = readFileSync(staged);
  // The changed byte is not in the seal, which is at the end.
  bytes[bytes.length - 1000] = (bytes[bytes.length - 1000] ?? 0) ^ 1;
  writeFileSync(staged, bytes);
  expect(() => restoreDatabase(site.dir, staged, RESTORE_FACTS)).toThrow('the backup is damaged');
  expect(site.orders()).toBe(7);
  expect(readdirSync(site.dir).filter((name) => name.includes('before-restore'))).toEqual([]);
});

test('a restore moves a damaged database and its log aside unchanged', async () => {
  await using site = await openSite();
  const [rubbish, log] = [Buffer.alloc(8192, 7), Buffer.alloc(500, 9)];
  writeFileSync(site.db, rubbish);
  writeFileSync(`${site.db}-wal`, log);
  const { before, after, kept } = restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  expect(before).toBeNull();
  expect(after['orders']).toBe(2);
  expect(readFileSync(kept ?? '')).toEqual(rubbish);
  expect(readFileSync(`${kept}-wal`)).toEqual(log);
  expect(existsSync(`${site.db}.restoring`)).toBe(false);
});

test('a damaged database that cannot be moved aside stays unchanged, and the restore does not count as interrupted', async () => {
  await using site = await openSite();
  const [rubbish, log] = [Buffer.alloc(8192, 7), Buffer.alloc(500, 9)];
  writeFileSync(site.db, rubbish);
  writeFileSync(`${site.db}-wal`, log);
  mkdirSync(`${site.db}.before-restore.2026-05-21T08-00-00-000Z`);
  expect(() => restoreDatabase(site.dir, site.stage(), RESTORE_FACTS)).toThrow();
  expect([readFileSync(site.db), readFileSync(`${site.db}-wal`)]).toEqual([rubbish, log]);
  expect(existsSync(`${site.db}.restoring`)).toBe(false);
});

test('an interrupted restore is reported and can be repeated', async () => {
  await using site = await openSite();
  writeFileSync(`${site.db}.restoring`, '');
  const open = () => openForServe({ dataDir: site.dir, now: () => 0, newId: site.store.world.newId }, HOLDER);
  expect(open).toThrow('a restore of');
  restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  await open().close();
});

test('the restored database has no manifest, and its history records the restore', async () => {
  await using site = await openSite();
  restoreDatabase(site.dir, site.stage(), RESTORE_FACTS);
  const names = rowsIn<{ name: string }>(site.db, "SELECT name FROM sqlite_schema WHERE name LIKE 'backup%'");
  expect(names.map(({ name }) => name).filter((name) => /manifest|seal/.test(name))).toEqual([]);
  const restored = "SELECT at, actor_type, subject, changes FROM audit_log WHERE action = 'database.restored'";
  expect(rowsIn(site.db, restored)).toEqual([
    {
      at: RESTORE_FACTS.nowMs,
      actor_type: 'command',
      subject: 'the backup',
      changes: '{"takenAt":{"from":null,"to":"2026-05-20T09:30:00.000Z"}}',
    },
  ]);
});

const FIXTURES = join(import.meta.dir, '../fixtures');

test.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.db.zst')))(
  'the database %s of an older schema is recognized as Docket’s own and migrated',
  async (name) => {
    using dir = tempDir();
    const path = join(dir.path, 'docket.db');
    writeFileSync(path, Bun.zstdDecompressSync(readFileSync(join(FIXTURES, name))));
    expect(verifyBackup(path).strange).toBeUndefined();
    const { newId } = fakeWorld();
    const storage = openForServe({ dataDir: dir.path, now: () => START_MS, newId }, HOLDER);
    await storage.close();
    expect(verifyBackup(path)).toMatchObject({ schemaVersion: SCHEMA_VERSION, strange: undefined });
  },
);
