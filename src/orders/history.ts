import { givenEach, type ORDER_CHANGES, orderHistory, prepared, type Tx } from '../storage/index.ts';
import type { Changes, Ctx } from '../workspaces/index.ts';

export type OrderChangeKind = (typeof ORDER_CHANGES)[number];

interface HistoryEntry {
  readonly orderSeq: number;
  readonly version: number;
  readonly kind: OrderChangeKind;
  readonly changes?: Changes | string;
  /** The first event that the change published; null if there is none. */
  readonly eventSeq: number | null;
}

const statements = prepared((db) => ({
  insert: db
    .insert(orderHistory)
    .values(
      givenEach(
        'orderSeq',
        'version',
        'kind',
        'actorType',
        'actorId',
        'requestId',
        'changes',
        'at',
        'eventSeq',
        'workspaceSeq',
      ),
    )
    .prepare(),
}));

/**
 * The number of an order's latest changes that a search reads. Without this limit, it could read a million changes,
 * because no index contains the kind of a change.
 */
export const LATEST_CHANGES = 1_000;

export function writeHistory(tx: Tx, ctx: Ctx, entry: HistoryEntry): void {
  statements(tx.db).insert.run({
    orderSeq: entry.orderSeq,
    version: entry.version,
    kind: entry.kind,
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    requestId: ctx.requestId,
    changes: textOf(entry.changes),
    at: tx.now,
    eventSeq: entry.eventSeq,
    workspaceSeq: ctx.workspace.seq,
  });
}

const textOf = (changes: Changes | string | undefined): string | null => {
  if (changes === undefined) return null;
  return typeof changes === 'string' ? changes : JSON.stringify(changes);
};
