/** Does the work only once. A change may run again after a rollback, which undoes no effects outside the database. */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
