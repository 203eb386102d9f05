import type { ReadCtx } from '../workspaces/index.ts';

/**
 * Has the index take in all orders that there are.
 *
 * @returns the number of orders that it lacks all the same: it is made again, or cannot be written
 */
export async function caughtUp({ storage }: ReadCtx): Promise<number> {
  await storage.search.catchUp();
  return storage.search.lag(storage.read).behind;
}
