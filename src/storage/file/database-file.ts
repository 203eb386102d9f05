/** Reads what a database contains about itself, even while a server uses the database. */

import type { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { UsageError } from '../../base/index.ts';
import { appliedMigrations, countTables, type TableCounts } from '../schema/index.ts';
import { lookInto } from '../store/index.ts';

export const schemaVersionOf = (client: Database): number => appliedMigrations(client).at(-1)?.version ?? 0;

export function readSchemaVersion(path: string): number | undefined {
  return existsSync(path) ? lookInto(path, schemaVersionOf) : undefined;
}

const UNNAMED = '0'.repeat(32);

/** Returns the database's id: 32 hexadecimal digits, or zeros if it has none. */
export function installationOf(client: Database): string {
  return client.query<{ id: Uint8Array }, []>('SELECT id FROM installation').get()?.id.toHex() ?? UNNAMED;
}

/** @throws UsageError if there is no database */
export function readInstallation(path: string): string {
  if (!existsSync(path) || statSync(path).size === 0) throw new UsageError(`there is no database at ${path}`, 1);
  return lookInto(path, installationOf);
}

export function findInstallation(path: string): string | undefined {
  try {
    return readInstallation(path);
  } catch {
    // An unreadable database is expected here, because people restore when it is damaged.
    return undefined;
  }
}

export function readCounts(path: string): TableCounts | null {
  if (!existsSync(path) || statSync(path).size === 0) return null;
  try {
    return lookInto(path, countTables);
  } catch {
    return null;
  }
}

/**
 * Returns the names of the backups that the database recorded. A file that is not among them may be from a stranger.
 */
export function readBackupNames(path: string): ReadonlySet<string> {
  return lookInto(path, (client) => {
    const rows = client.query<{ name: string }, []>('SELECT name FROM backups WHERE name IS NOT NULL').all();
    return new Set(rows.map(({ name }) => name));
  });
}
