import { AppError } from '../base/index.ts';
import type { Order } from '../orders/index.ts';
import { clientIdIn, clientKeys, type Db } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { indexedById } from './index-queries.ts';
import { findKeptById, findKeptByIds, type Group, groupsOf } from './kept.ts';

export const noClient = (): AppError => new AppError({ rule: 'no_client' });

const findKey = (ctx: ReadCtx, id: string): string | undefined =>
  (
    findKeptById(ctx.storage.read, ctx.workspace.seq, id) ??
    ctx.storage.search.ask((index) => indexedById(ctx, index, id))
  )?.key;

/**
 * Returns the key of a client, made of the phone or e-mail. Looks for it in the stored clients and in the search index.
 * @throws not_found
 */
export function keyOf(ctx: ReadCtx, id: string): string {
  const key = findKey(ctx, id);
  if (key === undefined) throw noClient();
  return key;
}

/** Finds a client with all clients merged into it, by the id of any of them; undefined if there is none. */
export function findWhole(ctx: ReadCtx, id: string): Group | undefined {
  const key = findKey(ctx, id);
  return key === undefined ? undefined : wholeOf(ctx.storage.read, ctx.workspace.seq, key);
}

/** Returns the id of an order's client; null if the order has neither phone nor e-mail, or is deleted. */
export function clientOfOrder(
  { storage, workspace }: ReadCtx,
  order: Pick<Order, 'client' | 'deletedAt'>,
): string | null {
  const keys = order.deletedAt === null ? clientKeys(order.client) : undefined;
  return keys === undefined ? null : clientIdIn(storage.read, workspace.seq, keys.key);
}

/**
 * Returns the ids and the names of clients, for the history. For a client without a name, returns the phone or the
 * e-mail instead.
 */
export const nameClients = ({ storage, workspace }: ReadCtx, ids: readonly string[]): [string, string][] =>
  findKeptByIds(storage.read, workspace.seq, ids).map(({ id, name, key }) => [id, name || key.slice(1)]);

export function wholeOf(db: Db, workspaceSeq: number, key: string): Group {
  const [group] = groupsOf(db, workspaceSeq, [key]);
  return group ?? { root: undefined, merged: [], keys: [key] };
}
