import { expect, test } from 'bun:test';
import { closeSync, copyFileSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, keepCopyNow, putBack, readCounts, SCHEMA_VERSION } from '../../src/storage/index.ts';
import { addOrders } from '../support/backups.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { HOLDER, openTestStore, tempDir } from '../support/store.ts';

test('a damaged copy of the database is not restored', async () => {
  await using store = await openTestStore();
  using stopped = tempDir();
  using aside = tempDir();
  const path = join(stopped.path, 'docket.db');
  const bad = join(aside.path, 'docket.db.bad.backup');
  await addOrders(store, 50);
  copyDatabase(store.dataDir, path);
  const copy = keepCopyNow(stopped.path, 'before-2.0.0', Date.UTC(2026, 4, 21));
  copyFileSync(copy, bad);
  const file = openSync(bad, 'r+');
  const pages = statSync(bad).size / 4096;
  for (let page = 8; page < pages; page += 3) writeSync(file, Buffer.alloc(2_000, 0x55), 0, 2_000, page * 4096);
  closeSync(file);
  expect(() => putBack(stopped.path, bad, HOLDER, 0)).toThrow(/is damaged .*nothing was changed/);
  expect(readdirSync(stopped.path).filter((name) => /set-aside|putting-back/.test(name))).toEqual([]);
  expect(readCounts(path)?.['orders']).toBe(50);
  expect(putBack(stopped.path, copy, HOLDER, 0).aside).toContain('set-aside');
  expect(readCounts(path)?.['orders']).toBe(50);
});

test('a restored copy lets nobody in if it contains an API key that is missing in the present database', async () => {
  await using store = await openTestStore();
  using stopped = tempDir();
  const path = join(stopped.path, 'docket.db');
  await store.storage.write(({ db }) => {
    db.run(`INSERT INTO api_keys (seq, id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
      VALUES (1, x'01', 1, 'Till', 'till', 'all', 'h', 'p', 1)`);
  });
  copyDatabase(store.dataDir, path);
  const copy = keepCopyNow(stopped.path, 'before-2.0.0', Date.UTC(2026, 4, 21));
  const heldAt = () => rowsIn<{ at: number | null }>(path, 'SELECT access_held_at AS at FROM installation')[0]?.at;
  expect(putBack(stopped.path, copy, HOLDER, 7).isHeld).toBe(false);
  expect(heldAt()).toBeNull();
  alter(path, "UPDATE api_keys SET id = x'09'");
  expect(putBack(stopped.path, copy, HOLDER, 9).isHeld).toBe(true);
  expect(heldAt()).toBe(9);
});

const PUT_IN: readonly (readonly [part: string, ...statements: string[]])[] = [
  ['trigger steal', 'CREATE TRIGGER steal AFTER INSERT ON orders BEGIN DELETE FROM people; END'],
  // A read of the generated column would evaluate its expression. So the copy is refused before it is read.
  [
    'table schema_migrations',
    'DROP TABLE schema_migrations',
    "CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT, sha256 TEXT GENERATED ALWAYS AS ('x') VIRTUAL)",
    `INSERT INTO schema_migrations VALUES (${SCHEMA_VERSION}, 'x')`,
  ],
];

test.each(PUT_IN)(
  'a copy of the database into which somebody inserted a %s is not restored',
  async (part, ...statements) => {
    await using store = await openTestStore();
    using stopped = tempDir();
    const path = join(stopped.path, 'docket.db');
    copyDatabase(store.dataDir, path);
    const copy = keepCopyNow(stopped.path, 'before-2.0.0', Date.UTC(2026, 4, 21));
    alter(copy, ...statements);
    const before = readFileSync(path);
    expect(() => putBack(stopped.path, copy, HOLDER, 0)).toThrow(`its ${part} is no`);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(stopped.path).filter((name) => /set-aside|putting-back/.test(name))).toEqual([]);
  },
);
