import { type SQL, sql } from 'drizzle-orm';
import { clientId, idStart } from '../schema/index.ts';
import { oneOf } from './given.ts';
import { cursorKeyOf } from './hidden-places.ts';
import type { Db } from './open.ts';

/**
 * Returns the SQL condition for a workspace's clients with any of these keys. It is for the table order_clients of the
 * search index.
 * @param db the main database, which has the secret for the ids
 */
export function withKeys(db: Db, workspaceSeq: number, keys: readonly string[]): SQL {
  const idKey = cursorKeyOf(db);
  const starts = keys.map((key) => idStart(clientId(idKey, workspaceSeq, key)));
  return sql`id_start IN ${oneOf(starts)} AND +workspace_seq = ${workspaceSeq} AND key IN ${oneOf(keys)}`;
}

/**
 * Returns the SQL condition for a workspace's clients whose ids have the same first four bytes as this id. It is for
 * the table order_clients of the search index. Rarely more than one client matches.
 */
export const withStart = (workspaceSeq: number, id: string): SQL =>
  sql`id_start = ${idStart(id)} AND +workspace_seq = ${workspaceSeq}`;
