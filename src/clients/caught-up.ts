import { sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { optionsUnderWay } from '../imports/index.ts';
import { type Db, newestOf, orders } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';

/** The number of a workspace's newest orders that are compared with the search index. */
const COUNTED = 1_000;

/**
 * Brings the search index up to date. Does not wait for orders that are created meanwhile. Returns how many of the
 * newest orders the index lacks; above 0 while it is rebuilt or cannot be written.
 */
export async function caughtUp({ storage, workspace }: ReadCtx): Promise<number> {
  const last = newestOf(storage.read, orders.seq);
  await storage.search.catchUp(workspace.seq);
  const db = storage.read;
  if (storage.search.lag(db).behind === 0) return 0;
  // `behind` also counts orders of other workspaces. So the missing orders of this workspace are counted here.
  const mark = storage.search.look(db)?.mark ?? 0;
  const newest = sql`SELECT seq FROM ${orders} WHERE workspace_seq = ${workspace.seq} AND deleted_at IS NULL
    ORDER BY created_at DESC, seq DESC LIMIT ${COUNTED}`;
  return (
    db.all<{ behind: number }>(
      sql`SELECT count(*) AS behind FROM (${newest}) WHERE seq > ${mark} AND seq <= ${last}`,
    )[0]?.behind ?? 0
  );
}

/**
 * @returns the answer of the search index
 * @throws clients_uncounted if the index has no answer: an empty answer would be wrong
 */
export function askIndex<T>({ storage }: ReadCtx, question: (index: Db) => T): T {
  const answer = storage.search.ask((index) => ({ found: question(index) }));
  if (answer === undefined) throw new AppError({ rule: 'clients_uncounted' });
  return answer.found;
}

/** @throws clients_uncounted while some orders are not assigned to clients yet */
export async function refuseUncounted(ctx: ReadCtx): Promise<void> {
  if ((await caughtUp(ctx)) > 0) throw new AppError({ rule: 'clients_uncounted' });
}

/**
 * Refuses a file of clients while it cannot be matched with the existing clients.
 * @throws clients_uncounted while orders lack clients; import_busy while another file creates clients
 */
export async function refuseUnsettled(ctx: ReadCtx): Promise<void> {
  if (optionsUnderWay(ctx.storage.read, ctx.workspace.seq, 'clients').length > 0)
    throw new AppError({ rule: 'clients_importing' });
  await refuseUncounted(ctx);
}
