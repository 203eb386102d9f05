import { and, inArray, isNull } from 'drizzle-orm';
import { isUuid } from '../../base/index.ts';
import { orders, withinWorkspace } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import type { Order } from '../order.ts';
import { shapeOrders } from './read-orders.ts';

interface OrderSelection<Row> {
  readonly ids: readonly string[];
  readonly shape: (order: Order) => Row;
  readonly asker: Asker;
}

/** Finds orders by id and makes a row of each, unsorted. Deleted orders and those of other workspaces are left out. */
export async function findDeskOrders<Row>(ctx: Ctx, { ids, ...making }: OrderSelection<Row>): Promise<Row[]> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const places = ctx.storage.read
    .select({ seq: orders.seq })
    .from(orders)
    .where(
      and(inArray(orders.id, known), withinWorkspace(orders.workspaceSeq, ctx.workspace.seq), isNull(orders.deletedAt)),
    )
    .all();
  return shapeOrders(ctx, { places, ...making });
}
