import { Database } from 'bun:sqlite';
import { createMigrationsTable, MANIFEST_SQL, MANIFEST_TABLES, MIGRATIONS, unlessLonger } from '../schema/index.ts';

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** More than any schema of ours has: of more parts, one among the first is none of ours. */
const MOST_PARTS = 2_000;
const LONGEST_SQL = 32 * 1024;
const PARTS = `SELECT ${unlessLonger('type', 200)}, ${unlessLonger('name', 200)}, ${unlessLonger('sql', LONGEST_SQL)}
  FROM sqlite_schema LIMIT ${MOST_PARTS}`;

const table = (name: string, rest: string): Part => ({ type: 'table', name, sql: `CREATE TABLE ${name}${rest}` });
/** Tables that may be there or not, as they are made: no name alone lets anything pass. */
const ALLOWED: readonly Part[] = [
  table('sqlite_sequence', '(name,seq)'),
  table('sqlite_stat1', '(tbl,idx,stat)'),
  table('sqlite_stat4', '(tbl,idx,neq,nlt,ndlt,sample)'),
  // Litestream puts these two into every database that it copies.
  table('_litestream_lock', ' (id INTEGER)'),
  table('_litestream_seq', ' (id INTEGER PRIMARY KEY, seq INTEGER)'),
  ...Object.entries(MANIFEST_SQL).map(([name, sql]) => ({ type: 'table', name, sql })),
  // The table of backups before their seal named a key.
  table('backup_seal', ' (one INTEGER PRIMARY KEY CHECK (one = 1), sha256 TEXT NOT NULL) STRICT'),
];
/** SQLite makes the index of a constraint without any SQL, and takes none whose table has no such constraint. */
const isOfConstraint = ({ type, name, sql }: Part): boolean =>
  type === 'index' && sql === null && name.startsWith('sqlite_autoindex_');
const isAllowed = (part: Part): boolean =>
  isOfConstraint(part) ||
  ALLOWED.some(({ type, name, sql }) => type === part.type && name === part.name && sql === part.sql);

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

/** The tables that are read before the version is known by which all others are held. */
const READ_FIRST: ReadonlySet<string> = new Set(['schema_migrations', ...MANIFEST_TABLES]);

/**
 * Checks the tables that tell a database's version, and a backup's facts. A computed column of theirs would be computed
 * by the very read that judges the file. It may take hours, or all memory.
 */
export function strangeLabel(client: Database): string | undefined {
  // By names as SQLite compares them, of any type: a view would be read as well.
  return firstStrange(
    partsOf(client).filter(({ name }) => READ_FIRST.has(name.toLowerCase())),
    expectedParts(0),
  );
}

/**
 * The difference of a database's schema from that of Docket's own migrations; undefined if there is none. A trigger or
 * a view runs whenever the table below it is used. So a stranger who puts one into a backup would act in the name of
 * the server that restores it.
 *
 * @param version of the schema, one that this executable knows
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
