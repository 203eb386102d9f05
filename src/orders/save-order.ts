import { eq, sql } from 'drizzle-orm';
import { type Db, given, orders, prepared, type Tx } from '../storage/index.ts';
import { noteChange, type OrderEvent, publish } from '../webhooks/index.ts';
import type { Changes, Ctx } from '../workspaces/index.ts';
import { type OrderChangeKind, writeHistory } from './history.ts';
import type { ReadItems } from './item-sums.ts';
import { moveKind } from './kinds.ts';
import type { Order } from './order.ts';
import { sumUp } from './order-sums.ts';
import { noteSearchChange } from './search-changes.ts';
import { updateTime } from './update-time.ts';

interface OrderChange {
  readonly kind: OrderChangeKind;
  /** The changes as an object, or as JSON text if parts of the order are already JSON, which avoids parsing. */
  readonly changes?: Changes | string;
  /**
   * Parses the text of an order's items; by default as JSON. It is called for the items before and after the change. If
   * the caller has already parsed a text, this function can return that result.
   */
  readonly readItems?: ReadItems;
  /**
   * Builds the event for receivers from the changed order; order.updated by default. Every change is sent (contract,
   * section 5).
   */
  readonly event?: (order: Order) => OrderEvent;
  /** False if no webhook is sent, as for a file that is imported silently. The feed of changes still has the change. */
  readonly tell?: boolean;
  /** True if the search index must delete the former text at once. */
  readonly forgets?: boolean;
}

/** The limit on prepared updates in the cache. Each combination of changed columns has its own prepared update. */
const KEPT_AT_MOST = 64;

const updates = prepared((db) => {
  const byColumns = new Map<string, ReturnType<typeof prepareUpdate>>();
  return (columns: readonly ChangedColumn[]) => {
    const key = columns.join();
    const update = byColumns.get(key) ?? prepareUpdate(db, columns);
    if (byColumns.size < KEPT_AT_MOST) byColumns.set(key, update);
    return update;
  };
});

const columnsOf = (changed: Partial<Order>): ChangedColumn[] =>
  Object.keys(changed).filter((name): name is ChangedColumn => name in orders);

const updatedEvent = (order: Order): OrderEvent => ({ type: 'order.updated', order });

type ChangedColumn = keyof typeof orders.$inferSelect;

function prepareUpdate(db: Db, columns: readonly ChangedColumn[]) {
  const set = columns.map((column) => [column, sql`${sql.param(given(column), orders[column])}`]);
  return db
    .update(orders)
    .set(Object.fromEntries(set))
    .where(eq(orders.seq, given('seqOfOrder')))
    .prepare();
}

export function saveOrder(tx: Tx, ctx: Ctx, before: Order, patch: Partial<Order>, change: OrderChange): Order {
  const version = before.version + 1;
  const updatedAt = Math.max(updateTime(tx, ctx.workspace.seq), before.updatedAt);
  const kindSeq = moveKind(tx, before, { ...before, ...patch });
  const changed = { ...patch, version, updatedAt, ...(kindSeq === before.kindSeq ? {} : { kindSeq }) };
  updates(tx.db)(columnsOf(changed)).run({ ...changed, seqOfOrder: before.seq });
  const order = { ...before, ...changed };
  sumUp(tx, before, order, change.readItems);
  noteSearchChange(tx, before, order, change.forgets);
  const { kind, changes, event = updatedEvent, tell = true } = change;
  const told = event(order);
  const eventSeq = tell ? publish(tx, ctx.workspace, order, told) : null;
  if (!tell) noteChange(tx, ctx.workspace.seq, order, told.type);
  writeHistory(tx, ctx, {
    orderSeq: order.seq,
    version,
    kind,
    eventSeq,
    ...(changes === undefined ? {} : { changes }),
  });
  return order;
}
