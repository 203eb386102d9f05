import { and, asc, eq, gt, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import {
  type Db,
  type GoOn,
  inTurnSteps,
  orderRetention,
  orders,
  type Step,
  type Storage,
  type Tx,
  workspaces,
} from '../storage/index.ts';
import { amendAudit, beginAudit, workspaceOf } from '../workspaces/index.ts';
import { eraseOrder, isErased } from './erase-order.ts';
import type { Order } from './order.ts';
import { closedStatuses } from './statuses.ts';

const YEAR_MS = 365.25 * DAY_MS;
const LOOKED_AT = 200;
/** The number of orders that one step erases. Each order, with its indexes, takes half a millisecond of a write. */
const ORDERS_A_STEP = 5;
const ROWS_A_STEP = 50;

interface Keeping {
  readonly workspaceSeq: number;
  readonly workspaceId: string;
  readonly years: number;
  readonly beginsAt: number;
  readonly erasedUntil: number;
}

const asRead = ({ workspaceSeq, years, beginsAt }: Keeping): SQL | undefined =>
  and(
    eq(orderRetention.workspaceSeq, workspaceSeq),
    eq(orderRetention.years, years),
    eq(orderRetention.beginsAt, beginsAt),
  );

/**
 * Erases old orders that are done, canceled or deleted, and returns their number. Open orders are kept. Repeating
 * orders are kept too, because the next order is filled from them.
 */
export async function eraseOldOrders(
  storage: Storage,
  { nowMs, goOn }: { readonly nowMs: number; readonly goOn: GoOn },
): Promise<number> {
  const due = storage.read
    .select({
      workspaceSeq: orderRetention.workspaceSeq,
      workspaceId: workspaces.id,
      years: orderRetention.years,
      beginsAt: orderRetention.beginsAt,
      erasedUntil: orderRetention.erasedUntil,
    })
    .from(orderRetention)
    .innerJoin(workspaces, eq(workspaces.seq, orderRetention.workspaceSeq))
    .where(lte(orderRetention.beginsAt, nowMs))
    .all();
  return inTurnSteps(
    due.map((keeping) => stepsOf(storage, keeping, nowMs - keeping.years * YEAR_MS)),
    goOn,
  );
}

function stepsOf(storage: Storage, keeping: Keeping, beforeMs: number): () => Promise<Step> {
  const notes = createNotes(keeping);
  const older = olderThan(storage.read, keeping.workspaceSeq, beforeMs);
  const closed = walk(storage, keeping, and(liveBefore(keeping, beforeMs), older), orders.updatedAt, notes);
  const deleted = walk(storage, keeping, and(deletedBetween(keeping, beforeMs), older), orders.deletedAt, notes);
  let areClosedDone = false;
  return async () => {
    const first = areClosedDone ? undefined : await closed();
    areClosedDone ||= first?.done === true;
    if (first !== undefined && (!first.done || first.removed > 0)) return { ...first, done: false };
    const taken = await deleted();
    if (taken.done && beforeMs > keeping.erasedUntil) await storage.write((tx) => noteErased(tx, keeping, beforeMs));
    return taken;
  };
}

/**
 * Selects orders with a lower seq than the first order that is too young. Times alone are not enough, because the clock
 * may have been slow when an order was created. The plus before the column makes SQLite use the index that the caller
 * needs.
 */
function olderThan(db: Db, workspaceSeq: number, beforeMs: number): SQL | undefined {
  const young = db
    .select({ seq: orders.seq })
    .from(orders)
    .where(and(eq(orders.workspaceSeq, workspaceSeq), gt(orders.createdAt, beforeMs)))
    .orderBy(asc(orders.createdAt), asc(orders.seq))
    .limit(1)
    .get();
  return young === undefined ? undefined : sql`+${orders.seq} < ${young.seq}`;
}

const liveBefore = ({ workspaceSeq }: Keeping, beforeMs: number): SQL | undefined =>
  and(
    eq(orders.workspaceSeq, workspaceSeq),
    isNull(orders.deletedAt),
    lt(orders.updatedAt, beforeMs),
    not(COMES_UP_AGAIN),
  );

const deletedBetween = ({ workspaceSeq, erasedUntil }: Keeping, beforeMs: number): SQL | undefined =>
  and(
    eq(orders.workspaceSeq, workspaceSeq),
    isNotNull(orders.deletedAt),
    gt(orders.deletedAt, erasedUntil - 1),
    lt(orders.deletedAt, beforeMs),
  );

function noteErased(tx: Tx, keeping: Keeping, erasedUntil: number): void {
  tx.db
    .update(orderRetention)
    .set({ erasedUntil: Math.floor(erasedUntil) })
    .where(asRead(keeping))
    .run();
}

const isAsRead = (db: Db, keeping: Keeping): boolean =>
  db.select({ years: orderRetention.years }).from(orderRetention).where(asRead(keeping)).get() !== undefined;

function walk(
  storage: Storage,
  keeping: Keeping,
  among: SQL | undefined,
  by: typeof orders.updatedAt | typeof orders.deletedAt,
  notes: Notes,
) {
  let after: { readonly at: number; readonly seq: number } | undefined;
  return async () => {
    const behind =
      after === undefined ? undefined : or(gt(by, after.at), and(eq(by, after.at), gt(orders.seq, after.seq)));
    const rows = storage.read
      .select({ seq: orders.seq, at: by, statusId: orders.statusId, deletedAt: orders.deletedAt })
      .from(orders)
      .where(and(among, after === undefined ? undefined : gt(by, after.at - 1), behind))
      .orderBy(asc(by), asc(orders.seq))
      .limit(LOOKED_AT)
      .all();
    const done = new Set(closedStatuses(storage.read, keeping.workspaceSeq));
    const going = rows.filter(({ statusId, deletedAt }) => deletedAt !== null || done.has(statusId));
    const some = going.slice(0, ORDERS_A_STEP);
    // A pass may take hours, and erased orders cannot be restored. So each step reads the setting again.
    const erase = (tx: Tx) => (isAsRead(tx.db, keeping) ? eraseSome(tx, some, among, notes) : undefined);
    const outcome = some.length === 0 ? NOTHING : await storage.write(erase);
    if (outcome === undefined) return { removed: 0, done: true };
    notes.keep(outcome);
    const isThrough = outcome.handled === going.length;
    // Orders that did not fit into this step are the first ones of the next step.
    after = placeOf(isThrough ? rows.at(-1) : going[outcome.handled - 1]) ?? after;
    return { removed: outcome.erased, done: isThrough && rows.length < LOOKED_AT };
  };
}

interface Row {
  readonly seq: number;
  readonly at: number | null;
}

const placeOf = (row: Row | undefined) => (row === undefined ? undefined : { seq: row.seq, at: row.at ?? 0 });

interface Outcome {
  readonly erased: number;
  /** The number of orders that this step has erased or skipped. The next order may be partly erased. */
  readonly handled: number;
  /** The history row that counts these orders; undefined if none was erased. */
  readonly note: number | undefined;
}

const NOTHING: Outcome = { erased: 0, handled: 0, note: undefined };

/** Erases some orders. Each order is checked again, because it may have been changed since it was selected. */
function eraseSome(tx: Tx, some: readonly Row[], among: SQL | undefined, notes: Notes): Outcome {
  const closed = notes.closed(tx.db);
  let [room, erased, handled] = [ROWS_A_STEP, 0, 0];
  for (const { seq } of some) {
    const own = and(eq(orders.seq, seq), among);
    const order = tx.db.select().from(orders).where(own).get();
    if (order !== undefined && isDoneWith(order, closed)) {
      // The next pass must find this order if this pass erases only a part of it. That pass skips orders deleted before
      // `erasedUntil`.
      const deletedAt = Math.max(order.updatedAt, notes.erasedUntil);
      const outcome = eraseOrder(tx, notes.workspace(tx.db), order, { atMost: room, deletedAt });
      room -= outcome.rows;
      if (!outcome.done) break;
      erased += 1;
    }
    handled += 1;
    if (room <= 0) break;
  }
  return { erased, handled, note: erased === 0 ? undefined : notes.write(tx, erased) };
}

const isDoneWith = (order: Order, closed: ReadonlySet<string>): boolean =>
  !isErased(order) && (order.deletedAt !== null || closed.has(order.statusId));

/** Matches orders that still repeat. Only the search for live orders uses this; deleted orders never repeat. */
const COMES_UP_AGAIN = sql`EXISTS (SELECT 1 FROM order_schedules
  WHERE order_seq = ${orders.seq} AND open_from IS NOT NULL)`;

type Notes = ReturnType<typeof createNotes>;

/**
 * Manages the single history row of a pass. It is inserted with the first erased orders and updated with later ones.
 */
function createNotes({ workspaceSeq, workspaceId, erasedUntil }: Keeping) {
  let noted: number | undefined;
  let total = 0;
  return {
    erasedUntil,
    /**
     * Reads the workspace again, because its settings may change during a pass. For example, somebody may turn off
     * webhooks.
     */
    workspace: (db: Db) => workspaceOf(db, workspaceSeq),
    closed: (db: Db): ReadonlySet<string> => new Set(closedStatuses(db, workspaceSeq)),
    write(tx: Tx, erased: number): number {
      tx.notify('orders', workspaceSeq);
      const changes = { orders: { from: null, to: total + erased } };
      if (noted !== undefined) {
        amendAudit(tx, noted, changes);
        return noted;
      }
      const actor = { type: 'system', id: null } as const;
      return beginAudit(tx, { workspaceSeq, actor, action: 'orders.erased', subject: workspaceId, changes });
    },
    /** Counts a result after it has reached the disk. */
    keep({ erased, note }: Outcome): void {
      total += erased;
      noted ??= note;
    },
  };
}
