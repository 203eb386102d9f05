import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openConnection } from '../../src/storage/store/open.ts';
import { openReader } from '../../src/storage/store/reader.ts';
import { tempDir } from '../support/store.ts';

test('closing a connection releases its statements, and closing the last connection leaves only the database file', () => {
  using dir = tempDir();
  const path = join(dir.path, 'test.db');
  const writing = openConnection(path, { readonly: false, command: false });
  writing.db.run(sql`CREATE TABLE rows (n INTEGER)`);
  writing.db.run(sql`INSERT INTO rows VALUES (1), (2)`);
  const reader = openReader(path);
  const held = reader.db.select({ n: sql<number>`n` }).from(sql`rows`).prepare();
  expect(held.all()).toEqual([{ n: 1 }, { n: 2 }]);
  for (let dropped = 0; dropped < 100; dropped += 1) reader.db.all(sql`SELECT n FROM rows WHERE n > ${dropped}`);
  const half = writing.client.prepare('SELECT n FROM rows').iterate();
  half.next();
  expect(readdirSync(dir.path).sort()).toEqual(['test.db', 'test.db-shm', 'test.db-wal']);
  reader.close();
  expect(() => held.all()).toThrow('closed');
  writing.client.close();
  expect(() => half.next()).toThrow('closed');
  expect(readdirSync(dir.path)).toEqual(['test.db']);
  expect(() => writing.client.close()).not.toThrow();
});
