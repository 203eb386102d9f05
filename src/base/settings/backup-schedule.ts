import { UsageError } from '../errors/index.ts';
import { isTimeOfDay, isTimeZone } from '../time/index.ts';
import { parseDuration } from './settings.ts';

export type BackupSchedule =
  | { readonly kind: 'off' }
  /** A backup once a day, at HH:mm; in the time zone of the first workspace if none is named. */
  | { readonly kind: 'daily'; readonly at: string; readonly timeZone: string | undefined }
  | { readonly kind: 'every'; readonly periodMs: number };

const LEAST_MS = 5 * 60_000;
const MOST_MS = 31 * 86_400_000;
const FORMS = '"daily 03:00", "daily 03:00 Europe/Moscow", "every 6h" (5m to 31d) or "off"';

/** Parses `off`, `daily HH:mm [zone]` or `every 6h`. @throws UsageError with the flag and the allowed forms */
export function parseBackupSchedule(flag: string, text: string): BackupSchedule {
  const [word = '', value = '', zone, ...more] = text.trim().split(/\s+/);
  if (more.length === 0) {
    if (word === 'off' && value === '') return { kind: 'off' };
    if (word === 'daily' && isTimeOfDay(value)) return { kind: 'daily', at: value, timeZone: zoneOf(flag, zone) };
    if (word === 'every' && zone === undefined && value !== '') {
      const periodMs = parseDuration(flag, value);
      if (periodMs >= LEAST_MS && periodMs <= MOST_MS) return { kind: 'every', periodMs };
    }
  }
  throw new UsageError(`${flag}: "${text}" is not ${FORMS}`);
}

function zoneOf(flag: string, zone: string | undefined): string | undefined {
  if (zone === undefined || isTimeZone(zone)) return zone;
  throw new UsageError(`${flag}: "${zone}" is no time zone such as Europe/Moscow`);
}

export function sayBackupSchedule(schedule: BackupSchedule): string {
  switch (schedule.kind) {
    case 'off':
      return 'off';
    case 'daily':
      return `daily ${schedule.at}${schedule.timeZone === undefined ? '' : ` ${schedule.timeZone}`}`;
    case 'every':
      return `every ${sayDuration(schedule.periodMs)}`;
    default:
      return schedule satisfies never;
  }
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

function sayDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms % length === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}
