import { hasSpareFiles, type Log } from '../base/index.ts';
import { syncInPool } from '../storage/index.ts';
import { beginWorker } from './threads.ts';
import { within } from './within.ts';

export type SyncAnswer = 'begun' | { readonly failure: string | undefined; readonly tookMs: number };

export interface SyncThread {
  /**
   * Syncs the file, one sync at a time: in the sync thread while it runs, otherwise in Bun's thread pool.
   * @returns the milliseconds that the disk took; undefined if the pool made the sync, because other work in the pool
   * may have delayed it
   */
  sync(descriptor: number): Promise<number | undefined>;
  start(): void;
  begun(atMostMs: number): Promise<void>;
  stop(): void;
}

const RESTART_MS = 1_000;

/**
 * Creates a thread that does nothing but sync, because syncs in Bun's pool can be slow. The pool has only one thread
 * for each core, so other work delays a sync there. During four password checks, a sync of 0.2 ms took 140 ms in the
 * pool. Anyone can cause such checks without signing in.
 */
export function createSyncThread(log: Log, spawn: () => Worker = () => beginWorker('sync')): SyncThread {
  let thread: Worker | undefined;
  let listening = false;
  let underWay: PromiseWithResolvers<number> | undefined;
  let restart: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const first = Promise.withResolvers<void>();

  function hear(data: SyncAnswer): void {
    if (data === 'begun') {
      listening = true;
      first.resolve();
    } else if (data.failure === undefined) underWay?.resolve(data.tookMs);
    else underWay?.reject(new Error(data.failure));
  }

  function died(): void {
    thread = undefined;
    listening = false;
    first.resolve();
    // Repeating the sync could hide a failure, because the operating system reports a failed sync only once. So this
    // sync counts as failed.
    underWay?.reject(new Error('the thread that syncs has died'));
    if (stopped) return;
    log.error('the thread that syncs has died and is started again');
    restart = setTimeout(begin, RESTART_MS);
  }

  function begin(): void {
    if (!hasSpareFiles()) {
      restart = setTimeout(begin, RESTART_MS);
      return;
    }
    const begun = spawn();
    thread = begun;
    begun.addEventListener('message', ({ data }: MessageEvent<SyncAnswer>) => hear(data));
    begun.addEventListener('error', ({ message }) => log.error('the thread that syncs failed', { reason: message }));
    begun.addEventListener('close', () => {
      if (thread === begun) died();
    });
  }

  return {
    async sync(descriptor) {
      if (thread === undefined || !listening) {
        await syncInPool(descriptor);
        return undefined;
      }
      underWay = Promise.withResolvers();
      thread.postMessage(descriptor);
      return underWay.promise;
    },
    start: begin,
    begun: (atMostMs) => within(atMostMs, first.promise),
    stop() {
      stopped = true;
      clearTimeout(restart);
      thread?.terminate();
    },
  };
}
