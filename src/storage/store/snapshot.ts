import type { Statement } from 'bun:sqlite';
import type { Clock } from '../../base/index.ts';
import type { Connection, Db } from './open.ts';
import { rollBack } from './roll-back.ts';

/**
 * Reads of one turn of the event loop share a snapshot: taking SQLite's locks again for each query would cost as much as
 * the query. It ends with the turn or with the next commit of ours, whichever comes first. So nobody reads what is
 * older than the answer that they have just been given. While a commit of ours is not yet on the disk it lasts. So
 * nobody is told what may still be lost.
 */
export interface Snapshot {
  /** The connection, inside the snapshot. */
  use(): Db;
  /**
   * At the beginning of a request: ends the snapshot unless it is quite new. On a busy machine a turn can take long.
   * Meanwhile another process may have committed, and its user asks already for what it changed. One that is held goes
   * on: anyone who commits beside us (Litestream, a shell of SQLite's) need not have synced the log.
   *
   * @returns where another process has committed meanwhile, what resolves when the snapshot is no longer held, and
   * shows it
   */
  freshen(): Promise<void> | undefined;
  /** The number begun so far, with the present one. */
  count(): number;
  /** Begins again, and lasts until it is ended: what is committed from now on is not seen. @throws what SQLite throws */
  hold(): void;
  /** Said when a transaction has begun: what others have committed by now came before it. */
  noteOthers(): void;
  /** Never ends a held snapshot from now on. */
  freeze(): void;
  /** The value that `read` returned in this snapshot, read once. */
  remember<T>(key: string, read: () => T): T;
  end(): void;
}

/** Too short for a command to commit and end, and its user to ask; long enough for some twenty requests to share a snapshot. */
const NEW_FOR_MS = 1;

export class SharedSnapshot implements Snapshot {
  readonly #reading: Connection;
  readonly #begun: (() => void) | undefined;
  readonly #monotonic: Clock['monotonic'];
  readonly #begin: Statement;
  readonly #commit: Statement;
  /** A transaction sees what is there at its first read, not at its BEGIN. */
  readonly #look: Statement;
  readonly #version: Statement<{ data_version: number }, []>;
  readonly #remembered = new Map<string, unknown>();
  #open = false;
  #held = false;
  #frozen = false;
  #openedAtMs = 0;
  /** Callers who wait for the end of one that is held. */
  #waiting: PromiseWithResolvers<void> | undefined;
  #count = 0;
  #others = 0;

  /**
   * @param writing the writer's connection, that knows the commits of others from our own
   * @param begun called when a snapshot has begun; nothing was told of it yet
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
    // The key names one reader, so the value is that reader's.
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
    // After an I/O error SQLite has ended the transaction itself; after a damaged page it refuses to commit even what was
    // only read. This runs where nobody could catch a throw: it would end the process.
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
