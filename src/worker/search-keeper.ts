import { existsSync } from 'node:fs';
import { hasSpareFiles, type Log } from '../base/index.ts';
import { type SearchLag, type SharedHorizon, type Storage, searchPath } from '../storage/index.ts';
import { beginWorker, type RunningThread } from './threads.ts';
import { within } from './within.ts';

export interface IndexRequest {
  readonly kind: 'index';
  /**
   * The number of the request. Each request has the next number. The thread may receive several requests while it
   * works, so one answer covers all requests up to its number.
   */
  readonly number: number;
  readonly path: string;
  readonly horizon: SharedHorizon;
  /**
   * The old texts to remove from the index: none, those of erased orders, or those of changed orders too. Removing
   * texts may rewrite the whole index file.
   */
  readonly forget: 'nothing' | 'erased' | 'all';
}

export type ToSearch = IndexRequest | { readonly kind: 'stop' };

/**
 * `indexed` and `done` answer all requests up to `number`. With `indexed`, the index contains all orders of these
 * requests. With `done`, the old texts that the requests name are also removed from the index.
 */
export type FromSearch =
  | { readonly kind: 'indexed'; readonly number: number }
  | { readonly kind: 'done'; readonly number: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stopped' };

interface SearchPorts {
  readonly storage: Pick<Storage, 'path' | 'horizon' | 'damage' | 'read' | 'search' | 'count'>;
  readonly log: Log;
  readonly spawn?: () => Worker;
  readonly catchUpMs?: number;
}

const LOOK_MS = 1_000;
const LOOKS_OF_MINUTE = 60;
/**
 * The number of unindexed orders and changes at which indexing starts. A search scans a smaller number in half a
 * millisecond.
 */
const WORTH = 512;
/**
 * The number of unindexed orders at which indexing starts even during a rush of new orders. Below this number, a rush
 * delays indexing, because indexing would take processor time from the new orders. A search scans this many orders in
 * some 10 ms. A list of clients waits half a second until these orders are indexed.
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
  /** The number of the latest request, and of the latest request that has ended. */
  #asked = 0;
  #ended = 0;
  #isFailing = false;
  #counted = -1;
  #behind = Number.POSITIVE_INFINITY;
  #looks = 0;
  /**
   * The callers that wait for the search index. The key is the function that ends the wait. The value is the number of
   * the request that must end first.
   */
  readonly #waiting = new Map<() => void, number>();
  /**
   * Maps each `id` passed to `forget` to the number of its request. When that request succeeds, the `id` moves to
   * `#forgotten`.
   */
  readonly #forgetting = new Map<string, number>();
  readonly #forgotten = new Set<string>();

  constructor(ports: SearchPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#ports.storage.search.catchUp = (workspaceSeq) => this.#catchUp(workspaceSeq);
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  /**
   * Asks the thread to remove forgotten texts from the index. Call it again until it returns true. True means that the
   * texts are removed, or that there is no index.
   */
  forget(id: string): boolean {
    if (this.#forgotten.delete(id) || !existsSync(searchPath(this.#ports.storage.path))) return true;
    if (!this.#forgetting.has(id) && this.#ask('all')) this.#forgetting.set(id, this.#asked);
    return false;
  }

  /** Resolves when the thread has closed its connections. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ports.storage.search.catchUp = () => Promise.resolve();
    await this.#end();
  }

  /** Resolves when the index is complete, or cannot be completed in time. */
  async #catchUp(workspaceSeq: number | undefined): Promise<void> {
    const { search } = this.#ports.storage;
    const lag = this.#ports.storage.damage.found() === undefined ? this.#lag() : undefined;
    if (lag === undefined) return;
    // Lists of clients need the index file, even in a shop without orders. So the file must exist, besides being up to
    // date.
    const isThere = search.ask(() => true) ?? false;
    if (isThere && lag.behind + lag.changed === 0) return;
    if (isThere && workspaceSeq !== undefined && !this.#lacks(workspaceSeq)) return;
    if (!this.#ask('nothing')) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(resolve, this.#asked);
    await within(this.#ports.catchUpMs ?? CATCH_UP_MS, promise);
  }

  #look(): void {
    const { storage } = this.#ports;
    this.#looks += 1;
    const isMinute = this.#looks % LOOKS_OF_MINUTE === 0;
    const count = storage.count();
    if (this.#isAsked() || (count === this.#counted && !isMinute) || storage.damage.found() !== undefined) return;
    this.#counted = count;
    const lag = this.#lag();
    if (lag === undefined || (this.#isFailing && !isMinute)) return;
    const { behind, changed, mustForget } = lag;
    const isRush = behind - this.#behind >= WORTH && behind < MOST_BEHIND;
    this.#behind = behind;
    // A rush of new orders delays indexing, but not if many indexed orders have changed. A search cannot use the index
    // if too many have changed.
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
      // The error is not reported here, because all code that reads the orders reports it.
      return undefined;
    }
  }

  /** Returns true if the index may lack an order of the workspace. */
  #lacks(workspaceSeq: number): boolean {
    const { storage } = this.#ports;
    try {
      return storage.search.lacks(storage.read, workspaceSeq);
    } catch {
      return true;
    }
  }

  #isAsked(): boolean {
    return this.#ended < this.#asked;
  }

  /** @returns false if no thread can be started */
  #ask(forget: IndexRequest['forget']): boolean {
    this.#behind = 0;
    const begun = this.#begun ?? this.#begin();
    if (begun === undefined) {
      this.#release();
      return false;
    }
    this.#asked += 1;
    const { path, horizon } = this.#ports.storage;
    begun.thread.postMessage({ kind: 'index', number: this.#asked, path, horizon, forget } satisfies ToSearch);
    return true;
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
      this.#settle(message.number);
      if (message.kind === 'done') this.#finish(message.number);
    }
  }

  #settle(number: number): void {
    for (const [resolve, asked] of this.#waiting) {
      if (asked > number) continue;
      this.#waiting.delete(resolve);
      resolve();
    }
  }

  #finish(number: number): void {
    this.#ended = Math.max(this.#ended, number);
    this.#isFailing = false;
    for (const [id, asked] of this.#forgetting) {
      if (asked > number) continue;
      this.#forgetting.delete(id);
      this.#forgotten.add(id);
    }
  }

  /**
   * Ends all requests to the thread, because they will get no answer. If a removal of forgotten texts is unfinished,
   * the next call of `forget` requests it again.
   */
  #release(): void {
    this.#ended = this.#asked;
    this.#settle(this.#asked);
    this.#forgetting.clear();
  }

  /**
   * Logs a failure of the thread that writes the index, and ends all requests to that thread. Further failures are not
   * logged until a request succeeds.
   */
  #failed(reason: string): void {
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
    this.#release();
    // The thread then closes the last connection to the index file, which removes the file's log.
    this.#ports.storage.search.close();
    begun.thread.postMessage({ kind: 'stop' } satisfies ToSearch);
    await within(STOP_MS, begun.stopped.promise);
    begun.thread.terminate();
  }
}
