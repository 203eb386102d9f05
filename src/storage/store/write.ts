import type { AppError } from '../../base/index.ts';
import { type BatchOptions, createBatchRunner, type InPieces, type Job, type Tx, type Work } from './batch.ts';
import type { Connection } from './open.ts';
import { createTransactions, type Durability } from './transactions.ts';
import { createTurns } from './turns.ts';
import { createWaitingChanges } from './waiting-changes.ts';

/**
 * A change that is finished when it returns. An asynchronous change could still write after its transaction, and then
 * an error would not undo that write.
 */
type Change<T> = (tx: Tx) => T extends PromiseLike<unknown> ? never : T;

/** Thrown by a change that needs long work first. The writer undoes the change, and runs it again after that work. */
export class Unprepared extends Error {
  readonly #prepare: () => Promise<Change<void>>;

  /** @param prepare does the work, and resolves with the change that stores its result */
  constructor(prepare: () => Promise<Change<void>>) {
    super('a change needs long work first');
    this.#prepare = prepare;
  }

  async settle<T>(write: Writer['write'], lane: number | undefined, again: () => Promise<T>): Promise<T> {
    await write(await this.#prepare(), lane);
    return again();
  }
}

export interface Writer {
  /**
   * Runs `change` in a transaction, and resolves when the transaction is on the disk. A change may run more than once,
   * so it must touch nothing but `tx`. An error undoes only its own change; `unavailable` means that nothing is stored.
   * @param lane the workspace whose turn the change uses; undefined for Docket's own changes
   */
  write<T>(change: Change<T>, lane?: number): Promise<T>;
  /**
   * Works like `write`, but for a long change: at each `yield`, readers are served with the state before the change.
   * Writers wait until the change ends.
   */
  writeInPieces<T>(change: (tx: Tx) => InPieces<T>, lane?: number): Promise<T>;
  /** Runs `work` while nothing is written. Everything written before is on the disk when `work` begins. */
  pause<T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of accepted changes. Its growth shows how busy the writer is. */
  count(): number;
  waiting(): number;
  /** Resolves when everything queued has been settled, even if nothing more can be written. */
  idle(): Promise<void>;
}

interface WriterOptions extends Omit<BatchOptions, 'workspaceWaits'>, Durability {
  readonly refusal: () => AppError | undefined;
}

/** The maximum number of changes in a batch. At 70 µs a create, a full batch takes some 20 ms of work. */
const MAX_BATCH = 256;

/**
 * The longest wait before the next batch. While the writer waits, callers that have just got an answer can send new
 * changes. Without the wait, each sync would serve only half of the callers. Measured with 64 clients and a sync of 20
 * ms. New orders a second: 1,484 to 1,652 with the wait, 1,280 to 1,297 without it.
 */
const GATHER_AT_MOST_MS = 5;
const LONG_MS = 4;

export function createWriter(connection: Connection, options: WriterOptions): Writer {
  const transactions = createTransactions(connection, options);
  const queue = createWaitingChanges<Job>();
  const runBatch = createBatchRunner(connection, transactions, { ...options, workspaceWaits: queue.hasOthers });
  let taken = 0;
  let [about, untilMs] = [0, 0];
  const turns = createTurns({
    waiting: queue.count,
    mayGrow: () => queue.count() < about && options.monotonic() < untilMs,
    async run() {
      const begunMs = options.monotonic();
      const batch = queue.take(MAX_BATCH);
      const refusal = options.refusal();
      const settled = refusal === undefined ? await runBatch(batch) : refuseAll(batch, refusal);
      queue.putBack(batch.slice(settled));
      const nowMs = options.monotonic();
      about = Math.min(settled + queue.count(), MAX_BATCH);
      // Changes that did not fit into this batch must not wait for others.
      const mayGather = settled === batch.length && nowMs - begunMs >= LONG_MS;
      untilMs = mayGather ? nowMs + Math.min(GATHER_AT_MOST_MS, (nowMs - begunMs) / 4) : 0;
    },
  });

  const take = <T>(work: Work, lane: number | undefined): Promise<T> => {
    const refusal = options.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise<T>((resolve, reject) => {
      if (queue.count() === 0) options.watch?.gather?.();
      taken += 1;
      const refuse = (error: unknown): void =>
        error instanceof Unprepared ? resolve(error.settle(write, lane, () => take<T>(work, lane))) : reject(error);
      queue.add({ ...work, lane, resolve: resolve as (value: unknown) => void, reject: refuse });
      turns.ask();
    });
  };
  const write = <T>(change: Change<T>, lane?: number): Promise<T> => take({ change }, lane);

  const pause = <T>(work: () => Promise<T>): Promise<T> =>
    turns.alone(() => {
      const refusal = options.refusal();
      return refusal === undefined ? work() : Promise.reject(refusal);
    });

  return {
    write,
    writeInPieces: (pieces, lane) => take({ pieces }, lane),
    pause,
    count: () => taken,
    waiting: queue.count,
    async idle() {
      do await write(() => undefined).catch(() => undefined);
      while (queue.count() > 0);
      // If the writer refuses all changes, the loop above ends at once. A sync may still be running then, so this line
      // waits for it.
      await turns.alone(() => Promise.resolve());
    },
  };
}

function refuseAll(batch: readonly Job[], refusal: AppError): number {
  for (const { reject } of batch) reject(refusal);
  return batch.length;
}
