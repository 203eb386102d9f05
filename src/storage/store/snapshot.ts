import type { Statement } from 'bun:sqlite';
import type { Clock } from '../../base/index.ts';
import type { Connection, Db } from './open.ts';
import { rollBack } from './roll-back.ts';

/**
 * A snapshot shared by the reads in one turn of the event loop. Otherwise each query would take SQLite's locks, which
 * costs as much as the query. When a commit reaches the disk, the snapshot ends early, so that later reads see the
 * commit. Until then, reads do not see the commit, because it may still be lost.
 */
export interface Snapshot {
  use(): Db;
  /**
   * Makes a new request see earlier commits of other processes. Ends the current snapshot, unless it is very new or
   * held.
   * @returns a promise if another process has committed while the snapshot is held; it resolves when the snapshot is
   * released
   */
  freshen(): Promise<void> | undefined;
  /** Returns the number of snapshots begun so far, including the current one. */
  count(): number;
  /** Begins a new snapshot that lasts until `end` and hides later commits. @throws what SQLite throws */
  hold(): void;
  /**
   * Records which commits other processes have made so far. Call it when a transaction has begun. While a snapshot is
   * held, `freshen` then waits only for later commits.
   */
  noteOthers(): void;
  /** Keeps the held snapshot forever. Callers who wait for its release stop waiting, and read from this snapshot. */
  freeze(): void;
  /** Returns what `read` returned for the key in this snapshot. `read` runs only once. */
  remember<T>(key: string, read: () => T): T;
  end(): void;
}

/**
 * The maximum age at which a new request may use a snapshot. An older snapshot could lack the change of a command that
 * has just ended.
 */
const NEW_FOR_MS = 1;

export class SharedSnapshot implements Snapshot {
  readonly #reading: Connection;
  readonly #begun: (() => void) | undefined;
  readonly #monotonic: Clock['monotonic'];
  readonly #begin: Statement;
  readonly #commit: Statement;
  /** The read that follows a BEGIN. A transaction sees the state at its first read, not at its BEGIN. */
  readonly #look: Statement;
  readonly #version: Statement<{ data_version: number }, []>;
  readonly #remembered = new Map<string, unknown>();
  #open = false;
  #held = false;
  #frozen = false;
  #openedAtMs = 0;
  #waiting: PromiseWithResolvers<void> | undefined;
  #count = 0;
  #others = 0;

  /**
   * @param writing the writer's connection; its data version changes only when another process commits
   * @param begun runs at the beginning of each snapshot, before any caller reads from it
   */
  constructor(
    reading: Connection,
    writing: Pick<Connection, 'client'>,
    { monotonic, begun }: { readonly monotonic: Clock['monotonic']; readonly begun: (() => void) | undefined },
  ) {
    this.#reading = reading;
    this.#begun = begun;
    this.#monotonic = monotonic;
    this.#begin = reading.client.prepare('BEGIN');
    this.#commit = reading.client.prepare('COMMIT');
    this.#look = reading.client.prepare('SELECT 1 FROM sqlite_schema LIMIT 1');
    this.#version = writing.client.prepare('PRAGMA data_version');
  }

  use(): Db {
    if (!this.#open) {
      this.#start();
      setImmediate(() => {
        if (!this.#held) this.end();
      });
    }
    return this.#reading.db;
  }

  freshen(): Promise<void> | undefined {
    if (this.#waiting !== undefined) return this.#waiting.promise;
    if (!this.#open || this.#monotonic() - this.#openedAtMs <= NEW_FOR_MS) return undefined;
    this.#openedAtMs = this.#monotonic();
    if (!this.#held) this.end();
    else if (!this.#frozen && this.#othersNow() !== this.#others) this.#waiting = Promise.withResolvers();
    return this.#waiting?.promise;
  }

  count(): number {
    return this.#count;
  }

  hold(): void {
    this.end();
    this.#start();
    this.#look.get();
    this.#held = true;
  }

  noteOthers(): void {
    this.#others = this.#othersNow();
  }

  freeze(): void {
    this.#frozen = this.#held;
    this.#letGo();
  }

  remember<T>(key: string, read: () => T): T {
    this.use();
    // Only one `read` function uses each cache key, so the stored value has the type that `read` returns.
    if (this.#remembered.has(key)) return this.#remembered.get(key) as T;
    const value = read();
    this.#remembered.set(key, value);
    return value;
  }

  end(): void {
    if (!this.#open || this.#frozen) return;
    this.#open = false;
    this.#held = false;
    this.#remembered.clear();
    this.#letGo();
    const { client } = this.#reading;
    // Committing fails after some disk errors. The error must be caught here, because otherwise it would end the
    // process.
    try {
      if (client.inTransaction) this.#commit.run();
    } catch {
      rollBack(client);
    }
  }

  #start(): void {
    this.#begin.run();
    this.#open = true;
    this.#count += 1;
    this.#openedAtMs = this.#monotonic();
    if (this.#begun === undefined) return;
    this.#look.get();
    this.#begun();
  }

  #letGo(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  #othersNow(): number {
    return this.#version.get()?.data_version ?? 0;
  }
}
