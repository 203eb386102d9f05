import { and, asc, desc, eq, exists, gt, inArray, isNotNull, lte, max, or } from 'drizzle-orm';
import { firstPart, inSlices, type JsonObject, parseStored, type SizedRow, type Steps } from '../base/index.ts';
import { type Db, orderHistory, orders, payments, type Storage, withinWorkspace } from '../storage/index.ts';
import { bytesOf } from './text-bytes.ts';

/** Checks whether a text contains a phone or an e-mail address of the person that a search is looking for. */
export type Mentions = (text: string) => Steps<boolean>;

export interface MentionedOrder {
  readonly seq: number;
  readonly isClient: boolean;
}

export const PARTS = ['client', 'recipient', 'delivery', 'additional', 'products'] as const;
export type Part = (typeof PARTS)[number];
const OTHERS = PARTS.filter((part) => part !== 'client');

/** The limit on orders that one step checks. If they are large, it checks fewer. */
const ORDERS_A_STEP = 200;
export const ROWS_A_STEP = 50;

interface OrdersSought {
  readonly workspaceSeq: number;
  /** The seq of the last order that the previous step checked; 0 at the start. */
  readonly after: number;
  readonly mentions: Mentions;
  /**
   * The orders for which a crash interrupted the removal of the person's data. The search finds them even if they no
   * longer name the person, because the removal must be finished.
   */
  readonly begun?: readonly number[];
}

/**
 * Finds which of the next orders mention the person. Deleted orders are searched too. Pauses for other requests.
 * @returns `last` is the seq after which the next step continues; undefined if no orders are left
 */
export function* findMentionedOrders(
  storage: ReadStorage,
  { workspaceSeq, after, mentions, begun = [] }: OrdersSought,
): Generator<undefined, { readonly found: readonly MentionedOrder[]; readonly last: number | undefined }> {
  const { seq, version, client, recipient, delivery, additional, products } = orders;
  const newest =
    storage.read
      .select({ seq: max(seq) })
      .from(orders)
      .get()?.seq ?? 0;
  if (after >= newest) return { found: [], last: undefined };
  const most = Math.min(newest, after + ORDERS_A_STEP);
  const own = (last: number) => and(gt(seq, after), lte(seq, last), withinWorkspace(orders.workspaceSeq, workspaceSeq));
  const bytes = bytesOf(client, recipient, delivery, additional, products);
  const sized = storage.read.select({ at: seq, bytes }).from(orders).where(own(most)).orderBy(asc(seq)).all();
  const some = withinBytes(sized);
  const last = some.length < sized.length ? (some.at(-1)?.at ?? most) : most;
  const rows = storage.read
    .select({ seq, version, client, recipient, delivery, additional, products })
    .from(orders)
    .where(own(last))
    .orderBy(asc(seq))
    .all();
  const told = ordersTold(
    storage,
    rows.map((row) => row.seq),
  );
  const found: MentionedOrder[] = [];
  for (const row of rows) {
    const { seq, version } = row;
    const own = yield* partsNaming(row, mentions);
    const isFound =
      own !== undefined ||
      begun.includes(seq) ||
      (version > 1 && (yield* changedSince(storage, seq, mentions)) !== undefined) ||
      (told.has(seq) && (yield* isInPayments(storage, seq, mentions)));
    if (isFound) found.push({ seq, isClient: own?.includes('client') ?? false });
  }
  yield undefined;
  return { found, last };
}

type Texts = Readonly<Record<Part, string | null>>;

/**
 * Finds the parts of an order that may be about the person. Does not search the order's history or payments.
 * @returns undefined if no part names the person
 */
function* partsNaming(row: Texts, mentions: Mentions): Steps<readonly Part[] | undefined> {
  if (yield* mentions(row.client ?? '')) return PARTS;
  return (yield* mentions(OTHERS.map((part) => row[part] ?? '').join(' '))) ? OTHERS : undefined;
}

/** Finds the parts of an order that may be about the person and must be emptied. Payments are emptied separately. */
export function* partsToCut(
  storage: ReadStorage,
  order: Texts & { readonly seq: number },
  mentions: Mentions,
): Steps<readonly Part[]> {
  const own = yield* partsNaming(order, mentions);
  if (own !== undefined) return own;
  const since = yield* changedSince(storage, order.seq, mentions);
  return since === undefined ? [] : OTHERS.filter((part) => !since.has(part));
}

type ReadStorage = Pick<Storage, 'read'>;

const TOLD = or(isNotNull(payments.providerData), isNotNull(payments.extra));

/** Finds the orders that have a payment with data of its sender. */
function ordersTold({ read }: ReadStorage, seqs: readonly number[]): ReadonlySet<number> {
  const such = read
    .select({ orderSeq: payments.orderSeq })
    .from(payments)
    .where(and(eq(payments.orderSeq, orders.seq), TOLD));
  const found = read
    .select({ seq: orders.seq })
    .from(orders)
    .where(and(inArray(orders.seq, [...seqs]), exists(such)))
    .all();
  return new Set(found.map(({ seq }) => seq));
}

/**
 * Selects the first rows, up to the bytes that one step may read. It always selects the first row, even if that row is
 * larger.
 */
export const withinBytes = (sized: readonly SizedRow[]): readonly SizedRow[] => firstPart(sized, ({ bytes }) => bytes);

export const newestChange = (db: Db, orderSeq: number): number =>
  db
    .select({ version: orderHistory.version })
    .from(orderHistory)
    .where(eq(orderHistory.orderSeq, orderSeq))
    .orderBy(desc(orderHistory.version))
    .limit(1)
    .get()?.version ?? 0;

/**
 * Returns the fields that changed in the last history row naming the person, or in a later row. Rows added during the
 * search are left out, so that changes cannot prolong the search.
 */
function* changedSince(
  storage: ReadStorage,
  orderSeq: number,
  mentions: Mentions,
): Generator<undefined, ReadonlySet<string> | undefined> {
  const { version, changes } = orderHistory;
  const newest = newestChange(storage.read, orderSeq);
  const between = (after: number, upTo: number) =>
    and(eq(orderHistory.orderSeq, orderSeq), gt(version, after), lte(version, upTo));
  const rows = inSlices(
    (after) =>
      storage.read
        .select({ at: version, bytes: bytesOf(changes) })
        .from(orderHistory)
        .where(between(after, newest))
        .orderBy(asc(version))
        .limit(ROWS_A_STEP)
        .all(),
    (after, upTo) =>
      storage.read.select({ changes }).from(orderHistory).where(between(after, upTo)).orderBy(asc(version)).all(),
  );
  let since: Set<string> | undefined;
  for (const { changes: text } of rows) {
    if (text === null) {
      // Lets other requests run, because an order may have any number of rows without changes.
      yield undefined;
      continue;
    }
    if (yield* mentions(text)) since = new Set();
    if (since !== undefined) for (const part of Object.keys(parseStored<JsonObject>(text))) since.add(part);
  }
  return since;
}

function* isInPayments(storage: ReadStorage, orderSeq: number, mentions: Mentions): Generator<undefined, boolean> {
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
    if (yield* mentions(`${row.data} ${row.extra}`)) return true;
  }
  return false;
}
