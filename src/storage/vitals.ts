import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { count, eq } from 'drizzle-orm';
import { SCHEMA_VERSION } from './migrations.ts';
import { apiKeys, events, inquiries, memberships, orders, payments, webhookEndpoints } from './schema.ts';
import type { Storage } from './storage.ts';

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

function freeBytesOf(directory: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return null;
  }
}

const COUNTED = { orders, payments, inquiries, events, webhookEndpoints, apiKeys, memberships } as const;

/** How many rows a workspace has of each; deleted and revoked ones count. */
export function countRows(
  { read }: Pick<Storage, 'read'>,
  workspaceSeq: number,
): Readonly<Record<keyof typeof COUNTED, number>> {
  const counts = Object.entries(COUNTED).map(([name, table]) => {
    const found = read.select({ n: count() }).from(table).where(eq(table.workspaceSeq, workspaceSeq)).get();
    return [name, found?.n ?? 0];
  });
  return Object.fromEntries(counts);
}
