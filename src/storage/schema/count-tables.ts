import type { Database } from 'bun:sqlite';

export type TableCounts = Readonly<Record<string, number>>;

export const MANIFEST_SQL = {
  backup_manifest:
    'CREATE TABLE backup_manifest (one INTEGER PRIMARY KEY CHECK (one = 1), manifest TEXT NOT NULL) STRICT',
  backup_seal: 'CREATE TABLE backup_seal (one INTEGER PRIMARY KEY CHECK (one = 1), seal TEXT NOT NULL) STRICT',
} as const;
export const MANIFEST_TABLES: readonly string[] = Object.keys(MANIFEST_SQL);

export function countTables(client: Database): TableCounts {
  const names = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  );
  const counted = names.all().filter(({ name }) => !MANIFEST_TABLES.includes(name));
  return Object.fromEntries(counted.map(({ name }) => [name, countRowsOf(client, name)]));
}

/**
 * Returns the SQL that selects a column, with an empty text in place of a text longer than `bytes`. SQLite does not
 * even load the longer text.
 */
export const unlessLonger = (column: string, bytes: number): string =>
  `CASE WHEN octet_length(${column}) > ${bytes} THEN '' ELSE ${column} END AS ${column}`;

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
