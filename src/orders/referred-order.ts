import { AppError, type Issue } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import { findOrder, type Order, orderNotFound } from './order.ts';
import { findOrderByKey } from './repeat-key.ts';

/**
 * A reference to an order: its id, the repeat key that it was created with, or both. Both must point to the same order.
 */
export interface OrderReference {
  readonly id?: string | null | undefined;
  /** The original num or requestKey, unique within the caller's source. */
  readonly orderKey?: string | null | undefined;
}

export function checkReference({ id, orderKey }: OrderReference, issues: Issue[]): void {
  if (typeof orderKey === 'string') checkKey('orderKey', orderKey, issues);
  else if (typeof id !== 'string') issues.push({ path: 'id', rule: 'reference_missing' });
}

/**
 * Finds the order, even if it is deleted. The caller must handle a deleted order.
 *
 * @throws order_not_found, order_reference_conflict
 */
export const getReferredOrder = (db: Db, ctx: Ctx, reference: OrderReference): Order =>
  refer(db, ctx, reference, () => true);

/**
 * Finds the order, which must not be deleted.
 * @throws order_not_found, also for a deleted order; order_reference_conflict
 */
export const getLiveReferredOrder = (db: Db, ctx: Ctx, reference: OrderReference): Order =>
  refer(db, ctx, reference, ({ deletedAt }) => deletedAt === null);

function refer(db: Db, ctx: Ctx, { id, orderKey }: OrderReference, isThere: (order: Order) => boolean): Order {
  const { seq } = ctx.workspace;
  const get = (found: Order | undefined): Order => {
    if (found === undefined || !isThere(found)) throw orderNotFound();
    return found;
  };
  const byId = typeof id === 'string' ? get(findOrder(db, seq, id)) : undefined;
  const byKey = typeof orderKey === 'string' ? get(findOrderByKey(db, seq, ctx.source, orderKey)) : undefined;
  if (byId !== undefined && byKey !== undefined && byId.seq !== byKey.seq) {
    throw new AppError({ rule: 'order_reference_conflict' });
  }
  return get(byId ?? byKey);
}
