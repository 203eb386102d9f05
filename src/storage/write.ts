import type { Database } from 'bun:sqlite';
import { type AppError, type NewId, unavailable } from '../base/index.ts';
import type { Connection, Db } from './open.ts';

/** What a change sees while it runs. */
export interface Tx {
  readonly db: Db;
  /** One moment for all that the change writes; milliseconds since the epoch. */
  readonly now: number;
  newId(): string;
  /** Runs after the commit, once; may be lost in a crash, so it may cost latency, never data. */
  afterCommit(hint: () => void): void;
}

/** A change must be done when it returns: with an asynchronous one, what it did later would not be undone. */
export type Change<T> = (tx: Tx) => T extends PromiseLike<unknown> ? never : T;

export interface Writer {
  /**
   * Runs `change` in a transaction and settles after the fsync. All that waits goes into one transaction;
   * a change that throws undoes itself alone and rejects with what it threw. It may run more than once, so it must be
   * pure but for `tx`. When the file cannot be written, rejects with `unavailable` and nothing of it is kept.
   */
  write<T>(change: Change<T>): Promise<T>;
  /** Resolves when all that was queued has been settled. */
  idle(): Promise<void>;
}

interface Job {
  readonly change: (tx: Tx) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Outcome {
  readonly job: Job;
  readonly settle: () => void;
  readonly hints: readonly (() => void)[];
}

/** About 20 ms of work at 70 µs a create: what one batch may hold up the event loop. */
const MAX_BATCH = 256;

export interface WriterOptions {
  readonly now: () => number;
  readonly newId: NewId;
}

export function createWriter(connection: Connection, options: WriterOptions): Writer {
  const { client, db } = connection;
  const begin = client.prepare('BEGIN IMMEDIATE');
  const commit = client.prepare('COMMIT');
  const countChanges = client.prepare<{ n: number }, []>('SELECT total_changes() AS n');
  const totalChanges = (): number => countChanges.get()?.n ?? 0;
  let queue: Job[] = [];
  let scheduled = false;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    scheduled = false;
    const batch = queue.slice(0, MAX_BATCH);
    queue = queue.slice(MAX_BATCH);
    if (queue.length > 0) schedule();
    runBatch(batch, false);
  }

  /** `careful`: a savepoint around each change, for a batch that has already had to be rolled back once. */
  function runBatch(batch: readonly Job[], careful: boolean): void {
    const outcomes: Outcome[] = [];
    try {
      begin.run();
      const now = options.now();
      for (const job of batch) {
        const before = totalChanges();
        if (careful) client.run('SAVEPOINT change');
        const hints: (() => void)[] = [];
        try {
          const value = runChange(job, {
            db,
            now,
            newId: () => options.newId(now),
            afterCommit: (hint) => hints.push(hint),
          });
          outcomes.push({ job, settle: () => job.resolve(value), hints });
        } catch (error) {
          if (isStoreFailure(error) || !client.inTransaction) throw error;
          outcomes.push({ job, settle: () => job.reject(error), hints: [] });
          if (careful) client.run('ROLLBACK TO change');
          else if (totalChanges() !== before) {
            // It had written: undo the batch and run it again, each change fenced off. At most twice the work.
            client.run('ROLLBACK');
            runBatch(batch, true);
            return;
          }
        }
        if (careful) client.run('RELEASE change');
      }
      commit.run();
    } catch (error) {
      rollBack(client);
      const failure = storeFailure(error);
      for (const job of batch) job.reject(failure);
      return;
    }
    for (const outcome of outcomes) outcome.settle();
    for (const outcome of outcomes) for (const hint of outcome.hints) hint();
  }

  const write = <T>(change: Change<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({ change, resolve: resolve as (value: unknown) => void, reject });
      schedule();
    });

  return {
    write,
    idle: () => write(() => undefined),
  };
}

function runChange(job: Job, tx: Tx): unknown {
  const value = job.change(tx);
  if (value instanceof Promise) throw new TypeError('a change given to storage.write must not be asynchronous');
  return value;
}

function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The failure that brought us here is the one to report.
  }
}

/** Primary result codes after which no change of the batch can stand: the file, not the change, is at fault. */
const STORE_FAILURES: ReadonlyMap<number, string> = new Map([
  [5, 'Another process is writing to the store.'],
  [6, 'The store is locked.'],
  [7, 'There is too little memory.'],
  [8, 'The store is read-only.'],
  [10, 'The disk is failing.'],
  [11, 'The database file is damaged.'],
  [13, 'The disk is full.'],
  [14, 'The database file cannot be opened.'],
  [15, 'The store is locked.'],
  [26, 'The database file is damaged.'],
]);

function storeFailureText(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || typeof error.errno !== 'number') return undefined;
  // Extended codes carry the primary one in the low byte.
  return STORE_FAILURES.get(error.errno & 0xff);
}

const isStoreFailure = (error: unknown): boolean => storeFailureText(error) !== undefined;

function storeFailure(error: unknown): AppError {
  const text = storeFailureText(error) ?? 'The store could not take the change.';
  return unavailable(`${text} Nothing was stored; repeat the request later.`, error);
}
