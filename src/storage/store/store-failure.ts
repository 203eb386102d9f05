import { AppError, type RefusalOf } from '../../base/index.ts';

type StoreRule = Extract<RefusalOf<'unavailable'>['rule'], `store_${string}`>;

/** SQLite's primary result codes for errors that undo a whole batch. */
const STORE_FAILURES: ReadonlyMap<number, StoreRule> = new Map([
  [5, 'store_busy'],
  [6, 'store_locked'],
  [7, 'store_memory'],
  [8, 'store_read_only'],
  [10, 'store_failing'],
  [11, 'store_damaged'],
  [13, 'store_full'],
  [14, 'store_unopened'],
  [15, 'store_locked'],
  [26, 'store_damaged'],
]);

const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * Thrown if the log could not be synced. The latest writes may or may not be on the disk, and a further sync cannot
 * show which.
 */
export class Unsynced extends Error {
  constructor(cause: unknown) {
    super('the log of changes could not be synced', { cause });
  }
}

/**
 * SQLITE_IOERR_SHMSIZE: the index of the log could not grow. On a full disk, opening a database fails with this code,
 * because SQLite has no SQLITE_FULL for that case (sqlite.org/rescode.html).
 */
const NO_ROOM_FOR_INDEX = 4_874;
const FULL = 13;

export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  // Drizzle wraps errors in some of its calls.
  if (!('errno' in error) || typeof error.errno !== 'number') return resultCode(error.cause);
  if (error.errno === NO_ROOM_FOR_INDEX) return FULL;
  // Extended codes contain the primary code in the low byte. The system's own errors are negative.
  return error.errno < 0 ? undefined : error.errno & 0xff;
}

function ruleOf(error: unknown): StoreRule | undefined {
  const code = resultCode(error);
  return code === undefined ? undefined : STORE_FAILURES.get(code);
}

export const isDamage = (error: unknown): boolean => DAMAGED.has(resultCode(error) ?? -1);

export const isStoreFailure = (error: unknown): boolean => error instanceof Unsynced || ruleOf(error) !== undefined;

export function storeFailure(error: unknown): AppError {
  const rule = error instanceof Unsynced ? 'store_unsynced' : (ruleOf(error) ?? 'store_refused');
  return new AppError({ rule }, undefined, error);
}

/** Returns true for SQLITE_BUSY and SQLITE_LOCKED: another connection holds the file. */
export const isBusy = (error: unknown): boolean => [5, 6].includes(resultCode(error) ?? -1);
