import { type Column, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
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

/**
 * Matches rows of a workspace among those that other conditions find. The plus stops SQLite from using an index of the
 * workspace. SQLite assumes that a workspace has only ten rows. So to find three ids, it would read every row of the
 * workspace.
 */
export const withinWorkspace = (column: Column, workspaceSeq: number): SQL => sql`+${column} = ${workspaceSeq}`;

/** Returns the largest number in a column; 0 without a row. */
export function newestOf(db: Db, column: SQLiteColumn, where?: SQL): number {
  const newest = sql<number | null>`max(${column})`;
  return db.select({ newest }).from(column.table).where(where).get()?.newest ?? 0;
}

/**
 * Returns the key of the row that an insert's `run()` has just created. Drizzle types the result as void, but passes on
 * the result of bun:sqlite. RETURNING would return the same key, but creating an order would take a tenth longer.
 */
export function insertedSeq(result: unknown): number {
  if (typeof result === 'object' && result !== null && 'lastInsertRowid' in result)
    return Number(result.lastInsertRowid);
  throw new Error('the insert did not say which row it made');
}

export function changedRows(result: unknown): number {
  if (typeof result === 'object' && result !== null && 'changes' in result) return Number(result.changes);
  throw new Error('the statement did not say what it changed');
}
