import { and, desc, eq, isNull } from 'drizzle-orm';
import { events, orderHistory, orders, type Storage } from '../../storage/index.ts';
import type { Workspace } from '../../workspaces/index.ts';

/** The order that was made last, with the event that told of it, which an endpoint added since can be sent. */
export interface NewestOrder {
  readonly eventId: string;
  readonly number: string;
  readonly at: number;
}

const FIRST_VERSION = 1;

/** Undefined while there is no order. */
export function findNewestOrder(storage: Storage, workspace: Workspace): NewestOrder | undefined {
  return storage.read
    .select({ eventId: events.id, number: orders.num, at: orders.createdAt })
    .from(orders)
    .innerJoin(orderHistory, and(eq(orderHistory.orderSeq, orders.seq), eq(orderHistory.version, FIRST_VERSION)))
    .innerJoin(events, eq(events.seq, orderHistory.eventSeq))
    .where(and(eq(orders.workspaceSeq, workspace.seq), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.seq))
    .limit(1)
    .get();
}
