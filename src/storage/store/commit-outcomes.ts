import type { AppError } from '../../base/index.ts';

export interface CommitOutcomes {
  /**
   * Records a commit that is on the disk.
   * @param rows the number of rows written; 0 is ignored, because such a commit does not show that writing works
   */
  held(rows: number): void;
  failed(failure: AppError, rows: number): void;
  /**
   * Returns the error of the last failed commit. Returns undefined if no commit failed, or if a later commit proved
   * that writing works again.
   */
  trouble(): AppError | undefined;
}

/**
 * The number of rows from which a commit counts as a real change, such as a new order. A smaller commit does not prove
 * that writing works, because the disk may still be too full for an order.
 */
const ROWS_OF_A_CHANGE = 4;
/**
 * The shortest wait after a failed commit. After this wait, a small commit also proves that writing works, because a
 * larger one may never come.
 */
const QUIET_MS = 1_000;
const QUIET_AT_MOST_MS = 32_000;

/**
 * Tracks the outcomes of commits to tell whether writing works. On a full disk, a small commit may still succeed. So
 * after a failure, a small commit proves that writing works only in two cases: it wrote as many rows as the failed
 * commit, or enough time has passed.
 */
export function createCommitOutcomes(nowMs: () => number): CommitOutcomes {
  let last: { readonly failure: AppError; readonly rows: number; readonly atMs: number } | undefined;
  let quietMs = QUIET_MS;
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
      // Keeps the largest row count of the failed commits. A small commit may still fit on a full disk. So its success
      // must not yet hide the failure of a larger commit.
      last = { failure, rows: Math.max(rows, last?.rows ?? 0), atMs };
    },
    trouble: () => last?.failure,
  };
}
