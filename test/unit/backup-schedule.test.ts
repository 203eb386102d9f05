import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { periodOf } from '../../src/backups/due.ts';
import {
  type BackupKind,
  nameBackup,
  nextDueAt,
  parseBackupName,
  parseTarget,
  sayTarget,
} from '../../src/backups/index.ts';
import { findExpired } from '../../src/backups/rotation.ts';
import { instantOf, parseBackupSchedule, sayBackupSchedule, toIso, UsageError } from '../../src/base/index.ts';

const at = (text: string): number => Date.parse(text);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAILY = parseBackupSchedule('--s', 'daily 03:00');

test.each(['off', 'daily 03:00', 'daily 23:59 Europe/Moscow', 'every 6h', 'every 5m', 'every 31d'])(
  'the schedule "%s" is read, and printed as it was written',
  (text) => {
    expect(sayBackupSchedule(parseBackupSchedule('--backup-schedule', text))).toBe(text);
  },
);

test.each([
  '',
  'on',
  'daily',
  'daily 3:00',
  'daily 24:00',
  'daily 03:00 Mars/Base',
  'every',
  'every 4m',
  'every 32d',
  'every 6',
  'off now',
  'every 6h UTC',
  '0 3 * * *',
])('the schedule "%s" is refused with the name of its flag', (text) => {
  expect(() => parseBackupSchedule('--backup-schedule', text)).toThrow(/--backup-schedule/);
});

test.each([
  ['2026-05-20', '03:00', 'Europe/Moscow', '2026-05-20T00:00:00.000Z'],
  ['2026-05-20', '03:00', 'UTC', '2026-05-20T03:00:00.000Z'],
  // The clocks leap from 2:00 to 3:00, so 2:30 becomes 3:30.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  // On this day the clocks go back from 3:00 to 2:00; the first 2:30 counts.
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2018-11-04', '00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('the local time %s %s in %s is the instant %s', (day, time, zone, iso) => {
  expect(toIso(instantOf(day, time, zone))).toBe(iso);
});

test('after a long stop only one daily backup is due', () => {
  const due = (lastStartMs: number) =>
    toIso(nextDueAt(DAILY, 'Europe/Moscow', { sinceMs: 0, lastStartMs, failures: 0 }) ?? 0);
  expect(due(at('2026-05-20T00:00:00Z'))).toBe('2026-05-21T00:00:00.000Z');
  expect(due(at('2026-05-19T23:59:59Z'))).toBe('2026-05-20T00:00:00.000Z');
  // The server was off for a week: one backup is due, at a past time.
  expect(due(at('2026-05-12T00:00:01Z'))).toBe('2026-05-13T00:00:00.000Z');
});

test('the next daily backup is later than the last and at most two days after it', () => {
  const zones = fc.constantFrom('Europe/Moscow', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia');
  const last = fc.integer({ min: at('2000-01-01'), max: at('2037-01-01') });
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(zones, last, minutes, (zone, lastStartMs, minute) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
      const schedule = parseBackupSchedule('--s', `daily ${time}`);
      const dueAt = nextDueAt(schedule, zone, { sinceMs: 0, lastStartMs, failures: 0 }) ?? 0;
      expect(dueAt).toBeGreaterThan(lastStartMs);
      expect(dueAt - lastStartMs).toBeLessThanOrEqual(2 * DAY + 2 * HOUR);
    }),
  );
});

test('the first backup is due at the first scheduled time after the schedule began', () => {
  const sinceMs = at('2026-05-20T09:30:00Z');
  expect(nextDueAt(DAILY, 'UTC', { sinceMs, lastStartMs: undefined, failures: 0 })).toBe(at('2026-05-21T03:00:00Z'));
  const every = parseBackupSchedule('--s', 'every 6h');
  expect(nextDueAt(every, 'UTC', { sinceMs, lastStartMs: undefined, failures: 0 })).toBe(sinceMs + 6 * HOUR);
  expect(nextDueAt({ kind: 'off' }, 'UTC', { sinceMs, lastStartMs: undefined, failures: 0 })).toBeUndefined();
});

test('a failed backup is retried after 15 minutes, then hourly, unless the next scheduled backup is due sooner', () => {
  const lastStartMs = at('2026-05-20T03:00:00Z');
  const due = (failures: number, text = 'daily 03:00') =>
    (nextDueAt(parseBackupSchedule('--s', text), 'UTC', { sinceMs: 0, lastStartMs, failures }) ?? 0) - lastStartMs;
  expect(due(1)).toBe(HOUR / 4);
  expect(due(2)).toBe(HOUR);
  expect(due(40)).toBe(HOUR);
  expect(due(1, 'every 5m')).toBe(5 * 60_000);
});

test('backups are expected a day apart, or at the interval of the schedule', () => {
  expect(periodOf(DAILY)).toBe(DAY);
  expect(periodOf(parseBackupSchedule('--s', 'every 6h'))).toBe(6 * HOUR);
  expect(periodOf({ kind: 'off' })).toBeUndefined();
});

const OURS = '1a2b3c4d'.padEnd(32, '0');
const THEIRS = '99999999'.padEnd(32, '0');
const NOW = at('2026-05-20T03:00:00Z');
const shelved = (daysAgo: number, installation = OURS) => {
  const found = parseBackupName(nameBackup(NOW - daysAgo * DAY, installation));
  if (found === undefined) throw new Error('a name of ours was not known again');
  return found;
};
const expired = (days: readonly number[], keeping: Parameters<typeof findExpired>[2]) => {
  const all = days.map((ago) => shelved(ago));
  return findExpired(all, shelved(0).name, keeping, NOW).map(({ takenAtMs }) => (NOW - takenAtMs) / DAY);
};

test('the configured number of newest backups stay, the new one among them', () => {
  expect(expired([0, 1, 2, 3], { count: 3, days: undefined })).toEqual([3]);
  expect(expired([0, 1, 2, 3], { count: 1, days: undefined })).toEqual([1, 2, 3]);
  expect(expired([0, 1], { count: 14, days: undefined })).toEqual([]);
  expect(expired([0, 1, 2], { count: undefined, days: undefined })).toEqual([]);
});

test('a backup that is too old is deleted, but three stay whatever their age', () => {
  expect(expired([0, 1, 40, 50, 60], { count: undefined, days: 30 })).toEqual([50, 60]);
  expect(expired([0, 400, 500], { count: undefined, days: 30 })).toEqual([]);
});

test('the new backup stays when the clock went back and all others look newer', () => {
  expect(expired([0, -1, -2, -3], { count: 2, days: 1 })).toEqual([-2, -1]);
  expect(expired([0, -1, -2, -3], { count: 1, days: undefined })).not.toContain(0);
});

const copies = (kind: BackupKind, hoursAgo: readonly number[]) =>
  hoursAgo.map((ago) => {
    const found = parseBackupName(nameBackup(NOW - ago * HOUR, OURS, kind));
    if (found === undefined) throw new Error('a name of ours was not known again');
    return found;
  });
const hoursOf = (found: readonly { takenAtMs: number }[]) => found.map(({ takenAtMs }) => (NOW - takenAtMs) / HOUR);
const ONE = { count: 1, days: 1 };

test('a manual, safety, import or uploaded backup replaces only backups of its own kind', () => {
  const nightly = copies('schedule', [10, 34, 58]);
  const others = [
    ...copies('hand', [1, 2]),
    ...copies('safety', [3]),
    ...copies('upload', [4]),
    ...copies('import', [5]),
  ];
  for (const kind of ['hand', 'safety', 'import', 'upload'] as const) {
    const [made, ...older] = copies(kind, [0, 0.1, 0.2, 0.3, 0.4]);
    const gone = findExpired(
      [...(made === undefined ? [] : [made]), ...older, ...nightly, ...others],
      made?.name ?? '',
      ONE,
      NOW,
    );
    expect(gone.every((backup) => backup.kind === kind)).toBe(true);
    expect(gone.length).toBeGreaterThan(0);
  }
});

test('the newest three manual backups and the first of each recent day always stay', () => {
  // The time is 03:00. For ten days two backups a day were made, at 02:00 and at 01:00.
  const all = copies('hand', [1, 2, ...Array.from({ length: 9 }, (_, day) => [25 + day * 24, 26 + day * 24]).flat()]);
  const made = nameBackup(NOW, OURS);
  const gone = findExpired([...copies('schedule', [0]), ...all], made, ONE, NOW);
  const stays = hoursOf(all.filter((backup) => !gone.includes(backup)));
  expect(stays).toEqual([1, 2, 25, 26, 50, 74, 98, 122, 146, 170]);
});

test('a scheduled run deletes old backups of all kinds', () => {
  const [made] = copies('schedule', [0]);
  expect(parseBackupName('docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db')?.kind).toBe('schedule');
  const old = [...copies('hand', [900, 901, 902, 903]), ...copies('upload', [900, 901, 902, 903])];
  const gone = findExpired(
    [...(made === undefined ? [] : [made]), ...old],
    made?.name ?? '',
    { count: undefined, days: 30 },
    NOW,
  );
  expect(gone.map(({ kind }) => kind)).toEqual(['hand', 'upload']);
});

test('a backup never replaces the backups of another database', () => {
  const good = [1, 2, 3].map((ago) => shelved(ago, THEIRS));
  expect(findExpired([shelved(0), ...good], shelved(0).name, { count: 1, days: 1 }, NOW)).toEqual([]);
});

test.each([
  'docket.db',
  'docket-2026.db',
  'x-docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db',
  'docket-2026-05-20T03-00-00-000Z-1a2b3c4d.db.partial',
  'docket-2026-13-99T99-99-99-000Z-1a2b3c4d.db',
])('a file called %s is not a backup that Docket may delete', (name) => {
  expect(parseBackupName(name)).toBeUndefined();
});

test.each([
  ['s3://shop-backups', 'as written', 's3://shop-backups/'],
  ['s3://shop/pre/', 'as written', 's3://shop/pre/'],
  ['s3://shop/pre', 'folder', 's3://shop/pre/'],
  ['s3://shop/pre', 'as written', 's3://shop/pre/'],
  ['s3://shop/a/b.db', 'as written', 's3://shop/a/b.db'],
  ['/no/such/file.db', 'as written', '/no/such/file.db'],
  ['there/', 'as written', '/base/there'],
  ['x.db', 'as written', '/base/x.db'],
  ['x', 'folder', '/base/x'],
] as const)('the target %s (%s) is read as %s', (text, reading, said) => {
  expect(sayTarget(parseTarget('--to', text, '/base', reading))).toBe(said);
});

test('a target for backups is refused if its bucket name is too short, or if it is a single file instead of a folder', () => {
  const read = (text: string) => () => parseTarget('--to', text, '/base', 'folder');
  expect(read('s3://ab/docket')).toThrow('"ab" is no bucket: S3 wants 3 to 63 of the characters');
  expect(read('s3://shop/a/b.db')).toThrow('names one backup');
});

test.each(['', 'http://shop/x', 's3://', 's3:///x', 's3://UP/x', 's3://a_b/x', 'ftp://x'])(
  'the target "%s" is refused',
  (text) => {
    expect(() => parseTarget('--to', text, '/base', 'as written')).toThrow(UsageError);
  },
);
