import { existsSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { appliedMigrations } from './migrate.ts';
import { openConnection } from './open.ts';
import { databasePath } from './storage.ts';

export interface Inspection {
  readonly schemaVersion: number;
  /** What is wrong with the file, a line each; empty when it is sound. */
  readonly problems: readonly string[];
  /** The latest time that anything was written, milliseconds since the epoch; 0 in an empty store. */
  readonly newestWriteMs: number;
}

const SUMS_OFF = sql`
  SELECT count(*) AS n FROM orders AS o
  WHERE o.paid_amount <> (
    SELECT coalesce(sum(p.amount - p.refunded_amount), 0) FROM payments AS p
    WHERE p.order_seq = o.seq AND p.status IN ('confirmed', 'refunded'))`;

const HISTORY_MISSING = sql`
  SELECT count(*) AS n FROM orders AS o
  WHERE o.version <> (SELECT count(*) FROM order_history AS h WHERE h.order_seq = o.seq)`;

/** Reads the whole file and changes nothing; undefined when there is no database. */
export function inspect(dataDir: string): Inspection | undefined {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return undefined;
  const { client, db } = openConnection(path, { readonly: true, command: true });
  try {
    const schemaVersion = appliedMigrations(client).at(-1)?.version ?? 0;
    const integrity = client.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all();
    const problems = integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok');
    const orphans = client.query('PRAGMA foreign_key_check').all().length;
    if (orphans > 0) problems.push(`${orphans} rows have lost the row that they belong to`);
    // Not `get`, which gives a raw statement's row as an array.
    const count = (query: typeof SUMS_OFF): number => db.all<{ n: number | null }>(query)[0]?.n ?? 0;
    const sumsOff = count(SUMS_OFF);
    if (sumsOff > 0) problems.push(`the paid amount of ${sumsOff} orders is not the sum of their payments`);
    const historyMissing = count(HISTORY_MISSING);
    if (historyMissing > 0) problems.push(`${historyMissing} orders have gaps in their history`);
    return { schemaVersion, problems, newestWriteMs: count(sql`SELECT max(occurred_at) AS n FROM events`) };
  } finally {
    client.close();
  }
}
