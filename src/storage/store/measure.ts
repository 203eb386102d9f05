import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Metrics } from '../../base/index.ts';
import type { CommitWatch } from './batch.ts';

const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const NONE: readonly string[] = [];

/**
 * Measures each transaction of the one writer, fsync included. Then calls `also`, in the async context of the request
 * that queued the transaction's first change.
 */
export function measureCommits(
  metrics: Metrics,
  clock: Pick<Clock, 'monotonic'>,
  also?: (changes: number, durationMs: number, kept: boolean) => void,
): CommitWatch {
  const size = metrics.histogram({
    name: 'docket_commit_batch_size',
    help: 'Changes written in one transaction.',
    labels: [],
    buckets: SIZES,
  });
  const duration = metrics.histogram({
    name: 'docket_commit_duration_seconds',
    help: 'Time of one transaction, its fsync included.',
    labels: [],
    buckets: SECONDS,
  });
  const failures = metrics.counter({
    name: 'docket_commit_failures_total',
    help: 'Transactions that could not be kept: disk full or failing, file locked.',
    labels: [],
  });
  // The counter is registered at the start, because an absent counter cannot grow. Otherwise an alert would miss the
  // first failure.
  failures.add(NONE, 0);
  // `tell` belongs to the running transaction, and `gathered` to the next one. Both are needed, because the next
  // transaction's first change may arrive before the running transaction ends.
  let [gathered, tell] = [also, also];
  return {
    gather() {
      gathered = also && AsyncLocalStorage.bind(also);
    },
    begin() {
      tell = gathered;
      return clock.monotonic();
    },
    end(changes, begunMs, kept) {
      size.observe(NONE, changes);
      const durationMs = clock.monotonic() - begunMs;
      duration.observe(NONE, durationMs / 1_000);
      if (!kept) failures.add(NONE);
      tell?.(changes, durationMs, kept);
    },
  };
}
