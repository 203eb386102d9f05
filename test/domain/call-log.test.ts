import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogFields, silentLog } from '../../src/base/index.ts';
import type { CallQuery } from '../../src/storage/calls/call-log.ts';
import { type CallLog, type CallRow, callLogPath, type KnownWorkspace, openCallLog } from '../../src/storage/index.ts';
import { rowsIn } from '../support/raw-database.ts';
import { type TempDir, tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';
import { type FakeWorld, fakeWorld } from '../support/world.ts';

const DAY = 86_400_000;
const [OURS, OTHERS] = [7, 8];
const WORKSPACES: readonly KnownWorkspace[] = [
  { seq: OURS, id: 'ours' },
  { seq: OTHERS, id: 'others' },
];

interface OpenLog extends Disposable {
  readonly dir: TempDir;
  readonly world: FakeWorld;
  readonly warnings: string[];
  readonly database: { workspaces: readonly KnownWorkspace[] };
  log: CallLog;
  note(extra?: Partial<CallRow>): string;
  reopen(): void;
}

function open(prepare: (path: string) => void = () => undefined, mostBytes = 1e9): OpenLog {
  const dir = tempDir();
  const world = fakeWorld();
  const warnings: string[] = [];
  const warn = (message: string, fields: LogFields = {}): void => void warnings.push(`${message} ${fields['reason']}`);
  const database = { workspaces: WORKSPACES };
  const begin = (): CallLog =>
    openCallLog(callLogPath(dir.path), {
      clock: world.clock,
      log: { ...silentLog, warn },
      workspaces: () => database.workspaces,
      mostBytes,
    });
  prepare(callLogPath(dir.path));
  const opened: OpenLog = {
    dir,
    world,
    warnings,
    database,
    log: begin(),
    note(extra = {}) {
      const requestId = world.newId(world.clock.now(), 1);
      opened.log.note({
        requestId,
        workspaceSeq: OURS,
        at: world.clock.now(),
        method: 'GET',
        route: '/r',
        status: 200,
        code: 'ok',
        ms: 1.5,
        keyId: 'key-1',
        keyRefusal: null,
        missingScope: null,
        orderId: null,
        ...extra,
      });
      return requestId;
    },
    reopen() {
      opened.log.close();
      opened.log = begin();
    },
    [Symbol.dispose]() {
      opened.log.close();
      dir[Symbol.dispose]();
    },
  };
  return opened;
}

const ids = (log: CallLog, query: Partial<CallQuery> = {}): string[] =>
  log.find({ workspaceSeq: OURS, limit: 100, ...query }).calls.map(({ requestId }) => requestId);

test('each workspace’s calls are listed newest first without gaps, also after a restart', () => {
  using calls = open();
  const noted = Array.from({ length: 250 }, () => calls.note()).toReversed();
  calls.note({ workspaceSeq: OTHERS });
  calls.reopen();
  const first = calls.log.find({ workspaceSeq: OURS, limit: 100 });
  expect(first.calls.map(({ requestId }) => requestId)).toEqual(noted.slice(0, 100));
  expect(first.next).toBe(noted[99] ?? '');
  expect(ids(calls.log, { before: first.next ?? '' })).toEqual(noted.slice(100, 200));
  const last = calls.log.find({ workspaceSeq: OURS, limit: 100, before: noted[199] });
  expect([last.calls.length, last.next]).toEqual([50, null]);
  expect(calls.log.find({ workspaceSeq: OTHERS, limit: 100 }).calls).toHaveLength(1);
  expect(statSync(callLogPath(calls.dir.path)).mode & 0o777).toBe(0o600);
});

test('a call is found by request id, API key or status class, only in its own workspace', () => {
  using calls = open();
  const wanted = calls.note({ status: 503, keyId: 'key-2', missingScope: 's', keyRefusal: 'ended_key', orderId: 'o' });
  const refused = calls.note({ status: 404 });
  const fine = calls.note();
  expect(calls.log.find({ workspaceSeq: OURS, requestId: wanted, limit: 1 })).toEqual({
    calls: [
      expect.objectContaining({ requestId: wanted, status: 503, ms: 1.5, keyRefusal: 'ended_key', orderId: 'o' }),
    ],
    next: null,
  });
  expect(ids(calls.log, { workspaceSeq: OTHERS, requestId: wanted })).toEqual([]);
  expect(ids(calls.log, { keyId: 'key-2' })).toEqual([wanted]);
  expect([2, 4, 5].map((statusClass) => ids(calls.log, { statusClass }))).toEqual([[fine], [refused], [wanted]]);
});

test('calls are deleted after 30 days, even in workspaces that nobody opens', () => {
  using calls = open();
  const old = calls.note({ workspaceSeq: OTHERS });
  calls.world.clock.advance(15 * DAY);
  const young = calls.note();
  calls.log.tend();
  calls.world.clock.advance(15 * DAY + 1);
  expect(ids(calls.log, { workspaceSeq: OTHERS })).toEqual([]);
  // The first call of `tend` deletes the logged calls. The second deletes the days that no longer have calls.
  for (let round = 0; round < 2; round += 1) calls.log.tend();
  expect(ids(calls.log, { workspaceSeq: OTHERS, requestId: old })).toEqual([]);
  expect(ids(calls.log)).toEqual([young]);
  calls.world.clock.advance(40 * DAY);
  for (let round = 0; round < 3; round += 1) calls.log.tend();
  for (const table of ['calls', 'call_days'])
    expect(rowsIn(callLogPath(calls.dir.path), `SELECT * FROM ${table}`)).toEqual([]);
});

test('calls without an API key take at most a thousand rows of the log and displace no other calls', () => {
  using calls = open();
  const own = calls.note();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 900; n += 1) calls.note({ workspaceSeq: 0, keyId: null });
    calls.log.tend();
    calls.world.clock.advance(60_000);
  }
  for (let round = 0; round < 4; round += 1) calls.log.tend();
  const left = rowsIn(callLogPath(calls.dir.path), 'SELECT count(*) AS n FROM calls WHERE workspace_seq = 0');
  expect(left).toEqual([{ n: 1_000 }]);
  expect(ids(calls.log)).toEqual([own]);
});

test('a call log at its size limit drops the oldest calls of the busiest caller', () => {
  using calls = open(undefined, 400_000);
  const modest = calls.note({ workspaceSeq: OTHERS, keyId: 'key-of-others' });
  const first = calls.note();
  let last = '';
  for (let round = 0; round < 10; round += 1) {
    for (let n = 0; n < 1_000; n += 1) last = calls.note();
    calls.log.tend();
    calls.world.clock.advance(60_000);
  }
  for (let round = 0; round < 4; round += 1) calls.log.tend();
  expect(ids(calls.log, { requestId: first })).toEqual([]);
  expect(ids(calls.log)[0]).toBe(last);
  expect(ids(calls.log, { workspaceSeq: OTHERS })).toEqual([modest]);
  calls.reopen();
  expect(statSync(callLogPath(calls.dir.path)).size).toBeLessThan(800_000);
  expect([...calls.log.countByKey(OURS, 0).values()]).toEqual([10_001]);
});

test('the calls of each API key are counted by day', () => {
  using calls = open();
  const today = () => Math.floor(calls.world.clock.now() / DAY);
  calls.note();
  calls.world.clock.advance(6 * DAY);
  for (let n = 0; n < 3; n += 1) calls.note();
  calls.note({ keyId: 'key-2' });
  calls.note({ workspaceSeq: OTHERS, keyId: 'key-3' });
  const counted = (days: number) => Object.fromEntries(calls.log.countByKey(OURS, today() - days + 1));
  expect(counted(7)).toEqual({ 'key-1': 4, 'key-2': 1 });
  expect(counted(6)).toEqual({ 'key-1': 3, 'key-2': 1 });
});

const madeBy =
  (statements: string) =>
  (path: string): void => {
    using db = new Database(path, { create: true });
    db.run(statements);
  };

test.each([
  ['is no database', (path: string) => writeFileSync(path, 'not a database, by any means'.repeat(100))],
  ['is a folder', (path: string) => mkdirSync(path)],
  ['is of another version', madeBy('PRAGMA user_version = 99')],
  ['has other tables under our version', madeBy('CREATE TABLE calls (a); PRAGMA user_version = 1')],
] as const)('a call log file that %s is moved aside, and later calls are recorded', (_what, prepare) => {
  using calls = open(prepare);
  expect(readdirSync(calls.dir.path)).toContain('calls.db.damaged');
  expect(calls.warnings).toHaveLength(1);
  const noted = calls.note();
  calls.reopen();
  expect(ids(calls.log)).toEqual([noted]);
});

test('a call log file that breaks while in use is moved aside, and later calls are recorded', () => {
  using calls = open();
  for (let n = 0; n < 2_000; n += 1) calls.note();
  calls.log.tend();
  calls.log.tend();
  calls.reopen();
  writeFileSync(callLogPath(calls.dir.path), Buffer.alloc(8_192, 0xff));
  calls.note();
  for (let round = 0; round < 2; round += 1) ids(calls.log);
  const noted = calls.note();
  expect(ids(calls.log)).toContain(noted);
  expect(readdirSync(calls.dir.path)).toContain('calls.db.damaged');
  expect(calls.warnings.length).toBeGreaterThan(0);
});

test('after a restore, a workspace does not see the calls of another workspace that had its number', () => {
  using calls = open();
  const noted = calls.note();
  calls.note({ workspaceSeq: OTHERS });
  calls.database.workspaces = [...WORKSPACES, { seq: 9, id: 'young' }];
  calls.note({ workspaceSeq: 9, keyId: 'key-9' });
  calls.reopen();
  expect(ids(calls.log, { workspaceSeq: 9 })).toHaveLength(1);
  // The restored database has another workspace 8, and none with the number 9.
  calls.database.workspaces = [...WORKSPACES.slice(0, 1), { seq: OTHERS, id: 'restored' }];
  calls.reopen();
  calls.database.workspaces = [...calls.database.workspaces, { seq: 9, id: 'younger' }];
  calls.note({ workspaceSeq: 9, keyId: 'key-9' });
  expect(ids(calls.log)).toEqual([noted]);
  expect(ids(calls.log, { workspaceSeq: OTHERS })).toEqual([]);
  expect(ids(calls.log, { workspaceSeq: 9 })).toHaveLength(1);
  expect(calls.log.countByKey(9, 0)).toEqual(new Map([['key-9', 1]]));
});

test('calls are kept in memory if the log file cannot be created', () => {
  using dir = tempDir();
  const world = fakeWorld();
  writeFileSync(join(dir.path, 'no-folder'), '');
  const log = openCallLog(join(dir.path, 'no-folder', 'calls.db'), {
    clock: world.clock,
    log: silentLog,
    workspaces: () => [],
  });
  log.note({
    requestId: world.newId(0),
    workspaceSeq: OURS,
    at: world.clock.now(),
    method: 'GET',
    route: null,
    status: 404,
    code: 'not_found',
    ms: 1,
    keyId: null,
    keyRefusal: null,
    missingScope: null,
    orderId: null,
  });
  log.tend();
  log.close();
  expect(log.lost()).toBe(0);
});

test('a call that ends after the log has closed starts no timer for writing', () => {
  const timers = spyOn(globalThis, 'setTimeout');
  using calls = open();
  // The first run of the timer finds nothing to write.
  const [turn] = timers.mock.calls.at(-1) ?? [];
  if (typeof turn !== 'function') throw new Error('no timer');
  turn();
  calls.log.close();
  timers.mockClear();
  calls.note();
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

test('a locked log file delays no call, and the calls are written after the lock is released', () => {
  using calls = open();
  using other = new Database(callLogPath(calls.dir.path));
  other.run('BEGIN IMMEDIATE');
  const noted = calls.note();
  calls.log.tend();
  other.run('ROLLBACK');
  calls.log.tend();
  expect([ids(calls.log), calls.log.lost()]).toEqual([[noted], 0]);
});

test('calls are written to the log file even if nobody reads the list of calls', async () => {
  using calls = open();
  using other = new Database(callLogPath(calls.dir.path), { readonly: true });
  const count = other.query<{ n: number }, []>('SELECT count(*) AS n FROM calls');
  for (const n of [1, 2, 3]) {
    calls.note();
    await until('the call in the file', () => count.get()?.n === n);
    expect(calls.log.tend()).toBe(false);
  }
});

test('calls beyond the 20,000 that wait to be written are counted as lost', () => {
  using calls = open();
  for (let n = 0; n < 20_010; n += 1) calls.note();
  expect(calls.log.lost()).toBe(10);
});
