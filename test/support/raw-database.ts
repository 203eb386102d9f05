import { Database } from 'bun:sqlite';

export type Row = Record<string, string | number | null>;

export function rowsIn<R = Row>(path: string, sql: string, ...values: (string | number)[]): R[] {
  using db = new Database(path, { readonly: true });
  db.run('PRAGMA busy_timeout = 15000');
  return db.query(sql).all(...values) as R[];
}

export function alter(path: string, ...statements: readonly string[]): void {
  using db = new Database(path, { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  for (const statement of statements) db.run(statement);
}
