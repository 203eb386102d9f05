/** A backup is a file that anybody can write; a trigger in it would act in the name of the restoring server. */

import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealAnew } from '../support/backups.ts';
import { docket, docketJson } from '../support/docket.ts';
import { sendBackup } from '../support/fresh-desk.ts';
import { changeStore } from '../support/http-answers.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { sharedShop } from '../support/shared.ts';

const { shop, owner } = sharedShop();
let backup: string;
beforeAll(async () => {
  ({ backup } = await docketJson<{ backup: string }>(['backup', join(shop.dir, 'good.db'), '--data', shop.dir]));
});

const PARTS: readonly (readonly [name: string, sql: string])[] = [
  ['trigger steal', "CREATE TRIGGER steal AFTER INSERT ON orders BEGIN UPDATE people SET name = 'x'; END"],
  ['view spy', 'CREATE VIEW spy AS SELECT * FROM people'],
  ['table extra', 'CREATE TABLE extra (x)'],
  ['index quick', 'CREATE INDEX quick ON orders (num)'],
  ['table people', 'ALTER TABLE people ADD COLUMN more TEXT'],
];

/** The good backup with one more part, resealed by an attacker who knows the format. */
function tampered(name: string, sql: string): string {
  const path = join(shop.dir, `${name.replace(' ', '-')}.db`);
  copyFileSync(backup, path);
  const db = new Database(path);
  db.run(sql);
  const manifest = JSON.parse(
    db.query<{ manifest: string }, []>('SELECT manifest FROM backup_manifest').get()?.manifest ?? '',
  );
  if (sql.includes('extra')) manifest.counts.extra = 0;
  db.run('UPDATE backup_manifest SET manifest = ?', [JSON.stringify(manifest)]);
  sealAnew(db, path);
  return path;
}

async function sent(path: string): Promise<unknown> {
  await owner.post('/app/api/prove', { password: 'correct horse' });
  const uploads = `${shop.base}/backups/upload`;
  return (await sendBackup(owner, uploads, readFileSync(path))).body;
}

test.each(PARTS)('a backup with a %s unlike Docket’s own is refused by restore and upload', async (name, sql) => {
  const path = tampered(name, sql);
  const verified = await docket(['backup', 'verify', path]);
  expect(verified).toMatchObject({ status: 1, stdout: '' });
  expect(verified.stderr).toContain(`its ${name} is`);
  const fresh = join(shop.dir, `into-${name.replace(' ', '-')}`);
  expect((await docket(['restore', path, '--data', fresh])).stderr).toContain(`its ${name} is`);
  expect(readdirSync(fresh)).toEqual([]);
  expect(await sent(path)).toMatchObject({
    code: 'backup_trouble',
    message: expect.stringContaining(`its ${name} is`),
  });
  // Without its manifest, the backup looks like a database that a restore has set aside. Such a file is checked just as
  // strictly.
  alter(path, 'DROP TABLE backup_manifest', 'DROP TABLE backup_seal');
  expect((await docket(['restore', path, '--data', fresh])).stderr).toContain(`its ${name} is`);
});

const COMPUTED = 'TEXT GENERATED ALWAYS AS (hex(zeroblob(9))) VIRTUAL';

interface PlantedFault {
  readonly part: string;
  readonly sql: readonly string[];
  /** A replacement of bytes in the file, which SQLite itself would not make. */
  readonly bytes?: readonly [from: string, to: string];
}

/**
 * An attacker can plant tables, views or indexes under names that Docket or SQLite use. Docket must refuse them unread,
 * because reading a computed column evaluates the attacker's expression.
 */
const PLANTED: readonly PlantedFault[] = [
  ...[
    `TABLE backup_manifest (one INTEGER PRIMARY KEY, manifest ${COMPUTED})`,
    'VIRTUAL TABLE backup_manifest USING fts5(manifest)',
  ].map((made) => ({ part: 'table backup_manifest', sql: ['DROP TABLE backup_manifest', `CREATE ${made}`] })),
  ...['table backup_seal', 'table BACKUP_SEAL'].map((part) => ({
    part,
    sql: ['DROP TABLE backup_seal', `CREATE ${part} (one INTEGER PRIMARY KEY, seal ${COMPUTED})`],
  })),
  {
    part: 'view backup_seal',
    sql: ['DROP TABLE backup_seal', 'CREATE VIEW backup_seal AS SELECT 1 AS one, hex(zeroblob(9)) AS seal'],
  },
  { part: 'table schema_migrations', sql: [`ALTER TABLE schema_migrations ADD COLUMN more ${COMPUTED}`] },
  {
    part: 'index sqlite_autoindex_orders_99',
    sql: ['CREATE INDEX sqliteXautoindex_orders_99 ON orders (num)'],
    bytes: ['sqliteXautoindex', 'sqlite_autoindex'],
  },
  { part: 'table sqlite_stat1', sql: ['ANALYZE'], bytes: ['stat1(tbl,idx,stat)', 'stat1(tbl,idx,more)'] },
];

test.each(PLANTED)('a backup with a planted $part is refused before it is read', async ({ part, sql, bytes }) => {
  const path = join(shop.dir, 'planted.db');
  copyFileSync(backup, path);
  alter(path, ...sql);
  if (bytes !== undefined) {
    const [from, to] = bytes;
    writeFileSync(path, Buffer.from(readFileSync(path, 'latin1').replaceAll(from, to), 'latin1'));
    // The seal is correct, so only the changed part can be the reason for the refusal.
    sealAnew(new Database(path), path);
  }
  const refused = `its ${part} is`;
  expect((await docket(['backup', 'verify', path])).stderr).toContain(refused);
  expect(await sent(path)).toMatchObject({ code: 'backup_trouble', message: expect.stringContaining(refused) });
});

test('a database with a manually added index is backed up with a warning about restores', async () => {
  changeStore(shop, 'CREATE INDEX quick ON orders (num)');
  const made = await docket(['backup', join(shop.dir, 'indexed.db'), '--data', shop.dir]);
  expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining("its index quick is none of Docket's") });
  expect((await docket(['check', '--data', shop.dir])).stdout).toMatch(
    /^problem: .*index quick is none of Docket's; drop it/m,
  );
  changeStore(shop, 'DROP INDEX quick');
  expect((await docket(['check', '--data', shop.dir])).stdout).not.toContain('none of Docket');
});

test('a backup with tables of Litestream and SQLite is restored without SQLite’s statistics', async () => {
  const path = join(shop.dir, 'replica.db');
  copyFileSync(backup, path);
  alter(
    path,
    'DROP TABLE backup_manifest',
    'DROP TABLE backup_seal',
    'CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
    'CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)',
    'ANALYZE',
  );
  const fresh = join(shop.dir, 'from-replica');
  expect(await docket(['restore', path, '--data', fresh, '--force'])).toMatchObject({ status: 0 });
  const statistics = "SELECT name FROM sqlite_schema WHERE name GLOB 'sqlite_stat*'";
  expect(rowsIn(join(fresh, 'docket.db'), statistics)).toEqual([]);
});
