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

function failureText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Drizzle wraps what some of its calls throw.
  if (!('errno' in error) || typeof error.errno !== 'number') return failureText(error.cause);
  // Extended codes carry the primary one in the low byte.
  return STORE_FAILURES.get(error.errno & 0xff);
}

export const isStoreFailure = (error: unknown): boolean => failureText(error) !== undefined;

/** What the callers of a batch hear when it could not be kept. */
export function storeFailure(error: unknown): AppError {
  const text = failureText(error) ?? 'The store could not take the change.';
  return unavailable(`${text} Nothing was stored; repeat the request later.`, error);
}

const hasCode =
  (...codes: readonly number[]) =>
  (error: unknown): boolean =>
    error instanceof Error && 'errno' in error && typeof error.errno === 'number' && codes.includes(error.errno & 0xff);

/** Whether the file itself is no longer a database of ours. */
export const isDamage = hasCode(11, 26);

/** Whether another connection holds the file. */
export const isBusy = hasCode(5, 6);
