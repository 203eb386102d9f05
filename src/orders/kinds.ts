/**
 * The kinds of a workspace's orders: combinations of the values that lists are filtered by, such as status and source.
 * Every change updates its order's kind in the same transaction. Each kind stores the number of its orders for
 * counting.
 */

import { and, eq, gt, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import {
  type Db,
  given,
  givenEach,
  insertedSeq,
  NAMED_KINDS,
  NAMED_PLATFORMS,
  orderKinds,
  prepared,
  SOURCED_KINDS,
  type Tx,
} from '../storage/index.ts';
import type { Order } from './order.ts';

type KindParts = Pick<Order, 'workspaceSeq' | 'source' | 'statusId' | 'paymentStatus' | 'platform' | 'deletedAt'>;

/** A filter on kinds of orders. An absent field matches every value; a list matches any of its values. */
export interface KindFilter {
  readonly statusIds?: readonly string[] | undefined;
  readonly notStatusIds?: readonly string[] | undefined;
  readonly paymentStatuses?: readonly string[] | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
}

export interface Kind {
  readonly seq: number;
  /** The source; null if the kind includes orders of several sources. */
  readonly source: string | null;
  readonly statusId: string;
  /** The platform; null if the kind includes orders of several platforms. */
  readonly platform: string | null;
  readonly orders: number;
  /**
   * True if some orders of this kind may not match the filter's platforms or sources. The caller must then check each
   * order.
   */
  readonly mixed: boolean;
}

const values = givenEach('workspaceSeq', 'source', 'statusId', 'paymentStatus', 'platform');

const ofValues = (named: number): SQL | undefined =>
  and(
    eq(orderKinds.workspaceSeq, values.workspaceSeq),
    eq(orderKinds.source, values.source),
    eq(orderKinds.statusId, values.statusId),
    eq(orderKinds.paymentStatus, values.paymentStatus),
    eq(orderKinds.platform, values.platform),
    sql`${orderKinds.named} = ${sql.raw(String(named))}`,
  );

const statements = prepared((db) => {
  const change = {
    orders: sql`orders + ${given('orders')}`,
    deleted: sql`deleted + ${given('deleted')}`,
  };
  const find = (named: number) => db.select({ seq: orderKinds.seq }).from(orderKinds).where(ofValues(named)).prepare();
  return {
    find: find(1),
    findMixed: find(0),
    countIn: db
      .update(orderKinds)
      .set(change)
      .where(eq(orderKinds.seq, given('seq')))
      .prepare(),
    /**
     * Checks whether a workspace may get one more kind of order. `named` is for a kind with its own platform, `sourced`
     * for a kind with its own source.
     */
    room: db
      .select({
        named: sql<number>`count(*) FILTER (WHERE named) < ${NAMED_KINDS}
          AND (count(DISTINCT platform) FILTER (WHERE named) < ${NAMED_PLATFORMS}
            OR max(platform = ${values.platform}) FILTER (WHERE named))`,
        sourced: sql<number>`count(*) < ${SOURCED_KINDS}`,
      })
      .from(orderKinds)
      .where(eq(orderKinds.workspaceSeq, values.workspaceSeq))
      .prepare(),
  };
});

const counted = (deletedAt: number | null, by: 1 | -1) =>
  deletedAt === null ? { orders: by, deleted: 0 } : { orders: 0, deleted: by };

/** Adds an order to the count of its kind. Creates the kind if it is missing. @returns the kind's seq */
export function enterKind(
  tx: Tx,
  { workspaceSeq, source, statusId, paymentStatus, platform, deletedAt }: KindParts,
): number {
  const given = { workspaceSeq, source, statusId, paymentStatus, platform };
  const { find, findMixed, room } = statements(tx.db);
  const counts = counted(deletedAt, 1);
  const ofSource = { ...given, platform: '' };
  const shared = { ...ofSource, source: isOfKey(source) ? '' : source };
  // Existing kinds are tried first, because `room` reads all kinds of the workspace.
  const known = find.get(given) ?? findMixed.get(ofSource) ?? findMixed.get(shared);
  if (known !== undefined) return countIn(tx, known.seq, counts);
  const { named, sourced } = room.get(given) ?? {};
  if (named === 1) return addKind(tx, { ...given, ...counts }, true);
  return addKind(tx, { ...(sourced === 1 ? ofSource : shared), ...counts }, false);
}

/** Returns true for the source of an API key. Docket's own sources begin with @. */
const isOfKey = (source: string): boolean => !source.startsWith('@');

/** Finding and counting take two statements, because a single one with RETURNING costs more than twice as much. */
function countIn(tx: Tx, seq: number, counts: ReturnType<typeof counted>): number {
  statements(tx.db).countIn.run({ seq, ...counts });
  return seq;
}

const addKind = (tx: Tx, given: Omit<typeof orderKinds.$inferInsert, 'named'>, named: boolean): number =>
  insertedSeq(
    tx.db
      .insert(orderKinds)
      .values({ ...given, named })
      .run(),
  );

/** Counts a changed order in its new kind instead of its old one. @returns the seq of the new kind */
export function moveKind(tx: Tx, before: Order, after: KindParts): number {
  const parts = ['statusId', 'paymentStatus', 'platform'] as const;
  const stays = parts.every((part) => before[part] === after[part]);
  const gone = (before.deletedAt === null) !== (after.deletedAt === null);
  if (stays && !gone) return before.kindSeq;
  countIn(tx, before.kindSeq, counted(before.deletedAt, -1));
  return enterKind(tx, after);
}

export function findKinds(db: Db, workspaceSeq: number, filter: KindFilter, deleted: boolean): Kind[] {
  const { statusIds = [], notStatusIds = [], paymentStatuses = [], platforms = [], sources = [] } = filter;
  const { statusId, paymentStatus, platform, source, named } = orderKinds;
  const count = deleted ? orderKinds.deleted : orderKinds.orders;
  return db
    .select({ seq: orderKinds.seq, source, statusId, platform, orders: count, named })
    .from(orderKinds)
    .where(
      and(
        eq(orderKinds.workspaceSeq, workspaceSeq),
        gt(count, 0),
        statusIds.length === 0 ? undefined : inArray(statusId, [...statusIds]),
        notStatusIds.length === 0 ? undefined : notInArray(statusId, [...notStatusIds]),
        paymentStatuses.length === 0 ? undefined : inArray(paymentStatus, [...paymentStatuses]),
        platforms.length === 0 ? undefined : or(eq(named, false), inArray(platform, [...platforms])),
        sources.length === 0 ? undefined : inArray(source, ['', ...sources]),
      ),
    )
    .all()
    .map(({ named, platform, source, ...kind }) => ({
      ...kind,
      source: source === '' ? null : source,
      platform: named ? platform : null,
      mixed: (!named && platforms.length > 0) || (source === '' && sources.length > 0),
    }));
}

export const takesAllKinds = (filter: KindFilter): boolean =>
  [filter.statusIds, filter.notStatusIds, filter.paymentStatuses, filter.platforms, filter.sources].every(
    (given) => given === undefined || given.length === 0,
  );

/** Checks whether any order has the status. Deleted orders count too. */
export const isStatusUsed = (db: Db, workspaceSeq: number, statusId: string): boolean =>
  db
    .select({ seq: orderKinds.seq })
    .from(orderKinds)
    .where(
      and(
        eq(orderKinds.workspaceSeq, workspaceSeq),
        eq(orderKinds.statusId, statusId),
        or(gt(orderKinds.orders, 0), gt(orderKinds.deleted, 0)),
      ),
    )
    .limit(1)
    .all().length > 0;

/**
 * Deletes the kinds without orders. Otherwise the kinds of removed statuses would pile up. Listing orders and adding a
 * kind would then take longer, because both read all kinds of the workspace. The newest kind of all workspaces stays.
 * Otherwise SQLite would use its number again, and a search under way could find another workspace's orders.
 */
export function dropEmptyKinds(tx: Tx, workspaceSeq: number): void {
  const own = eq(orderKinds.workspaceSeq, workspaceSeq);
  const isOlder = sql`${orderKinds.seq} < (SELECT max(seq) FROM ${orderKinds})`;
  tx.db
    .delete(orderKinds)
    .where(and(own, eq(orderKinds.orders, 0), eq(orderKinds.deleted, 0), isOlder))
    .run();
}

export const ordersOf = (kinds: readonly Pick<Kind, 'orders'>[]): number =>
  kinds.reduce((sum, { orders }) => sum + orders, 0);
