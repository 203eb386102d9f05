import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreServed } from '../../src/cli/restore-served.ts';
import { databasePath, makeBackupDraft } from '../../src/storage/index.ts';
import { openTestStore, tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

const FACTS = { takenAtMs: Date.parse('2026-05-20T09:00:00Z'), version: '0.1.0', commit: 'test' };

async function openBench() {
  await using store = await openTestStore();
  const { path: dataDir, [Symbol.dispose]: remove } = tempDir();
  const staged = join(dataDir, '.docket-restore-1.partial');
  for (const path of [staged, databasePath(dataDir)]) makeBackupDraft(store.storage.path, path, FACTS);
  // A server leaves its database like this: in WAL mode, so that a log is created.
  const client = new Database(databasePath(dataDir));
  client.run('PRAGMA journal_mode = WAL');
  client.close(true);
  return { dataDir, staged, world: store.world, [Symbol.dispose]: remove };
}

type Bench = Awaited<ReturnType<typeof openBench>>;

const restore = ({ dataDir, staged, world }: Bench) =>
  restoreServed(
    dataDir,
    { staged, address: 'the backup', actor: { type: 'system', id: null }, receipt: null, anySeal: true },
    world,
  );

/** A reader of the database: a thread of the server in the middle of its work, or a command. */
function startReading({ dataDir }: Bench): Disposable {
  const reader = new Database(databasePath(dataDir), { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT count(*) FROM orders').get();
  return { [Symbol.dispose]: () => reader.close(true) };
}

test('the event loop keeps running during a restore', async () => {
  using bench = await openBench();
  let rounds = 0;
  let over = false;
  const restoring = restore(bench).finally(() => {
    over = true;
  });
  while (!over) {
    rounds += 1;
    await new Promise(setImmediate);
  }
  expect(await restoring).toMatchObject({ failure: null, after: { workspaces: 1 } });
  expect(rounds).toBeGreaterThan(1);
  expect(existsSync(bench.staged)).toBe(false);
});

test('a restore waits for a reader and completes when that reader has finished', async () => {
  using bench = await openBench();
  const reading = startReading(bench);
  const looks = spyOn(bench.world.clock, 'monotonic');
  let over = false;
  const restoring = restore(bench).finally(() => {
    over = true;
  });
  bench.world.clock.advance(29_000);
  // The restore reads the clock once at the beginning and once after each failed try. So three tries read it four
  // times.
  await until('a third try', () => looks.mock.calls.length > 3);
  expect(over).toBe(false);
  reading[Symbol.dispose]();
  expect(await restoring).toMatchObject({ failure: null });
});

test('a restore fails and leaves no staged file when a reader keeps the database open for more than half a minute', async () => {
  using bench = await openBench();
  using _reading = startReading(bench);
  const restoring = restore(bench);
  bench.world.clock.advance(31_000);
  expect(await restoring).toMatchObject({ failure: expect.stringContaining('has the database open'), kept: null });
  expect(existsSync(bench.staged)).toBe(false);
});
