import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  checkBackup,
  chooseToRestore as choose,
  chooseBackup,
  listRuns,
  makeBackup,
  nameBackup,
  openShelf,
  recordRun,
} from '../../src/backups/index.ts';
import { readInstallation, SCHEMA_VERSION, verifyBackup, whoSealed } from '../../src/storage/index.ts';
import { addOrders, backUp, backupJob, sealAnew } from '../support/backups.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { openTestStore, tempDir } from '../support/store.ts';

const DAY = 86_400_000;

function flip(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = (readFileSync(path)[at] ?? 0) ^ 1;
  writeSync(file, Buffer.from([byte]), 0, 1, at);
  closeSync(file);
}

test('a backup contains all rows and a row count for each table, and only the file’s owner can read it', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await addOrders(store, 20);
  const path = await backUp(store, join(folder.path, 'new'));
  const { manifest, counts, sha256, bytes, schemaVersion } = verifyBackup(path);
  expect(counts).toMatchObject({ orders: 20, workspaces: 1 });
  expect(manifest).toMatchObject({
    docket: '1.2.3',
    takenAt: '2026-05-20T09:30:00.000Z',
    schemaVersion: SCHEMA_VERSION,
    counts,
  });
  expect(manifest?.installation).toBe(readInstallation(store.storage.path));
  expect({ bytes, schemaVersion }).toEqual({ bytes: statSync(path).size, schemaVersion: SCHEMA_VERSION });
  expect(sha256).toBe(new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder.path, 'new'))).toHaveLength(1);
});

test('one wrong bit anywhere in a backup is found, even where SQLite’s own check never reads', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await addOrders(store, 3);
  const path = await backUp(store, folder.path);
  const whole = readFileSync(path);
  const name = whole.indexOf(Buffer.from('Мария Иванова'));
  const seal = whole.indexOf(Buffer.from(verifyBackup(path).manifest?.takenAt ?? ''));
  const places = [name, seal, whole.length - 1, 24, Math.floor(whole.length / 2), Math.floor(whole.length / 3)];
  const text = whole.indexOf(Buffer.from(verifyBackup(path).seal?.digest ?? ''));
  const said = (): string => {
    try {
      return whoSealed(store.storage.path, verifyBackup(path).seal);
    } catch (error) {
      return String(error);
    }
  };
  for (const at of [...places, text]) {
    expect(at).toBeGreaterThan(0);
    flip(path, at);
    expect(said()).toMatch(/damaged|no backup of Docket|in a form/);
    flip(path, at);
  }
  expect(said()).toBe('here');
});

test('a truncated backup, an empty file, a text file and another program’s database are refused with the reason', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const path = await backUp(store, folder.path);
  const at = (name: string) => join(folder.path, name);
  copyFileSync(path, at('short.db'));
  truncateSync(at('short.db'), statSync(path).size - 4096);
  writeFileSync(at('empty.db'), '');
  writeFileSync(at('text.db'), 'order,price\n'.repeat(100));
  new Database(at('stranger.db'), { create: true }).run('CREATE TABLE t (x)');
  expect(() => verifyBackup(at('short.db'))).toThrow('cut short');
  expect(() => verifyBackup(at('empty.db'))).toThrow('not an SQLite database');
  expect(() => verifyBackup(at('text.db'))).toThrow('not an SQLite database');
  expect(() => verifyBackup(at('stranger.db'))).toThrow('not a database of Docket');
  expect(() => verifyBackup(at('none.db'))).toThrow('there is no file');
});

/** An inner page of a table’s tree, which points to these child pages. */
function innerPage(children: readonly number[], at = 0): Buffer {
  const page = Buffer.alloc(4096);
  const [last = 0, ...cells] = children.toReversed();
  page.writeUInt8(5, at);
  page.writeUInt16BE(cells.length, at + 3);
  page.writeUInt16BE(4096 - 5 * cells.length, at + 5);
  page.writeUInt32BE(last, at + 8);
  for (const [index, child] of cells.entries()) {
    const cell = 4096 - 5 * (index + 1);
    page.writeUInt16BE(cell, at + 12 + 2 * index);
    page.writeUInt32BE(child, cell);
    page.writeUInt8(2, cell + 4);
  }
  return page;
}

test('a backup file with an endless structure of schema pages is refused before SQLite reads it', async () => {
  using folder = tempDir();
  const path = join(folder.path, 'endless.db');
  const client = new Database(path, { create: true });
  client.run('CREATE TABLE a (x UNIQUE)');
  client.close(true);
  const file = readFileSync(path);
  const [first, ...tables] = [0, 1, 2].map((page) => file.subarray(page * 4096, (page + 1) * 4096));
  if (first === undefined) throw new Error('the file is empty');
  // The first two rows of the schema get a page of their own. Each of the next eight pages points 300 times to the page
  // before it. So a reader that follows all pointers never finishes.
  const rows = Buffer.from(first);
  rows.set(rows.subarray(100, 100 + 8 + 4), 0);
  const pages: Buffer[] = [first, ...tables, rows];
  for (let depth = 0; depth < 8; depth += 1) pages.push(innerPage(Array.from({ length: 300 }, () => pages.length)));
  const root = innerPage([4, pages.length], 100);
  first.copy(root, 0, 0, 100);
  root.writeUInt32BE(pages.length, 28);
  writeFileSync(path, Buffer.concat([root, ...pages.slice(1)]));
  expect(() => verifyBackup(path)).toThrow('its schema has no end');
  // The first row of the schema claims to be longer than any real one.
  const long = Buffer.from(file);
  long.set([0xff, 0xff, 0xff, 0x7f], file.readUInt16BE(100 + 8));
  writeFileSync(path, long);
  expect(() => verifyBackup(path)).toThrow('its schema has no end');
});

test('a backup with a removed row is refused, even if somebody sealed it again', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await addOrders(store, 3);
  const path = await backUp(store, folder.path);
  const tampered = new Database(path);
  tampered.run('DELETE FROM order_history');
  sealAnew(tampered, path);
  expect(() => verifyBackup(path)).toThrow('order_history has 0 rows, its manifest says 3');
});

test('a backup is refused if its manifest is too long or contains an invalid value', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const path = await backUp(store, folder.path);
  const { manifest } = verifyBackup(path);
  const wrong = [
    { installation: '/../../x' },
    { installation: null },
    { takenAt: 'yesterday' },
    { counts: null },
    { more: 'x'.repeat(70_000) },
  ];
  for (const other of wrong) {
    const tampered = new Database(path);
    tampered.run('UPDATE backup_manifest SET manifest = ?', [JSON.stringify({ ...manifest, ...other })]);
    sealAnew(tampered, path);
    expect(() => verifyBackup(path)).toThrow('in a form that this one cannot read');
  }
});

test('the refusal of a backup with a newer schema names that schema and the executable’s own schema', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const path = await backUp(store, folder.path);
  alter(path, "INSERT INTO schema_migrations VALUES (99, '0099_later', '', 0)", 'DROP TABLE backup_manifest');
  expect(() => verifyBackup(path)).toThrow(`has schema 99, this executable knows ${SCHEMA_VERSION}`);
});

test('a damaged database is not backed up, and its earlier backups stay', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  await addOrders(store, 50);
  const good = await backUp(store, folder.path);
  const broken = join(folder.path, 'broken.db');
  await store.storage.idle();
  alter(store.storage.path, `VACUUM INTO '${broken}'`);
  const root = "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'orders'";
  const page = rowsIn<{ page: number }>(broken, root)[0]?.page ?? 0;
  expect(page).toBeGreaterThan(1);
  const bytes = readFileSync(broken);
  // A page of the orders is overwritten. Damage to an index would not harm a copy, because a copy rebuilds its indexes.
  bytes.fill(0xff, (page - 1) * 4096, page * 4096);
  writeFileSync(broken, bytes);
  store.world.clock.advance(DAY);
  const job = backupJob(store, folder.path, { databasePath: broken, keeping: { count: 1, days: 1 } });
  await expect(makeBackup(job)).rejects.toThrow();
  expect(readdirSync(folder.path).toSorted()).toEqual(['broken.db', good.split('/').at(-1) ?? ''].toSorted());
});

test('only this database’s own backups are deleted, and only after a new backup is verified', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  writeFileSync(join(folder.path, 'holiday.jpg'), 'x');
  writeFileSync(join(folder.path, nameBackup(0, 'ffffffff')), 'of another shop');
  for (let night = 0; night < 4; night += 1) {
    store.world.clock.advance(DAY);
    const made = await makeBackup(backupJob(store, folder.path, { keeping: { count: 2, days: undefined } }));
    await recordRun(store.storage, { target: folder.path, startedAt: night, outcome: { kind: 'verified', made } });
  }
  const left = readdirSync(folder.path);
  expect(left).toHaveLength(4);
  expect(left).toContain('holiday.jpg');
  expect(left).toContain(nameBackup(0, 'ffffffff'));
  const fails = backupJob(store, folder.path, { keeping: { count: 1, days: undefined }, databasePath: '/no/where.db' });
  await expect(makeBackup(fails)).rejects.toThrow('there is no database');
  expect(readdirSync(folder.path)).toEqual(left);
});

test('planted files with later dates in their names cause no backup to be deleted', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const installation = readInstallation(store.storage.path);
  const night = async () => {
    store.world.clock.advance(DAY);
    const made = await makeBackup(backupJob(store, folder.path, { keeping: { count: 2, days: undefined } }));
    await recordRun(store.storage, { target: folder.path, startedAt: 1, outcome: { kind: 'verified', made } });
    return made.name;
  };
  const first = await night();
  const planted = [1, 2, 3, 4].map((day) => nameBackup(store.world.clock.now() + day * 100 * DAY, installation));
  for (const name of planted) writeFileSync(join(folder.path, name), 'planted');
  const second = await night();
  expect(readdirSync(folder.path).toSorted()).toEqual([first, second, ...planted].toSorted());
  const third = await night();
  expect(readdirSync(folder.path).toSorted()).toEqual([second, third, ...planted].toSorted());
});

test('a draft backup left by a killed run is not listed, and is deleted an hour later', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const draft = join(folder.path, '.docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db.partial');
  writeFileSync(draft, 'half');
  const now = statSync(draft).mtimeMs;
  store.world.clock.set(now + 60_000);
  await makeBackup(backupJob(store, folder.path));
  expect(readdirSync(folder.path)).toHaveLength(2);
  store.world.clock.set(now + 2 * 3_600_000);
  await makeBackup(backupJob(store, folder.path));
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('a backup overwrites an existing file of the same name only on request', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const target = { place: 'disk', folder: folder.path, file: 'shop.db' } as const;
  await makeBackup(backupJob(store, folder.path, { target }));
  await addOrders(store, 2);
  await expect(makeBackup(backupJob(store, folder.path, { target }))).rejects.toThrow('--force');
  expect(verifyBackup(join(folder.path, 'shop.db')).counts['orders']).toBe(0);
  store.world.clock.advance(1);
  await makeBackup(backupJob(store, folder.path, { target, overwrite: true }));
  expect(verifyBackup(join(folder.path, 'shop.db')).counts['orders']).toBe(2);
});

test('a backup never overwrites the database itself, whatever path names it', async () => {
  await using store = await openTestStore();
  using other = tempDir();
  symlinkSync(store.dataDir, join(other.path, 'link'));
  await addOrders(store, 2);
  const inode = statSync(store.storage.path).ino;
  for (const folder of [store.dataDir, join(other.path, 'link')]) {
    for (const file of ['docket.db', 'docket.db-wal', 'docket.db-shm', 'docket.db-journal']) {
      const target = { place: 'disk', folder, file } as const;
      const job = backupJob(store, folder, { target, overwrite: true });
      await expect(makeBackup(job)).rejects.toThrow(`${join(folder, file)} belongs to the database itself`);
    }
  }
  expect(statSync(store.storage.path).ino).toBe(inode);
  await addOrders(store, 1);
  await makeBackup(
    backupJob(store, store.dataDir, { target: { place: 'disk', folder: store.dataDir, file: 'copy.db' } }),
  );
  expect(verifyBackup(join(store.dataDir, 'copy.db')).counts['orders']).toBe(3);
});

test('a restore from a shared folder chooses its own database’s newest backup, and fails if only several other databases have backups there', async () => {
  using folder = tempDir();
  const [mine, theirs, third] = ['1111aaaa', '2222bbbb', '3333cccc'].map((start) => start.padEnd(32, '0'));
  const target = { place: 'disk', folder: folder.path, file: undefined } as const;
  const shelf = openShelf(target, undefined, folder.path);
  const put = (at: number, installation = ''): void =>
    writeFileSync(join(folder.path, nameBackup(at, installation)), 'a backup');
  put(DAY, theirs);
  const chooseToRestore = (from: typeof shelf, of: typeof target, installation: string | undefined) =>
    choose(from, of, installation, 3 * DAY);
  expect(await chooseToRestore(shelf, target, undefined)).toBe(nameBackup(DAY, theirs ?? ''));
  expect(await chooseToRestore(shelf, target, mine)).toBe(nameBackup(DAY, theirs ?? ''));
  put(0, mine);
  put(2 * DAY, theirs);
  expect(await chooseToRestore(shelf, target, mine)).toBe(nameBackup(0, mine ?? ''));
  expect(await chooseToRestore(shelf, target, theirs)).toBe(nameBackup(2 * DAY, theirs ?? ''));
  for (const unknown of [undefined, third]) {
    await expect(chooseToRestore(shelf, target, unknown)).rejects.toThrow('has backups of 2 databases');
  }
});

test('a restore from a folder chooses no backup if the newest one is dated in the future', async () => {
  using folder = tempDir();
  const target = { place: 'disk', folder: folder.path, file: undefined } as const;
  const shelf = openShelf(target, undefined, folder.path);
  const [right, ahead] = [nameBackup(DAY, '1111aaaa'), nameBackup(3650 * DAY, '1111aaaa')];
  for (const name of [right, ahead]) writeFileSync(join(folder.path, name), 'a backup');
  await expect(choose(shelf, target, undefined, 30 * DAY)).rejects.toThrow(`${join(folder.path, ahead)} is dated`);
  const named = { ...target, file: right };
  expect(await choose(shelf, named, undefined, 30 * DAY)).toBe(right);
  expect(await choose(shelf, target, undefined, 3651 * DAY)).toBe(ahead);
});

test('a search for backups does not create a missing folder', async () => {
  using folder = tempDir();
  const where = { place: 'disk', folder: join(folder.path, 'mistyped', 'folder') } as const;
  const [whole, one] = [
    { ...where, file: undefined },
    { ...where, file: 'shop.db' },
  ];
  expect(await openShelf(whole, undefined, folder.path, 'to read').list()).toEqual([]);
  const shelf = openShelf(one, undefined, folder.path, 'to read');
  await expect(chooseBackup(shelf, one)).rejects.toThrow('there is no backup');
  const check = { target: one, name: 'shop.db', s3: undefined, folder: folder.path, nowMs: 0 };
  await expect(checkBackup({ ...check, reading: 'where it lies' })).rejects.toThrow('there is no file');
  await expect(checkBackup({ ...check, reading: 'staged' })).rejects.toThrow('there is no such file');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a database whose restore was interrupted is not backed up', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  writeFileSync(`${store.storage.path}.restoring`, '');
  await expect(makeBackup(backupJob(store, folder.path))).rejects.toThrow('was cut off');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a backup of a missing database creates no folder', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const mistyped = join(folder.path, 'mistyped');
  const job = backupJob(store, join(mistyped, 'backups'), { databasePath: join(mistyped, 'docket.db') });
  await expect(makeBackup(job)).rejects.toThrow('there is no database');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('each backup run is recorded with its outcome', async () => {
  await using store = await openTestStore();
  using folder = tempDir();
  const made = await makeBackup(backupJob(store, folder.path));
  await recordRun(store.storage, { target: folder.path, startedAt: 5, outcome: { kind: 'verified', made } });
  await recordRun(store.storage, {
    target: folder.path,
    startedAt: 6,
    outcome: { kind: 'failed', reason: 'the disk is full' },
  });
  const runs = listRuns(store.storage.read, 9);
  expect(runs).toMatchObject([
    { outcome: 'failed', reason: 'the disk is full', name: null },
    { outcome: 'verified', name: made.name, bytes: made.bytes, sha256: made.sha256, schemaVersion: SCHEMA_VERSION },
  ]);
});

const TIB = 1024 ** 4;

test('a backup file that declares itself larger than the disk is refused before copying starts', async () => {
  using from = tempDir();
  using into = tempDir();
  const name = 'planted.db';
  const path = join(from.path, name);
  // The file claims to have 4 TiB, but takes only one block on the disk.
  writeFileSync(path, 'SQLite format 3\0');
  truncateSync(path, 4 * TIB);
  const target = { place: 'disk', folder: from.path, file: name } as const;
  const asked = { target, name, s3: undefined, folder: into.path, reading: 'staged', nowMs: 1 } as const;
  await expect(checkBackup(asked)).rejects.toThrow(
    `there is too little room in ${into.path}: the backup needs 4194320 MiB, `,
  );
  expect(existsSync(join(into.path, '.docket-restore-1.partial'))).toBe(false);
});
