import { sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { optionsUnderWay } from '../imports/index.ts';
import { type Db, orders } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';

/** The number of a workspace's newest orders that are compared with the index. */
const COUNTED = 1_000;

/**
 * Has the index take in all orders that there are.
 *
 * @returns the number of the workspace's orders that the index lacks while it is rebuilt or cannot be written
 */
export async function caughtUp({ storage, workspace }: ReadCtx): Promise<number> {
  await storage.search.catchUp();
  const db = storage.read;
  if (storage.search.lag(db).behind === 0) return 0;
  // The orders of others are none of its business.
  const mark = storage.search.look(db)?.mark ?? 0;
  const newest = sql`SELECT seq FROM ${orders} WHERE workspace_seq = ${workspace.seq} AND deleted_at IS NULL
    ORDER BY created_at DESC, seq DESC LIMIT ${COUNTED}`;
  return (
    db.all<{ behind: number }>(sql`SELECT count(*) AS behind FROM (${newest}) WHERE seq > ${mark}`)[0]?.behind ?? 0
  );
}

/** @returns the answer of the index @throws clients_uncounted where it gives none: an empty answer would be wrong */
export function askIndex<T>({ storage }: ReadCtx, question: (index: Db) => T): T {
  const answer = storage.search.ask((index) => ({ found: question(index) }));
  if (answer === undefined) throw new AppError({ rule: 'clients_uncounted' });
  return answer.found;
}

/**
 * A file of clients is matched with those who are here when it is looked at.
 *
 * @throws clients_uncounted where it is not known whose all orders are, import_busy while another file makes clients
 */
export async function refuseUnsettled(ctx: ReadCtx): Promise<void> {
  if (optionsUnderWay(ctx.storage.read, ctx.workspace.seq, 'clients').length > 0)
    throw new AppError({ rule: 'clients_importing' });
  if ((await caughtUp(ctx)) > 0) throw new AppError({ rule: 'clients_uncounted' });
}
