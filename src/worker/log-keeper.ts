import { type Clock, hasSpareFiles, type Log } from '../base/index.ts';
import { isFull, isNearlyMoved, type LogState, logBytesOf, type Storage } from '../storage/index.ts';
import { beginWorker } from './threads.ts';
import { within } from './within.ts';

export type CheckpointTask =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'tend' | 'begin anew' | 'close' };

/** The answers of the thread: one `done` when it has begun, then one for each task, in order. */
export type CheckpointAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'state'; readonly state: LogState }
  | { readonly kind: 'anew'; readonly anew: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

interface LogKeeperPorts {
  readonly storage: Pick<Storage, 'path' | 'count' | 'listen' | 'pause' | 'damage' | 'checkpointElsewhere'>;
  readonly log: Log;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly spawn?: () => Worker;
  readonly firstBytes?: number;
}

const LOOK_MS = 100;
/**
 * The time between two checks of the log while nothing is written. It is longer than `LOOK_MS`, so that an idle server
 * can sleep. After a commit, the next check comes within `LOOK_MS`.
 */
const IDLE_LOOK_MS = 1_000;
/**
 * The default size of the log at which the thread is started: a sixteenth of a full log. A thread costs some 40 ms of
 * processor time and 10 MB, which an idle server saves.
 */
const FIRST_BYTES = 1024 * 1024;
const RESTART_MS = 1_000;
/** The longest wait for the thread to begin, during which nobody checkpoints the log. */
const BEGIN_AT_MOST_MS = 2_000;
/**
 * The pause after a failed try to restart the write-ahead log. A try fails while a reader uses the log. Each try also
 * pauses the writer, so the tries must not follow each other closely.
 */
const LATER_MS = 2_000;
/**
 * The longest time for which the writer is paused. If the checkpoint thread needs longer, the writer continues, and
 * waits only for locks of the thread.
 */
const PAUSE_AT_MOST_MS = 2_000;
const CLOSE_AT_MOST_MS = 5_000;
const WARN_EVERY_MS = 60_000;

/**
 * Keeps SQLite's write-ahead log short in a thread of its own. So no commit has to wait for the disk. The thread starts
 * when the log has grown. If it cannot start, or has died, commits do the work and wait for the disk.
 */
export class LogKeeper {
  readonly #ports: LogKeeperPorts;
  #thread: Worker | undefined;
  #answer: PromiseWithResolvers<CheckpointAnswer> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: (() => void) | undefined;
  #unlisten: (() => void) | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopping = false;
  #counted = -1;
  #notBeforeMs = 0;
  #warnedMs = Number.NEGATIVE_INFINITY;
  readonly #begun = Promise.withResolvers<void>();

  constructor(ports: LogKeeperPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { storage, firstBytes = FIRST_BYTES } = this.#ports;
    this.#unlisten ??= storage.listen(() => this.#hurry());
    const isEarly = logBytesOf(storage.path) < firstBytes;
    const mayBegin = !isEarly && hasSpareFiles();
    storage.checkpointElsewhere(isEarly || mayBegin);
    if (!mayBegin) {
      this.#later(() => this.start(), isEarly ? 'idle' : RESTART_MS);
      return;
    }
    const thread = this.#ports.spawn?.() ?? beginWorker('checkpoint');
    this.#thread = thread;
    const begun = this.#expect();
    thread.addEventListener('message', ({ data }: MessageEvent<CheckpointAnswer>) => this.#hear(data));
    thread.addEventListener('error', ({ message }) => this.#warn(message));
    thread.addEventListener('close', () => {
      if (this.#thread === thread) this.#died();
    });
    this.#looking = this.#open(begun);
  }

  async begun(atMostMs: number): Promise<void> {
    await within(atMostMs, this.#begun.promise);
  }

  /** Resolves when the thread has closed its connection. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#idle = undefined;
    this.#unlisten?.();
    if (this.#thread === undefined) return;
    await within(
      CLOSE_AT_MOST_MS,
      this.#looking.then(() => this.#ask({ kind: 'close' })),
    );
    this.#thread?.terminate();
  }

  async #open(begun: Promise<CheckpointAnswer>): Promise<void> {
    const { storage } = this.#ports;
    const late = setTimeout(() => storage.checkpointElsewhere(false), BEGIN_AT_MOST_MS);
    await begun;
    const opened = await this.#ask({ kind: 'open', path: storage.path });
    clearTimeout(late);
    if (opened.kind === 'failed') {
      // The thread may have opened files before it failed. Ending the thread closes them, and `#died` starts another
      // thread later.
      this.#thread?.terminate();
    } else if (this.#thread !== undefined) {
      storage.checkpointElsewhere(true);
      this.#lookSoon();
    }
    this.#begun.resolve();
  }

  #lookSoon(): void {
    if (this.#stopping) return;
    const look = (): void => {
      this.#looking = this.#look().finally(() => {
        if (this.#thread !== undefined) this.#lookSoon();
      });
    };
    this.#later(look, this.#ports.storage.count() === this.#counted ? 'idle' : LOOK_MS);
  }

  #later(then: () => void, wait: number | 'idle'): void {
    clearTimeout(this.#timer);
    const begin = (): void => {
      this.#idle = undefined;
      then();
    };
    this.#idle = wait === 'idle' ? then : undefined;
    this.#timer = setTimeout(begin, wait === 'idle' ? IDLE_LOOK_MS : wait);
  }

  /** Brings the next check forward if it was scheduled for an idle server. Called after each commit. */
  #hurry(): void {
    if (this.#idle !== undefined) this.#later(this.#idle, LOOK_MS);
  }

  async #look(): Promise<void> {
    const { storage } = this.#ports;
    const count = storage.count();
    // Once damage is known, no pages are moved from the log to the database file. A move could spread the damage, or
    // put an unsynced page into the database file.
    if (count === this.#counted || storage.damage.found() !== undefined) return;
    let before = Number.NEGATIVE_INFINITY;
    for (;;) {
      const tended = await this.#ask({ kind: 'tend' });
      if (tended.kind !== 'state') return;
      if (!isFull(tended.state)) {
        this.#counted = count;
        return;
      }
      if (isNearlyMoved(tended.state)) break;
      // The thread could not move more of the log into the database file. Either a reader still needs the log, or the
      // writer is faster than the disk. A later check tries again.
      if (this.#stopping || tended.state.moved <= before) return;
      before = tended.state.moved;
    }
    if (this.#ports.clock.monotonic() >= this.#notBeforeMs) await this.#beginAnew();
  }

  async #beginAnew(): Promise<void> {
    const { storage } = this.#ports;
    let asked: Promise<CheckpointAnswer> | undefined;
    const pause = async (): Promise<void> => {
      asked = this.#ask({ kind: 'begin anew' });
      await within(PAUSE_AT_MOST_MS, asked);
    };
    await storage.pause(pause).catch(() => undefined);
    const answer = await asked;
    if (answer?.kind !== 'anew' || !answer.anew) this.#notBeforeMs = this.#ports.clock.monotonic() + LATER_MS;
  }

  async #ask(task: CheckpointTask): Promise<CheckpointAnswer> {
    if (this.#thread === undefined) return { kind: 'failed', reason: 'there is no thread' };
    const answer = this.#expect();
    this.#thread.postMessage(task);
    const said = await answer;
    if (said.kind === 'failed') this.#warn(said.reason);
    return said;
  }

  #expect(): Promise<CheckpointAnswer> {
    this.#answer = Promise.withResolvers();
    return this.#answer.promise;
  }

  #hear(answer: CheckpointAnswer): void {
    this.#answer?.resolve(answer);
  }

  #died(): void {
    const { storage, log } = this.#ports;
    this.#thread = undefined;
    this.#begun.resolve();
    this.#answer?.resolve({ kind: 'failed', reason: 'the thread has died' });
    if (this.#stopping) return;
    storage.checkpointElsewhere(false);
    log.error(
      'the thread that keeps the log of changes short has died and is started again; commits do its work meanwhile',
    );
    this.#later(() => this.start(), RESTART_MS);
  }

  #warn(reason: string): void {
    const nowMs = this.#ports.clock.monotonic();
    if (nowMs - this.#warnedMs < WARN_EVERY_MS) return;
    this.#warnedMs = nowMs;
    this.#ports.log.warn('the log of changes could not be moved into the database file; it is tried again', { reason });
  }
}
