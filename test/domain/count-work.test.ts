import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { countWork } from '../support/count-work.ts';
import { tempDir } from '../support/store.ts';

const ROWS = 5_000;

function filled(path: string): Database {
  const db = new Database(path, { create: true });
  db.run('PRAGMA journal_mode = WAL');
  db.run('CREATE TABLE numbers (n INTEGER PRIMARY KEY, half INTEGER, word TEXT)');
  db.run("CREATE VIRTUAL TABLE words USING fts5 (word, content = '', tokenize = 'trigram')");
  const insert = db.query('INSERT INTO numbers VALUES (?, ?, ?)');
  const index = db.query('INSERT INTO words (rowid, word) VALUES (?, ?)');
  db.transaction(() => {
    for (let n = 0; n < ROWS; n += 1) {
      insert.run(n, n >> 1, `word ${n}`);
      index.run(n, `word ${n}`);
    }
  })();
  return db;
}

test('the work counter distinguishes a full scan from an index seek, however the statement runs', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'numbers.db');
  using db = filled(path);
  using counter = await countWork(path);
  const walk = db.query<{ n: number }, [number]>('SELECT n FROM numbers WHERE half = ?');
  const seek = db.prepare<{ half: number }, [number]>('SELECT half FROM numbers WHERE n = ?');

  const walked = await counter.of(() => walk.all(7));
  expect(walked.statements.map(({ rows }) => rows)).toEqual([2]);
  expect(walked.steps).toBeGreaterThan(2 * ROWS);
  expect(walked.pages).toBeGreaterThan(10);
  expect((await counter.of(() => walk.values(7))).steps).toBe(walked.steps);
  // A `get` stops at its first row.
  expect((await counter.of(() => walk.get(7))).steps).toBeLessThan(200);

  const sought = await counter.of(() => seek.get(4_000));
  expect(sought.steps).toBeLessThan(20);
  expect(sought.pages).toBeLessThan(8);
  const both = await counter.of(async () => {
    seek.get(1);
    await Promise.resolve();
    walk.all(7);
  });
  expect(both.steps).toBe(sought.steps + walked.steps);
});

test('the work counter includes sorts and reads of a full-text index', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'numbers.db');
  using db = filled(path);
  using counter = await countWork(path);
  expect((await counter.of(() => db.query('SELECT n FROM numbers ORDER BY word LIMIT 1').all())).sorts).toBe(1);
  expect((await counter.of(() => db.query('SELECT n FROM numbers ORDER BY n LIMIT 1').all())).sorts).toBe(0);
  const find = db.query<unknown, [string]>('SELECT rowid FROM words WHERE words MATCH ? LIMIT 1');
  const [rare, common] = [await counter.of(() => find.all('"4321"')), await counter.of(() => find.all('"word 4321"'))];
  expect(rare.statements[0]?.rows).toBe(1);
  // A word that is in every row has a long entry in the index, which is read to its end.
  expect(common.pages).toBeGreaterThan(2 * rare.pages);
});

test('the work counter fails if nothing was read or if its copy of the database is outdated', async () => {
  using dir = tempDir();
  const path = join(dir.path, 'numbers.db');
  using db = filled(path);
  using counter = await countWork(path);
  await expect(counter.of(() => 1)).rejects.toThrow('nothing was read');
  db.run('DELETE FROM numbers WHERE n = 1');
  await expect(counter.of(() => db.query('SELECT * FROM numbers WHERE half = 0').all())).rejects.toThrow(
    'the copy has 2 rows',
  );
});
