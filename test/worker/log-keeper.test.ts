import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { giveWay, type Log, silentLog } from '../../src/base/index.ts';
import { inspect, logBytesOf, measureTables, workspaces } from '../../src/storage/index.ts';
import { logPauses } from '../../src/storage/store/log-pause.ts';
import { CHECKPOINT_PAGES } from '../../src/storage/store/open.ts';
import { LogKeeper } from '../../src/worker/log-keeper.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const THREAD = new URL('../../src/worker/checkpoint.worker.ts', import.meta.url).href;

/** The least number of database pages that one change writes. */
const PAGES = 200;

/**
 * Opens a store, a `LogKeeper` for its log, and a second connection like that of another process.
 * @param firstBytes the number of bytes by which the log must grow before the checkpoint thread starts
 */
async function openKept(spawn?: () => Worker, firstBytes = 0) {
  const store = await openTestStore();
  const lines: string[] = [];
  const log: Log = { ...silentLog, error: (line) => void lines.push(line), warn: (line) => void lines.push(line) };
  const keeper = new LogKeeper({
    storage: store.storage,
    log,
    clock: store.world.clock,
    firstBytes: logBytesOf(store.storage.path) + firstBytes,
    ...(spawn === undefined ? {} : { spawn }),
  });
  const outside = new Database(store.storage.path, { readonly: true });
  const look = outside.query<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)');
  outside.query('SELECT 1 FROM workspaces').get();
  return {
    ...store,
    keeper,
    lines,
    outside,
    frames: () => look.get()?.log ?? 0,
    /** The number of frames of the log that are in the database file already. */
    moved: () => look.get()?.checkpointed ?? 0,
    async [Symbol.asyncDispose]() {
      await keeper.stop();
      outside.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

let written = 0;

/** Overwrites the same database pages each time, at least `PAGES` of them. */
function write({ storage }: Pick<TestStore, 'storage'>): Promise<void> {
  written += 1;
  const name = String(written % 10).repeat(4_000 * PAGES);
  return storage.write((tx) => {
    tx.db.update(workspaces).set({ name }).run();
  });
}

async function fill(store: TestStore): Promise<void> {
  for (let pages = 0; pages <= CHECKPOINT_PAGES; pages += PAGES) await write(store);
}

const beginLogAgain = (kept: Awaited<ReturnType<typeof openKept>>): Promise<unknown> =>
  until('the log to be begun anew', async () => {
    await write(kept);
    return kept.frames() < CHECKPOINT_PAGES;
  });

test('SQLite’s write-ahead log restarts again and again under steady writing, and nothing is lost', async () => {
  await using kept = await openKept();
  kept.keeper.start();
  await kept.keeper.begun(10_000);
  let most = 0;
  for (let round = 0; round < 200; round += 1) {
    await write(kept);
    most = Math.max(most, kept.frames());
  }
  expect(most).toBeGreaterThan(CHECKPOINT_PAGES);
  expect(most).toBeLessThan(4 * CHECKPOINT_PAGES);
  await until('the log to be begun anew', () => kept.frames() < CHECKPOINT_PAGES);
  const name = kept.outside.query<{ name: string }, []>('SELECT name FROM workspaces').get()?.name ?? '';
  expect(name).toBe(String(written % 10).repeat(4_000 * PAGES));
  expect(kept.outside.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(kept.lines).toEqual([]);
});

test('a read transaction blocks no writer, and the write-ahead log restarts after the read transaction has ended', async () => {
  await using kept = await openKept();
  kept.keeper.start();
  await kept.keeper.begun(10_000);
  using reader = new Database(kept.storage.path, { readonly: true });
  reader.run('BEGIN');
  reader.query('SELECT 1 FROM workspaces').get();
  await fill(kept);
  await fill(kept);
  expect(kept.frames()).toBeGreaterThan(2 * CHECKPOINT_PAGES);
  reader.run('COMMIT');
  await beginLogAgain(kept);
});

test('while a check reads the whole database file, the write-ahead log can restart after each table', async () => {
  await using store = await openTestStore();
  // Lets the store's own reads of this turn finish, because a reader keeps the log from restarting.
  await giveWay();
  using other = new Database(store.storage.path);
  other.run('PRAGMA wal_autocheckpoint = 0');
  other.run('PRAGMA synchronous = OFF');
  const begun: (number | undefined)[] = [];
  const beginAnew = (): void => {
    other.run('UPDATE workspaces SET name = name || 1');
    begun.push(other.query<{ busy: number }, []>('PRAGMA wal_checkpoint(RESTART)').get()?.busy);
  };
  const tables = other.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all().length;
  expect(inspect(store.dataDir, beginAnew)?.problems).toEqual([]);
  // Each table is read once for its pages and indexes, and once for rows that have lost their parent row.
  expect(begun.length).toBeGreaterThan(2 * tables);
  const before = begun.length;
  expect(measureTables(store.storage.path, beginAnew).length).toBeGreaterThan(tables);
  expect(begun.length - before).toBeGreaterThan(tables);
  expect(new Set(begun)).toEqual(new Set([0]));
});

test('a long read waits until a full write-ahead log is restarted, but never waits again after a wait timed out', async () => {
  await using store = await openTestStore();
  await giveWay();
  leaveLong(store);
  using other = new Database(store.storage.path);
  other.query('SELECT 1 FROM workspaces').get();
  let slept = 0;
  const pause = (then: () => void) =>
    logPauses(other, () => {
      slept += 1;
      then();
    });
  const kept = pause(() => slept === 3 && other.run('PRAGMA wal_checkpoint(RESTART)') && leaveShort(other));
  kept();
  expect(slept).toBe(3);
  kept();
  expect(slept).toBe(3);
  leaveLong(store);
  const unkept = pause(() => undefined);
  unkept();
  const once = slept;
  expect(once).toBeGreaterThan(4);
  unkept();
  expect(slept).toBe(once);
});

test('without the checkpoint thread, commits keep the write-ahead log short until the thread is restarted', async () => {
  let spawned = 0;
  const dying = `postMessage({ kind: 'done' }); onmessage = ({ data }) => data.kind === 'tend' ? process.exit(1) : postMessage({ kind: 'done' });`;
  await using kept = await openKept(() => {
    spawned += 1;
    return new Worker(spawned === 1 ? URL.createObjectURL(new Blob([dying])) : THREAD);
  });
  kept.keeper.start();
  await kept.keeper.begun(10_000);
  await until('its death', async () => {
    await write(kept);
    return kept.lines.length > 0;
  });
  expect(kept.lines[0]).toContain('has died and is started again');
  await fill(kept);
  await beginLogAgain(kept);
  await until('the next thread', () => spawned === 2);
});

test('a checkpoint thread that could not open the database file is restarted', async () => {
  let spawned = 0;
  const failing = `postMessage({ kind: 'done' }); onmessage = () => postMessage({ kind: 'failed', reason: 'unable to open database file' });`;
  await using kept = await openKept(() => {
    spawned += 1;
    return new Worker(spawned === 1 ? URL.createObjectURL(new Blob([failing])) : THREAD);
  });
  kept.keeper.start();
  await until('the next thread', () => spawned === 2);
  await fill(kept);
  await beginLogAgain(kept);
});

/** Writes a log that is longer than commits allow, as a killed process may leave it. */
function leaveLong({ storage }: Pick<TestStore, 'storage'>): void {
  using other = new Database(storage.path);
  other.run('PRAGMA wal_autocheckpoint = 0');
  for (let pages = 0; pages <= CHECKPOINT_PAGES; pages += PAGES) {
    written += 1;
    other.run('UPDATE workspaces SET name = ?', [String(written % 10).repeat(4_000 * PAGES)]);
  }
}

/** Makes one small change. After a RESTART, this is the change that restarts the log, so the log is short. */
const leaveShort = (db: Database): unknown => db.run('UPDATE workspaces SET name = 1');

test('commits do not checkpoint while the checkpoint thread starts, unless the thread takes too long', async () => {
  await using kept = await openKept(() => new Worker(URL.createObjectURL(new Blob(['onmessage = () => undefined']))));
  leaveLong(kept);
  kept.keeper.start();
  await write(kept);
  expect([kept.frames() > CHECKPOINT_PAGES, kept.moved()]).toEqual([true, 0]);
  await until('a commit to move it', async () => {
    await write(kept);
    return kept.moved() > 0;
  });
});

test('nothing is checkpointed after the database file was found damaged', async () => {
  await using kept = await openKept();
  leaveLong(kept);
  const before = kept.moved();
  kept.storage.damage.note('a page makes no sense');
  const looks = spyOn(kept.storage, 'count');
  kept.keeper.start();
  await kept.keeper.begun(10_000);
  looks.mockClear();
  // Each check begins only once the earlier one has ended. So after three calls of `count`, at least one check has
  // ended.
  await until('three looks', () => looks.mock.calls.length >= 3);
  expect(kept.frames()).toBeGreaterThan(CHECKPOINT_PAGES);
  expect(kept.moved()).toBe(before);
});

test('no checkpoint thread runs while the write-ahead log is short', async () => {
  let spawned = 0;
  const spawn = (): Worker => {
    spawned += 1;
    return new Worker(THREAD);
  };
  await using kept = await openKept(spawn, 1_000_000);
  kept.keeper.start();
  await kept.storage.probe();
  await kept.keeper.begun(500);
  expect(spawned).toBe(0);
  await write(kept);
  await write(kept);
  await kept.keeper.begun(10_000);
  expect(spawned).toBe(1);
  await fill(kept);
  await beginLogAgain(kept);
});

test('the write-ahead log is checked every second, and soon after a commit', async () => {
  await using kept = await openKept(undefined, 1_000_000);
  const waits: unknown[] = [];
  // Other parts of this process wait for their timers, so each timer is still started.
  const begin = globalThis.setTimeout;
  using _ = spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms: number) => {
    if (ms === 1_000 || ms === 100) waits.push(ms);
    return begin(then, ms);
  }) as never);
  kept.keeper.start();
  expect(waits).toEqual([1_000]);
  await kept.storage.probe();
  await kept.storage.probe();
  expect(waits.slice(0, 2)).toEqual([1_000, 100]);
});
