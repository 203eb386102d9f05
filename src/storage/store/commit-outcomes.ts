import type { AppError } from '../../base/index.ts';

/** The outcome of the last commits: whether the file takes what is written to it. */
export interface CommitOutcomes {
  /** @param rows that it wrote; one that wrote nothing proves nothing */
  held(rows: number): void;
  /** @param rows that it had written until then */
  failed(failure: AppError, rows: number): void;
  /** The error of the last commit, until one holds that proves as much; undefined while all is well. */
  trouble(): AppError | undefined;
}

/** A commit of fewer rows notes a last use, or probes the file: room for it is no room for an order. */
const ROWS_OF_A_CHANGE = 4;
/** The time after the last failure from which a smaller commit proves enough, since nobody may be writing. */
const QUIET_MS = 1_000;
const QUIET_AT_MOST_MS = 32_000;

/**
 * On a full disk a small commit still finds a place in the last page, where larger ones do not. So it ends
 * the trouble only when nothing has failed for a while. That while doubles each time that this was too early.
 */
export function createCommitOutcomes(nowMs: () => number): CommitOutcomes {
  let last: { readonly failure: AppError; readonly rows: number; readonly atMs: number } | undefined;
  let quietMs = QUIET_MS;
  /** The time when a small commit ended the trouble; undefined if a larger one did. */
  let trustedAtMs: number | undefined;
  return {
    held(rows) {
      if (rows === 0) return;
      const isChange = rows >= ROWS_OF_A_CHANGE;
      if (isChange) [quietMs, trustedAtMs] = [QUIET_MS, undefined];
      if (last === undefined) return;
      const isQuiet = nowMs() - last.atMs >= quietMs;
      if (!isChange && rows < last.rows && !isQuiet) return;
      if (!isChange) trustedAtMs = nowMs();
      last = undefined;
    },
    failed(failure, rows) {
      const atMs = nowMs();
      if (last === undefined && trustedAtMs !== undefined && atMs - trustedAtMs < QUIET_AT_MOST_MS) {
        quietMs = Math.min(2 * quietMs, QUIET_AT_MOST_MS);
      }
      // While it lasts, the largest that failed is what has to be proved.
      last = { failure, rows: Math.max(rows, last?.rows ?? 0), atMs };
    },
    trouble: () => last?.failure,
  };
}
