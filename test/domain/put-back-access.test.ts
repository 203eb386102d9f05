/**
 * `docket update --back --restore` restores a copy of the database that has an older schema. The command never brings
 * back access that was revoked after the copy was made.
 */

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, putBack, SCHEMA_VERSION } from '../../src/storage/index.ts';
import { migrateCopy } from '../../src/storage/schema/migrate.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { HOLDER, type TempDir, tempDir } from '../support/store.ts';

const NOW_MS = Date.UTC(2026, 10, 24);

const STEP = {
  version: SCHEMA_VERSION + 1,
  name: 'next',
  sql: `ALTER TABLE people ADD COLUMN pronoun TEXT NOT NULL DEFAULT 'they';
    ALTER TABLE api_keys ADD COLUMN colour TEXT;
    CREATE TABLE badges (seq INTEGER PRIMARY KEY AUTOINCREMENT, person_seq INTEGER NOT NULL REFERENCES people (seq));
    INSERT INTO badges (person_seq) SELECT seq FROM people;`,
};

const FILL = `
  INSERT INTO workspaces (seq, id, name, plan, time_zone, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
    VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
  UPDATE installation SET workspace_seq = 1;
  INSERT INTO people (seq, id, email, email_key, password_hash, created_at) VALUES (1, x'01', 'o@example.com', 'o@example.com', 'then', 0);
  INSERT INTO memberships (workspace_seq, person_seq, role, created_at) VALUES (1, 1, 'manager', 1);
  INSERT INTO second_factors VALUES (1, 'SECRET', 1, 0);
  INSERT INTO sessions (id, token_hash, person_seq, remembered, created_at, last_seen_at, proved_at) VALUES (x'01', 't', 1, 1, 1, 1, 1);
  INSERT INTO one_time_links VALUES ('l', 'reset', 1, NULL, 1, 1, 99999999999999, NULL);
  INSERT INTO api_keys (seq, id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
    VALUES (1, x'01', 1, 'Site', 'site', 'all', 'h', 'p', 1);
  INSERT INTO webhook_endpoints (seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
    VALUES (1, x'01', 1, 'https://one.example', '', 1, 'whsec', 1, 1);`;

interface Site extends TempDir {
  readonly copy: string;
  change(...statements: readonly string[]): void;
  rows(sql: string): unknown[];
}

function openSite(): Site {
  const dir = tempDir();
  const [path, copy] = [join(dir.path, 'docket.db'), join(dir.path, 'docket.db.before.backup')];
  {
    using db = new Database(copy);
    migrateCopy(db, MIGRATIONS, NOW_MS);
    db.run(FILL);
  }
  copyFileSync(copy, path);
  {
    using db = new Database(path);
    migrateCopy(db, [...MIGRATIONS, STEP], NOW_MS);
  }
  return {
    ...dir,
    copy,
    change: (...statements) => alter(path, ...statements),
    rows: (sql) => rowsIn(path, sql),
  };
}

test('a restored copy with an older schema gives nobody access that was revoked after the copy was made', () => {
  using site = openSite();
  site.change(
    "UPDATE people SET password_hash = 'changed since'",
    "UPDATE api_keys SET revoked_at = 5, key_hash = 'revoked ' || seq",
    "UPDATE memberships SET role = 'owner'",
    'UPDATE webhook_endpoints SET removed_at = 5',
    'DELETE FROM second_factors',
  );
  expect(putBack(site.path, site.copy, HOLDER, NOW_MS)).toMatchObject({ isHeld: false });
  expect(site.rows('SELECT password_hash AS hash FROM people')).toEqual([{ hash: 'changed since' }]);
  expect(site.rows('SELECT key_hash AS hash, revoked_at AS at FROM api_keys')).toEqual([{ hash: 'revoked 1', at: 5 }]);
  expect(site.rows('SELECT role FROM memberships')).toEqual([{ role: 'owner' }]);
  expect(site.rows('SELECT removed_at AS at FROM webhook_endpoints')).toEqual([{ at: 5 }]);
  for (const table of ['sessions', 'one_time_links', 'second_factors']) {
    expect([table, site.rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
  }
  expect(site.rows('SELECT max(version) AS version FROM schema_migrations')).toEqual([{ version: SCHEMA_VERSION }]);
  expect(site.rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(site.rows('PRAGMA foreign_key_check')).toEqual([]);
});

test('a restored copy blocks all access if the revocations after the copy are unknown', () => {
  for (const statement of ['UPDATE installation SET access_held_at = 5', "UPDATE workspaces SET id = x'0909'"]) {
    using site = openSite();
    site.change(statement);
    expect(putBack(site.path, site.copy, HOLDER, NOW_MS)).toMatchObject({ isHeld: true });
    expect(site.rows('SELECT access_held_at AS at FROM installation')).toEqual([{ at: NOW_MS }]);
  }
});

test('a copy with objects that Docket did not make is refused without any change', () => {
  using site = openSite();
  alter(site.copy, 'CREATE TRIGGER way_in AFTER INSERT ON orders BEGIN SELECT 1; END');
  const before = readFileSync(join(site.path, 'docket.db'));
  expect(() => putBack(site.path, site.copy, HOLDER, NOW_MS)).toThrow('trigger way_in is none of Docket');
  expect(readFileSync(join(site.path, 'docket.db'))).toEqual(before);
  expect(readdirSync(site.path).filter((name) => /set-aside|putting-back/.test(name))).toEqual([]);
});
