/** Runs `work` only once. A change that runs again after a rollback then repeats no effect outside the database. */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
