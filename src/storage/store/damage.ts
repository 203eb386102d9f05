import { AppError } from '../../base/index.ts';
import { isDamage, Unsynced } from './store-failure.ts';

/** Why nothing is written any more. */
export interface Finding {
  /** damaged: the file itself is broken. unsynced: the disk failed to keep what was written last, and only a new start can tell what it has. */
  readonly kind: 'damaged' | 'unsynced';
  readonly what: string;
}

/** The file's soundness, as far as it is known since it was opened. */
export interface Damage {
  /** The fault; undefined while none is known. */
  found(): Finding | undefined;
  /** The file is damaged. Only the first finding counts. */
  note(what: string): void;
  /** Takes note of an error that speaks of a damaged file, or of a sync that failed; any other is left alone. */
  judge(error: unknown): void;
  /** Hears of the first finding. */
  listen(listener: (finding: Finding) => void): void;
  /** The error that anyone who wants to write gets. */
  refusal(): AppError | undefined;
}

const RULES = {
  damaged: 'damage_found',
  unsynced: 'damage_unsynced',
} as const satisfies Readonly<Record<Finding['kind'], string>>;

export function watchDamage(): Damage {
  let found: Finding | undefined;
  const listeners: ((finding: Finding) => void)[] = [];
  const find = (finding: Finding): void => {
    if (found !== undefined) return;
    found = finding;
    for (const listener of listeners) listener(finding);
  };
  const note = (what: string): void => find({ kind: 'damaged', what });
  return {
    found: () => found,
    note,
    judge(error) {
      if (error instanceof Unsynced) find({ kind: 'unsynced', what: String(error.cause) });
      else if (isDamage(error)) note('SQLite met a page that makes no sense');
    },
    listen: (listener) => void listeners.push(listener),
    refusal: () => (found === undefined ? undefined : new AppError({ rule: RULES[found.kind] })),
  };
}
