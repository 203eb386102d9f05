import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { createIdSource, UsageError } from '../../src/base/index.ts';
import { strangePart } from '../../src/storage/file/check-schema.ts';
import { compactDatabase, inspect, MIGRATIONS, openForServe, putBack, verifyBackup } from '../../src/storage/index.ts';
import { appliedMigrations, migrate, pendingMigrations, sha256 } from '../../src/storage/schema/migrate.ts';
import type { Migration } from '../../src/storage/schema/migrations.ts';
import * as schema from '../../src/storage/schema/tables.ts';
import { HOLDER, openTestStore, tempDir } from '../support/store.ts';
import { START_MS, seededRandom } from '../support/world.ts';

const ONE = { version: 1, name: '0001_one', sql: 'CREATE TABLE one (n INTEGER); INSERT INTO one VALUES (1);' };
const TWO = { version: 2, name: '0002_two', sql: 'CREATE TABLE two (n INTEGER);' };
const BROKEN = {
  version: 2,
  name: '0002_broken',
  sql: 'CREATE TABLE two (n INTEGER); INSERT INTO nowhere VALUES (1);',
};

function openFile() {
  const dir = tempDir();
  const client = new Database(join(dir.path, 'test.db'), { create: true });
  return {
    client,
    [Symbol.dispose]() {
      client.close();
      dir[Symbol.dispose]();
    },
  };
}
const tablesOf = (client: Database) =>
  client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map((row) => row.name);

test('the list of migrations matches their folder, in order and without a gap', () => {
  const folder = join(import.meta.dir, '../../migrations');
  const files = readdirSync(folder).sort();
  expect(MIGRATIONS.map((step) => `${step.name}.sql`)).toEqual(files);
  for (const [index, step] of MIGRATIONS.entries()) {
    expect(step.version).toBe((MIGRATIONS[0]?.version ?? 0) + index);
    expect(step.name).toStartWith(`${String(step.version).padStart(4, '0')}_`);
    expect(step.sql).toBe(readFileSync(join(folder, `${step.name}.sql`), 'utf8'));
  }
});

test('a fresh database gets all migrations without a backup copy, and a second run does nothing', () => {
  using file = openFile();
  expect(migrate(file.client, [ONE, TWO], START_MS)).toBeUndefined();
  expect(tablesOf(file.client)).toEqual(['one', 'schema_migrations', 'two']);
  expect(migrate(file.client, [ONE, TWO], START_MS)).toBeUndefined();
  expect(appliedMigrations(file.client).map((row) => row.name)).toEqual([ONE.name, TWO.name]);
  expect(file.client.query('SELECT count(*) AS n FROM one').get()).toEqual({ n: 1 });
});

test('a fresh database equals one that was migrated step by step, apart from its random values', () => {
  using fresh = openFile();
  using again = openFile();
  using stepped = openFile();
  migrate(fresh.client, MIGRATIONS, START_MS);
  migrate(again.client, MIGRATIONS, START_MS);
  // This file gets only the first migration at first, so all later migrations run one by one.
  migrate(stepped.client, MIGRATIONS.slice(0, 1), START_MS);
  migrate(stepped.client, MIGRATIONS, START_MS);
  const parts = (client: Database) =>
    client.query('SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name').all();
  expect(parts(fresh.client)).toEqual(parts(stepped.client));
  const random = new Set(['installation.id', 'installation.cursor_key', 'search_changes.nonce']);
  const rows = (client: Database, withRandom: boolean) =>
    tablesOf(client).flatMap((table) => {
      const columns = client.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all();
      const read = columns.map(({ name }) => name).filter((name) => withRandom === random.has(`${table}.${name}`));
      return read.length === 0 ? [] : client.query(`SELECT '${table}', ${read.join(', ')} FROM ${table}`).values();
    });
  expect(rows(fresh.client, false)).toEqual(rows(stepped.client, false));
  const own = [fresh, again, stepped].flatMap(({ client }) => rows(client, true).map((row) => JSON.stringify(row)));
  expect(own).toHaveLength(6);
  expect(new Set(own).size).toBe(6);
  expect(fresh.client.query('SELECT length(id) AS id, length(cursor_key) AS key FROM installation').get()).toEqual({
    id: 16,
    key: 32,
  });
});

test('a copy of the old database is kept before a migration', () => {
  using file = openFile();
  migrate(file.client, [ONE], START_MS);
  const copy = migrate(file.client, [ONE, TWO], START_MS) ?? '';
  expect(existsSync(copy)).toBe(true);
  using before = new Database(copy, { readonly: true });
  expect(tablesOf(before)).toEqual(['one', 'schema_migrations']);
  expect(tablesOf(file.client)).toContain('two');
});

test('a failed migration leaves no trace', () => {
  using file = openFile();
  migrate(file.client, [ONE], START_MS);
  expect(() => migrate(file.client, [ONE, BROKEN], START_MS)).toThrow('nowhere');
  expect(tablesOf(file.client)).toEqual(['one', 'schema_migrations']);
  expect(appliedMigrations(file.client).length).toBe(1);
});

test('a database with a changed migration or a newer schema is refused', () => {
  using file = openFile();
  migrate(file.client, [ONE, TWO], START_MS);
  expect(() => migrate(file.client, [ONE], START_MS)).toThrow(UsageError);
  expect(() => migrate(file.client, [ONE, { ...TWO, sql: `${TWO.sql} ` }], START_MS)).toThrow(UsageError);
});

interface Column {
  name: string;
  notnull: number;
  pk: number;
}
const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

test('Drizzle’s tables match a fresh database in columns and nullability', async () => {
  await using store = await openTestStore();
  using client = new Database(store.storage.path, { readonly: true });
  const tables = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map(getTableConfig);
  // The search index of products is made by FTS5, which adds its own tables.
  const search = ['', '_config', '_data', '_docsize', '_idx'].map((part) => `product_search${part}`);
  const own = ['schema_migrations', 'sqlite_sequence', ...search];
  expect([...tables.map((table) => table.name), ...own].sort()).toEqual(tablesOf(client));
  for (const table of tables) {
    const columns = client.query<Column, []>(`PRAGMA table_info(${table.name})`).all();
    const real = columns.map(({ name, notnull, pk }) => ({ name, required: notnull === 1 || pk > 0 }));
    const drawn = table.columns.map(({ name, notNull, primary }) => ({ name, required: notNull || primary }));
    expect({ table: table.name, columns: drawn.sort(byName) }).toEqual({
      table: table.name,
      columns: real.sort(byName),
    });
  }
});

const PARENT = {
  version: 1,
  name: '0001_parent',
  sql: `CREATE TABLE parents (seq INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE children (seq INTEGER PRIMARY KEY, parent_seq INTEGER NOT NULL REFERENCES parents (seq));
    INSERT INTO parents VALUES (3, 'p'); INSERT INTO children VALUES (1, 3);`,
};
const made = (select: string) => ({
  version: 2,
  name: '0002_made_again',
  sql: `CREATE TABLE parents_again (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
    INSERT INTO parents_again ${select}; DROP TABLE parents; ALTER TABLE parents_again RENAME TO parents;`,
});

test('a migration may rebuild a referenced table without losing child rows or foreign keys', () => {
  using file = openFile();
  file.client.run('PRAGMA foreign_keys = ON');
  migrate(file.client, [PARENT], START_MS);
  migrate(file.client, [PARENT, made('SELECT * FROM parents')], START_MS);
  expect(file.client.query('SELECT p.name FROM children JOIN parents AS p ON p.seq = parent_seq').values()).toEqual([
    ['p'],
  ]);
  expect(file.client.query('PRAGMA foreign_keys').values()).toEqual([[1]]);
  expect(() => file.client.run('DELETE FROM parents')).toThrow('FOREIGN KEY');
});

const BEFORE = {
  ...PARENT,
  sql: `${PARENT.sql} CREATE TABLE "others" (n INTEGER);
    CREATE TRIGGER adopt AFTER INSERT ON others BEGIN INSERT INTO children VALUES (7, NEW.n); END;`,
};

function refuse(step: Pick<Migration, 'sql' | 'fill'>): void {
  using file = openFile();
  migrate(file.client, [BEFORE], START_MS);
  const steps = [BEFORE, { version: 2, name: '0002_step', ...step }];
  expect(() => migrate(file.client, steps, START_MS)).toThrow('1 rows without their parent');
  expect(file.client.query('SELECT name FROM parents').values()).toEqual([['p']]);
  expect(appliedMigrations(file.client)).toHaveLength(1);
}

test.each([
  ['makes the parents again without them', made('SELECT * FROM parents WHERE FALSE').sql],
  ['deletes a parent', 'delete\n from main."Parents" WHERE seq = 3'],
  ['moves the key of a parent', "UPDATE OR IGNORE parents SET name = 'q', seq = 4"],
  ['moves the key of a parent among others', "UPDATE parents SET (name, seq) = ('q', 4)"],
  ['writes a child', 'INSERT OR IGNORE INTO children SELECT 2, 9'],
  ['changes a child', 'UPDATE children SET parent_seq = 9'],
  ['adds a column to the children', 'ALTER TABLE children ADD COLUMN next INTEGER DEFAULT 9 REFERENCES parents (seq)'],
  ['fires a trigger that writes a child', 'INSERT INTO others VALUES (9)'],
  ['fires a trigger and drops it', 'INSERT INTO others VALUES (9); DROP TRIGGER adopt'],
])('a migration that %s is undone if a row would lose its parent', (_what, sql) => refuse({ sql }));

test('a migration whose code writes a row without its parent is undone', () =>
  refuse({ sql: 'SELECT 1', fill: (client) => void client.run('UPDATE children SET parent_seq = 9') }));

test.each([
  ['an index', 87, 88, 0],
  ['a table with its triggers', 88, 89, 0],
  ['marks of payments', 84, 85, 1],
])(
  'after a migration that adds %s, foreign keys are checked only if the migration changes rows',
  (_what, from, to, checks) => {
    using file = openFile();
    const upTo = (last: number) => MIGRATIONS.filter(({ version }) => version <= last);
    migrate(file.client, upTo(from), START_MS);
    const query = file.client.query.bind(file.client);
    const asked: string[] = [];
    file.client.query = ((text: string) => {
      if (text.includes('foreign_key_check')) asked.push(text);
      return query(text);
    }) as typeof file.client.query;
    migrate(file.client, upTo(to), START_MS + 1);
    expect(asked).toHaveLength(checks);
  },
);

test('the code of a migration runs in the migration’s transaction', () => {
  using file = openFile();
  migrate(file.client, [ONE], START_MS);
  const fill = (client: Database): void => void client.run('INSERT INTO two SELECT n * 10 FROM one');
  const failing = (client: Database): void => {
    fill(client);
    throw new Error('it went wrong');
  };
  expect(() => migrate(file.client, [ONE, { ...TWO, fill: failing }], START_MS)).toThrow('it went wrong');
  expect(tablesOf(file.client)).toEqual(['one', 'schema_migrations']);
  migrate(file.client, [ONE, { ...TWO, fill }], START_MS + 1);
  expect(file.client.query('SELECT n FROM two').values()).toEqual([[10]]);
});

/**
 * Records migrations 1 to `versions` as applied. They are older than the first release, and their files no longer
 * exist.
 */
function comeThrough(client: Database, versions: number): void {
  client.run('DELETE FROM schema_migrations');
  for (let at = 1; at <= versions; at += 1) {
    const row = [at, `${String(at).padStart(4, '0')}_before`, 'x', 0];
    client.run('INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)', row);
  }
}

test('a database that applied all migrations from before the first release is accepted and gets the later ones', () => {
  using file = openFile();
  const [baseline] = MIGRATIONS;
  if (baseline === undefined) throw new Error('there is no baseline');
  migrate(file.client, [baseline], START_MS);
  comeThrough(file.client, baseline.version);
  expect(migrate(file.client, [baseline], START_MS)).toBeUndefined();
  expect(strangePart(file.client, baseline.version)).toBeUndefined();
  const step = { ...TWO, version: baseline.version + 1 };
  expect(migrate(file.client, [baseline, step], START_MS)).toContain(`.schema-${baseline.version}.`);
  expect(tablesOf(file.client)).toContain('two');
  expect(pendingMigrations(file.client, [baseline, step])).toEqual([]);
});

test('a database with a schema from before the baseline is refused without being changed', async () => {
  using dir = tempDir();
  const options = { dataDir: dir.path, now: () => START_MS, newId: createIdSource(seededRandom(1)) };
  const storage = openForServe(options, HOLDER);
  await storage.close();
  {
    using client = new Database(storage.path);
    comeThrough(client, 12);
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  const before = sha256(readFileSync(storage.path, 'latin1'));
  const line = /^this database has schema 12, from before the first release; .* start the docket of commit \w+ .*$/;
  expect(() => openForServe(options, HOLDER)).toThrow(line);
  expect(() => compactDatabase(dir.path, HOLDER)).toThrow(line);
  expect(() => verifyBackup(storage.path)).toThrow(line);
  expect(inspect(dir.path)).toMatchObject({ schemaVersion: 12, problems: [] });
  expect(sha256(readFileSync(storage.path, 'latin1'))).toBe(before);
  expect(readdirSync(dir.path).filter((name) => name.endsWith('.backup'))).toEqual([]);
  expect(() => putBack(dir.path, storage.path, HOLDER, START_MS)).toThrow(line);
});

const before = (version: number) => MIGRATIONS.filter((step) => step.version < version);

function fileBefore(version: number) {
  const file = openFile();
  migrate(file.client, before(version), START_MS);
  file.client.run(`
    INSERT INTO workspaces (seq, id, name, plan, time_zone, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
      VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0)`);
  return file;
}

const lostParents = (client: Database) => client.query('PRAGMA foreign_key_check').all();

/** Runs the migration of this version, and expects all rows and indexes of some tables to stay as they were. */
function keepsAll(client: Database, version: number, tables: readonly string[]): void {
  const indexes = `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('${tables.join("', '")}') ORDER BY name`;
  const all = () => [...tables.map((table) => `SELECT * FROM ${table}`), indexes].map((sql) => client.query(sql).all());
  const was = all();
  migrate(client, before(version + 1), START_MS);
  expect(all()).toEqual(was);
  expect(lostParents(client)).toEqual([]);
}

test('inquiry stages of an older schema keep their color and meaning', () => {
  using file = fileBefore(54);
  file.client.run(`
    INSERT INTO inquiry_stages VALUES (1, 'a', 'A', 0, 'sea', 0), (1, 'b', 'B', 1, 'pink', 0), (1, 'c', 'C', 2, 'bad', 1);
    INSERT INTO inquiries (seq, id, workspace_seq, source, fingerprint, version, stage_id, payload, created_at, updated_at)
      VALUES (7, x'02', 1, 'site', x'00', 1, 'c', '{}', 5, 6);`);
  migrate(file.client, MIGRATIONS, START_MS);
  const read = 'SELECT id, tone, status_group, active, writes_off_stock FROM inquiry_stages ORDER BY position';
  expect(file.client.query(read).values()).toEqual([
    ['a', 'teal', 'new', 1, 0],
    ['b', 'pink', 'work', 1, 0],
    ['c', 'bad', 'done', 1, 0],
  ]);
  expect(lostParents(file.client)).toEqual([]);
});

test('orders and inquiries keep all columns and indexes when their long texts become the last columns', () => {
  using file = fileBefore(56);
  file.client.run(`
    INSERT INTO inquiry_stages (workspace_seq, id, name, position) VALUES (1, 'a', 'A', 0);
    INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, status_id, date, time_start, time_end,
        products_amount, price, paid_amount, payment_status, created_at, updated_at, deleted_at, client, recipient, products, delivery,
        additional, search_text, platform, kind_seq, by_num)
      VALUES (3, x'03', 1, 'site', 'k', x'00', 2, '7', 's', '2026-03-08', '10:00', '12:00', 11, 12, 13, 'paid', 14, 15, NULL, '{"c":1}',
        '{"r":1}', '[1]', '{"d":1}', '{"a":1}', 'found by', 'site', 16, 1);
    INSERT INTO order_history (order_seq, version, kind, actor_type, at) VALUES (3, 1, 'created', 'key', 14);
    INSERT INTO inquiries (seq, id, workspace_seq, source, fingerprint, version, stage_id, payload, created_at, updated_at, order_seq)
      VALUES (7, x'02', 1, 'site', x'00', 1, 'a', '{"p":1}', 5, 6, 3);`);
  keepsAll(file.client, 56, ['orders', 'inquiries']);
});

test('the migration keeps the history of orders, and marks a stock write-off if the items of its order were changed later', () => {
  const change = (order: number, version: number, kind: string, changes: string): string =>
    `(${order}, ${version}, '${kind}', 'key', 'k', 'r', '${changes}', 14, ${version}, 1)`;
  using file = fileBefore(60);
  file.client.run(`
    ${[3, 4, 5]
      .map(
        (
          seq,
        ) => `INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, status_id, date,
          products_amount, price, paid_amount, payment_status, created_at, updated_at, products, search_text, platform, kind_seq, by_num)
        VALUES (${seq}, x'0${seq}', 1, 'site', 'k${seq}', x'00', 3, '7', 's', '2026-03-08', 1, 1, 0, 'unpaid', 1, 1, '[]', '', '', 1, 1);`,
      )
      .join('\n')}
    INSERT INTO stock_write_offs VALUES (3, 1, 's', 2, 14), (4, 1, 's', 2, 14), (5, 1, 's', 2, 14);
    INSERT INTO order_history (order_seq, version, kind, actor_type, actor_id, request_id, changes, at, event_seq, workspace_seq) VALUES
      ${change(3, 2, 'updated', '{"products":{}}')}, ${change(3, 3, 'updated', '{"delivery":{}}')},
      ${change(4, 3, 'updated', '{"products":{}}')}, ${change(5, 3, 'status_changed', '{"statusId":{}}')};`);
  const rows = () => file.client.query('SELECT * FROM order_history ORDER BY order_seq, version').all();
  const was = rows();
  migrate(file.client, MIGRATIONS, START_MS);
  expect(rows()).toEqual(was);
  expect(file.client.query('SELECT order_seq, products_changed FROM stock_write_offs').values()).toEqual([
    [3, 0],
    [4, 1],
    [5, 0],
  ]);
  expect(lostParents(file.client)).toEqual([]);
});

test('the migration removes remembered headings that are really a line of data, and keeps real headings', () => {
  using file = fileBefore(77);
  const columns = (...headings: string[]) => headings.map((heading) => [heading, 'name']);
  const matches = [
    columns('anna', '+7 912 345-67-89'),
    { columns: columns('anna', 'anna@examplecom'), values: [] },
    columns('имя', 'тел 1'),
    { columns: columns('имя', 'год 2026'), values: [{ field: 'status', text: '12345', to: 'status-new' }] },
    null,
  ].map((match) => (match === null ? null : JSON.stringify(match)));
  const insert = file.client.prepare(`INSERT INTO imports
    (id, workspace_seq, kind, state, options, actor_type, total, done, counts, created_at, match)
    VALUES (?, 1, 'clients', 'done', '{}', 'key', 1, 1, '{}', 1, ?)`);
  for (const [at, match] of matches.entries()) insert.run(new Uint8Array([at]), match);
  migrate(file.client, MIGRATIONS, START_MS);
  const left = file.client.query('SELECT match FROM imports ORDER BY seq').values();
  expect(left.flat()).toEqual([null, null, ...matches.slice(2)]);
});

test('members and invitations survive the addition of two roles, and unknown roles are refused', () => {
  using file = fileBefore(63);
  file.client.run(`
    INSERT INTO people (seq, id, email, email_key, created_at) VALUES (2, x'02', 'a@b.c', 'a@b.c', 3);
    INSERT INTO memberships VALUES (1, 2, 'viewer', 4, 5, 6);
    INSERT INTO invitations VALUES (7, x'07', 1, 'd@e.f', 'd@e.f', 'manager', 'ru', 2, 8), (9, x'09', 1, 'g', 'g', 'owner', 'en', NULL, 9);
    DELETE FROM invitations WHERE seq = 9;
    INSERT INTO one_time_links (token_hash, purpose, invitation_seq, proves, created_at, expires_at) VALUES ('t', 'invitation', 7, 1, 0, 1);`);
  keepsAll(file.client, 63, ['memberships', 'invitations', 'one_time_links']);
  file.client.run('PRAGMA foreign_keys = ON');
  for (const role of ['orders', 'courier']) file.client.run('UPDATE memberships SET role = ?', [role]);
  expect(() => file.client.run("UPDATE memberships SET role = 'driver'")).toThrow('CHECK');
  const invite =
    "INSERT INTO invitations (id, workspace_seq, email, email_key, role, language, created_at) VALUES (x'0a', 1, 'h', 'h', ?, 'en', 1)";
  expect(() => file.client.run(invite, ['driver'])).toThrow('CHECK');
  file.client.run(invite, ['courier']);
  // The number of a withdrawn invitation is never used again.
  expect(file.client.query('SELECT max(seq) AS seq FROM invitations').get()).toEqual({ seq: 10 });
  file.client.run('DELETE FROM invitations WHERE seq = 7');
  expect(file.client.query('SELECT count(*) AS n FROM one_time_links').get()).toEqual({ n: 0 });
});
