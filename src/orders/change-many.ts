import { AppError, isStepOver, nextTurn, rested, stepParts, withRest } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { putIntoStatus } from './change-status.ts';
import { takeOut } from './delete-order.ts';
import { findOrder, type Order, orderNotFound, weighOrder } from './order.ts';
import { bringBack } from './restore-order.ts';
import { getActiveStatus } from './statuses.ts';

/**
 * The result for each order when many orders are changed at once.
 * - `gone`: the order was deleted, never existed, or can no longer be restored.
 * - `kept`: another person's later change stays.
 * - `off`: the requested status is switched off.
 */
export type BulkOutcome = 'changed' | 'same' | 'gone' | 'kept' | 'off';

const SAME: One = { outcome: 'same' };
const CHANGED: One = { outcome: 'changed' };

const OUTCOMES: Readonly<Record<string, BulkOutcome>> = {
  order_not_found: 'gone',
  order_status_conflict: 'kept',
  invalid_status: 'off',
  too_late: 'gone',
};

interface ChangedMany {
  readonly outcomes: ReadonlyMap<string, BulkOutcome>;
  /** The earlier status of each changed order, by order id. */
  readonly before: ReadonlyMap<string, string>;
  /** The number of payments restored without their ids, because other orders have those ids now. */
  readonly withoutIds: number;
}

interface One {
  readonly outcome: BulkOutcome;
  readonly withoutIds?: number;
}

/**
 * Moves orders to a status. Each order is changed separately, with its own event. Missing orders are skipped.
 * @param ids at most 500
 * @throws invalid_status before any order is changed
 */
export async function changeStatuses(
  ctx: Ctx,
  { ids, statusId }: { readonly ids: readonly string[]; readonly statusId: string },
): Promise<ChangedMany> {
  getActiveStatus(ctx.storage.read, ctx.workspace.seq, statusId);
  return changeEach(ctx, ids, (tx, { id, statusId: now, deletedAt }) => {
    if (now === statusId && deletedAt === null) return SAME;
    putIntoStatus(tx, ctx, { id, statusId });
    return CHANGED;
  });
}

/**
 * Undoes a change of many orders. Each order returns to its earlier status, unless another person has changed its
 * status since. Each order is changed separately, with its own event.
 * @param statusId the status that the undone change set
 * @param orders at most 500, each with its earlier status
 */
export async function undoStatuses(
  ctx: Ctx,
  {
    statusId,
    orders,
  }: { readonly statusId: string; readonly orders: readonly { readonly id: string; readonly statusId: string }[] },
): Promise<ChangedMany> {
  const before = new Map(orders.map((one) => [one.id, one.statusId]));
  return changeEach(ctx, [...before.keys()], (tx, { id }) => {
    const own = before.get(id) ?? statusId;
    putIntoStatus(tx, ctx, { id, statusId: own, expectedStatusId: statusId });
    return own === statusId ? SAME : CHANGED;
  });
}

/** Deletes each order separately, with its own event. @param ids at most 500 */
export const deleteOrders = (ctx: Ctx, ids: readonly string[]): Promise<ChangedMany> =>
  changeEach(ctx, ids, (tx, { id, deletedAt }) => {
    if (deletedAt !== null) return SAME;
    takeOut(tx, ctx, { id });
    return CHANGED;
  });

/** Restores each order separately, with its own event. @param ids at most 500 */
export const restoreOrders = (ctx: Ctx, ids: readonly string[]): Promise<ChangedMany> =>
  changeEach(ctx, ids, (tx, { id, deletedAt }) => {
    if (deletedAt === null) return SAME;
    return { ...CHANGED, withoutIds: bringBack(tx, ctx, id).withoutIdsInAll };
  });

/**
 * The maximum number of orders that are written without a pause. A write from another request waits for at most this
 * many orders.
 */
const STEP = 50;

/**
 * Splits orders into parts, limited by {@link STEP} and by size. The size matters because changing an order rewrites
 * all its text, and deleting it also rewrites its payments. A large order is changed alone.
 */
async function* partsOf(ctx: Ctx, ids: readonly string[]): AsyncGenerator<readonly string[], void> {
  const bytes = new Map<string, number>();
  for (const id of ids) {
    // Without pauses, measuring 500 orders with many payments would block other requests for seconds.
    if (isStepOver()) await nextTurn(ctx.workspace.seq);
    bytes.set(id, weighOrder(ctx, id));
  }
  for (const part of stepParts(ids, (id) => bytes.get(id) ?? 0)) {
    for (let at = 0; at < part.length; at += STEP) yield part.slice(at, at + STEP);
  }
}

async function changeEach(
  ctx: Ctx,
  ids: readonly string[],
  change: (tx: Tx, before: Order) => One,
): Promise<ChangedMany> {
  const { seq } = ctx.workspace;
  const changeOne = async (id: string): Promise<One & { readonly id: string; readonly statusId?: string }> => {
    try {
      return await ctx.storage.write((tx) => {
        const order = findOrder(tx.db, seq, id);
        if (order === undefined) throw orderNotFound();
        return { ...withRest(seq, () => change(tx, order)), id, statusId: order.statusId };
      });
    } catch (error) {
      const outcome = error instanceof AppError ? OUTCOMES[error.kind] : undefined;
      if (outcome === undefined) throw error;
      return { id, outcome };
    }
  };
  const [outcomes, before] = [new Map<string, BulkOutcome>(), new Map<string, string>()];
  let withoutIds = 0;
  for await (const part of partsOf(ctx, [...new Set(ids)])) {
    await rested(seq);
    await nextTurn(seq);
    ctx.stillMay?.();
    for (const one of await Promise.all(part.map(changeOne))) {
      outcomes.set(one.id, one.outcome);
      withoutIds += one.withoutIds ?? 0;
      if (one.outcome === 'changed' && one.statusId !== undefined) before.set(one.id, one.statusId);
    }
  }
  return { outcomes, before, withoutIds };
}
