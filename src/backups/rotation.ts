import type { BackupName } from './names.ts';

/** How many backups stay, and how long. */
export interface Keeping {
  /** The newest so many; undefined: any number. */
  readonly count: number | undefined;
  /** None that is older; undefined: any age. */
  readonly days: number | undefined;
}

const DAY_MS = 86_400_000;
/** So many stay whatever their age: a clock that runs ahead must not leave a single one. */
const ALWAYS_KEPT = 3;

/**
 * Pure: which backups have had their time. The one just made, which is the only one known to be good, is never among them, and
 * those of other databases are none of our business.
 *
 * @param made name of the new one, verified
 */
export function findExpired<T extends BackupName>(
  all: readonly T[],
  made: string,
  keeping: Keeping,
  nowMs: number,
): T[] {
  const own = all.find(({ name }) => name === made)?.installation;
  const others = all
    .filter(({ name, installation }) => name !== made && installation === own)
    .toSorted((a, b) => b.takenAtMs - a.takenAtMs);
  // Places from 1: the new one has the first.
  return others.filter(({ takenAtMs }, index) => {
    const place = index + 2;
    const tooMany = keeping.count !== undefined && place > keeping.count;
    const tooOld = keeping.days !== undefined && nowMs - takenAtMs > keeping.days * DAY_MS && place > ALWAYS_KEPT;
    return tooMany || tooOld;
  });
}
