import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isUuid } from '../../base/index.ts';
import { orders } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Order } from '../order.ts';

/** Those of these orders that the workspace has and has not deleted, in no order of their own. At most 500. */
export function findDeskOrders(ctx: Ctx, ids: readonly string[]): Order[] {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return ctx.storage.read
    .select()
    .from(orders)
    .where(and(inArray(orders.id, known), eq(orders.workspaceSeq, ctx.workspace.seq), isNull(orders.deletedAt)))
    .all();
}
