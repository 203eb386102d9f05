import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, findDamage, inspect } from '../../src/storage/index.ts';
import { dataDir } from '../support/docket.ts';
import { openTestStore } from '../support/store.ts';

const PAGE = 4_096;
/** The offset of the number of free pages in a database file (SQLite's file format, section 1.3). */
const FREE_PAGES_AT = 36;

test('inspect finds a row missing from an index, and both inspect and findDamage find a wrong number of free pages', async () => {
  using dir = dataDir();
  const path = join(dir.path, 'docket.db');
  {
    await using store = await openTestStore();
    copyDatabase(store.dataDir, path);
  }
  expect(inspect(dir.path)?.problems).toEqual([]);
  const sound = readFileSync(path);
  using db = new Database(path, { readonly: true });
  const index = 'sqlite_autoindex_workspaces_1';
  const { root, id } = db
    .query<{ root: number; id: Uint8Array }, [string]>(
      'SELECT rootpage AS root, id FROM sqlite_schema, workspaces WHERE sqlite_schema.name = ?',
    )
    .get(index) ?? { root: 0, id: new Uint8Array() };
  db.close();

  const lacking = Buffer.from(sound);
  const at = lacking.indexOf(id, (root - 1) * PAGE);
  expect(at).toBeLessThan(root * PAGE);
  lacking[at] = 255 - (lacking[at] ?? 0);
  writeFileSync(path, lacking);
  expect(findDamage(path)).toEqual([]);
  expect(inspect(dir.path)?.problems).toEqual([`table workspaces: row 1 missing from index ${index}`]);

  const lost = Buffer.from(sound);
  lost.writeUInt32BE(9, FREE_PAGES_AT);
  writeFileSync(path, lost);
  for (const problems of [findDamage(path), inspect(dir.path)?.problems]) {
    expect(problems?.join()).toMatch(/^Freelist: size is \d+ but should be 9/);
  }
});
