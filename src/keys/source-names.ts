import { asc, eq, sql } from 'drizzle-orm';
import { apiKeys, type Db } from '../storage/index.ts';

interface SourceName {
  readonly source: string;
  /** The name of the source's newest key, a valid one if there is any. */
  readonly name: string;
}

const LISTED = 200;

/**
 * The names of a workspace's sources, in the order of the sources. If several sources have the same name, each name is
 * followed by its source.
 */
export function listSourceNames(db: Db, workspaceSeq: number): SourceName[] {
  const { source, name, revokedAt, seq } = apiKeys;
  // In a query with one max(), SQLite takes the other columns from the row of that maximum.
  const newest = sql<number>`max((${revokedAt} IS NULL) * 1e15 + ${seq})`;
  const named = db
    .select({ source, name, newest })
    .from(apiKeys)
    .where(eq(apiKeys.workspaceSeq, workspaceSeq))
    .groupBy(source)
    .orderBy(asc(source))
    .limit(LISTED)
    .all();
  const isShared = (one: SourceName): boolean => named.some((other) => other !== one && other.name === one.name);
  return named.map((one) => ({
    source: one.source,
    name: isShared(one) && one.name !== one.source ? `${one.name} (${one.source})` : one.name,
  }));
}
