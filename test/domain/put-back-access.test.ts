import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MIGRATIONS, putBack, SCHEMA_VERSION } from '../../src/storage/index.ts';
import { migrateCopy } from '../../src/storage/schema/migrate.ts';
import { HOLDER, type TempDir, tempDir } from '../support/store.ts';

/** `docket update --back --restore` puts a copy of an older schema in place. What was revoked since stays so. */

const FIXTURES = resolve(import.meta.dir, '../fixtures');
const NOW_MS = Date.UTC(2026, 10, 24);
/** Before it, people without a password were members; 0017 made invitations of them, and nothing here knows that they are the same. */
const OLDEST = 7;
const KNOWS_OF_HOLDING = 50;

interface Site extends TempDir {
  readonly copy: string;
  /** Changes what is there now; `then`: the copy. */
  change(at: 'now' | 'then', ...statements: readonly string[]): void;
  /** What the database in place says after the copy was put there. */
  rows(sql: string): unknown[];
}

/** A shop that was brought from an older schema to the present one, with the copy from before. */
function openSite(schema: number, isFixture = true): Site {
  const dir = tempDir();
  const [path, copy] = [join(dir.path, 'docket.db'), join(dir.path, 'docket.db.before.backup')];
  const name = `schema-${isFixture ? schema : newestFixture()}.db.zst`;
  writeFileSync(copy, Bun.zstdDecompressSync(readFileSync(join(FIXTURES, name))));
  const bring = (file: string, version: number): void => {
    using db = new Database(file);
    migrateCopy(db, MIGRATIONS.slice(0, version), NOW_MS);
  };
  bring(copy, schema);
  copyFileSync(copy, path);
  bring(path, SCHEMA_VERSION);
  return {
    ...dir,
    copy,
    change(at, ...statements) {
      using db = new Database(at === 'now' ? path : copy);
      for (const statement of statements) db.run(statement);
    },
    rows(sql) {
      using db = new Database(path, { readonly: true });
      return db.query(sql).all();
    },
  };
}

const fixtureNumbers = (): number[] =>
  readdirSync(FIXTURES)
    .flatMap((name) => /^schema-(\d+)/.exec(name)?.[1] ?? [])
    .map(Number);
const newestFixture = (): number => Math.max(...fixtureNumbers());
const SCHEMAS = [
  ...fixtureNumbers()
    .filter((it) => it >= OLDEST)
    .toSorted((a, b) => a - b),
  SCHEMA_VERSION - 1,
];

test.each(SCHEMAS)('a copy of schema %d that is put back lets in nobody whose access was taken since', (schema) => {
  using site = openSite(schema, schema !== SCHEMA_VERSION - 1);
  site.change(
    'now',
    "UPDATE people SET password_hash = 'changed since'",
    "UPDATE api_keys SET revoked_at = 5, key_hash = 'revoked ' || seq",
    "UPDATE memberships SET role = 'owner'",
    'UPDATE webhook_endpoints SET removed_at = 5',
    'DELETE FROM second_factors',
  );
  expect(putBack(site.path, site.copy, HOLDER, NOW_MS)).toMatchObject({ isHeld: false });
  expect(site.rows('SELECT DISTINCT password_hash AS hash FROM people')).toEqual([{ hash: 'changed since' }]);
  expect(site.rows("SELECT * FROM api_keys WHERE revoked_at IS NULL OR key_hash NOT LIKE 'revoked %'")).toEqual([]);
  expect(site.rows('SELECT count(*) > 0 AS some FROM api_keys')).toEqual([{ some: 1 }]);
  expect(site.rows('SELECT * FROM webhook_endpoints WHERE removed_at IS NULL')).toEqual([]);
  for (const table of ['sessions', 'one_time_links', 'second_factors']) {
    expect([table, site.rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
  }
  expect(site.rows('SELECT max(version) AS version FROM schema_migrations')).toEqual([{ version: schema }]);
  expect(site.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(site.rows('PRAGMA foreign_key_check')).toEqual([]);
});

test('where nobody can say what was revoked since, a copy is held where its schema knows of that, and refused where not', () => {
  {
    using site = openSite(KNOWS_OF_HOLDING, false);
    site.change('now', 'UPDATE installation SET access_held_at = 5');
    expect(putBack(site.path, site.copy, HOLDER, NOW_MS)).toMatchObject({ isHeld: true });
    expect(site.rows('SELECT access_held_at AS at FROM installation')).toEqual([{ at: NOW_MS }]);
  }
  using site = openSite(newestFixture());
  site.change('now', "UPDATE workspaces SET id = x'0909'");
  const before = readFileSync(join(site.path, 'docket.db'));
  expect(() => putBack(site.path, site.copy, HOLDER, NOW_MS)).toThrow(/what was revoked since .*nothing was changed/s);
  expect(readFileSync(join(site.path, 'docket.db'))).toEqual(before);
  expect(readdirSync(site.path).filter((name) => /set-aside|putting-back/.test(name))).toEqual([]);
});
