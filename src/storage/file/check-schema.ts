import { Database } from 'bun:sqlite';
import { createMigrationsTable, MANIFEST_SQL, MANIFEST_TABLES, MIGRATIONS, unlessLonger } from '../schema/index.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * The limit on the number of tables, indexes and other schema objects to read. Docket's own schemas have fewer, so a
 * larger schema contains foreign objects.
 */
const MOST_PARTS = 2_000;
const LONGEST_SQL = 32 * 1024;
const PARTS = `SELECT ${unlessLonger('type', 200)}, ${unlessLonger('name', 200)}, ${unlessLonger('sql', LONGEST_SQL)}
  FROM sqlite_schema LIMIT ${MOST_PARTS}`;

const table = (name: string, rest: string): Part => ({ type: 'table', name, sql: `CREATE TABLE ${name}${rest}` });
/** The tables that are allowed but not required. Their SQL must match exactly, not only their names. */
const ALLOWED: readonly Part[] = [
  table('sqlite_sequence', '(name,seq)'),
  table('sqlite_stat1', '(tbl,idx,stat)'),
  table('sqlite_stat4', '(tbl,idx,neq,nlt,ndlt,sample)'),
  // Litestream adds these two tables to every database that it copies.
  table('_litestream_lock', ' (id INTEGER)'),
  table('_litestream_seq', ' (id INTEGER PRIMARY KEY, seq INTEGER)'),
  ...Object.entries(MANIFEST_SQL).map(([name, sql]) => ({ type: 'table', name, sql })),
  // Older backups have this version of the table `backup_seal`.
  table('backup_seal', ' (one INTEGER PRIMARY KEY CHECK (one = 1), sha256 TEXT NOT NULL) STRICT'),
];
/**
 * Returns true for an index that SQLite made for a table's constraint. It has no SQL text. Checking the table's SQL is
 * enough, because SQLite rejects such an index without its constraint.
 */
const isOfConstraint = ({ type, name, sql }: Part): boolean =>
  type === 'index' && sql === null && name.startsWith('sqlite_autoindex_');
const isAllowed = (part: Part): boolean =>
  isOfConstraint(part) ||
  ALLOWED.some(({ type, name, sql }) => type === part.type && name === part.name && sql === part.sql);

const partsOf = (client: Database): Part[] => client.query<Part, []>(PARTS).all();
const nameOf = ({ type, name }: Part): string => `${type} ${name}`;

const made = new Map<number, ReadonlyMap<string, string | null>>();

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
 * The tables that are read before the schema version is known. The other tables are checked against the schema of that
 * version.
 */
const READ_FIRST: ReadonlySet<string> = new Set(['schema_migrations', ...MANIFEST_TABLES]);

/**
 * Checks the tables that hold a backup's schema version and manifest, before these tables are read. A forged backup
 * could have a computed column in such a table. Reading that column could take hours or all memory.
 * @returns a part of these tables that Docket did not make; undefined if there is none
 */
export function strangeLabel(client: Database): string | undefined {
  // SQLite ignores case in names. Objects of every type are checked, not only tables. A view with the name of one of
  // the tables in `READ_FIRST` would be read instead of that table.
  return firstStrange(
    partsOf(client).filter(({ name }) => READ_FIRST.has(name.toLowerCase())),
    expectedParts(0),
  );
}

/**
 * Compares a database's schema with the schema that Docket creates for `version`. This protects a server that restores
 * a stranger's backup. For example, a trigger in the backup would act with the server's rights.
 * @param version a schema version that this executable knows
 * @returns a description of one difference; undefined if there is none
 */
export function strangePart(client: Database, version: number): string | undefined {
  const expected = expectedParts(version);
  const parts = partsOf(client);
  const found = new Set(parts.map(nameOf));
  const missing = [...expected.keys()].find((name) => !/^\w+ sqlite_/.test(name) && !found.has(name));
  return firstStrange(parts, expected) ?? (missing === undefined ? undefined : `its ${missing} is missing`);
}

function firstStrange(parts: readonly Part[], expected: ReadonlyMap<string, string | null>): string | undefined {
  const strange = parts.find((part) => !isAllowed(part) && expected.get(nameOf(part)) !== part.sql);
  if (strange === undefined) return undefined;
  const name = nameOf(strange);
  return expected.has(name) ? `its ${name} is not as Docket makes it` : `its ${name} is none of Docket's`;
}
