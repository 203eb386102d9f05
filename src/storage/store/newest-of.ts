import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from './open.ts';

/** Returns the largest number in a column; 0 without a row. */
export function newestOf(db: Db, column: SQLiteColumn, where?: SQL): number {
  const newest = sql<number | null>`max(${column})`;
  return db.select({ newest }).from(column.table).where(where).get()?.newest ?? 0;
}
