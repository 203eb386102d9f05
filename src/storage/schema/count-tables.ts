import type { Database } from 'bun:sqlite';

/** Rows by table. */
export type TableCounts = Readonly<Record<string, number>>;

/** Tables that a backup carries about itself. */
export const MANIFEST_TABLES: readonly string[] = ['backup_manifest', 'backup_seal'];

/** Counts every table but SQLite's own and those that a backup carries about itself. */
export function countTables(client: Database): TableCounts {
  const names = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  );
  const counted = names.all().filter(({ name }) => !MANIFEST_TABLES.includes(name));
  return Object.fromEntries(counted.map(({ name }) => [name, countRowsOf(client, name)]));
}

/** @returns 0 where there is no such table */
export function countIfThere(client: Database, name: string): number {
  return hasTable(client, name) ? countRowsOf(client, name) : 0;
}

export function hasTable(client: Database, name: string): boolean {
  return client.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== null;
}

function countRowsOf(client: Database, name: string): number {
  const query = client.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`);
  return query.get()?.n ?? 0;
}
