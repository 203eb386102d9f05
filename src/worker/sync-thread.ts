import { beginThread, hasSpareFiles, IS_EXECUTABLE, type Log } from '../base/index.ts';
import { syncInPool } from '../storage/index.ts';
import { within } from './within.ts';

export type SyncAnswer = 'begun' | { readonly failure: string | undefined; readonly tookMs: number };

export interface SyncThread {
  /**
   * One at a time. Until the thread has begun, and while there is none, Bun's pool of threads does it.
   *
   * @returns milliseconds that the disk took; undefined of the pool, which may have had other work before
   */
  sync(descriptor: number): Promise<number | undefined>;
  start(): void;
  /** Resolves when the thread has begun, or after so long. */
  begun(atMostMs: number): Promise<void>;
  stop(): void;
}

const THREAD = IS_EXECUTABLE ? './worker/sync.worker.ts' : './sync.worker.ts';
const RESTART_MS = 1_000;

/**
 * Syncs in a thread of its own. Bun's pool has a thread for each core. There a sync of 0.2 ms took 140 ms beside four
 * passwords that were checked. Anyone who is not signed in may have passwords checked.
 *
 * @param spawn makes the thread; a test brings one that misbehaves
 */
export function createSyncThread(
  log: Log,
  spawn: () => Worker = () => beginThread(new URL(THREAD, import.meta.url)),
): SyncThread {
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
    // The system tells once that a sync failed, and may have told it.
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
