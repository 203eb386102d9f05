import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BackupJob,
  beginRun,
  listRuns,
  makeBackup,
  probeTarget,
  readBackupPlan,
  recordRun,
} from '../../src/backups/index.ts';
import { silentLog, UsageError } from '../../src/base/index.ts';
import { listMails } from '../../src/mail/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { openForServe, type Storage, verifyBackup } from '../../src/storage/index.ts';
import type { BackupKeeperPorts } from '../../src/worker/backup-keeper.ts';
import { type BackupUnderWay, backUpInThread } from '../../src/worker/backup-thread.ts';
import { BackupKeeper } from '../../src/worker/index.ts';
import { createWorkspace } from '../../src/workspaces/index.ts';
import { addOrders } from '../support/backups.ts';
import { DAY, HOUR, MINUTE } from '../support/scheduling.ts';
import { HOLDER, openTestStore, TEST_ACTOR, type TestStore, tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';
import { fakeWorld } from '../support/world.ts';

interface Bench extends AsyncDisposable {
  readonly store: TestStore;
  readonly folder: string;
  keeper: BackupKeeper;
  /** The error of the next runs; undefined if they succeed. */
  failure: string | undefined;
  readonly jobs: BackupJob[];
  /** Continues as another process on the same database. */
  restart(): void;
  advance(ms: number): Promise<void>;
  outcomes(): string[];
  mails(): { kind: string; recipient: string; text: string; subject: string }[];
}

interface Wishes extends Partial<BackupKeeperPorts> {
  /** Absolute path of a folder outside the data directory. */
  readonly to?: string;
}

const byFlag = (value: string) => ({ value, by: '--test' });

const planOf =
  (storage: Storage, dataDir: string, to?: string, schedule = 'daily 03:00') =>
  () =>
    readBackupPlan(storage.read, {
      dataDir,
      given: {
        to: to === undefined ? undefined : byFlag(to),
        schedule: byFlag(schedule),
        keep: byFlag('3'),
        keepDays: undefined,
        store: undefined,
        allowPlain: false,
      },
    });

async function openBench({ to, ...more }: Wishes = {}, schedule = 'daily 03:00'): Promise<Bench> {
  const store = await openTestStore();
  const folder = join(store.dataDir, 'backups');
  const jobs: BackupJob[] = [];
  const backUp = (job: BackupJob): BackupUnderWay => {
    jobs.push(job);
    const failed = Promise.reject(new UsageError(bench.failure ?? '', 1));
    failed.catch(() => undefined);
    return { done: bench.failure === undefined ? makeBackup(job) : failed, end: () => undefined };
  };
  const { storage, world, dataDir } = store;
  const make = (): BackupKeeper =>
    new BackupKeeper({
      storage,
      dataDir,
      clock: world.clock,
      log: silentLog,
      backUp,
      probe: probeTarget,
      plan: planOf(storage, dataDir, to, schedule),
      telling: { publicUrl: 'https://orders.example.com' },
      ...more,
    });
  await addPerson(store.ctx(), { email: 'anna@example.com', password: undefined, role: 'owner' });
  const bench: Bench = {
    store,
    folder,
    jobs,
    failure: undefined,
    keeper: make(),
    restart: () => {
      bench.keeper = make();
    },
    async advance(ms) {
      world.clock.advance(ms);
      await bench.keeper.look();
    },
    outcomes: () => listRuns(storage.read, 20).map(({ outcome }) => outcome),
    mails: () =>
      listMails(storage, store.workspace.seq)
        .filter(({ kind }) => kind.startsWith('backup'))
        .toReversed(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
  return bench;
}

test('a backup destination is tested before the first workspace exists, but gets its marker file only after the workspace is created', async () => {
  using disk = tempDir();
  using dir = tempDir();
  const world = fakeWorld();
  const { clock } = world;
  const storage = openForServe({ dataDir: dir.path, now: () => clock.now(), newId: world.newId }, HOLDER);
  const told: string[] = [];
  const log = { ...silentLog, error: (message: string) => void told.push(message) };
  const keeperTo = (to: string) => {
    const plan = planOf(storage, dir.path, to);
    const telling = { publicUrl: null };
    return new BackupKeeper({ storage, dataDir: dir.path, clock, log, probe: probeTarget, plan, telling });
  };
  await keeperTo(join(disk.path, 'no', 'where')).look();
  expect(told).toEqual(['the destination takes no backups']);
  const keeper = keeperTo(join(disk.path, 'kept'));
  await keeper.look();
  expect(keeper.destination()).toMatchObject({ made: false, refusal: undefined });
  expect(readdirSync(disk.path)).toEqual([]);
  await createWorkspace({ storage, actor: TEST_ACTOR }, { name: 'Test', plan: 'pro', timeZone: 'UTC' });
  await keeper.look();
  expect(readdirSync(join(disk.path, 'kept'))).toEqual(['.docket-backups']);
  await storage.close();
});

test('a backup is made once each night at its time in the workspace’s zone', async () => {
  await using bench = await openBench();
  // 09:30 UTC is 12:30 in Moscow: the backup of 03:00 is due in 14 and a half hours.
  await bench.advance(14 * HOUR);
  expect(bench.jobs).toHaveLength(0);
  await bench.advance(30 * MINUTE);
  expect(bench.outcomes()).toEqual(['verified']);
  await bench.advance(MINUTE);
  await bench.advance(23 * HOUR);
  expect(bench.outcomes()).toHaveLength(1);
  await bench.advance(HOUR);
  expect(bench.outcomes()).toHaveLength(2);
  for (const name of readdirSync(bench.folder)) verifyBackup(join(bench.folder, name));
});

test('a backup missed while the server was off is made once, when the server starts', async () => {
  await using bench = await openBench();
  await bench.advance(15 * HOUR);
  bench.store.world.clock.advance(5 * DAY);
  bench.restart();
  await bench.keeper.look();
  await bench.keeper.look();
  expect(bench.outcomes()).toHaveLength(2);
});

test('the schedule continues after the clock ran years ahead or was set back', async () => {
  await using bench = await openBench({}, 'every 6h');
  const { clock } = bench.store.world;
  await bench.advance(6 * HOUR);
  const right = clock.now();
  clock.set(right + 3650 * DAY);
  await bench.keeper.look();
  expect(bench.jobs).toHaveLength(2);
  clock.set(right + HOUR);
  await bench.keeper.look();
  expect(bench.jobs).toHaveLength(2);
  await bench.advance(5 * HOUR);
  expect(bench.jobs).toHaveLength(3);
  clock.set(right - DAY);
  await bench.keeper.look();
  await bench.keeper.look();
  expect(bench.jobs).toHaveLength(4);
  await bench.advance(6 * HOUR);
  expect(bench.jobs).toHaveLength(5);
});

test('a failed backup is retried, and the owner is mailed at once, then daily, and on recovery', async () => {
  await using bench = await openBench();
  bench.failure = 's3://shop at AWS: there is no such bucket';
  await bench.advance(15 * HOUR);
  expect(bench.mails()).toHaveLength(1);
  expect(bench.mails()[0]).toMatchObject({ kind: 'backup_failed', recipient: 'anna@example.com' });
  expect(bench.mails()[0]?.text).toContain('there is no such bucket');
  // A mail breaks its lines at a fixed width, so a path may be on either line.
  const text = bench.mails()[0]?.text.replaceAll('\n', ' ');
  expect(text).toContain(`could not make a backup to ${join(bench.store.dataDir, 'backups')}.`);
  // The mail does not suggest `docket backup`, because its copy could be on the same disk as the data.
  expect(text).not.toContain('docket backup');
  expect(bench.mails()[0]?.text).toContain('https://orders.example.com/app/settings/backups');
  await bench.advance(14 * MINUTE);
  expect(bench.jobs).toHaveLength(1);
  await bench.advance(MINUTE);
  expect(bench.jobs).toHaveLength(2);
  for (let hour = 0; hour < 23; hour += 1) await bench.advance(HOUR);
  expect(bench.jobs.length).toBeGreaterThanOrEqual(24);
  expect(bench.mails()).toHaveLength(1);
  await bench.advance(HOUR);
  await bench.advance(HOUR);
  expect(bench.mails()).toHaveLength(2);
  expect(bench.keeper.health().trouble).toBe('failed');
  bench.failure = undefined;
  await bench.advance(HOUR);
  await bench.advance(DAY);
  expect(bench.mails().map(({ kind }) => kind)).toEqual(['backup_failed', 'backup_failed', 'backup_works']);
  expect(bench.keeper.health().trouble).toBeUndefined();
  bench.failure = 'the disk is full';
  await bench.advance(DAY);
  expect(bench.mails()).toHaveLength(4);
});

test('failing backup runs delete no good backup', async () => {
  await using bench = await openBench();
  for (let night = 0; night < 4; night += 1) await bench.advance(DAY);
  const good = readdirSync(bench.folder);
  expect(good).toHaveLength(3);
  bench.failure = 'the disk is full';
  for (let night = 0; night < 40; night += 1) await bench.advance(DAY);
  expect(readdirSync(bench.folder)).toEqual(good);
});

test('two simultaneous requests make one backup, and a due backup waits for the running one', async () => {
  await using bench = await openBench();
  const [first, second] = await Promise.all([bench.keeper.run('person'), bench.keeper.run('person')]);
  expect([first?.kind, second]).toEqual(['verified', undefined]);
  bench.store.world.clock.advance(DAY);
  await Promise.all([bench.keeper.run('person'), bench.keeper.look()]);
  expect(bench.jobs).toHaveLength(2);
});

test('an import first makes a backup, unless a recent backup exists or a backup is running', async () => {
  await using bench = await openBench();
  const have = (ageMs: number) => bench.keeper.have('import', bench.store.world.clock.now() - ageMs);
  const made = await Promise.all([have(MINUTE), have(MINUTE)]);
  expect(made.map((one) => one?.kind)).toEqual(['verified', undefined]);
  expect(bench.jobs.map(({ kind }) => kind)).toEqual(['import']);
  expect(readdirSync(bench.folder).filter((name) => name.endsWith('-import.db'))).toHaveLength(1);
  await bench.advance(2 * MINUTE);
  expect(await have(5 * MINUTE)).toBeUndefined();
  bench.failure = 'the disk is full';
  expect(await have(MINUTE)).toMatchObject({ kind: 'failed', reason: 'the disk is full' });
  bench.failure = undefined;
  expect(await have(MINUTE)).toMatchObject({ kind: 'verified' });
});

test('manual backups do not delay the schedule', async () => {
  await using bench = await openBench({}, 'every 6h');
  for (let press = 0; press < 4; press += 1) {
    bench.store.world.clock.advance(3 * HOUR);
    await bench.keeper.run('person');
    await bench.keeper.look();
  }
  const causes = listRuns(bench.store.storage.read, 9).map(({ cause }) => cause);
  expect(causes).toEqual(['schedule', 'person', 'person', 'schedule', 'person', 'person']);
});

test('a manual backup does not hide the failure of scheduled ones', async () => {
  await using bench = await openBench();
  await bench.advance(15 * HOUR);
  const good = bench.keeper.health().lastScheduled;
  bench.failure = 'the disk is full';
  await bench.advance(DAY);
  bench.failure = undefined;
  bench.store.world.clock.advance(MINUTE);
  await bench.keeper.run('person');
  const { trouble, failure, lastGood, lastScheduled, scheduledSince } = bench.keeper.health();
  expect({ trouble, reason: failure?.reason, by: lastGood?.cause }).toEqual({
    trouble: 'failed',
    reason: 'the disk is full',
    by: 'person',
  });
  expect(lastScheduled).toEqual(good);
  expect(scheduledSince).toBe(good?.startedAt);
  expect(bench.mails().map(({ kind }) => kind)).toEqual(['backup_failed']);
  // Two periods without a nightly run make the last backup too old, however many manual copies there are.
  bench.failure = undefined;
  await bench.advance(15 * MINUTE);
  expect(bench.mails().map(({ kind }) => kind)).toEqual(['backup_failed', 'backup_works']);
  bench.store.world.clock.advance(2 * DAY + HOUR);
  await bench.keeper.run('person');
  expect(bench.keeper.health().trouble).toBe('old');
});

test('a backup run that died with its process is reported at the next start, and tried again', async () => {
  await using bench = await openBench();
  await beginRun(bench.store.storage, {
    cause: 'schedule',
    target: bench.folder,
    startedAt: bench.store.world.clock.now(),
  });
  bench.restart();
  await bench.keeper.look();
  expect(bench.outcomes()).toEqual(['failed']);
  expect(bench.mails()).toHaveLength(1);
  await bench.advance(15 * MINUTE);
  expect(bench.outcomes()).toEqual(['verified', 'failed']);
});

test('stopping the server ends the running backup and mails nobody', async () => {
  const under = Promise.withResolvers<never>();
  const end = (reason: string): void => under.reject(new UsageError(reason, 1));
  await using bench = await openBench({ backUp: () => ({ done: under.promise, end }) });
  const over = bench.keeper.run('schedule');
  await until('the run', () => bench.outcomes().length > 0);
  await bench.keeper.stop(0);
  expect((await over)?.kind).toBe('stopped');
  expect(bench.outcomes()).toEqual(['stopped']);
  expect(bench.mails()).toEqual([]);
  expect(await bench.keeper.run('person')).toBeUndefined();
});

function refusing(own: Storage): { readonly refuse: { on: boolean }; readonly storage: Storage } {
  const refuse = { on: false };
  const storage: Storage = {
    ...own,
    get read() {
      return own.read;
    },
    write: (change) => (refuse.on ? Promise.reject(new Error('the disk is full')) : own.write(change)),
  };
  return { refuse, storage };
}

test('a backup’s outcome that could not be recorded at first is recorded before the next run begins', async () => {
  await using store = await openTestStore();
  const { refuse, storage } = refusing(store.storage);
  const { world, dataDir } = store;
  const keeper = new BackupKeeper({
    storage,
    dataDir,
    clock: world.clock,
    log: silentLog,
    telling: { publicUrl: null },
    plan: planOf(storage, dataDir, undefined, 'every 5m'),
    probe: probeTarget,
    backUp(job) {
      refuse.on = true;
      return { done: makeBackup(job), end: () => undefined };
    },
  });
  await keeper.run('person');
  world.clock.advance(DAY);
  await keeper.look();
  expect(listRuns(store.storage.read, 5).map(({ outcome }) => outcome)).toEqual(['running']);
  refuse.on = false;
  await keeper.look();
  expect(
    listRuns(store.storage.read, 5)
      .map(({ outcome }) => outcome)
      .at(-1),
  ).toBe('verified');
});

test('a requested backup first records the outcome of the previous backup, if that outcome could not be recorded earlier', async () => {
  await using store = await openTestStore();
  const { refuse, storage } = refusing(store.storage);
  await using bench = await openBench({
    storage,
    backUp(job) {
      refuse.on = true;
      return { done: makeBackup({ ...job, databasePath: store.storage.path }), end: () => undefined };
    },
  });
  await bench.keeper.run('person');
  refuse.on = false;
  bench.store.world.clock.advance(MINUTE);
  await bench.keeper.run('person');
  refuse.on = false;
  await bench.keeper.look();
  expect(listRuns(store.storage.read, 5).map(({ outcome }) => outcome)).toEqual(['verified', 'verified']);
});

test('the last good backup counts as too old after two periods of the schedule', async () => {
  await using bench = await openBench();
  await bench.advance(15 * HOUR);
  expect(bench.keeper.health()).toMatchObject({ trouble: undefined, lastGood: { outcome: 'verified' } });
  bench.store.world.clock.advance(2 * DAY - HOUR);
  expect(bench.keeper.health().trouble).toBeUndefined();
  bench.store.world.clock.advance(2 * HOUR);
  expect(bench.keeper.health().trouble).toBe('old');
});

test('a backup from a clock that ran ahead does not count as the last good one', async () => {
  await using bench = await openBench();
  const { clock } = bench.store.world;
  await bench.advance(15 * HOUR);
  const right = clock.now();
  clock.set(right + 3650 * DAY);
  await bench.keeper.look();
  clock.set(right + HOUR);
  expect(bench.keeper.health()).toMatchObject({ trouble: undefined, lastGood: { startedAt: right } });
  clock.advance(2 * DAY);
  expect(bench.keeper.health().trouble).toBe('old');
  bench.failure = 'the disk is full';
  await bench.keeper.look();
  expect(bench.mails()[0]?.text).toContain('21 May 2026');
  expect(bench.mails()[0]?.text).not.toContain('2036');
});

test('the last good backup is remembered, however many runs fail', async () => {
  await using bench = await openBench();
  const { storage, world } = bench.store;
  await bench.advance(DAY);
  const good = bench.keeper.health().lastGood;
  const fail = () =>
    recordRun(storage, {
      target: bench.folder,
      startedAt: world.clock.now(),
      outcome: { kind: 'failed', reason: 'the disk is full' },
    });
  await Promise.all(Array.from({ length: 510 }, fail));
  expect(good?.outcome).toBe('verified');
  expect(bench.keeper.health().lastGood).toEqual(good);
  expect(listRuns(storage.read, 1_000)).toHaveLength(501);
});

const backupsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.db'));

test('a backup folder that is missing or replaced by another is refused as a destination', async () => {
  using disk = tempDir();
  const folder = join(disk.path, 'docket');
  await using bench = await openBench({ to: folder });
  await bench.advance(DAY);
  expect(backupsIn(folder)).toHaveLength(1);
  expect(bench.keeper.destination()).toMatchObject({ target: folder, made: true, refusal: undefined });
  rmSync(folder, { recursive: true });
  await bench.advance(DAY);
  expect(listRuns(bench.store.storage.read, 1)).toMatchObject([
    { outcome: 'failed', reason: expect.stringContaining(`${folder}: the folder is gone`) },
  ]);
  expect(bench.keeper.destination()?.refusal).toEqual({ rule: 'backup_place', place: folder, trouble: 'gone' });
  expect(readdirSync(disk.path)).toEqual([]);
  // The mount point of a disk exists even without its disk, so an existing folder alone is not accepted.
  mkdirSync(folder);
  await bench.advance(HOUR);
  expect(bench.outcomes().slice(0, 2)).toEqual(['failed', 'failed']);
  expect(bench.keeper.destination()?.refusal).toEqual({ rule: 'backup_place', place: folder, trouble: 'unmarked' });
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, '.docket-backups'), '');
  await bench.advance(HOUR);
  expect(bench.outcomes()[0]).toBe('verified');
  expect(bench.keeper.destination()?.refusal).toBeUndefined();
});

test('a removed backup disk is noticed, even if it had no backup yet and the server was restarted', async () => {
  using disk = tempDir();
  const folder = join(disk.path, 'docket');
  mkdirSync(folder);
  await using bench = await openBench({ to: folder });
  await bench.keeper.look();
  expect(readdirSync(folder)).toEqual(['.docket-backups']);
  rmSync(join(folder, '.docket-backups'));
  bench.restart();
  await bench.keeper.look();
  expect(bench.keeper.destination()?.refusal).toMatchObject({ trouble: 'unmarked' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder with backups of an earlier version is recognized and marked', async () => {
  using disk = tempDir();
  await using bench = await openBench({ to: disk.path });
  await bench.advance(DAY);
  rmSync(join(disk.path, '.docket-backups'));
  bench.restart();
  await bench.advance(DAY);
  expect(bench.outcomes()).toEqual(['verified', 'verified']);
  expect(readdirSync(disk.path)).toContain('.docket-backups');
});

test('a backup folder is created only inside an existing folder', async () => {
  using disk = tempDir();
  await using bench = await openBench({ to: join(disk.path, 'no', 'where') });
  await bench.keeper.look();
  expect(bench.keeper.destination()?.refusal).toMatchObject({ trouble: 'no_parent' });
  await bench.advance(DAY);
  expect(bench.outcomes()[0]).toBe('failed');
  expect(readdirSync(disk.path)).toEqual([]);
});

test('the destination is tested each hour, and is reported as healthy when it works', async () => {
  using disk = tempDir();
  const folder = join(disk.path, 'x', 'docket');
  await using bench = await openBench({ to: folder });
  await bench.keeper.look();
  const first = bench.keeper.destination();
  mkdirSync(join(disk.path, 'x'));
  await bench.advance(30 * MINUTE);
  expect(bench.keeper.destination()).toEqual(first);
  await bench.advance(30 * MINUTE);
  expect(bench.keeper.destination()).toMatchObject({ made: true, refusal: undefined });
});

test('a deleted backup folder in the data directory is created again', async () => {
  await using bench = await openBench();
  await bench.advance(DAY);
  rmSync(bench.folder, { recursive: true });
  await bench.advance(DAY);
  expect(bench.outcomes()).toEqual(['verified', 'verified']);
});

test('a backup made in a thread is verified and has every order', async () => {
  await using bench = await openBench({ backUp: backUpInThread });
  await addOrders(bench.store, 5);
  const outcome = await bench.keeper.run('person');
  expect(outcome?.kind).toBe('verified');
  const [name = ''] = readdirSync(bench.folder);
  expect(verifyBackup(join(bench.folder, name)).counts['orders']).toBe(5);
});

test('if the path of the backup folder is a file, the error from the backup thread contains the path', async () => {
  using dir = tempDir();
  const file = join(dir.path, 'a-file');
  writeFileSync(file, '');
  await using bench = await openBench({ backUp: backUpInThread, to: file });
  const outcome = await bench.keeper.run('person');
  expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining(file) });
  expect(readFileSync(file, 'utf8')).toBe('');
});

const WORKER = join(import.meta.dir, '../../src/worker/backup-thread.ts');
const OUT_OF_FILES = `
  import { closeSync, openSync } from 'node:fs';
  import { backUpInThread, checkInThread } from ${JSON.stringify(WORKER)};
  const said = (error) => error.message;
  const opened = [];
  try { for (;;) opened.push(openSync('/dev/null', 'r')); } catch {}
  const target = { place: 'disk', folder: '/no/where', file: undefined };
  const made = await backUpInThread({ target, databasePath: '/no/where.db', dataDir: '/no', takenAtMs: 0 }).done.catch(said);
  const checked = await checkInThread({ target, name: 'x', folder: '/no' }).catch(said);
  for (const file of opened) closeSync(file);
  console.log(JSON.stringify([made, checked]));`;

test('no backup thread starts while too many files are open, and the error advises to try again later', () => {
  const script = 'ulimit -n 64; exec "$0" --eval "$1"';
  const { stdout } = Bun.spawnSync(['bash', '-c', script, process.execPath, OUT_OF_FILES]);
  expect(JSON.parse(stdout.toString() || '"it died"')).toEqual([
    'too many files are open; try again when some are closed',
    'too many files are open; try again when some are closed',
  ]);
});
