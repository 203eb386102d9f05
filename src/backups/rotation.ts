import { DAY_MS } from '../base/index.ts';
import { BACKUP_KINDS, type BackupKind, type BackupName } from './names.ts';

/** The number of backups of a kind that are kept, and their greatest age. */
export interface Keeping {
  /** The number of newest ones to keep; undefined: any number. */
  readonly count: number | undefined;
  /** The greatest age of a kept backup; undefined: any age. */
  readonly days: number | undefined;
}

/** The number kept whatever their age: a clock that runs ahead must not leave a single one. */
const ALWAYS_KEPT = 3;
/**
 * Days for which a copy not made on schedule is kept, whatever the settings say. The first of today stays, and the
 * first of each of these days before.
 */
const DAYS_KEPT = 7;

/**
 * Pure: which backups have had their time. The one just made is never among them: it is the only one known to be good.
 * Nor are those of other databases. A run tidies its own kind; one on schedule looks after the others as well.
 *
 * @param made name of the new one, verified
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
 * The backups that the settings cannot take away. The first of a day is safe, because an attacker can only make later ones.
 *
 * @param newest first
 */
function staysAnyway<T extends BackupName>(newest: readonly T[], kind: BackupKind, nowMs: number): ReadonlySet<T> {
  if (kind === 'schedule') return new Set();
  const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
  const firstOfDay = new Map(newest.map((backup) => [dayOf(backup.takenAtMs), backup]));
  const today = dayOf(nowMs);
  const daily = [...firstOfDay].filter(([day]) => day <= today && today - day <= DAYS_KEPT);
  return new Set([...newest.slice(0, ALWAYS_KEPT), ...daily.map(([, backup]) => backup)]);
}
