/**
 * The SQL of the schema that all steps together produce. It runs in a tenth of the time of the steps, because each step
 * reads the schema again.
 */

import { Database } from 'bun:sqlite';
import type { Migration } from './migrations.ts';

interface SchemaPart {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  readonly sql: string;
}

const whole = new WeakMap<readonly Migration[], string>();

export function wholeSchema(known: readonly Migration[]): string {
  const found = whole.get(known) ?? describeSchema(known);
  whole.set(known, found);
  return found;
}

/**
 * Builds the SQL of the schema by running the steps twice. A value that differs between the two runs is random, and the
 * SQL creates a new one in each file.
 */
export function describeSchema(known: readonly Migration[]): string {
  using one = runAll(known);
  using other = runAll(known);
  const parts = one
    .query<SchemaPart, []>(
      `SELECT s.type, s.name, s.sql FROM sqlite_schema AS s LEFT JOIN pragma_table_list AS t ON t.name = s.name
       WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND coalesce(t.type, '') <> 'shadow'
       ORDER BY s.type <> 'table', s.type <> 'index', s.rowid`,
    )
    .all();
  const tables = parts.filter(({ type }) => type === 'table');
  const others = parts.filter(({ type }) => type !== 'table');
  const rows = tables.flatMap(({ name }) => rowsOf(name, one, other));
  return [...tables.map(({ sql }) => sql), ...rows, ...others.map(({ sql }) => sql), ''].join(';\n');
}

function runAll(known: readonly Migration[]): Database {
  const client = new Database(':memory:');
  for (const step of known) runStep(client, step);
  return client;
}

export function runStep(client: Database, { sql, fill }: Migration): void {
  client.run(sql);
  fill?.(client);
}

function rowsOf(table: string, one: Database, other: Database): string[] {
  const columns = one.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`).all();
  const names = columns.map(({ name }) => name);
  const quoted = `SELECT ${names.map((name) => `quote(${name})`).join(', ')} FROM ${table}`;
  const others = other.query(quoted).values();
  return one
    .query(quoted)
    .values()
    .map((row, at) => {
      const values = row.map((value, column) => sameOrRandom(table, String(value), String(others[at]?.[column])));
      return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`;
    });
}

const BLOB = /^X'([0-9A-F]*)'$/;
const HEX = /^'([0-9A-F]+)'$/;

function sameOrRandom(table: string, value: string, other: string): string {
  if (value === other) return value;
  const [blob, hex] = [BLOB.exec(value)?.[1], HEX.exec(value)?.[1]];
  if (value.length === other.length && blob !== undefined) return `randomblob(${blob.length / 2})`;
  if (value.length === other.length && hex !== undefined) return `hex(randomblob(${hex.length / 2}))`;
  throw new Error(`a step puts ${value} into ${table}, and ${other} the next time`);
}
