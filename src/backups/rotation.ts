import { DAY_MS } from '../base/index.ts';
import { BACKUP_KINDS, type BackupKind, type BackupName } from './names.ts';

export interface Keeping {
  /** The number of newest backups to keep; undefined keeps all of them. */
  readonly count: number | undefined;
  /** The maximum age of a backup; undefined for no limit. */
  readonly days: number | undefined;
}

export const MOST_KEPT = { count: 10_000, days: 36_500 } as const;
/** This many backups stay, however old they are. Otherwise a clock that runs ahead could leave only one. */
const ALWAYS_KEPT = 3;
/** The number of days for which the first backup of each day stays (see `staysAnyway`). */
const DAYS_KEPT = 7;

/**
 * Finds the backups to delete after the backup `made` was created. `made` itself stays, because it is the only backup
 * known to be good. Backups of other databases also stay. If `made` is a scheduled backup, backups of all kinds can
 * expire. Otherwise only backups of its own kind can expire.
 */
export function findExpired<T extends BackupName>(
  all: readonly T[],
  made: string,
  keeping: Keeping,
  nowMs: number,
): T[] {
  const fresh = all.find(({ name }) => name === made);
  if (fresh === undefined) return [];
  const kinds = BACKUP_KINDS.filter((kind) => kind === fresh.kind || fresh.kind === 'schedule');
  return kinds.flatMap((kind) => {
    const own = all.filter((backup) => backup.installation === fresh.installation && backup.kind === kind);
    const newest = own.toSorted((a, b) => Number(b === fresh) - Number(a === fresh) || b.takenAtMs - a.takenAtMs);
    const stays = staysAnyway(newest, kind, nowMs);
    return newest.filter((backup, index) => {
      if (backup === fresh || stays.has(backup)) return false;
      const tooMany = keeping.count !== undefined && index >= keeping.count;
      const isOld = keeping.days !== undefined && nowMs - backup.takenAtMs > keeping.days * DAY_MS;
      return tooMany || (isOld && index >= ALWAYS_KEPT);
    });
  });
}

/**
 * Returns the backups that stay whatever the settings are: the newest three and the first of each recent day. Otherwise
 * an attacker could push out all earlier backups with new ones. Returns none for scheduled backups. `newest` begins
 * with the newest backup.
 */
function staysAnyway<T extends BackupName>(newest: readonly T[], kind: BackupKind, nowMs: number): ReadonlySet<T> {
  if (kind === 'schedule') return new Set();
  const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
  const firstOfDay = new Map(newest.map((backup) => [dayOf(backup.takenAtMs), backup]));
  const today = dayOf(nowMs);
  const daily = [...firstOfDay].filter(([day]) => day <= today && today - day <= DAYS_KEPT);
  return new Set([...newest.slice(0, ALWAYS_KEPT), ...daily.map(([, backup]) => backup)]);
}
