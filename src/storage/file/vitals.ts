import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { count, sql } from 'drizzle-orm';
import {
  apiKeys,
  events,
  inquiries,
  memberships,
  orders,
  payments,
  SCHEMA_VERSION,
  webhookEndpoints,
} from '../schema/index.ts';
import type { Storage } from '../store/index.ts';

/** How the file and its disk are. */
export interface FileVitals {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  /** Written and not yet moved into the database file. */
  readonly walBytes: number;
  /** On the disk of the data directory; null when it cannot be told. */
  readonly freeBytes: number | null;
}

export function readFileVitals(storage: Pick<Storage, 'path'>): FileVitals {
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    schemaVersion: SCHEMA_VERSION,
    databaseBytes: sizeOf(storage.path),
    walBytes: sizeOf(`${storage.path}-wal`),
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

/** Read on the thread that answers orders: some milliseconds for all of them. */
const COUNTED_AT_MOST = 10_000;
const COUNTED = { orders, payments, inquiries, events, webhookEndpoints, apiKeys, memberships } as const;

/**
 * How many rows a workspace has of each; deleted and revoked ones count. Null where the installation has more of them than are counted,
 * for not all of these tables can be counted by workspace without reading those of others.
 */
export function countRows(
  { read }: Pick<Storage, 'read'>,
  workspaceSeq: number,
): Readonly<Record<keyof typeof COUNTED, number | null>> {
  const counts = Object.entries(COUNTED).map(([name, table]) => {
    const some = read
      .select({ workspaceSeq: table.workspaceSeq })
      .from(table)
      .limit(COUNTED_AT_MOST + 1)
      .as('some');
    const own = sql<number | null>`sum(${some.workspaceSeq} = ${workspaceSeq})`;
    const { all = 0, n = 0 } = read.select({ all: count(), n: own }).from(some).get() ?? {};
    return [name, all > COUNTED_AT_MOST ? null : (n ?? 0)];
  });
  return Object.fromEntries(counts);
}
