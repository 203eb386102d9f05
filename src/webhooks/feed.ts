import { sql } from 'drizzle-orm';
import { givenEach, givenNumber, orderFeed, prepared, type Tx } from '../storage/index.ts';
import type { EventType } from './events.ts';

/** An order as a change has left it. */
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
 * Puts a change into the feed of its workspace, within its transaction. `publish` does so for all that receivers are told
 * of; by itself it is for what followers must know and receivers are not sent.
 */
export function noteChange(
  tx: Tx,
  workspaceSeq: number,
  { seq, version, num }: ChangedOrder & { readonly num: string },
  type: EventType,
): void {
  statements(tx.db).insert.run({ workspaceSeq, orderSeq: seq, type, version, num, occurredAt: tx.now });
}
