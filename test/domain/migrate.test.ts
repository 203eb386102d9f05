import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { createIdSource, UsageError } from '../../src/base/index.ts';
import { compactDatabase, inspect, MIGRATIONS, openForServe } from '../../src/storage/index.ts';
import { appliedMigrations, migrate, sha256 } from '../../src/storage/schema/migrate.ts';
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

test('the list of migrations is the folder, in order, without a gap', () => {
  const folder = join(import.meta.dir, '../../migrations');
  const files = readdirSync(folder).sort();
  expect(MIGRATIONS.map((step) => `${step.name}.sql`)).toEqual(files);
  for (const [index, step] of MIGRATIONS.entries()) {
    expect(step.version).toBe(index + 1);
    expect(step.sql).toBe(readFileSync(join(folder, `${step.name}.sql`), 'utf8'));
  }
});

test('a fresh file gets all steps, without a copy; a second run does nothing', () => {
  using file = openFile();
  expect(migrate(file.client, [ONE, TWO], START_MS)).toBeUndefined();
  expect(tablesOf(file.client)).toEqual(['one', 'schema_migrations', 'two']);
  expect(migrate(file.client, [ONE, TWO], START_MS)).toBeUndefined();
  expect(appliedMigrations(file.client).map((row) => row.name)).toEqual([ONE.name, TWO.name]);
  expect(file.client.query('SELECT count(*) AS n FROM one').get()).toEqual({ n: 1 });
});

test('a copy of what was there is kept before a step', () => {
  using file = openFile();
  migrate(file.client, [ONE], START_MS);
  const copy = migrate(file.client, [ONE, TWO], START_MS) ?? '';
  expect(existsSync(copy)).toBe(true);
  using before = new Database(copy, { readonly: true });
  expect(tablesOf(before)).toEqual(['one', 'schema_migrations']);
  expect(tablesOf(file.client)).toContain('two');
});

test('a step that fails leaves nothing of itself', () => {
  using file = openFile();
  migrate(file.client, [ONE], START_MS);
  expect(() => migrate(file.client, [ONE, BROKEN], START_MS)).toThrow('nowhere');
  expect(tablesOf(file.client)).toEqual(['one', 'schema_migrations']);
  expect(appliedMigrations(file.client).length).toBe(1);
});

test('an applied step that reads otherwise now, or a newer schema, is refused', () => {
  using file = openFile();
  migrate(file.client, [ONE, TWO], START_MS);
  expect(() => migrate(file.client, [ONE], START_MS)).toThrow(UsageError);
  expect(() => migrate(file.client, [ONE, { ...TWO, sql: `${TWO.sql} ` }], START_MS)).toThrow(UsageError);
});

test('a database of a newer schema is refused with its bytes untouched', async () => {
  using dir = tempDir();
  const options = { dataDir: dir.path, now: () => START_MS, newId: createIdSource(seededRandom(1)) };
  const storage = openForServe(options, HOLDER);
  await storage.close();
  const client = new Database(storage.path);
  client.run('INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (99, ?, ?, 1)', ['later', 'x']);
  client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
  const before = sha256(readFileSync(storage.path, 'latin1'));
  expect(() => openForServe(options, HOLDER)).toThrow(UsageError);
  expect(() => compactDatabase(dir.path, HOLDER)).toThrow('start it with the newer docket');
  expect(inspect(dir.path)).toMatchObject({ schemaVersion: 99, problems: [] });
  expect(sha256(readFileSync(storage.path, 'latin1'))).toBe(before);
});

interface Column {
  name: string;
  notnull: number;
  pk: number;
}
const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

test('Drizzle’s tables are those of a fresh database: columns, nullability and indexes', async () => {
  await using store = await openTestStore();
  using client = new Database(store.storage.path, { readonly: true });
  const tables = Object.values(schema)
    .filter((value) => is(value, SQLiteTable))
    .map(getTableConfig);
  // The index of searches is FTS5's, with tables of its own.
  const search = ['', '_config', '_data', '_docsize', '_idx'].flatMap((part) => [
    `order_search${part}`,
    `product_search${part}`,
  ]);
  const own = ['schema_migrations', 'sqlite_sequence', ...search];
  expect([...tables.map((table) => table.name), ...own].sort()).toEqual(tablesOf(client));
  for (const table of tables) {
    const keys = table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const columns = client.query<Column, []>(`PRAGMA table_info(${table.name})`).all();
    const real = columns.map(({ name, notnull, pk }) => ({ name, required: notnull === 1 || pk > 0, key: pk > 0 }));
    const drawn = table.columns.map((column) => ({
      name: column.name,
      required: column.notNull || column.primary,
      key: column.primary || keys.includes(column.name),
    }));
    expect({ table: table.name, columns: drawn.sort(byName) }).toEqual({
      table: table.name,
      columns: real.sort(byName),
    });
    const listed = client
      .query<{ name: string; unique: number; origin: string }, []>(`PRAGMA index_list(${table.name})`)
      .all()
      .filter((index) => index.origin === 'c')
      .map(({ name, unique }) => ({
        name,
        unique: unique === 1,
        columns: client
          .query<{ name: string | null }, []>(`PRAGMA index_info(${name})`)
          .all()
          // An expression has none.
          .map((row) => row.name ?? ''),
      }));
    const indexes = table.indexes.map(({ config }) => ({
      name: config.name,
      unique: config.unique,
      columns: config.columns.map((column) => ('name' in column ? String(column.name) : '')),
    }));
    expect(indexes.sort(byName)).toEqual(listed.sort(byName));
  }
});

test('deliveries of the first schema are kept by the second, and first attempts are due at once', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 1), START_MS);
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO webhook_endpoints VALUES (1, x'02', 1, 'https://a.example.com/', 'order.created', 1, 's', 0, 0);
    INSERT INTO events VALUES (1, x'03', 1, NULL, 'order.created', '{}', 5), (2, x'04', 1, NULL, 'order.created', '{}', 6);
    INSERT INTO deliveries VALUES (1, 1, 1, 'pending', 0, ${START_MS}, 5), (2, 1, 2, 'pending', 3, ${START_MS}, 6);`);
  migrate(file.client, MIGRATIONS.slice(0, 2), START_MS);
  expect(file.client.query('SELECT * FROM deliveries ORDER BY event_seq').all()).toEqual([
    { endpoint_seq: 1, event_seq: 1, state: 'pending', attempts: 0, due_at: 0 },
    { endpoint_seq: 1, event_seq: 2, state: 'pending', attempts: 3, due_at: START_MS },
  ]);
});

test('orders from before the desk are found by it, and their history knows its events', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 3), START_MS);
  const order = (seq: number, num: string, client: string): string =>
    `(${seq}, x'0${seq}', 1, 'shop', 'k${seq}', x'00', 1, '${num}', NULL, 'status-new', '2026-05-20', NULL, NULL, 100, 100, 0,
      'unpaid', 5, 5, NULL, '${client}', NULL, '[]', NULL, NULL)`;
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO orders VALUES ${order(1, 'А-7', '{"name":"Пётр ЁЛКИН","phone":"+7 (912) 345-67-89"}')}, ${order(2, '8', '[]')};
    INSERT INTO order_history VALUES
      (1, 1, 'created', 'key', NULL, NULL, NULL, 5), (1, 2, 'updated', 'key', NULL, NULL, NULL, 6),
      (1, 3, 'updated', 'key', NULL, NULL, NULL, 6), (2, 1, 'created', 'key', NULL, NULL, NULL, 5);
    INSERT INTO events VALUES
      (1, x'11', 1, 1, 'order.created', '{}', 5), (2, x'12', 1, 1, 'order.payment.created', '{}', 5),
      (3, x'13', 1, 2, 'order.created', '{}', 5), (4, x'14', 1, 1, 'order.updated', '{}', 6),
      (5, x'15', 1, 1, 'order.updated', '{}', 6);`);
  migrate(file.client, MIGRATIONS, START_MS);
  expect(file.client.query('SELECT search_text FROM orders ORDER BY seq').values()).toEqual([
    ['а-7\nпетр елкин\n79123456789'],
    ['8'],
  ]);
  expect(file.client.query('SELECT order_seq, version, event_seq, workspace_seq FROM order_history').values()).toEqual([
    [1, 1, 1, 1],
    [1, 2, 4, 1],
    [1, 3, 5, 1],
    [2, 1, 3, 1],
  ]);
});

test('orders from before are found by address and items too; one that was erased stays without a text', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 3), START_MS);
  const order = (seq: number): string =>
    `(${seq}, x'0${seq}', 1, 'shop', 'k${seq}', x'00', 1, 'A-${seq}', NULL, 'status-new', '2026-05-20', NULL, NULL, 100, 100, 0,
      'unpaid', 5, 5, NULL, NULL, NULL, '[{"name":"Пионы","quantity":1,"price":1},{"name":"ВАЗА","quantity":1,"price":1}]',
      '{"adress":"Берёзовая, 7"}', NULL)`;
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO orders VALUES ${order(1)}, ${order(2)};`);
  migrate(file.client, MIGRATIONS.slice(0, 34), START_MS);
  file.client.run("UPDATE orders SET search_text = CASE seq WHEN 1 THEN 'a-1' ELSE '' END");
  migrate(file.client, MIGRATIONS, START_MS);
  expect(file.client.query('SELECT search_text FROM orders ORDER BY seq').values()).toEqual([
    ['a-1\nберезовая, 7\nпионы\nваза'],
    [''],
  ]);
  const found = file.client.query(`SELECT rowid FROM order_search WHERE order_search MATCH '"ион" AND "рез"'`);
  expect(found.values()).toEqual([[1]]);
});

test('statuses from before keep their ids and names and get a tone and a group; none of them writes off', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 4), START_MS);
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO statuses VALUES (1, 'status-new', 'New', 0, 1), (1, 'status-closed', 'Done', 1, 1), (1, 'own', 'Own', 2, 0);`);
  migrate(file.client, MIGRATIONS, START_MS);
  const read = 'SELECT id, name, active, tone, status_group, writes_off_stock FROM statuses ORDER BY position';
  expect(file.client.query(read).values()).toEqual([
    ['status-new', 'New', 1, 'new', 'new', 0],
    ['status-closed', 'Done', 1, 'good', 'done', 0],
    ['own', 'Own', 0, 'move', 'work', 0],
  ]);
});

test('inquiries from before the flow keep their stage and begin a history; the first stages get their tones', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 4), START_MS);
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO inquiry_stages VALUES (1, 'stage-new', 'New', 0), (1, 'stage-in-work', 'In work', 1), (1, 'stage-done', 'Done', 2);
    INSERT INTO inquiries VALUES (1, x'02', 1, 'site', 'k', x'00', 1, 'stage-new', '{"a":1}', 5, 5);`);
  migrate(file.client, MIGRATIONS, START_MS);
  expect(file.client.query('SELECT id, tone, terminal FROM inquiry_stages ORDER BY position').values()).toEqual([
    ['stage-new', 'new', 0],
    ['stage-in-work', 'busy', 0],
    ['stage-done', 'good', 1],
  ]);
  expect(file.client.query('SELECT payload, version, stage_id, order_seq FROM inquiries').values()).toEqual([
    ['{"a":1}', 1, 'stage-new', null],
  ]);
  expect(
    file.client.query('SELECT inquiry_seq, number, kind, actor_type, actor_id, at FROM inquiry_history').values(),
  ).toEqual([[1, 1, 'created', 'key', null, 5]]);
});

test('what was done with inquiries before stands in the history once, with its moment, its doer and the note', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 11), START_MS);
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO inquiry_stages (workspace_seq, id, name, position) VALUES (1, 'stage-new', 'New', 0);
    INSERT INTO inquiries (seq, id, workspace_seq, source, fingerprint, version, stage_id, payload, created_at, updated_at)
      VALUES (7, x'0192aabbccdd7000800000000000000f', 1, 'site', x'00', 2, 'stage-new', '{}', 5, 6);
    INSERT INTO inquiry_history VALUES (7, 1, 'created', 'key', 'k', 'r', NULL, NULL, 5);
    INSERT INTO inquiry_history VALUES (7, 2, 'noted', 'person', 'p', NULL, 'called: "yes"', NULL, 6);`);
  migrate(file.client, MIGRATIONS, START_MS);
  const id = '0192aabb-ccdd-7000-8000-00000000000f';
  expect(
    file.client
      .query('SELECT workspace_seq, at, actor_type, actor_id, request_id, action, subject, changes FROM audit_log')
      .values(),
  ).toEqual([
    [1, 5, 'key', 'k', 'r', 'inquiry.created', id, null],
    [1, 6, 'person', 'p', null, 'inquiry.noted', id, '{"note":{"from":null,"to":"called: \\"yes\\""}}'],
  ]);
});

test('endpoints, sessions and passkeys keep their numbers, what hangs on them too, and no number is ever given out again', () => {
  using file = openFile();
  file.client.run('PRAGMA foreign_keys = ON');
  migrate(file.client, MIGRATIONS.slice(0, 12), START_MS);
  const endpoint = (seq: number): string =>
    `(${seq}, x'1${seq}', 1, 'https://a.example.com/', 'order.created', 1, 's', 0, 0, 'old', 9, 8, 7, 6, NULL)`;
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO people (seq, id, email, created_at) VALUES (1, x'05', 'p@example.com', 0);
    INSERT INTO webhook_endpoints VALUES ${endpoint(3)}, ${endpoint(7)};
    INSERT INTO events VALUES (1, x'03', 1, NULL, 'order.created', '{}', 5);
    INSERT INTO deliveries (endpoint_seq, event_seq, state, attempts, due_at) VALUES (7, 1, 'pending', 1, 9);
    INSERT INTO webhook_attempts (endpoint_seq, number, event_seq, kind, attempt, response_time, at) VALUES (7, 1, 1, 'scheduled', 1, 5, 5);
    INSERT INTO sessions VALUES (4, x'06', 'h', 1, 1, 'ua', 'a', 1, 2, 3);
    INSERT INTO passkeys VALUES (5, x'07', 1, 'c', x'08', 2, 'rp', 'n', '[]', 1, 1, NULL);`);
  const read = (table: string) => file.client.query(`SELECT * FROM ${table} ORDER BY 1`).values();
  const tables = ['webhook_endpoints', 'deliveries', 'webhook_attempts', 'sessions', 'passkeys'];
  const before = tables.map(read);
  migrate(file.client, MIGRATIONS.slice(0, 13), START_MS);
  expect(tables.map(read)).toEqual(before);
  expect(file.client.query('PRAGMA foreign_keys').values()).toEqual([[1]]);
  expect(() => file.client.run('DELETE FROM webhook_endpoints WHERE seq = 7')).toThrow('FOREIGN KEY');
  file.client.run(`
    DELETE FROM deliveries; DELETE FROM webhook_attempts; DELETE FROM webhook_endpoints; DELETE FROM sessions; DELETE FROM passkeys;
    INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at) VALUES (x'21', 1, 'u', 'e', 1, 's', 0, 0);
    INSERT INTO sessions (id, token_hash, person_seq, remembered, created_at, last_seen_at, proved_at) VALUES (x'22', 'h', 1, 1, 1, 1, 1);
    INSERT INTO passkeys (id, person_seq, credential_id, public_key, counter, rp_id, name, transports, synced, created_at) VALUES (x'23', 1, 'c', x'08', 0, 'rp', 'n', '[]', 1, 1);`);
  const numbers = ['webhook_endpoints', 'sessions', 'passkeys'].map((table) =>
    file.client.query(`SELECT seq FROM ${table}`).values(),
  );
  expect(numbers).toEqual([[[8]], [[5]], [[6]]]);
});

test('who was invited before is invited still, under the same id and link; who is a member stays one, with a proved address', () => {
  using file = openFile();
  file.client.run('PRAGMA foreign_keys = ON');
  migrate(file.client, MIGRATIONS.slice(0, 13), START_MS);
  file.client.run(`
    INSERT INTO workspaces VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0), (2, x'02', 'V', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO people (seq, id, email, password_hash, created_at, last_seen_at) VALUES
      (1, x'11', 'Owner@example.com', 'hash', 0, 7),
      (2, x'22222222222222222222222222222222', 'Анна@Пример.рф', NULL, 0, NULL),
      (3, x'33', 'gone@example.com', NULL, 0, NULL);
    INSERT INTO memberships VALUES (1, 1, 'owner', 5), (1, 2, 'manager', 6), (2, 2, 'viewer', 8);
    INSERT INTO sessions (id, token_hash, person_seq, remembered, created_at, last_seen_at, proved_at) VALUES (x'41', 's', 1, 1, 1, 1, 1);
    INSERT INTO passkeys (id, person_seq, credential_id, public_key, counter, rp_id, name, transports, synced, created_at)
      VALUES (x'51', 1, 'c', x'08', 0, 'rp', 'n', '[]', 1, 1);
    INSERT INTO one_time_links VALUES ('invited', 'reset', 2, 10, 20, NULL), ('reset', 'reset', 1, 10, 20, NULL), ('left', 'reset', 3, 10, 20, NULL);`);
  migrate(file.client, MIGRATIONS, START_MS);
  const rows = (query: string) => file.client.query(query).values();
  expect(rows('SELECT email, email_key, unproved_in FROM people')).toEqual([
    ['Owner@example.com', 'owner@example.com', null],
  ]);
  expect(rows('SELECT workspace_seq, person_seq, role, last_seen_at FROM memberships')).toEqual([[1, 1, 'owner', 7]]);
  expect(rows('SELECT workspace_seq, email, email_key, role, created_at FROM invitations ORDER BY seq')).toEqual([
    [1, 'Анна@Пример.рф', 'анна@xn--e1afmkfd.xn--p1ai', 'manager', 6],
    [2, 'Анна@Пример.рф', 'анна@xn--e1afmkfd.xn--p1ai', 'viewer', 8],
  ]);
  const [kept, other] = rows('SELECT hex(id), length(id) FROM invitations ORDER BY seq');
  expect(kept).toEqual(['22'.repeat(16), 16]);
  expect(other).toEqual([expect.stringMatching(/^(22){9}/), 16]);
  // The one link opened all of them; it is of the workspace that invited last, and proves nothing.
  expect(rows('SELECT token_hash, purpose, person_seq, invitation_seq, proves FROM one_time_links')).toEqual([
    ['invited', 'invitation', null, 2, 0],
    ['reset', 'reset', 1, null, 1],
  ]);
  expect(rows('SELECT count(*) FROM sessions UNION ALL SELECT count(*) FROM passkeys')).toEqual([[1], [1]]);
  expect(rows('SELECT workspace_seq FROM installation')).toEqual([[1]]);
  expect(rows('SELECT * FROM session_visits')).toEqual([[1, 1]]);
});

test('a link from before that was mailed by the first workspace proves the address; one shown, lost, or of others does not', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 12), START_MS);
  const names = ['mailed', 'waits', 'shown', 'again', 'lost', 'other'];
  file.client.run(`INSERT INTO workspaces VALUES
    (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0), (2, x'02', 'V', 'pro', 'UTC', 1, 1, 1, 0, 0)`);
  for (const [at, name] of names.entries()) {
    const [seq, workspace] = [at + 1, name === 'other' ? 2 : 1];
    file.client.run(`
      INSERT INTO people (seq, id, email, password_hash, created_at) VALUES (${seq}, randomblob(16), '${name}@example.com', NULL, 0);
      INSERT INTO memberships VALUES (${workspace}, ${seq}, 'viewer', 5);
      INSERT INTO one_time_links VALUES ('${name}', 'reset', ${seq}, ${100 + at}, 900, NULL)`);
    if (name === 'shown') continue;
    const state = { waits: 'pending', lost: 'failed' }[name] ?? 'sent';
    // The first link was mailed; the one that took its place was shown.
    const mailedAt = name === 'again' ? 50 : 100 + at;
    file.client.run(
      `INSERT INTO mails (id, workspace_seq, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
      VALUES (randomblob(16), ${workspace}, 'invitation', '${name}@example.com', '', '', '', '${state}', 1, 0, ${mailedAt})`,
    );
  }
  migrate(file.client, MIGRATIONS, START_MS);
  const proving = file.client.query('SELECT token_hash FROM one_time_links WHERE proves ORDER BY token_hash').values();
  expect(proving).toEqual([['mailed'], ['waits']]);
});

test('two accounts of one address, made when its spelling told them apart, both stay', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 13), START_MS);
  file.client.run(`INSERT INTO people (seq, id, email, password_hash, created_at) VALUES
    (1, x'11', 'a@ПРИМЕР.рф', 'h', 0), (2, x'22', 'a@xn--e1afmkfd.xn--p1ai', 'h', 0), (3, x'33', 'a@пример.рф', 'h', 0)`);
  migrate(file.client, MIGRATIONS, START_MS);
  expect(file.client.query('SELECT count(*), count(DISTINCT email_key) FROM people').values()).toEqual([[3, 3]]);
});

test('an account that had the key of another mailbox leaves it to that mailbox', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 44), START_MS);
  file.client.run(`INSERT INTO people (id, email, email_key, password_hash, created_at)
    VALUES (x'11', 'v@first.example/evil.com', 'v@first.example', 'h', 0)`);
  migrate(file.client, MIGRATIONS, START_MS);
  file.client.run(`INSERT INTO people (id, email, email_key, password_hash, created_at)
    VALUES (x'22', 'v@first.example', 'v@first.example', 'h', 0)`);
  expect(file.client.query('SELECT email_key FROM people ORDER BY seq').values()).toEqual([
    ['v@first.example/evil.com'],
    ['v@first.example'],
  ]);
});

test('orders from before tell their requestKey, unless they were made under a num, whatever their number is now', () => {
  using file = openFile();
  migrate(file.client, MIGRATIONS.slice(0, 41), START_MS);
  const order = (seq: number, repeatKey: string, version: number, num: string): string =>
    `(${seq}, x'0${seq}', 1, 'shop', '${repeatKey}', x'00', ${version}, '${num}', '', 'status-new', '2026-05-20', 100, 100, 0,
      'unpaid', 5, 5, '[]', '', 1)`;
  const renamed = (seq: number, version: number, from: string, to: string): string =>
    `(${seq}, ${version}, 'updated', 'key', '${JSON.stringify({ num: { from, to } })}', 6, 1)`;
  file.client.run(`
    INSERT INTO workspaces (seq, id, name, plan, time_zone, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
      VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, platform, status_id, date, products_amount,
      price, paid_amount, payment_status, created_at, updated_at, products, search_text, kind_seq)
      VALUES ${order(1, 'cart-1', 1, '1')}, ${order(2, 'A-2', 1, 'A-2')}, ${order(3, 'A-3', 3, 'C-3')},
        ${order(4, 'cart-4', 2, 'cart-4')}, ${order(5, 'A-5', 2, 'A-5')};
    INSERT INTO order_history (order_seq, version, kind, actor_type, changes, at, workspace_seq)
      VALUES ${renamed(3, 2, 'A-3', 'B-3')}, ${renamed(3, 3, 'B-3', 'C-3')}, ${renamed(4, 2, '4', 'cart-4')},
        (5, 2, 'updated', 'key', '{"platform":{"from":"","to":"x"}}', 6, 1);`);
  migrate(file.client, MIGRATIONS, START_MS);
  expect(file.client.query('SELECT repeat_key, by_num FROM orders ORDER BY seq').values()).toEqual([
    ['cart-1', 0],
    ['A-2', 1],
    ['A-3', 1],
    ['cart-4', 0],
    ['A-5', 1],
  ]);
});
