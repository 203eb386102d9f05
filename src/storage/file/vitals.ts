import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { count, eq, sql } from 'drizzle-orm';
import { apiKeys, events, memberships, payments, SCHEMA_VERSION, webhookEndpoints } from '../schema/index.ts';
import { type Db, logBytesOf, type Storage } from '../store/index.ts';

interface FileVitals {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  /** The size of the write-ahead log. The database file may already contain a part of it. */
  readonly walBytes: number;
  readonly freeBytes: number | null;
}

export function readFileVitals(storage: Pick<Storage, 'path'>): FileVitals {
  return {
    schemaVersion: SCHEMA_VERSION,
    databaseBytes: statSync(storage.path, { throwIfNoEntry: false })?.size ?? 0,
    walBytes: logBytesOf(storage.path),
    freeBytes: freeBytesOf(dirname(storage.path)),
  };
}

export function freeBytesOf(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/**
 * The maximum number of rows that are counted in one table. Counting in all tables together must take only a
 * millisecond, because orders wait while the main thread counts.
 */
const COUNTED_AT_MOST = 10_000;
const COUNTED = { payments, events, webhookEndpoints, apiKeys, memberships } as const;
type Counts = Readonly<Record<keyof typeof COUNTED | 'orders' | 'inquiries', number | null>>;

/**
 * Counts a workspace's rows of each kind, including deleted and revoked ones. A count is null if the table has more
 * than `COUNTED_AT_MOST` rows in all workspaces together.
 */
export function countRows({ read }: Pick<Storage, 'read'>, workspaceSeq: number): Counts {
  const counted = Object.entries(COUNTED).map(([name, table]) => [name, countOf(read, table, workspaceSeq)]);
  const [kept] = read.all<{ orders: number; inquiries: number }>(sql`SELECT
    (SELECT coalesce(sum(orders + deleted), 0) FROM order_kinds WHERE workspace_seq = ${workspaceSeq}) AS orders,
    (SELECT coalesce(sum(inquiries), 0) FROM inquiry_days WHERE workspace_seq = ${workspaceSeq}) AS inquiries`);
  return { ...Object.fromEntries(counted), ...kept };
}

function countOf(read: Db, table: (typeof COUNTED)[keyof typeof COUNTED], workspaceSeq: number): number | null {
  // Counting a workspace's rows could take too long in a large table. So this first counts the rows of all workspaces,
  // and gives up above the limit.
  const some = read
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .limit(COUNTED_AT_MOST + 1)
    .as('some');
  if ((read.select({ n: count() }).from(some).get()?.n ?? 0) > COUNTED_AT_MOST) return null;
  return read.select({ n: count() }).from(table).where(eq(table.workspaceSeq, workspaceSeq)).get()?.n ?? 0;
}
