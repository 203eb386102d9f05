/**
 * Returns a function that does its work at the first call, and gives the same result at later ones. A change of the
 * database may run again after a roll-back, which undoes nothing outside the database.
 */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
