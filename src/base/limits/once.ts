/**
 * Returns a function that does its work at the first call, and returns the same result at later calls. So the work
 * happens once even in a database change that runs again after a rollback. A rollback would undo nothing outside the
 * database.
 */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
