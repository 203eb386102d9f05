import type { Database } from 'bun:sqlite';
import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The row's type comes from the schema, so the compiler reports a row that lacks a new column. */
type Insert<T extends SQLiteTable> = (row: InferInsertModel<T>) => void;

type CellValue = string | number | null | Uint8Array;

export function insertInto<T extends SQLiteTable>(client: Database, table: T): Insert<T> {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([, column]) => column.name).join(', ');
  const statement = client.prepare(
    `INSERT INTO ${getTableName(table)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const encoders = columns.map(([key, column]) => (row: Readonly<Record<string, unknown>>): CellValue => {
    const value = row[key] ?? column.default ?? null;
    return value === null ? null : stored(column.mapToDriverValue(value));
  });
  return (row) => void statement.run(...encoders.map((encode) => encode(row)));
}

/** A column's conversion may return a boolean, which SQLite stores as a number. */
const stored = (value: unknown): CellValue => (typeof value === 'boolean' ? Number(value) : (value as CellValue));
