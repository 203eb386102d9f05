import type { Database } from 'bun:sqlite';
import { stampOf, UsageError } from '../../base/index.ts';
import { copyInto } from './copy-into.ts';
import { hasTable, unlessLonger } from './count-tables.ts';
import { MIGRATIONS, type Migration, versionAfter } from './migrations.ts';
import { runStep, wholeSchema } from './whole-schema.ts';

const BUILT = typeof BUILD_SCHEMA === 'string' ? BUILD_SCHEMA : undefined;

interface AppliedRow {
  readonly version: number;
  readonly name: string;
  readonly sha256: string;
}

export const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex');

/**
 * The maximum number of migrations that are read from a database. Docket will never have that many. But the database
 * may be a stranger's backup with millions of rows in this table.
 */
const MOST_STEPS = 10_000;
const APPLIED = `SELECT version, ${unlessLonger('name', 200)}, ${unlessLonger('sha256', 64)}
  FROM schema_migrations ORDER BY version LIMIT ${MOST_STEPS}`;

export function appliedMigrations(client: Database): readonly AppliedRow[] {
  if (!hasTable(client, 'schema_migrations')) return [];
  return client.query<AppliedRow, []>(APPLIED).all();
}

/** The last commit of Docket that can migrate any older schema to the first step of `MIGRATIONS`. */
const BEFORE_BASELINE = 'cae5706d';

/**
 * Finds the migrations that a database lacks.
 * @throws UsageError if the schema is too old or newer than this executable, or an applied migration differs
 */
export function pendingMigrations(client: Database, known: readonly Migration[]): readonly Migration[] {
  const applied = appliedMigrations(client);
  const newest = applied.at(-1)?.version ?? 0;
  const last = versionAfter(known);
  const refuse = (why: string): UsageError => new UsageError(`${why} (nothing was touched)`, 1);
  if (newest > last) {
    throw refuse(
      `this database has schema ${newest}, this executable knows ${last}: start it with the newer docket that last ran here`,
    );
  }
  const baseline = known[0];
  if (baseline === undefined || newest === 0) return known;
  if (newest < baseline.version) {
    throw refuse(
      `this database has schema ${newest}, from before the first release; this executable begins with ${baseline.version}: start the docket of commit ${BEFORE_BASELINE} once on it, then this one`,
    );
  }
  for (const row of applied) {
    const step: Migration | undefined = known[row.version - baseline.version];
    // The steps that the baseline replaced had other names and SQL, but produced the same schema. So they are not
    // compared.
    if (row.version < baseline.version || (step === baseline && row.name !== baseline.name)) continue;
    if (step === undefined || sha256(step.sql) !== row.sha256) {
      throw refuse(`migration ${row.name} of this database is not the one in this executable`);
    }
  }
  return known.filter(({ version }) => version > newest);
}

export function createMigrationsTable(client: Database): void {
  client.run(
    'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  );
}

/**
 * Runs all pending steps in one transaction, so that a crash leaves the old schema or the new one. A database that has
 * a schema is first copied to a file next to it; returns the copy's path.
 */
export function migrate(client: Database, known: readonly Migration[], nowMs: number): string | undefined {
  const pending = pendingMigrations(client, known);
  if (pending.length === 0) return undefined;
  const copy = keepCopy(client, appliedMigrations(client).at(-1)?.version ?? 0, nowMs);
  migrateCopy(client, known, nowMs);
  // The log still contains the plain text of secrets that the steps have sealed, so it is emptied.
  client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  return copy;
}

export function migrateCopy(client: Database, known: readonly Migration[], nowMs: number): void {
  const pending = pendingMigrations(client, known);
  if (pending.length > 0) withoutForeignKeys(client, () => runSteps(client, known, pending, nowMs));
}

/**
 * Runs steps while foreign keys are off. Otherwise a step could not drop and recreate a table with references from
 * other tables. Foreign keys must be off before the transaction begins (SQLite, ALTER TABLE, section 7).
 */
function withoutForeignKeys(client: Database, run: () => void): void {
  const wereOn = client.query<{ foreign_keys: number }, []>('PRAGMA foreign_keys').get()?.foreign_keys === 1;
  client.run('PRAGMA foreign_keys = OFF');
  try {
    run();
  } finally {
    if (wereOn) client.run('PRAGMA foreign_keys = ON');
  }
}

function runSteps(client: Database, known: readonly Migration[], pending: readonly Migration[], nowMs: number): void {
  client.run('BEGIN IMMEDIATE');
  try {
    createMigrationsTable(client);
    const record = client.query(
      'INSERT INTO schema_migrations (version, name, sha256, applied_at) VALUES (?, ?, ?, ?)',
    );
    if (pending.length === known.length) client.run((known === MIGRATIONS ? BUILT : undefined) ?? wholeSchema(known));
    else for (const step of pending) runStep(client, step);
    for (const { version, name, sql } of pending) record.run(version, name, sha256(sql), nowMs);
    if (pending.some(mayBreakKeys)) assertForeignKeys(client);
    client.run('COMMIT');
  } catch (error) {
    if (client.inTransaction) client.run('ROLLBACK');
    throw error;
  }
}

function keepCopy(client: Database, version: number, nowMs: number): string | undefined {
  if (version === 0) return undefined;
  const path = `${client.filename}.schema-${version}.${stampOf(nowMs)}.backup`;
  copyInto(client, path);
  return path;
}

function assertForeignKeys(client: Database): void {
  const broken = client.query('PRAGMA foreign_key_check').all();
  if (broken.length > 0) throw new Error(`the migration would leave ${broken.length} rows without their parent`);
}

const COMMENT_OR_TRIGGER = /--.*|\bCREATE\s+TRIGGER\b[\s\S]*?\bEND\s*;/gi;
const LEAVES_ROWS =
  /^\s*(?:CREATE (?:UNIQUE )?INDEX|CREATE TABLE|DROP (?:INDEX|TRIGGER)|ALTER TABLE \w+ ADD(?!.*REFERENCES))\b/is;

/**
 * Returns true if a step may change rows or their foreign keys. Only then are all foreign keys checked, because that
 * takes ten minutes with ten million orders.
 */
const mayBreakKeys = ({ sql, fill }: Migration): boolean =>
  fill !== undefined ||
  sql
    .replaceAll(COMMENT_OR_TRIGGER, '')
    .split(';')
    .some((statement) => statement.trim() !== '' && !LEAVES_ROWS.test(statement));
