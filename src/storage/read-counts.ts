import { existsSync, statSync } from 'node:fs';
import { countTables, type TableCounts } from './count-tables.ts';
import { openConnection } from './open.ts';

/** Rows by table of a database, in use or not; null where there is none, or it cannot be read. */
export function readCounts(path: string): TableCounts | null {
  if (!existsSync(path) || statSync(path).size === 0) return null;
  try {
    const { client } = openConnection(path, { readonly: true, command: true });
    try {
      return countTables(client);
    } finally {
      client.close(true);
    }
  } catch {
    // What is damaged is what one restores over.
    return null;
  }
}
