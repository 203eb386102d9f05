import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import {
  inParts,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listPriceOf,
  type Parts,
  parseStored,
} from '../base/index.ts';
import { orderHistory, payments, searchText, storedSearchable, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { changeUntold } from './erase-order.ts';
import {
  type Mentions,
  newestChange,
  PARTS,
  type Part,
  partsToCut,
  ROWS_A_STEP,
  withinBytes,
} from './find-mentioned-orders.ts';
import { findOrderBySeq, type Order } from './order.ts';
import { PLAIN_FIELDS } from './plain-fields.ts';
import { saveOrder } from './save-order.ts';
import { dropSchedule } from './schedules/index.ts';
import { bytesOf } from './text-bytes.ts';

interface ForgetOrder {
  readonly seq: number;
  readonly mentions: Mentions;
  /**
   * Marks the removal as begun, in the first transaction of the removal. If the server then crashes, the next run
   * finishes the removal.
   */
  readonly begin: (tx: Tx) => void;
  /** Marks the removal as finished, in the last transaction of the removal. */
  readonly end: (tx: Tx) => void;
}

/**
 * Removes a person's data from an order, its history and the extra fields of its payments. Sums, items, dates and
 * payments stay. If the order itself changes, its webhook receivers get order.updated. A deleted order sends no event.
 */
export async function* forgetOrder(ctx: Ctx, asked: ForgetOrder): Parts<void> {
  const { seq, begin, end } = asked;
  const { storage } = ctx;
  let isMore = await storage.write((tx) => {
    begin(tx);
    return cutPayments(tx, seq, ROWS_A_STEP);
  });
  while (isMore) {
    yield undefined;
    isMore = await storage.write((tx) => cutPayments(tx, seq, ROWS_A_STEP));
  }
  const upTo = yield* cutAsLooked(ctx, asked);
  for (let after = -1; ; ) {
    const last = await storage.write((tx) => {
      const cut = cutHistory(tx, seq, { after, upTo });
      if (cut >= upTo) end(tx);
      return cut;
    });
    if (last >= upTo) return;
    after = last;
    yield undefined;
  }
}

/**
 * The greatest number of times that one order is searched for a person's data. If the order is edited during every
 * search, the result of the last search is used.
 */
const MOST_LOOKS = 5;

/**
 * Searches the parts of the order for the person, and empties those that name the person. An edit during the search may
 * put another person's data into a part, so the search is then repeated. After `MOST_LOOKS` searches, the parts that
 * the last one found are emptied.
 * @returns the newest row of the order's history; rows after it were written without the person's data
 */
async function* cutAsLooked(ctx: Ctx, { seq, mentions }: ForgetOrder): Parts<number> {
  for (let looks = 1; ; looks += 1) {
    const looked = findOrderBySeq(ctx.storage.read, seq);
    const parts =
      looked === undefined ? [] : yield* inParts(ctx.workspace.seq, partsToCut(ctx.storage, looked, mentions));
    const upTo = await ctx.storage.write((tx) => {
      const order = findOrderBySeq(tx.db, seq);
      if (looks < MOST_LOOKS && PARTS.some((part) => order?.[part] !== looked?.[part])) return null;
      const newest = newestChange(tx.db, seq);
      // The schedule is removed only if the order's client is the person to forget. Another client's schedule stays.
      if (parts.includes('client')) dropSchedule(tx, seq);
      if (order !== undefined) cutParts(tx, ctx, order, parts);
      return newest;
    });
    if (upTo !== null) return upTo;
  }
}

function cutParts(tx: Tx, ctx: Ctx, order: Order, parts: readonly Part[]): void {
  const cut = Object.fromEntries(parts.map((part) => [part, cutPart(part, order[part])]));
  // This transaction empties the last payments, so that a run after a crash still finds payments to empty. Without any,
  // that run would write no new version, and readers would keep their cached texts.
  if (!cutPayments(tx, order.seq, 0) && parts.every((part) => cut[part] === order[part])) return;
  const patch = { ...cut, searchText: searchText(storedSearchable({ ...order, ...cut })) };
  if (order.deletedAt !== null) changeUntold(tx, order, patch);
  else saveOrder(tx, ctx, order, patch, { kind: 'updated', changes: FORGOTTEN, forgets: true });
  tx.notify('orders', ctx.workspace.seq);
}

function cutPart(part: Part, text: string | null): string | null {
  if (text === null) return null;
  if (part === 'products') return JSON.stringify(parseStored<JsonObject[]>(text).map(cutItem));
  return part === 'delivery' ? cutDelivery(text) : null;
}

/** The history row records the removal, not the removed texts. */
const FORGOTTEN = { forgotten: { from: null, to: true } } as const;

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

const OF_REPORTS = ['id', 'sku', 'name', 'quantity', 'price'];

/** The price before a discount is kept only if it is valid, because a shop may have sent any text. */
export const cutItem = (item: JsonObject): JsonObject => {
  const { price, listPrice } = item;
  const isDiscounted = listPriceOf({ price: Number(price), listPrice }) !== undefined;
  return pick(item, isDiscounted ? [...OF_REPORTS, 'listPrice'] : OF_REPORTS);
};

function cutDelivery(text: string): string | null {
  const price = pick(parseStored<JsonObject>(text), ['price']);
  return Object.keys(price).length === 0 ? null : JSON.stringify(price);
}

/** The fields whose changes never contain a person's data. */
const HARMLESS = [
  ...PLAIN_FIELDS,
  'num',
  'date',
  'productsAmount',
  'price',
  'paidAmount',
  'paymentStatus',
  'payment',
  'paymentIds',
  'paymentMethod',
  'paidAt',
  'amount',
  'refundedAmount',
  'refundMethod',
  'statusId',
  'status',
  'forgotten',
];

interface HistoryPart {
  readonly after: number;
  readonly upTo: number;
}

/**
 * Removes fields that may contain a person's data from up to `ROWS_A_STEP` rows of an order's history.
 * @returns the last version that was checked; `upTo` if no row is left
 */
function cutHistory(tx: Tx, orderSeq: number, { after, upTo }: HistoryPart): number {
  const { version, changes } = orderHistory;
  const isOf = eq(orderHistory.orderSeq, orderSeq);
  const behind = and(isOf, gt(version, after));
  const sized = tx.db
    .select({ at: version, bytes: bytesOf(changes) })
    .from(orderHistory)
    .where(and(behind, lte(version, upTo)))
    .orderBy(asc(version))
    .limit(ROWS_A_STEP)
    .all();
  const last = withinBytes(sized).at(-1)?.at;
  if (last === undefined) return upTo;
  const rows = tx.db
    .select({ version, changes })
    .from(orderHistory)
    .where(and(behind, lte(version, last)))
    .orderBy(asc(version))
    .all();
  for (const row of rows) {
    const cut = cutChanges(row.changes);
    if (cut === row.changes) continue;
    tx.db
      .update(orderHistory)
      .set({ changes: cut })
      .where(and(isOf, eq(version, row.version)))
      .run();
  }
  return last;
}

function cutChanges(text: string | null): string | null {
  if (text === null) return null;
  const before = parseStored<JsonObject>(text);
  const after = pick(before, HARMLESS);
  const products = before['products'];
  if (isJsonObject(products)) {
    after['products'] = Object.fromEntries(Object.entries(products).map(([side, items]) => [side, cutItems(items)]));
  }
  if (Object.keys(after).length === 0) return null;
  const cut = JSON.stringify(after);
  return cut === JSON.stringify(before) ? text : cut;
}

const cutItems = (items: JsonValue): JsonValue =>
  Array.isArray(items) ? items.map((item) => (isJsonObject(item) ? cutItem(item) : null)) : null;

/**
 * Empties the extra fields of up to `ROWS_A_STEP` payments; true if it emptied some. It does nothing if at most `left`
 * payments still have such fields.
 */
function cutPayments(tx: Tx, orderSeq: number, left: number): boolean {
  const says = sql`(${payments.providerData} IS NOT NULL OR ${payments.extra} IS NOT NULL)`;
  const some = tx.db
    .select({ seq: payments.seq })
    .from(payments)
    .where(and(eq(payments.orderSeq, orderSeq), says))
    .orderBy(asc(payments.seq))
    .limit(ROWS_A_STEP + 1)
    .all();
  if (some.length <= left) return false;
  const seqs = some.slice(0, ROWS_A_STEP).map(({ seq }) => seq);
  tx.db.update(payments).set({ providerData: null, extra: null }).where(inArray(payments.seq, seqs)).run();
  return true;
}
