/**
 * Returns a function that does its work at the first call, and returns the same result at later calls. A database
 * change may run again after a rollback. The rollback does not undo effects outside the database, so work with such
 * effects must run only once.
 */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
