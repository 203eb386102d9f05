import { validationFailed } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { auditClient, findKept, keepClient, saveKept } from './change-client.ts';
import { keyOf, noClient } from './find-client.ts';
import { findKeptById, groupOf, MERGED_AT_MOST } from './kept.ts';

/**
 * Merges `other` into `id`, and returns the root's id. Orders and notes stay, so `separateClient` can undo a merge.
 * @throws not_found, validation_failed
 */
export async function mergeClients(
  ctx: Ctx,
  { id, other }: { readonly id: string; readonly other: string },
): Promise<string> {
  await ctx.storage.search.catchUp(ctx.workspace.seq);
  const [key, otherKey] = [keyOf(ctx, id), keyOf(ctx, other)];
  return ctx.storage.write((tx) => {
    const [into, from] = [key, otherKey].map((one) =>
      groupOf(tx.db, findKept(tx, ctx, one) ?? keepClient(tx, ctx, one)),
    );
    if (into?.root === undefined || from?.root === undefined) throw noClient();
    if (into.root.seq === from.root.seq) throw validationFailed([{ path: 'other', rule: 'merged_already' }]);
    if (into.keys.length + from.keys.length > MERGED_AT_MOST) {
      throw validationFailed([{ path: 'other', rule: 'merged_at_most', most: MERGED_AT_MOST }]);
    }
    saveKept(tx, { ...from.root, mergedInto: into.root.seq });
    const changes = { client: { from: null, to: from.root.id } };
    auditClient(tx, ctx, { action: 'client.merged', subject: into.root.id, changes });
    return into.root.id;
  });
}

/** Undoes the merge of a client into another. @throws not_found */
export async function separateClient(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  await ctx.storage.write((tx) => {
    const merged = findKeptById(tx.db, ctx.workspace.seq, id);
    if (merged === undefined) throw noClient();
    if (merged.mergedInto === null) return;
    const { root = merged } = groupOf(tx.db, merged);
    saveKept(tx, { ...merged, mergedInto: null });
    const changes = { client: { from: merged.id, to: null } };
    auditClient(tx, ctx, { action: 'client.separated', subject: root.id, changes });
  });
}
