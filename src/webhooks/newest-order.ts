import { and, desc, eq } from 'drizzle-orm';
import { parseStored } from '../base/index.ts';
import { events, type Storage } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';

/** The order that was made last, as its event tells of it: it can be sent to an endpoint that was added after it. */
export interface NewestOrder {
  readonly eventId: string;
  readonly number: string;
  readonly at: number;
}

/** Undefined while no order was made in the last 30 days, or ever: so long are events kept. */
export function findNewestOrder(storage: Storage, workspace: Workspace): NewestOrder | undefined {
  const row = storage.read
    .select({ id: events.id, body: events.body, at: events.occurredAt })
    .from(events)
    .where(and(eq(events.workspaceSeq, workspace.seq), eq(events.type, 'order.created')))
    // From the newest on: in a shop that works, one of the first rows is the one.
    .orderBy(desc(events.seq))
    .limit(1)
    .get();
  if (row === undefined) return undefined;
  const { data } = parseStored<{ data: { orderNumber: string } }>(row.body);
  return { eventId: row.id, number: data.orderNumber, at: row.at };
}
