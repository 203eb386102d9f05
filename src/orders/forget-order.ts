import { and, asc, eq, gt, inArray, isNotNull, lte, max, or, type SQL, sql } from 'drizzle-orm';
import { inTurns, isJsonObject, type JsonObject, type JsonValue, parseStored, type Steps } from '../base/index.ts';
import {
  orderHistory,
  orders,
  payments,
  type Storage,
  searchText,
  storedSearchable,
  type Tx,
} from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { changeUntold } from './erase-order.ts';
import type { Order } from './order.ts';
import { saveOrder } from './save-order.ts';
import { bytesOf } from './text-bytes.ts';

/** A person's words in orders: finding them, and taking them out while the sums stay. */

/** Looks if a text holds a phone or an address of the person. */
export type Mentions = (text: string) => Steps<boolean>;

export interface MentionedOrder {
  readonly seq: number;
  readonly isClient: boolean;
  /** The parts to empty; none if the person is only in its history or its payments. */
  readonly parts: readonly Part[];
}

/** The parts of an order that hold words. */
const PARTS = ['client', 'recipient', 'delivery', 'additional', 'products'] as const;
type Part = (typeof PARTS)[number];
const OTHERS = PARTS.filter((part) => part !== 'client');

/** The most orders of one step; large ones make it shorter. */
const ORDERS_A_STEP = 200;
/** Texts that are looked through before others are served: some 30 ms where they are digits from end to end. */
const BYTES_AT_ONCE = 262_144;
const ROWS_A_STEP = 50;

interface OrdersSought {
  readonly workspaceSeq: number;
  /** The last order that was looked at. */
  readonly after: number;
  readonly mentions: Mentions;
  /** Orders that were begun before a crash: they may no longer name the person, but must be finished. */
  readonly begun?: readonly number[];
}

/**
 * Looks for a person in the next orders of a workspace, deleted ones too. It stops wherever others should be served.
 *
 * @returns `last` is undefined where there are no more
 */
export function* findMentionedOrders(
  storage: Read,
  { workspaceSeq, after, mentions, begun = [] }: OrdersSought,
): Generator<undefined, { readonly found: readonly MentionedOrder[]; readonly last: number | undefined }> {
  const { seq, client, recipient, delivery, additional, products } = orders;
  const newest =
    storage.read
      .select({ seq: max(seq) })
      .from(orders)
      .get()?.seq ?? 0;
  if (after >= newest) return { found: [], last: undefined };
  const most = Math.min(newest, after + ORDERS_A_STEP);
  const own = (last: number) => and(gt(seq, after), lte(seq, last), eq(orders.workspaceSeq, workspaceSeq));
  const bytes = bytesOf(client, recipient, delivery, additional, products);
  const sized = storage.read.select({ at: seq, bytes }).from(orders).where(own(most)).orderBy(asc(seq)).all();
  const some = withinBytes(sized);
  const last = some.length < sized.length ? (some.at(-1)?.at ?? most) : most;
  const rows = storage.read
    .select({ seq, client, recipient, delivery, additional, products })
    .from(orders)
    .where(own(last))
    .orderBy(asc(seq))
    .all();
  const seqs = rows.map((row) => row.seq);
  const changed = seqsOf(storage, orderHistory.orderSeq, and(inArray(orderHistory.orderSeq, seqs), CHANGED));
  const told = seqsOf(storage, payments.orderSeq, and(inArray(payments.orderSeq, seqs), TOLD));
  const found: MentionedOrder[] = [];
  for (const row of rows) {
    const own = yield* mentionIn(row, mentions);
    const since =
      own === undefined && changed.has(row.seq) ? yield* changedSince(storage, row.seq, mentions) : undefined;
    if (own !== undefined) found.push(own);
    else if (since !== undefined) {
      found.push({ seq: row.seq, isClient: false, parts: OTHERS.filter((part) => !since.has(part)) });
    } else if (begun.includes(row.seq) || (told.has(row.seq) && (yield* isInPayments(storage, row.seq, mentions)))) {
      found.push({ seq: row.seq, isClient: false, parts: [] });
    }
  }
  yield undefined;
  return { found, last };
}

/** @returns undefined where the order itself does not name the person */
function* mentionIn(
  row: { readonly seq: number } & Readonly<Record<Part, string | null>>,
  mentions: Mentions,
): Steps<MentionedOrder | undefined> {
  const { seq } = row;
  if (yield* mentions(row.client ?? '')) return { seq, isClient: true, parts: PARTS };
  return (yield* mentions(OTHERS.map((part) => row[part] ?? '').join(' ')))
    ? { seq, isClient: false, parts: OTHERS }
    : undefined;
}

type Read = Pick<Storage, 'read'>;

const CHANGED = isNotNull(orderHistory.changes);
const TOLD = or(isNotNull(payments.providerData), isNotNull(payments.extra));

const seqsOf = (
  { read }: Read,
  orderSeq: typeof orderHistory.orderSeq | typeof payments.orderSeq,
  where: SQL | undefined,
): ReadonlySet<number> =>
  new Set(
    read
      .selectDistinct({ orderSeq })
      .from(orderSeq.table)
      .where(where)
      .all()
      .map((row) => row.orderSeq),
  );

interface SizedRow {
  readonly at: number;
  readonly bytes: number;
}

/** The first ones that fit into a step, at least one. */
function withinBytes(sized: readonly SizedRow[]): readonly SizedRow[] {
  let left = BYTES_AT_ONCE;
  const beyond = sized.findIndex(({ bytes }, nth) => {
    left -= bytes;
    return left < 0 && nth > 0;
  });
  return beyond === -1 ? sized : sized.slice(0, beyond);
}

/**
 * Reads rows a few at a time. After as much as others should wait for, they are served.
 *
 * @param sizes of the rows after a place
 * @param read the rows after a place, up to another
 */
function* inSlices<Row>(
  sizes: (after: number) => readonly SizedRow[],
  read: (after: number, upTo: number) => readonly Row[],
): Generator<undefined | Row, void> {
  for (let after = -1; ; ) {
    const some = withinBytes(sizes(after));
    const upTo = some.at(-1)?.at;
    if (upTo === undefined) return;
    for (const row of read(after, upTo)) yield row;
    if (some.reduce((all, { bytes }) => all + bytes, 0) > BYTES_AT_ONCE / 8) yield undefined;
    after = upTo;
  }
}

/**
 * The fields that have changed since the last row of history that names the person; other fields may still be theirs.
 * Undefined if no row names them.
 */
function* changedSince(
  storage: Read,
  orderSeq: number,
  mentions: Mentions,
): Generator<undefined, ReadonlySet<string> | undefined> {
  const { version, changes } = orderHistory;
  const behind = (after: number) => and(eq(orderHistory.orderSeq, orderSeq), gt(version, after), CHANGED);
  const rows = inSlices(
    (after) =>
      storage.read
        .select({ at: version, bytes: bytesOf(changes) })
        .from(orderHistory)
        .where(behind(after))
        .orderBy(asc(version))
        .limit(ROWS_A_STEP)
        .all(),
    (after, upTo) =>
      storage.read
        .select({ changes })
        .from(orderHistory)
        .where(and(behind(after), lte(version, upTo)))
        .orderBy(asc(version))
        .all(),
  );
  let since: Set<string> | undefined;
  for (const row of rows) {
    if (row === undefined) {
      yield row;
      continue;
    }
    const text = row.changes ?? '{}';
    if (yield* mentions(text)) since = new Set();
    if (since !== undefined) for (const part of Object.keys(parseStored<JsonObject>(text))) since.add(part);
  }
  return since;
}

/** True if the data of an order's payments names the person. */
function* isInPayments(storage: Read, orderSeq: number, mentions: Mentions): Generator<undefined, boolean> {
  const { seq, providerData, extra } = payments;
  const behind = (after: number) => and(eq(payments.orderSeq, orderSeq), gt(seq, after), TOLD);
  const rows = inSlices(
    (after) =>
      storage.read
        .select({ at: seq, bytes: bytesOf(providerData, extra) })
        .from(payments)
        .where(behind(after))
        .orderBy(asc(seq))
        .limit(ROWS_A_STEP)
        .all(),
    (after, upTo) =>
      storage.read
        .select({ data: providerData, extra })
        .from(payments)
        .where(and(behind(after), lte(seq, upTo)))
        .all(),
  );
  for (const row of rows) {
    if (row === undefined) yield row;
    else if (yield* mentions(`${row.data} ${row.extra}`)) return true;
  }
  return false;
}

const CLIENT = { client: orders.client };

interface ForgetOrder {
  readonly mentioned: MentionedOrder;
  readonly mentions: Mentions;
  /** Runs in the first transaction of an order, which is then known as begun after a crash. */
  readonly begin: (tx: Tx) => void;
}

/**
 * Takes a person's words out of an order: out of its parts, its history and what came with its payments. Sums, items, dates and payments
 * stay. Receivers of a live order hear order.updated.
 */
export async function forgetOrder(ctx: Ctx, { mentioned, mentions, begin }: ForgetOrder): Promise<void> {
  const { seq, parts } = mentioned;
  let isMore = await ctx.storage.write((tx) => {
    begin(tx);
    return cutPayments(tx, seq);
  });
  const isPaymentCut = isMore;
  while (isMore) isMore = await ctx.storage.write((tx) => cutPayments(tx, seq));
  const looked = ctx.storage.read.select(CLIENT).from(orders).where(eq(orders.seq, seq)).get();
  // Another client may have been entered since the first look.
  const isTheirs = await inTurns(ctx.workspace.seq, mentions(looked?.client ?? ''));
  await ctx.storage.write((tx) => {
    const order = tx.db.select().from(orders).where(eq(orders.seq, seq)).get();
    const isClients = isTheirs && order?.client === looked?.client;
    const theirs = parts.filter((part) => part !== 'client' || isClients);
    if (order !== undefined) cutParts(tx, ctx, order, { parts: theirs, isPaymentCut });
  });
  for (let after = -1; ; ) {
    const last = await ctx.storage.write((tx) => cutHistory(tx, seq, after) ?? null);
    if (last === null) return;
    after = last;
  }
}

interface Cut {
  readonly parts: readonly Part[];
  /** Texts of an order are kept for as long as its version is the same: what came with its payments is of them. */
  readonly isPaymentCut: boolean;
}

function cutParts(tx: Tx, ctx: Ctx, order: Order, { parts, isPaymentCut }: Cut): void {
  const cut = Object.fromEntries(parts.map((part) => [part, cutPart(part, order[part])]));
  if (!isPaymentCut && parts.every((part) => cut[part] === order[part])) return;
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

/** The row of history says that texts are gone, and holds none of them. */
const FORGOTTEN = { forgotten: { from: null, to: true } } as const;

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** The fields of an item that reports are made of. */
export const cutItem = (item: JsonObject): JsonObject => pick(item, ['id', 'sku', 'name', 'quantity', 'price']);

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
  const behind = and(isOf, gt(version, after));
  const sized = tx.db
    .select({ at: version, bytes: bytesOf(changes) })
    .from(orderHistory)
    .where(behind)
    .orderBy(asc(version))
    .limit(ROWS_A_STEP)
    .all();
  const upTo = withinBytes(sized).at(-1)?.at;
  if (upTo === undefined) return undefined;
  const rows = tx.db
    .select({ version, changes })
    .from(orderHistory)
    .where(and(behind, lte(version, upTo)))
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
