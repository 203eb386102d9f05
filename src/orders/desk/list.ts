import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import { type Db, orderKinds } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { type Position, SORTED_CURSORS, type SortedPlace } from '../cursor.ts';
import { type Asker, fillPage, type Page } from '../fill-page.ts';
import { findOrders } from '../find/find-orders.ts';
import { countPlaces } from '../find/newest-places.ts';
import { type DeskFilter, isItem, planOf } from '../find/plan.ts';
import type { Order } from '../order.ts';
import { OWED } from '../order-sums.ts';
import { cancelledStatuses } from '../statuses.ts';
import { readOrders, shapeOrders } from './read-orders.ts';
import type { ItemSum } from './sum-items.ts';

interface AskedPage {
  readonly filter: DeskFilter;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Places extends Omit<Page<Order>, 'orders'> {
  readonly places: readonly Position[];
}

/**
 * Finds one page of the desk's orders, newest first. Deleted orders are sorted by the time of their deletion. A text
 * search may return fewer orders than `limit`, or none, although more follow (see `fillDesk`).
 * @param limit 1 to 500
 * @throws validation_failed, invalid_cursor
 */
export function findDesk(ctx: Ctx, { filter, limit, cursor }: AskedPage): Places {
  const plan = planOf(ctx, filter);
  // The time in `overAt` differs from page to page. A cursor must stay valid for the same list, so only the presence of
  // `overAt` counts.
  const asked = { ...filter, overAt: filter.overAt !== undefined };
  const list = { storage: ctx.storage, list: JSON.stringify([ctx.workspace.id, 'desk', asked, plan.statuses]) };
  const after = cursor === undefined ? undefined : SORTED_CURSORS.decode(list, cursor);
  const { places, end, open } = findOrders(ctx.storage.read, plan, after, limit);
  return { places, nextCursor: end === undefined ? null : SORTED_CURSORS.encode(list, end), open };
}

export function listDesk(ctx: Ctx, asked: AskedPage): Page<Order> {
  const { places, ...page } = findDesk(ctx, asked);
  return { ...page, orders: readOrders(ctx.storage.read, places) };
}

/** The number of orders that one step finds, in some 2 ms. */
const AT_ONCE = 50;

interface Filling<Row> extends AskedPage {
  readonly asker: Asker;
  /** Extracts the needed part of an order. An order may take 2 MB, and a page has up to 500 orders. */
  readonly shape: (order: Order) => Row;
}

/**
 * Reads a full page of orders, and keeps only the part of each order that `shape` extracts. Only the last page of the
 * list may be shorter. Other requests are served meanwhile. The work stops when the caller disconnects.
 */
export async function fillDesk<Row extends { readonly id: string }>(
  ctx: Ctx,
  { filter, limit, cursor, ...making }: Filling<Row>,
): Promise<Page<Row>> {
  const { workspace } = ctx;
  await nextTurn(workspace.seq);
  const step = async (most: number, after: string | undefined): Promise<Page<Row>> => {
    const { places, ...page } = findDesk(ctx, { filter, limit: most, cursor: after });
    return { ...page, orders: await shapeOrders(ctx, { places, ...making }) };
  };
  return fillPage(step, limit, cursor, { asker: making.asker, workspace, atOnce: AT_ONCE });
}

/** Counts the matching orders, up to `most`. Other requests are served meanwhile. @throws validation_failed */
export async function countDesk(
  ctx: Ctx,
  { filter, most, asker: { signal } }: { readonly filter: DeskFilter; readonly most: number; readonly asker: Asker },
): Promise<number> {
  await nextTurn(ctx.workspace.seq);
  const plan = planOf(ctx, { ...filter, sort: undefined });
  if (plan.sift === undefined) return countPlaces(ctx.storage.read, plan.places, most);
  let [count, after]: [number, SortedPlace | undefined] = [0, undefined];
  do {
    const { places, end } = findOrders(ctx.storage.read, plan, after, most - count);
    count += places.length;
    after = end;
    if (after !== undefined) await nextTurn(ctx.workspace.seq);
  } while (after !== undefined && count < most && !signal.aborted);
  return count;
}

/** Amounts are kopecks. */
export interface DeskSums {
  readonly orders: number;
  readonly total: number;
  readonly paid: number;
  /** The sum still owed, as in the overview. Nothing is owed on a canceled order. */
  readonly left: number;
  readonly over: number;
  /**
   * The part of the total that nobody owes, because orders were canceled or refunded: `total - (paid - over) - left`.
   */
  readonly notOwed: number;
  readonly item: ItemSum | null;
}

const SUMMED_AT_ONCE = 250;

/**
 * Adds up the matching orders, and serves other requests meanwhile; undefined if there are more than `most`.
 * @throws validation_failed
 */
export async function sumDesk(
  ctx: Ctx,
  { filter, most, asker: { signal } }: { readonly filter: DeskFilter; readonly most: number; readonly asker: Asker },
): Promise<DeskSums | undefined> {
  const plan = planOf(ctx, { ...filter, sort: undefined });
  if (plan.sift === undefined && countPlaces(ctx.storage.read, plan.places, most + 1) > most) return undefined;
  const cancelled = cancelledStatuses(ctx.storage.read, ctx.workspace.seq);
  const isOf = filter.item;
  const nothing = {
    orders: 0,
    total: 0,
    paid: 0,
    left: 0,
    over: 0,
    notOwed: 0,
    item: isOf === undefined ? null : NO_ITEM,
  };
  let [sums, after]: [DeskSums, SortedPlace | undefined] = [nothing, undefined];
  do {
    await nextTurn(ctx.workspace.seq);
    const { places, end } = findOrders(ctx.storage.read, plan, after, SUMMED_AT_ONCE);
    sums = plus(sums, sumOrders(ctx, places, { item: isOf, cancelled }));
    if (sums.orders > most) return undefined;
    after = end;
  } while (after !== undefined && !signal.aborted);
  return sums;
}

const NO_ITEM: ItemSum = { quantity: 0, amount: 0 };

const plus = (a: DeskSums, b: DeskSums): DeskSums => ({
  orders: a.orders + b.orders,
  total: a.total + b.total,
  paid: a.paid + b.paid,
  left: a.left + b.left,
  over: a.over + b.over,
  notOwed: a.notOwed + b.notOwed,
  item:
    a.item === null || b.item === null
      ? null
      : { quantity: a.item.quantity + b.item.quantity, amount: a.item.amount + b.item.amount },
});

interface SumsWanted {
  readonly item: string | undefined;
  /** The ids of statuses in which a client owes nothing. */
  readonly cancelled: readonly string[];
}

function sumOrders({ storage }: Ctx, places: readonly Position[], { item, cancelled }: SumsWanted): DeskSums {
  const owed = sql`iif(status_id IN (SELECT value FROM json_each(${JSON.stringify(cancelled)})), 0, ${OWED})`;
  const seqs = JSON.stringify(places.map(({ seq }) => seq));
  const [sums] = storage.read.all<
    Omit<DeskSums, 'item' | 'notOwed'>
  >(sql`SELECT count(*) AS orders, coalesce(sum(price), 0) AS total,
      coalesce(sum(paid_amount), 0) AS paid, coalesce(sum(${owed}), 0) AS "left",
      coalesce(sum(max(paid_amount - price, 0)), 0) AS over
    FROM orders WHERE seq IN (SELECT value FROM json_each(${seqs}))`);
  const { orders = 0, total = 0, paid = 0, left = 0, over = 0 } = sums ?? {};
  const notOwed = total - (paid - over) - left;
  return {
    orders,
    total,
    paid,
    left,
    over,
    notOwed,
    item: item === undefined ? null : sumItem(storage.read, seqs, item),
  };
}

function sumItem(db: Db, seqs: string, item: string): ItemSum {
  const number = (key: string, scale: number): SQL =>
    sql`CAST(round((product.value ->> ${key}) * ${scale}) AS INTEGER)`;
  const [quantity, price] = [number('quantity', 1_000), number('price', 100)];
  const [sum] = db.all<ItemSum>(sql`SELECT coalesce(sum(${quantity}), 0) AS quantity,
      coalesce(sum((${quantity} * ${price} + 500) / 1000), 0) AS amount
    FROM orders, json_each(products) AS product
    WHERE orders.seq IN (SELECT value FROM json_each(${seqs})) AND ${isItem(sql`product.value`, item)}`);
  return sum ?? NO_ITEM;
}

/** Lists at most 100 platforms and 100 sources of live orders. An empty platform stands for orders without one. */
export function listOrigins(ctx: Ctx): { platforms: string[]; sources: string[] } {
  const distinct = (column: SQL, where: SQL): string[] =>
    ctx.storage.read
      .all<{ value: string }>(
        sql`SELECT DISTINCT ${column} AS value FROM ${orderKinds}
          WHERE workspace_seq = ${ctx.workspace.seq} AND orders > 0 AND ${where} LIMIT 100`,
      )
      .map(({ value }) => value)
      .sort();
  return { platforms: distinct(sql`platform`, sql`named`), sources: distinct(sql`source`, sql`source <> ''`) };
}

export function countByStatus(ctx: Ctx): ReadonlyMap<string, number> {
  const rows = ctx.storage.read.all<{ id: string; n: number }>(
    sql`SELECT status_id AS id, sum(orders) AS n FROM ${orderKinds}
      WHERE workspace_seq = ${ctx.workspace.seq} AND orders > 0 GROUP BY status_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
