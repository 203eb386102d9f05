import { type BatchOptions, createBatchRunner, type Job, type Tx } from './batch.ts';
import type { Connection } from './open.ts';
import { createStepsRunner, type SteppedChange } from './write-in-steps.ts';

/** A change must be done when it returns: with an asynchronous one, what it did later would not be undone. */
export type Change<T> = (tx: Tx) => T extends PromiseLike<unknown> ? never : T;

export interface Writer {
  /**
   * Runs `change` in a transaction and settles after the fsync. All that waits goes into one transaction;
   * a change that throws undoes itself alone and rejects with what it threw. It may run more than once, so it must be
   * pure but for `tx`. When the file cannot be written, rejects with `unavailable` and nothing of it is kept.
   */
  write<T>(change: Change<T>): Promise<T>;
  /**
   * The same for a change that would hold up everybody: it gives way between its steps, and what others want to write waits
   * until it is done. It runs once and alone in its transaction.
   */
  writeInSteps<T>(change: SteppedChange<T>): Promise<T>;
  /** How many changes have been taken in so far; its growth tells how busy the writer is. */
  count(): number;
  /** How many changes wait for their transaction. */
  waiting(): number;
  /** Resolves when all that was queued has been settled. */
  idle(): Promise<void>;
}

/** About 20 ms of work at 70 µs a create: what one batch may hold up the event loop. */
const MAX_BATCH = 256;

/** The one queue in front of the one writing connection. */
export function createWriter(connection: Connection, options: BatchOptions): Writer {
  const runBatch = createBatchRunner(connection, options);
  let queue: Job[] = [];
  let scheduled = false;
  let taken = 0;
  const runSteps = createStepsRunner(connection, options);
  let stepping = false;
  /** The stepped changes before: each takes its turn. */
  let stepped: Promise<unknown> = Promise.resolve();

  function schedule(): void {
    if (scheduled || stepping) return;
    scheduled = true;
    // Not a microtask: requests that came in with the same turn of the event loop shall share the fsync, and those that
    // arrived while they were read, too: the second turn makes creates a tenth faster, and is over at once when idle.
    setImmediate(() => setImmediate(flush));
  }

  function flush(): void {
    scheduled = false;
    if (stepping) return;
    const batch = queue.slice(0, MAX_BATCH);
    queue = queue.slice(MAX_BATCH);
    if (queue.length > 0) schedule();
    runBatch(batch);
  }

  const write = <T>(change: Change<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      taken += 1;
      queue.push({ change, resolve: resolve as (value: unknown) => void, reject });
      schedule();
    });

  const inTurn = async <T>(change: SteppedChange<T>): Promise<T> => {
    stepping = true;
    try {
      return await runSteps(change);
    } finally {
      stepping = false;
      if (queue.length > 0) schedule();
    }
  };
  const idle = (): Promise<void> => write(() => undefined);

  const writeInSteps = <T>(change: SteppedChange<T>): Promise<T> => {
    taken += 1;
    const done = stepped.then(() => inTurn(change));
    // What has waited is written before the next one.
    stepped = done.then(idle, idle).catch(() => undefined);
    return done;
  };

  return { write, writeInSteps, count: () => taken, waiting: () => queue.length, idle };
}
