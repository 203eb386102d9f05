import { sql } from 'drizzle-orm';
import { givenEach, givenNumber, orderFeed, prepared, type Tx } from '../storage/index.ts';
import type { EventType } from './events.ts';

export interface ChangedOrder {
  readonly seq: number;
  readonly version: number;
}

const statements = prepared((db) => ({
  insert: db
    .insert(orderFeed)
    .values({
      ...givenEach('workspaceSeq', 'orderSeq', 'type', 'version', 'num', 'occurredAt'),
      number: sql`(SELECT coalesce(max(number), 0) + 1 FROM order_feed WHERE workspace_seq = ${givenNumber('workspaceSeq')})`,
    })
    .prepare(),
}));

/**
 * Adds a change to the feed of its workspace, within the transaction of the change. `publish` calls it for every event.
 * Call it directly for a change that sends no event, but must be in the feed.
 */
export function noteChange(
  tx: Tx,
  workspaceSeq: number,
  { seq, version, num }: ChangedOrder & { readonly num: string },
  type: EventType,
): void {
  statements(tx.db).insert.run({ workspaceSeq, orderSeq: seq, type, version, num, occurredAt: tx.now });
}
