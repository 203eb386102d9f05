import type { BackupSchedule } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import { nextDueAt, periodOf } from './due.ts';
import { type BackupRun, findFailure, findLastGood, readPast } from './journal.ts';

/** The state of the backups; times in milliseconds since the epoch. */
export interface BackupHealth {
  readonly lastGood: BackupRun | undefined;
  /** The last good scheduled backup. Manual copies do not count here, because they must not hide failed nights. */
  readonly lastScheduled: BackupRun | undefined;
  /**
   * The time of the last good scheduled backup. Before the first one, it is the time when the database was created or
   * restored. Undefined while the schedule is off.
   */
  readonly scheduledSince: number | undefined;
  readonly failure: BackupRun | undefined;
  /** The time of the next scheduled backup; undefined while the schedule is off. */
  readonly nextAt: number | undefined;
  /**
   * A trouble that a person must fix. `failed`: the last run failed. `old`: the last good scheduled backup is older
   * than two periods.
   */
  readonly trouble: 'failed' | 'old' | undefined;
}

export function readHealth(db: Db, schedule: BackupSchedule, timeZone: string, nowMs: number): BackupHealth {
  const past = readPast(db, nowMs);
  const lastScheduled = findLastGood(db, nowMs, 'schedule');
  const failure = findFailure(db);
  const periodMs = periodOf(schedule);
  const since = lastScheduled?.startedAt ?? past.sinceMs;
  const old = periodMs !== undefined && nowMs - since > 2 * periodMs;
  return {
    lastGood: findLastGood(db, nowMs),
    lastScheduled,
    scheduledSince: periodMs === undefined ? undefined : since,
    failure,
    nextAt: nextDueAt(schedule, timeZone, past),
    trouble: failure !== undefined ? 'failed' : old ? 'old' : undefined,
  };
}
