import { AppError } from '../../base/index.ts';
import { isDamage, Unsynced } from './store-failure.ts';

/** The reason why nothing is written anymore. */
export interface Finding {
  /**
   * damaged: the file itself is broken. unsynced: the disk failed to keep the latest writes. Only a restart can show
   * which of these writes the disk has.
   */
  readonly kind: 'damaged' | 'unsynced';
  readonly what: string;
}

export interface Damage {
  found(): Finding | undefined;
  /** Reports that the file is damaged. Only the first finding counts. */
  note(what: string): void;
  /** Records an error that means a damaged file or a failed sync. Ignores any other error. */
  judge(error: unknown): void;
  listen(listener: (finding: Finding) => void): void;
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
