import { AppError } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { putIntoStatus } from './change-status.ts';
import { findOrder } from './order.ts';
import { findActiveStatus, invalidStatus } from './statuses/index.ts';

/** What became of each order of a change of many. */
export type StatusOutcome = 'changed' | 'same' | 'gone';

/**
 * Puts many orders into one status, each in a change of its own with its own event: one that is gone does not keep the others.
 *
 * @param ids at most 500
 * @throws invalid_status, before any order was changed
 */
export async function changeStatuses(
  ctx: Ctx,
  { ids, statusId }: { readonly ids: readonly string[]; readonly statusId: string },
): Promise<ReadonlyMap<string, StatusOutcome>> {
  if (findActiveStatus(ctx.storage.read, ctx.workspace.seq, statusId) === undefined) throw invalidStatus(statusId);
  const outcomes = new Map<string, StatusOutcome>();
  for (const id of new Set(ids)) outcomes.set(id, await changeOne(ctx, id, statusId));
  return outcomes;
}

async function changeOne(ctx: Ctx, id: string, statusId: string): Promise<StatusOutcome> {
  const before = findOrder(ctx.storage.read, ctx.workspace.seq, id);
  if (before?.statusId === statusId && before.deletedAt === null) return 'same';
  try {
    await ctx.storage.write((tx) => putIntoStatus(tx, ctx, { id, statusId }));
    return 'changed';
  } catch (error) {
    if (error instanceof AppError && error.kind === 'order_not_found') return 'gone';
    throw error;
  }
}
