import { existsSync } from 'node:fs';
import { hasSpareFiles, type Log } from '../base/index.ts';
import { type SearchLag, type SharedHorizon, type Storage, searchPath } from '../storage/index.ts';
import { beginWorker, type RunningThread } from './threads.ts';
import { within } from './within.ts';

export type ToSearch =
  | {
      readonly kind: 'index';
      readonly path: string;
      readonly horizon: SharedHorizon;
      /**
       * The old texts to remove from the index: none, those of erased orders, or those of changed orders too. Removing
       * texts may rewrite the whole index file.
       */
      readonly forget: 'nothing' | 'erased' | 'all';
    }
  | { readonly kind: 'stop' };

export type FromSearch =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

interface SearchPorts {
  readonly storage: Pick<Storage, 'path' | 'horizon' | 'damage' | 'read' | 'search' | 'count'>;
  readonly log: Log;
  readonly spawn?: () => Worker;
  readonly catchUpMs?: number;
}

const LOOK_MS = 1_000;
/**
 * The number of checks in a minute. A minute is the wait before indexing a few changes, before a retry, and before
 * ending an idle thread.
 */
const LOOKS_OF_MINUTE = 60;
/**
 * The number of unindexed orders and changes that starts a step. While there are fewer, a search scans them in half a
 * millisecond.
 */
const WORTH = 512;
/**
 * The most unindexed orders during a rush, in which each check finds `WORTH` more. Up to this number, indexing waits,
 * because it would take processor time from new orders. A search scans this many orders in some 10 ms. A list of
 * clients waits half a second for them.
 */
const MOST_BEHIND = 10_000;
const STOP_MS = 2_000;
/**
 * The longest wait of a caller who needs all orders indexed. It is bounded, because a rebuild of the index takes half a
 * minute for a million orders.
 */
const CATCH_UP_MS = 2_000;

/**
 * Updates the search index in a thread, some time after the orders are written. Without the index, searches scan the
 * orders.
 */
export class SearchKeeper {
  readonly #ports: SearchPorts;
  #begun: RunningThread | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsked = false;
  #isFailing = false;
  #counted = -1;
  #behind = Number.POSITIVE_INFINITY;
  #looks = 0;
  /** The callers that wait for the current step. `#nextWaiting` has those that wait for the step after it. */
  #waiting: (() => void)[] = [];
  #nextWaiting: (() => void)[] = [];
  /**
   * The forgettings of the current step. `#nextForgetting` has those of the next step, `#forgotten` those whose step
   * has ended.
   */
  #forgetting = new Set<string>();
  #nextForgetting = new Set<string>();
  readonly #forgotten = new Set<string>();

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#ports.storage.search.catchUp = () => this.#catchUp();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /**
   * Removes forgotten texts from the index now, rather than within the minute.
   * @param id the forgetting, which calls again until its texts are removed
   * @returns true when a step that began after the first call for this id has removed them
   */
  forget(id: string): boolean {
    if (this.#forgotten.delete(id) || !existsSync(searchPath(this.#ports.storage.path))) return true;
    if (!this.#forgetting.has(id)) this.#nextForgetting.add(id);
    if (!this.#isAsked) this.#ask('nothing');
    return false;
  }

  /** Resolves when the thread has closed its connections. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ports.storage.search.catchUp = () => Promise.resolve();
    await this.#end();
  }

  /** Resolves when the index is complete, or cannot be completed in time. */
  async #catchUp(): Promise<void> {
    const lag = this.#ports.storage.damage.found() === undefined ? this.#lag() : undefined;
    if (lag === undefined) return;
    // Clients' lists need the index file, even in a shop without orders.
    const isThere = this.#ports.storage.search.ask(() => true) ?? false;
    if (isThere && lag.behind + lag.changed === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#nextWaiting.push(resolve);
    if (!this.#isAsked) this.#ask('nothing');
    await within(this.#ports.catchUpMs ?? CATCH_UP_MS, promise);
  }

  #look(): void {
    const { storage } = this.#ports;
    this.#looks += 1;
    const isMinute = this.#looks % LOOKS_OF_MINUTE === 0;
    const count = storage.count();
    if (this.#isAsked || (count === this.#counted && !isMinute) || storage.damage.found() !== undefined) return;
    this.#counted = count;
    const lag = this.#lag();
    if (lag === undefined || (this.#isFailing && !isMinute)) return;
    const { behind, changed, mustForget } = lag;
    const isRush = behind - this.#behind >= WORTH && behind < MOST_BEHIND;
    this.#behind = behind;
    // A rush delays indexing, unless many orders have changed. With many changed orders, searches cannot use the index.
    if (isRush && changed < WORTH && !isMinute) this.#counted = -1;
    else if (behind + changed >= WORTH || (isMinute && (changed > 0 || mustForget)))
      this.#ask(isMinute ? 'erased' : 'nothing');
    else if (isMinute) void this.#end();
  }

  #lag(): SearchLag | undefined {
    const { storage } = this.#ports;
    try {
      return storage.search.lag(storage.read);
    } catch {
      // The fault is not reported here, because any reader of the orders reports it.
      return undefined;
    }
  }

  #ask(forget: 'nothing' | 'erased'): void {
    this.#behind = 0;
    const begun = this.#begun ?? this.#begin();
    [this.#waiting, this.#nextWaiting] = [this.#nextWaiting, []];
    [this.#forgetting, this.#nextForgetting] = [this.#nextForgetting, new Set()];
    if (begun === undefined) {
      this.#release();
      return;
    }
    this.#isAsked = true;
    const { path, horizon } = this.#ports.storage;
    const all = this.#forgetting.size > 0 ? 'all' : forget;
    begun.thread.postMessage({ kind: 'index', path, horizon, forget: all } satisfies ToSearch);
  }

  #begin(): RunningThread | undefined {
    if (!hasSpareFiles()) return undefined;
    const thread = this.#ports.spawn?.() ?? beginWorker('search');
    const begun: RunningThread = { thread, stopped: Promise.withResolvers() };
    thread.addEventListener('message', ({ data }: MessageEvent<FromSearch>) => this.#hear(begun, data));
    thread.addEventListener('error', ({ message }) => this.#failed(message));
    thread.addEventListener('close', () => {
      begun.stopped.resolve();
      if (this.#begun !== begun) return;
      this.#begun = undefined;
      this.#failed('the thread has died');
    });
    this.#begun = begun;
    return begun;
  }

  #hear(from: RunningThread, message: FromSearch): void {
    if (message.kind === 'stopped') from.stopped.resolve();
    else if (message.kind === 'failed') this.#failed(message.reason);
    else {
      [this.#isAsked, this.#isFailing] = [false, false];
      for (const id of this.#forgetting) this.#forgotten.add(id);
      this.#forgetting.clear();
      this.#settle();
    }
  }

  /** Resolves the waiting callers. For later callers and forgettings, starts another step. */
  #settle(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
    if (this.#nextWaiting.length + this.#nextForgetting.size > 0) this.#ask('nothing');
  }

  #release(): void {
    for (const resolve of [...this.#waiting.splice(0), ...this.#nextWaiting.splice(0)]) resolve();
    // Drops the waiting requests to remove forgotten texts. Each request is repeated until its texts are removed.
    for (const waiting of [this.#forgetting, this.#nextForgetting]) waiting.clear();
  }

  /** Logs a failure once, until the thread works again. */
  #failed(reason: string): void {
    this.#isAsked = false;
    if (!this.#isFailing) {
      this.#ports.log.warn('the index of searches could not be written; searches look orders through', { reason });
    }
    this.#isFailing = true;
    this.#release();
  }

  async #end(): Promise<void> {
    const begun = this.#begun;
    if (begun === undefined) return;
    this.#begun = undefined;
    this.#isAsked = false;
    this.#release();
    // The thread then closes the file last, which removes its log.
    this.#ports.storage.search.close();
    begun.thread.postMessage({ kind: 'stop' } satisfies ToSearch);
    await within(STOP_MS, begun.stopped.promise);
    begun.thread.terminate();
  }
}
