import { type AppError, unavailable } from '../base/index.ts';

/** Primary result codes after which no change of a batch can stand: the file, not the change, is at fault. */
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

const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/** SQLite's primary result code; undefined of an error that is not SQLite's. */
export function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  // Drizzle wraps what some of its calls throw.
  if (!('errno' in error) || typeof error.errno !== 'number') return resultCode(error.cause);
  // Extended codes carry the primary one in the low byte; the system's own errors are negative.
  return error.errno < 0 ? undefined : error.errno & 0xff;
}

function failureText(error: unknown): string | undefined {
  const code = resultCode(error);
  return code === undefined ? undefined : STORE_FAILURES.get(code);
}

/** Whether the file itself is broken, which no waiting mends. */
export const isDamage = (error: unknown): boolean => DAMAGED.has(resultCode(error) ?? -1);

export const isStoreFailure = (error: unknown): boolean => failureText(error) !== undefined;

/** What the callers of a batch hear when it could not be kept. */
export function storeFailure(error: unknown): AppError {
  const text = failureText(error) ?? 'The store could not take the change.';
  return unavailable(`${text} Nothing was stored; repeat the request later.`, error);
}

/** SQLITE_BUSY and SQLITE_LOCKED: whether another connection holds the file. */
export const isBusy = (error: unknown): boolean => [5, 6].includes(resultCode(error) ?? -1);
