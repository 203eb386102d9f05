import { fdatasyncSync } from 'node:fs';
import type { Clock, Metrics } from '../base/index.ts';
import type { SyncFile } from '../storage/index.ts';
import type { SyncThread } from './sync-thread.ts';

/** The longest quick sync. Slower syncs are left to the thread. A disk of a virtual machine takes some 0.35 ms. */
const QUICK_MS = 0.6;
const SLOW_MS = 3;
const TRUST_AT_MOST = 32;
/** The value that `trust` must reach before the event loop may sync. Each quick sync adds 1 to `trust`. */
const TRUST_NEEDED = 16;

type Place = 'event_loop' | 'thread';

interface SyncChoiceOptions {
  readonly thread: Pick<SyncThread, 'sync'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly underWay: () => number;
  readonly measured: (place: Place, tookMs: number) => void;
  readonly syncHere?: (descriptor: number) => void;
}

/**
 * Creates the function that syncs the file. It syncs on the event loop if the disk has been quick and every request
 * under way needs this sync. In that case, blocking the event loop delays no other request. Otherwise the thread syncs.
 * If a quick disk becomes slow, it blocks the event loop for a sync or two.
 */
export function createSyncChoice({
  thread,
  clock,
  underWay,
  measured,
  syncHere = fdatasyncSync,
}: SyncChoiceOptions): SyncFile {
  let trust = 0;

  function judge(place: Place, tookMs: number): void {
    if (tookMs <= QUICK_MS) trust = Math.min(TRUST_AT_MOST, trust + 1);
    else trust = tookMs >= SLOW_MS ? 0 : Math.max(0, trust - TRUST_NEEDED);
    measured(place, tookMs);
  }

  return async (descriptor, changes) => {
    if (trust >= TRUST_NEEDED && underWay() <= changes) {
      const begunMs = clock.monotonic();
      syncHere(descriptor);
      judge('event_loop', clock.monotonic() - begunMs);
      return;
    }
    const tookMs = await thread.sync(descriptor);
    if (tookMs !== undefined) judge('thread', tookMs);
  };
}

const SECONDS = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3];

export function measureSyncs(metrics: Metrics): SyncChoiceOptions['measured'] {
  const duration = metrics.histogram({
    name: 'docket_sync_duration_seconds',
    help: 'Time of one sync of the log, by where it was made: on the event_loop while the disk is quick, else in its thread.',
    labels: ['where'],
    buckets: SECONDS,
  });
  return (place, tookMs) => duration.observe([place], tookMs / 1_000);
}
