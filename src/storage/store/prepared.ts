import type { Db } from './open.ts';

/**
 * Prepares statements once for each connection and keeps them, because preparing costs more than running. `make` gets
 * the connection's Drizzle handle and returns the prepared queries by name.
 */
export function prepared<T>(make: (db: Db) => T): (db: Db) => T {
  const byConnection = new WeakMap<Db, T>();
  return (db) => {
    let statements = byConnection.get(db);
    if (statements === undefined) {
      statements = make(db);
      byConnection.set(db, statements);
    }
    return statements;
  };
}
