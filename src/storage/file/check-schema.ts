import { Database } from 'bun:sqlite';
import { createMigrationsTable, MANIFEST_TABLES, MIGRATIONS } from '../schema/index.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

const PARTS = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';
/** Objects that SQLite makes for itself: statistics, counters, indexes of constraints. */
const OF_SQLITE = /^(?:table sqlite_(?:stat[14]|sequence)|index sqlite_autoindex_.*)$/s;
/** Litestream puts these two into every database that it copies. */
const OF_LITESTREAM: readonly Part[] = [
  { type: 'table', name: '_litestream_lock', sql: 'CREATE TABLE _litestream_lock (id INTEGER)' },
  { type: 'table', name: '_litestream_seq', sql: 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)' },
];

const partsOf = (client: Database): Part[] => client.query<Part, []>(PARTS).all();
const nameOf = ({ type, name }: Part): string => `${type} ${name}`;

const made = new Map<number, ReadonlyMap<string, string | null>>();

/** The objects that the migrations up to a version make, found by running them on a database in memory. */
function expectedParts(version: number): ReadonlyMap<string, string | null> {
  const known = made.get(version);
  if (known !== undefined) return known;
  const client = new Database(':memory:');
  try {
    createMigrationsTable(client);
    for (const step of MIGRATIONS) if (step.version <= version) client.run(step.sql);
    const parts = new Map(partsOf(client).map((part) => [nameOf(part), part.sql]));
    made.set(version, parts);
    return parts;
  } finally {
    client.close();
  }
}

/**
 * How a database's schema differs from what Docket's own migrations make; undefined when it does not. A trigger or a view runs
 * whenever the table below it is used: anyone who can put one into a backup would act in the name of the server that restores it.
 *
 * @param version of the schema, one that this executable knows
 */
export function strangePart(client: Database, version: number): string | undefined {
  const expected = expectedParts(version);
  const found = new Map(partsOf(client).map((part) => [nameOf(part), part.sql]));
  for (const part of OF_LITESTREAM) if (found.get(nameOf(part)) === part.sql) found.delete(nameOf(part));
  for (const [name, sql] of found) {
    if (OF_SQLITE.test(name) || MANIFEST_TABLES.some((table) => name === `table ${table}`)) continue;
    if (!expected.has(name)) return `its ${name} is none of Docket's`;
    if (expected.get(name) !== sql) return `its ${name} is not as Docket makes it`;
  }
  const missing = [...expected.keys()].find((name) => !OF_SQLITE.test(name) && !found.has(name));
  return missing === undefined ? undefined : `its ${missing} is missing`;
}
