import { addDays, type BackupSchedule, DAY_MS, dayInZone, instantOf } from '../base/index.ts';

export interface PastRuns {
  /** The time when the database was created or restored. Until the first backup, the schedule counts from this time. */
  readonly sinceMs: number;
  /** The start time of the last run, including failed ones. */
  readonly lastStartMs: number | undefined;
  /** The number of failed or stopped runs since the last good one. */
  readonly failures: number;
}

/** The waits before retries. The first wait is short, because a network often recovers at once. */
const RETRIES_MS = { first: 15 * 60_000, later: 3_600_000 } as const;

/**
 * Returns the time of the next backup, in milliseconds since the epoch. It is in the past if a backup was missed, and
 * undefined without a schedule.
 * @param timeZone applies to a schedule without its own time zone
 */
export function nextDueAt(schedule: BackupSchedule, timeZone: string, past: PastRuns): number | undefined {
  const regular = regularAt(schedule, timeZone, past.lastStartMs ?? past.sinceMs);
  if (regular === undefined || past.lastStartMs === undefined || past.failures === 0) return regular;
  const pauseMs = past.failures === 1 ? RETRIES_MS.first : RETRIES_MS.later;
  return Math.min(regular, past.lastStartMs + pauseMs);
}

function regularAt(schedule: BackupSchedule, fallbackZone: string, afterMs: number): number | undefined {
  switch (schedule.kind) {
    case 'off':
      return undefined;
    case 'every':
      return afterMs + schedule.periodMs;
    case 'daily': {
      const zone = schedule.timeZone ?? fallbackZone;
      const today = dayInZone(afterMs, zone) ?? '1970-01-01';
      const at = instantOf(today, schedule.at, zone);
      return at > afterMs ? at : instantOf(addDays(today, 1), schedule.at, zone);
    }
    default:
      return schedule satisfies never;
  }
}

/** Returns the time between two scheduled backups, in milliseconds; undefined while the schedule is off. */
export function periodOf(schedule: BackupSchedule): number | undefined {
  if (schedule.kind === 'off') return undefined;
  return schedule.kind === 'every' ? schedule.periodMs : DAY_MS;
}
