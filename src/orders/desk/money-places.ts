/**
 * This file finds positions of lines in the money list: payments and refunds that count (see `COUNTS`). Each read
 * covers one slice of an index. So a search for a rare method does not delay other requests.
 */

import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import { type Db, oneOf, type SearchFile } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { askOfClient, newestOrders, ordersAmong } from '../find/client-orders.ts';
import { type OneClient, planOf } from '../find/plan.ts';
import { findDesk } from './list.ts';

export type MoneyKind = 'payment' | 'refund';

export interface MoneyFilter {
  readonly fromMs: number;
  readonly beforeMs: number;
  readonly kind?: MoneyKind | undefined;
  /** One spelling of the method; its other spellings match too. An empty text matches payments without a method. */
  readonly method?: string | undefined;
  /** The source that sent the payment, which may differ from the order's source. */
  readonly source?: string | undefined;
  /**
   * The phones and e-mail addresses of one client, in the form that the search index uses. An empty list means an
   * unknown client.
   */
  readonly clientKeys?: readonly string[] | undefined;
  /** A text to find in the order's number, client, phone, address or items. */
  readonly text?: string | undefined;
}

/** The start or end of a slice of the list. Within one millisecond, payments precede refunds. */
export interface MoneyPlace {
  readonly at: number;
  readonly sort: number;
  readonly seq: number;
}
export const PAYMENT = 0;
const REFUND = 1;
export const kindOf = (sort: number): MoneyKind => (sort === PAYMENT ? 'payment' : 'refund');

/**
 * The filter of the money list after `askMoney` has searched for `text` and `clientKeys`. The results of this search
 * are in `few`, `sift` and `client`.
 */
export interface AskedMoney extends Omit<MoneyFilter, 'text' | 'clientKeys'> {
  readonly workspaceSeq: number;
  /** The limit on index rows that one step reads; some thousands by default. */
  readonly atOnce?: number;
  /** The seqs of the orders that match the text or client, if there are few. */
  readonly few: readonly number[] | undefined;
  /**
   * A condition for the orders that match the text or client. It is used instead of `few` if too many orders, payments
   * or refunds match.
   */
  readonly sift: SQL | undefined;
  /**
   * The client that the filter names. This field is undefined if `few` lists the client's orders. Without `few`, the
   * client's orders are read in parts.
   */
  readonly client?: { readonly search: SearchFile; readonly of: OneClient } | undefined;
}

const FEW = 1_000;
const ORDERS_AT_ONCE = 250;

export async function askMoney(ctx: Ctx, { text, clientKeys, ...filter }: MoneyFilter): Promise<AskedMoney> {
  const orders = { text, clientKeys };
  const { sift, client: of, search } = planOf(ctx, orders);
  const asked = { ...filter, workspaceSeq: ctx.workspace.seq, client: of && { search, of } };
  if (sift === undefined) return { ...asked, few: undefined, sift };
  const few: number[] = [];
  let cursor: string | undefined;
  do {
    await nextTurn(ctx.workspace.seq);
    const { places, nextCursor } = findDesk(ctx, { filter: orders, limit: ORDERS_AT_ONCE, cursor });
    few.push(...places.map(({ seq }) => seq));
    if (few.length > FEW) return { ...asked, few: undefined, sift };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return hasFewPayments(ctx.storage.read, few)
    ? { ...asked, few, sift: undefined, client: undefined }
    : { ...asked, few: undefined, sift };
}

/** Checks whether one step can read all payments and refunds of these orders. One order may have a thousand of each. */
function hasFewPayments(db: Db, orderSeqs: readonly number[]): boolean {
  const rows = db.all(sql`SELECT 1 FROM payments LEFT JOIN refunds ON refunds.payment_seq = payments.seq
    WHERE order_seq IN ${oneOf(orderSeqs)} LIMIT ${SEEN + 1}`);
  return rows.length <= SEEN;
}

/**
 * Returns the next orders below a seq, for a client with many orders. It returns fewer orders if their payments would
 * not fit into one slice. If not even one order's payments fit, it returns that order alone.
 */
export function nextOrders(db: Db, { search, of }: NonNullable<AskedMoney['client']>, before: number): number[] {
  let found = askOfClient(search, of, (index, seqs) => newestOrders(index, seqs, { before, limit: ORDERS_AT_ONCE }));
  while (found.length > 1 && !hasFewPayments(db, found)) found = found.slice(0, found.length >> 1);
  return found;
}

const LAST_SEQ = Number.MAX_SAFE_INTEGER;
/** The number of index rows that one step reads, in a millisecond or two. */
const SEEN = 5_000;
/** The number of index rows that one step reads if it must read each order as well. */
const SEEN_ORDERS = 500;

/** A part of the list between two positions. The line at `after` is excluded. */
export interface Slice {
  readonly after: MoneyPlace;
  readonly end: MoneyPlace | undefined;
  readonly own?: readonly number[] | undefined;
}

export const startAt = (at: number): MoneyPlace => ({ at, sort: PAYMENT, seq: 0 });

export function sliceAfter(db: Db, asked: AskedMoney, place: MoneyPlace | undefined): Slice {
  const after = place ?? startAt(asked.beforeMs);
  if (asked.few !== undefined) return { after, end: undefined };
  // A step reads even rows that the filter excludes, and these rows count toward the limit of the step. So `all` has no
  // filter. A refund counts toward the limit even if the filter excludes its payment.
  const all = { ...asked, sift: undefined };
  const { client } = asked;
  const seen = asked.sift === undefined && client === undefined ? (asked.atOnce ?? SEEN) : SEEN_ORDERS;
  const whole = { after, end: undefined };
  const ends = [
    nthOf(db, payments(all, whole), sql`p.paid_at AS at, ${PAYMENT} AS sort, p.seq AS seq`, seen),
    nthOf(db, refundRows(all, whole, REFUNDS), sql`r.at AS at, ${REFUND} AS sort, r.seq AS seq`, seen),
  ].flatMap((end) => end ?? []);
  // The slice ends where the payments or the refunds first reach the limit on rows.
  const [end] = ends.toSorted((a, b) => b.at - a.at || a.sort - b.sort);
  if (client === undefined) return { after, end };
  const orders = db.all<{ orderSeq: number }>(
    sql`SELECT DISTINCT orderSeq FROM (${linesIn(all, { after, end })}) ORDER BY orderSeq`,
  );
  const among = orders.map(({ orderSeq }) => orderSeq);
  return { after, end, own: askOfClient(client.search, client.of, (index, seqs) => ordersAmong(index, seqs, among)) };
}

/** Finds the nth row in consecutive ranges of an index, newest first. It reads no index row beyond the nth. */
function nthOf(db: Db, ranges: readonly SQL[], columns: SQL, nth: number): MoneyPlace | undefined {
  let left = nth;
  for (const range of ranges) {
    const rows = sql`SELECT ${columns} ${range} ORDER BY at DESC, seq DESC`;
    const [end] = db.all<MoneyPlace>(sql`${rows} LIMIT 1 OFFSET ${left - 1}`);
    if (end !== undefined || range === ranges.at(-1)) return end;
    left -= db.get<{ n: number }>(sql`SELECT count(*) AS n FROM (SELECT 1 ${range} LIMIT ${left})`)?.n ?? 0;
  }
  return undefined;
}

/** Selects the lines of a slice. The columns are `at`, `sort`, `seq`, `orderSeq`, `method`, `source` and `amount`. */
export function linesIn(asked: AskedMoney, slice: Slice, rest = sql`TRUE`, last = sql``): SQL {
  const ofPayments = sql`p.paid_at AS at, ${PAYMENT} AS sort, p.seq AS seq, p.order_seq AS orderSeq,
    coalesce(p.payment_method, '') AS method, p.source AS source, p.amount AS amount`;
  const ofRefunds = sql`r.at AS at, ${REFUND} AS sort, r.seq AS seq, p.order_seq AS orderSeq,
    coalesce(r.method, p.payment_method, '') AS method, p.source AS source, r.amount AS amount`;
  const lines = [
    ...payments(asked, slice).map((range) => sql`SELECT ${ofPayments} ${range}`),
    ...refunds(asked, slice).map((range) => sql`SELECT ${ofRefunds} ${range}`),
  ].map((range) => sql`SELECT * FROM (SELECT * FROM (${range}) WHERE ${rest} ${last})`);
  return sql.join(lines, sql` UNION ALL `);
}

/**
 * The condition for money received on an order that is not deleted. It must repeat the condition of the index
 * `payments_by_paid` word for word. Otherwise SQLite cannot use the index.
 */
export const COUNTS = sql`status IN ('confirmed', 'refunded') AND order_deleted = 0`;

type Moment = readonly [at: number, seq: number];

/**
 * Returns conditions for the rows between two moments, newest first. The last and the first millisecond have conditions
 * of their own, because only some of their rows are included. With a single condition for both columns, SQLite would
 * read all payments of a millisecond, perhaps 100,000.
 */
function rangesOf(at: SQL, seq: SQL, [fromAt, fromSeq]: Moment, [toAt, toSeq]: Moment): SQL[] {
  if (fromAt > toAt) return [sql`FALSE`];
  if (fromAt === toAt) return [sql`${at} = ${toAt} AND ${seq} >= ${fromSeq} AND ${seq} < ${toSeq}`];
  const rest = toSeq === 0 ? [] : [sql`${at} = ${toAt} AND ${seq} < ${toSeq}`];
  if (fromSeq === 0) return [...rest, sql`${at} >= ${fromAt} AND ${at} < ${toAt}`];
  return [...rest, sql`${at} > ${fromAt} AND ${at} < ${toAt}`, sql`${at} = ${fromAt} AND ${seq} >= ${fromSeq}`];
}

/**
 * Returns the oldest moment of a slice's payments or refunds (`sort`). If the slice ends at a payment, refunds of the
 * same millisecond belong to the next slice.
 */
function firstOf(fromMs: number, end: MoneyPlace | undefined, sort: number): Moment {
  if (end === undefined) return [fromMs, 0];
  if (end.sort === sort) return [end.at, end.seq];
  return sort === PAYMENT ? [end.at, 0] : [end.at + 1, 0];
}

const isAsked = ({ kind }: AskedMoney, sort: number): SQL =>
  kind === undefined || kind === kindOf(sort) ? sql`TRUE` : sql`FALSE`;

/** Returns SQL for each range of payments in a slice, without SELECT and the columns, which the caller adds. */
function payments(asked: AskedMoney, { after, end, own: of }: Slice): SQL[] {
  const { workspaceSeq, fromMs, few, sift } = asked;
  const from = few === undefined ? sql`payments_by_paid` : sql`payments_by_order`;
  const own = ofSeqs(few ?? of);
  const to = after.sort === PAYMENT ? after.seq : 0;
  return rangesOf(sql`p.paid_at`, sql`p.seq`, firstOf(fromMs, end, PAYMENT), [after.at, to]).map(
    (range) => sql`FROM payments AS p INDEXED BY ${from} WHERE ${isAsked(asked, PAYMENT)}
    AND p.workspace_seq = ${workspaceSeq} AND ${COUNTS} AND ${own} AND ${range} AND ${ofOrders(sift)}`,
  );
}

const REFUNDS = sql`refunds AS r INDEXED BY refunds_by_at`;

function refunds(asked: AskedMoney, slice: Slice): SQL[] {
  const { few, sift } = asked;
  const from =
    few === undefined
      ? sql`${REFUNDS} CROSS JOIN payments AS p ON p.seq = r.payment_seq`
      : sql`payments AS p INDEXED BY payments_by_order CROSS JOIN refunds AS r INDEXED BY refunds_by_payment ON r.payment_seq = p.seq`;
  const own = ofSeqs(few ?? slice.own);
  return refundRows(asked, slice, from).map((rows) => sql`${rows} AND ${COUNTS} AND ${own} AND ${ofOrders(sift)}`);
}

function refundRows(asked: AskedMoney, { after, end }: Slice, from: SQL): SQL[] {
  // The seq is 0 if `after` comes from `startAt`. Such a slice contains only refunds from before that time.
  const to = after.sort === REFUND ? after.seq : after.seq === 0 ? 0 : LAST_SEQ;
  return rangesOf(sql`r.at`, sql`r.seq`, firstOf(asked.fromMs, end, REFUND), [after.at, to]).map(
    (range) =>
      sql`FROM ${from} WHERE ${isAsked(asked, REFUND)} AND r.workspace_seq = ${asked.workspaceSeq} AND ${range}`,
  );
}

const ofSeqs = (seqs: readonly number[] | undefined): SQL =>
  seqs === undefined ? sql`TRUE` : sql`p.order_seq IN ${oneOf(seqs)}`;

const ofOrders = (sift: SQL | undefined): SQL =>
  sift === undefined ? sql`TRUE` : sql`EXISTS (SELECT 1 FROM orders WHERE orders.seq = p.order_seq AND ${sift})`;
