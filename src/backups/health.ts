import type { BackupSchedule } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import { nextDueAt, periodOf } from './due.ts';
import { type BackupRun, findLastGood, findLastOver, listRuns, readPast } from './journal.ts';

/** How safe the data is; times in milliseconds since the epoch. */
export interface BackupHealth {
  readonly lastGood: BackupRun | undefined;
  readonly last: BackupRun | undefined;
  /** Undefined while the schedule is off. */
  readonly nextAt: number | undefined;
  /** What somebody must see to: the last run failed, or the last good one is older than two periods. */
  readonly trouble: 'failed' | 'old' | undefined;
}

/** @param timeZone of a schedule that names none */
export function readHealth(db: Db, schedule: BackupSchedule, timeZone: string, nowMs: number): BackupHealth {
  const past = readPast(db, nowMs);
  const lastGood = findLastGood(db, nowMs);
  const last = listRuns(db, 1)[0];
  const periodMs = periodOf(schedule);
  const safeSince = lastGood?.startedAt ?? past.sinceMs;
  const old = periodMs !== undefined && nowMs - safeSince > 2 * periodMs;
  const failed = findLastOver(db)?.outcome === 'failed';
  return {
    lastGood,
    last,
    nextAt: nextDueAt(schedule, timeZone, past),
    trouble: failed ? 'failed' : old ? 'old' : undefined,
  };
}
