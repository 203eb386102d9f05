import { and, asc, eq, gt, inArray, isNotNull, lte, max, or, type SQL, sql } from 'drizzle-orm';
import { isJsonObject, type JsonObject, type JsonValue, parseStored } from '../base/index.ts';
import { type Db, orderHistory, orders, payments, searchText, storedSearchable, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { changeUntold } from './erase-order.ts';
import type { Order } from './order.ts';
import { saveOrder } from './save-order.ts';

/** A person's words in orders: finding them, and taking them out while the sums stay. */

/** Whether a text holds a phone or an address of the person. */
export type Mentions = (text: string) => boolean;

export interface MentionedOrder {
  readonly seq: number;
  /** Whether the person is its client. */
  readonly isClient: boolean;
  /** The parts whose words go; none where the person stands in its history or its payments alone. */
  readonly parts: readonly Part[];
}

/** The parts of an order that hold words. */
const PARTS = ['client', 'recipient', 'delivery', 'additional', 'products'] as const;
type Part = (typeof PARTS)[number];
const OTHERS = PARTS.filter((part) => part !== 'client');

/** Looked at in one step: a few milliseconds. */
const ORDERS_A_STEP = 500;
const ROWS_A_STEP = 50;

interface OrdersSought {
  readonly workspaceSeq: number;
  /** The last order that was looked at. */
  readonly after: number;
  readonly mentions: Mentions;
  /** Orders that were begun before a crash: they may name nobody any more, and still have to be gone through. */
  readonly begun?: readonly number[];
}

/**
 * Looks for a person in the next orders of a workspace, deleted ones too.
 *
 * @returns `last` is undefined where there are no more
 */
export function findMentionedOrders(
  db: Db,
  { workspaceSeq, after, mentions, begun = [] }: OrdersSought,
): { readonly found: readonly MentionedOrder[]; readonly last: number | undefined } {
  const newest =
    db
      .select({ seq: max(orders.seq) })
      .from(orders)
      .get()?.seq ?? 0;
  if (after >= newest) return { found: [], last: undefined };
  const last = Math.min(newest, after + ORDERS_A_STEP);
  const within = (column: typeof orders.seq | typeof orderHistory.orderSeq | typeof payments.orderSeq) =>
    and(gt(column, after), lte(column, last));
  const { seq, client, recipient, delivery, additional, products } = orders;
  const own = and(within(seq), eq(orders.workspaceSeq, workspaceSeq));
  const rows = db.select({ seq, client, recipient, delivery, additional, products }).from(orders).where(own).all();
  const formerly = changedSince(db, within(orderHistory.orderSeq), mentions);
  const paid = new Set(
    db
      .select({ seq: payments.orderSeq, data: payments.providerData, extra: payments.extra })
      .from(payments)
      .where(and(within(payments.orderSeq), or(isNotNull(payments.providerData), isNotNull(payments.extra))))
      .all()
      .flatMap((row) => (mentions(`${row.data} ${row.extra}`) ? [row.seq] : [])),
  );
  const found = rows.flatMap((row): MentionedOrder[] => {
    const isClient = mentions(row.client ?? '');
    if (isClient) return [{ seq: row.seq, isClient, parts: PARTS }];
    if (mentions(OTHERS.map((part) => row[part] ?? '').join(' '))) return [{ seq: row.seq, isClient, parts: OTHERS }];
    const since = formerly.get(row.seq);
    if (since === undefined && !paid.has(row.seq) && !begun.includes(row.seq)) return [];
    return [{ seq: row.seq, isClient, parts: since === undefined ? [] : OTHERS.filter((part) => !since.has(part)) }];
  });
  return { found, last };
}

/** By orders whose history names the person: what has changed in the last row that does, or since. All else may be theirs still. */
function changedSince(db: Db, within: SQL | undefined, mentions: Mentions): ReadonlyMap<number, ReadonlySet<string>> {
  const { orderSeq, version, changes } = orderHistory;
  const found = new Map<number, Set<string>>();
  const rows = db
    .select({ seq: orderSeq, changes })
    .from(orderHistory)
    .where(and(within, isNotNull(changes)))
    .orderBy(asc(orderSeq), asc(version))
    .all();
  for (const row of rows) {
    const text = row.changes ?? '{}';
    if (mentions(text)) found.set(row.seq, new Set());
    const since = found.get(row.seq);
    if (since !== undefined) for (const part of Object.keys(parseStored<JsonObject>(text))) since.add(part);
  }
  return found;
}

interface ForgetOrder {
  readonly mentioned: MentionedOrder;
  readonly mentions: Mentions;
  /** Written together with the parts, which go first: what is cut off behind them goes on with the order as a begun one. */
  readonly begin: (tx: Tx) => void;
}

/**
 * Takes a person's words out of an order: out of its parts, its history and what came with its payments. Sums, items, dates and payments
 * stay. Receivers of a live order hear order.updated.
 */
export async function forgetOrder(ctx: Ctx, { mentioned, mentions, begin }: ForgetOrder): Promise<void> {
  const { seq, parts } = mentioned;
  await ctx.storage.write((tx) => {
    const order = tx.db.select().from(orders).where(eq(orders.seq, seq)).get();
    // Somebody may have put in another client since the look.
    const isTheirs = (part: Part): boolean => part !== 'client' || mentions(order?.client ?? '');
    if (order !== undefined) cutParts(tx, ctx, order, parts.filter(isTheirs));
    begin(tx);
  });
  while (await ctx.storage.write((tx) => cutPayments(tx, seq)));
  for (let after = -1; ; ) {
    const last = await ctx.storage.write((tx) => cutHistory(tx, seq, after) ?? null);
    if (last === null) return;
    after = last;
  }
}

function cutParts(tx: Tx, ctx: Ctx, order: Order, parts: readonly Part[]): void {
  const cut = Object.fromEntries(parts.map((part) => [part, cutPart(part, order[part])]));
  if (parts.every((part) => cut[part] === order[part])) return;
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

/** The row of history says that words are gone, and none of them. */
const FORGOTTEN = { forgotten: { from: null, to: true } } as const;

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** The fields of an item that reports are made of. */
const cutItem = (item: JsonObject): JsonObject => pick(item, ['id', 'sku', 'name', 'quantity', 'price']);

function cutDelivery(text: string): string | null {
  const price = pick(parseStored<JsonObject>(text), ['price']);
  return Object.keys(price).length === 0 ? null : JSON.stringify(price);
}

/** The fields whose changes hold no words of a person. */
const PLAIN = [
  'num',
  'platform',
  'date',
  'timeStart',
  'timeEnd',
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

/** @returns the last version that it looked at; undefined where there are no more */
function cutHistory(tx: Tx, orderSeq: number, after: number): number | undefined {
  const { version, changes } = orderHistory;
  const isOf = eq(orderHistory.orderSeq, orderSeq);
  const rows = tx.db
    .select({ version, changes })
    .from(orderHistory)
    .where(and(isOf, gt(version, after)))
    .orderBy(asc(version))
    .limit(ROWS_A_STEP)
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
  return rows.at(-1)?.version;
}

function cutChanges(text: string | null): string | null {
  if (text === null) return null;
  const before = parseStored<JsonObject>(text);
  const after = pick(before, PLAIN);
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

/** @returns whether there may be more */
function cutPayments(tx: Tx, orderSeq: number): boolean {
  const says = sql`(${payments.providerData} IS NOT NULL OR ${payments.extra} IS NOT NULL)`;
  const some = tx.db
    .select({ seq: payments.seq })
    .from(payments)
    .where(and(eq(payments.orderSeq, orderSeq), says))
    .limit(ROWS_A_STEP)
    .all();
  if (some.length === 0) return false;
  const seqs = some.map(({ seq }) => seq);
  tx.db.update(payments).set({ providerData: null, extra: null }).where(inArray(payments.seq, seqs)).run();
  return true;
}
