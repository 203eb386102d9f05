import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { apiKeys, type Db } from '../storage/index.ts';

interface SourceName {
  readonly source: string;
  /** The name of the source's newest valid key, or else of its newest key. */
  readonly name: string;
}

const LISTED = 200;

/**
 * Lists the names of a workspace's sources, sorted by source. If several sources have the same name, each such name is
 * followed by its source.
 */
export function listSourceNames(db: Db, workspaceSeq: number): SourceName[] {
  const valid = listValid(db, workspaceSeq);
  const named = listNewest(db, workspaceSeq).map(({ source, name }) => ({ source, name: valid.get(source) ?? name }));
  const isShared = (one: SourceName): boolean => named.some((other) => other !== one && other.name === one.name);
  return named.map((one) => ({
    source: one.source,
    name: isShared(one) && one.name !== one.source ? `${one.name} (${one.source})` : one.name,
  }));
}

/** Reads all valid keys, which are at most 100. */
function listValid(db: Db, workspaceSeq: number): ReadonlyMap<string, string> {
  const { source, name, revokedAt, seq } = apiKeys;
  const isValid = and(eq(apiKeys.workspaceSeq, workspaceSeq), isNull(revokedAt));
  const rows = db.select({ source, name }).from(apiKeys).where(isValid).orderBy(asc(seq)).all();
  return new Map(rows.map((row) => [row.source, row.name]));
}

/** Each source costs a few index searches, however many keys it has had. */
function listNewest(db: Db, workspaceSeq: number): SourceName[] {
  const next = (after: SQL): SQL =>
    sql`(SELECT min(source) FROM api_keys WHERE workspace_seq = ${workspaceSeq} AND source > ${after})`;
  return db.all<SourceName>(
    sql`WITH RECURSIVE used (source) AS (
      SELECT ${next(sql`''`)} UNION ALL SELECT ${next(sql`used.source`)} FROM used WHERE used.source IS NOT NULL
    ) SELECT source, (SELECT name FROM api_keys
        WHERE workspace_seq = ${workspaceSeq} AND source = used.source ORDER BY seq DESC LIMIT 1) AS name
      FROM used WHERE source IS NOT NULL ORDER BY source LIMIT ${LISTED}`,
  );
}
