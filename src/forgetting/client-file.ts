import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import {
  filterInSteps,
  firstPart,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStored,
  type Steps,
  toIso,
  toIsoOrNull,
  toRoubles,
} from '../base/index.ts';
import { findMentionedClients, keptFile } from '../clients/index.ts';
import { findMentionedInquiries } from '../inquiries/index.ts';
import { isPrivate } from '../mail/index.ts';
import { cutItem, fileOfSchedule, findMentionedOrders, type Mentions, PLAIN_FIELDS } from '../orders/index.ts';
import {
  type Db,
  deliveries,
  events,
  inquiries,
  inquiryHistory,
  mails,
  orderHistory,
  orders,
  payments,
  webhookEndpoints,
} from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type Client, contactsOf } from './forgetting.ts';
import { mentionsOf } from './forgotten-list.ts';

/**
 * Yields a client's data as one JSON file, in pieces to save memory. An empty piece only gives the caller a chance to
 * serve other requests.
 * @throws validation_failed
 */
export function* clientFile(ctx: ReadCtx, client: Client, nowMs: number): Generator<string, void> {
  const { storage, workspace } = ctx;
  const mentions = mentionsOf(contactsOf(client), (contact) => contact);
  const { phone = null, email = null } = client;
  const head = { workspace: workspace.name, madeAt: toIso(nowMs), phone: phone || null, email: email || null };
  yield `${headOf(head)},\n "orders": [`;
  yield* ordersOf(storage, workspace.seq, mentions);
  yield '],\n "inquiries": [';
  yield* inquiriesOf(storage, workspace.seq, mentions);
  yield '],\n "kept": [';
  yield* listed(keptOf(storage, workspace.seq, mentions));
  yield '],\n "mails": [';
  yield* listed(mailsOf(storage, workspace.seq, mentions));
  yield ']\n}\n';
}

type ReadStorage = Pick<ReadCtx['storage'], 'read'>;
type Piece = object | undefined;

/**
 * After this many steps without a result, a space is sent, so that the connection stays open. Each step takes at most a
 * millisecond.
 */
const STEPS_OF_A_BLANK = 100;

function* listed(pieces: Iterable<Piece>): Generator<string, void> {
  let [separator, steps] = ['\n', 0];
  for (const piece of pieces) {
    steps += 1;
    if (piece === undefined) {
      yield steps % STEPS_OF_A_BLANK === 0 ? ' ' : '';
      continue;
    }
    yield `${separator}${JSON.stringify(piece, null, 1)}`;
    separator = ',\n';
  }
}

function* inPieces<T>(steps: Steps<T>): Generator<string, T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    yield '';
  }
}

/** Formats an object as JSON without its closing brace, so that lists can follow. */
const headOf = (whole: object): string => JSON.stringify(whole, null, 1).slice(0, -2);

/**
 * Yields the orders. The lists of each order are yielded piece by piece, because their rows and texts have no limit.
 */
function* ordersOf(storage: ReadStorage, workspaceSeq: number, mentions: Mentions): Generator<string, void> {
  let separator = '\n';
  for (let after = 0; ; ) {
    const { found, last } = yield* inPieces(findMentionedOrders(storage, { workspaceSeq, after, mentions }));
    if (last === undefined) return;
    after = last;
    for (const { seq, isClient } of found) {
      const whose = { isClient, isTheirs: isClient ? ALL : mentions };
      const order = yield* inPieces(orderOf(storage.read, seq, whose));
      if (order === undefined) continue;
      yield `${separator}${headOf(order)},\n "payments": [`;
      separator = ',\n';
      yield* listed(paymentsOf(storage.read, seq, whose));
      yield '],\n "deliveries": [';
      yield* listed(deliveriesOf(storage.read, seq));
      yield '],\n "history": [';
      yield* listed(historyOf(storage.read, seq, whose));
      yield ']\n}';
    }
    yield ' ';
  }
}

function* keptOf(storage: ReadStorage, workspaceSeq: number, mentions: Mentions): Generator<Piece, void> {
  for (let after = 0; ; ) {
    const { own, last } = yield* findMentionedClients(storage.read, { workspaceSeq, after, mentions });
    if (last === undefined) return;
    after = last;
    for (const client of own) yield keptFile(storage.read, client);
    yield undefined;
  }
}

const told = (text: string | null): JsonValue => (text === null ? null : parseStored<JsonValue>(text));

interface Whose {
  readonly isClient: boolean;
  /**
   * Checks whether a part of the order is about the person. An order that only mentions the person belongs to another
   * client, whose data is left out.
   */
  readonly isTheirs: Mentions;
}

/** Matches every part of an order, because the client's own orders are included in full. */
const ALL: Mentions = function* () {
  yield undefined;
  return true;
};

function* orderOf(db: Db, seq: number, { isClient, isTheirs }: Whose): Steps<Piece> {
  const order = db.select().from(orders).where(eq(orders.seq, seq)).get();
  if (order === undefined) return undefined;
  const part = function* (text: string | null): Steps<JsonValue> {
    return (yield* isTheirs(text ?? '')) ? told(text) : null;
  };
  // The file includes the delivery address if either the recipient or the address itself mentions the person.
  const isSent = yield* isTheirs(`${order.recipient} ${order.delivery}`);
  return {
    as: isClient ? 'client' : 'mentioned',
    id: order.id,
    number: order.num,
    source: order.source,
    key: order.repeatKey,
    ...Object.fromEntries(PLAIN_FIELDS.map((field) => [field, order[field]])),
    statusId: order.statusId,
    date: order.date,
    client: yield* part(order.client),
    recipient: yield* part(order.recipient),
    delivery: isSent ? told(order.delivery) : null,
    additional: yield* part(order.additional),
    products: isClient ? told(order.products) : parseStored<JsonObject[]>(order.products).map(cutItem),
    productsAmount: toRoubles(order.productsAmount),
    price: toRoubles(order.price),
    paidAmount: toRoubles(order.paidAmount),
    paymentStatus: order.paymentStatus,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    deletedAt: toIsoOrNull(order.deletedAt),
    comesUpAgain: isClient ? fileOfSchedule(db, seq) : null,
  };
}

const CHANGES_A_STEP = 100;

function* historyOf(db: Db, orderSeq: number, { isClient, isTheirs }: Whose): Generator<Piece, void> {
  const { version, at, kind, actorType: by, changes } = orderHistory;
  const bytes = sql<number>`coalesce(octet_length(${changes}), 0)`;
  for (let after = -1; ; ) {
    const behind = and(eq(orderHistory.orderSeq, orderSeq), gt(version, after));
    const sized = db
      .select({ version, bytes })
      .from(orderHistory)
      .where(behind)
      .orderBy(asc(version))
      .limit(CHANGES_A_STEP)
      .all();
    const part = firstPart(sized, (row) => row.bytes);
    const last = part.at(-1);
    if (last === undefined) return;
    after = last.version;
    const rows = db
      .select({ at, kind, by, changes })
      .from(orderHistory)
      .where(and(behind, lte(version, after)))
      .orderBy(asc(version))
      .all();
    for (const row of rows) {
      const said = isClient ? told(row.changes) : yield* changesOf(row.changes, isTheirs);
      yield { ...row, at: toIso(row.at), changes: said };
    }
    yield undefined;
  }
}

/**
 * Yields the changed fields that mention the person. A change has an old and a new value, and only values that mention
 * the person are yielded. The other value may be about another client.
 */
function* changesOf(text: string | null, isTheirs: Mentions): Steps<JsonValue> {
  const fields: [string, JsonObject][] = [];
  for (const [field, change] of Object.entries(parseStored<JsonObject>(text ?? '{}'))) {
    const sides = Object.entries(isJsonObject(change) ? change : {});
    const theirs = yield* filterInSteps(sides, ([, value]) => isTheirs(JSON.stringify(value)));
    if (theirs.length > 0) fields.push([field, Object.fromEntries(theirs)]);
  }
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** Yields the order's payments: at most a thousand, with at most 2 MiB of senders' own fields in total. */
function* paymentsOf(db: Db, orderSeq: number, { isTheirs }: Whose): Generator<Piece, void> {
  const rows = db.select().from(payments).where(eq(payments.orderSeq, orderSeq)).orderBy(asc(payments.seq)).all();
  for (const one of rows) {
    const piece = {
      id: one.id,
      externalId: one.externalId,
      status: one.status,
      amount: toRoubles(one.amount),
      refundedAmount: toRoubles(one.refundedAmount),
      currency: one.currency,
      paidAt: toIso(one.paidAt),
      paymentMethod: one.paymentMethod,
      providerData: told(one.providerData),
      sent: told(one.extra),
    };
    yield (yield* isTheirs(JSON.stringify(piece))) ? piece : undefined;
  }
}

/**
 * The number of changes whose deliveries are read in one step. Each change may have deliveries to a hundred endpoints.
 */
const SENT_A_STEP = 10;

function* deliveriesOf(db: Db, orderSeq: number): Generator<Piece, void> {
  const { version } = orderHistory;
  for (let after = -1; ; ) {
    const behind = and(eq(orderHistory.orderSeq, orderSeq), gt(version, after));
    const some = db.select({ version }).from(orderHistory).where(behind).orderBy(asc(version)).limit(SENT_A_STEP).all();
    const last = some.at(-1);
    if (last === undefined) return;
    after = last.version;
    const rows = db
      .select({ type: events.type, at: events.occurredAt, to: webhookEndpoints.url, state: deliveries.state })
      .from(orderHistory)
      // A cross join makes SQLite read the tables in this sequence. Otherwise it would begin with the deliveries of all
      // shops.
      .crossJoin(events)
      .crossJoin(webhookEndpoints)
      .crossJoin(deliveries)
      .where(
        and(
          behind,
          lte(version, after),
          eq(events.seq, orderHistory.eventSeq),
          eq(webhookEndpoints.workspaceSeq, events.workspaceSeq),
          eq(deliveries.endpointSeq, webhookEndpoints.seq),
          eq(deliveries.eventSeq, events.seq),
        ),
      )
      .all();
    for (const row of rows) yield { ...row, at: toIso(row.at), to: new URL(row.to).host };
    yield undefined;
  }
}

function* inquiriesOf(storage: ReadStorage, workspaceSeq: number, mentions: Mentions): Generator<string, void> {
  let separator = '\n';
  for (let after = 0; ; ) {
    const asked = { workspaceSeq, after, mentions, forgettings: [] };
    const { found, last } = yield* inPieces(findMentionedInquiries(storage.read, asked));
    if (last === undefined) return;
    after = last;
    for (const { seq } of found) {
      const inquiry = storage.read.select().from(inquiries).where(eq(inquiries.seq, seq)).get();
      if (inquiry === undefined) continue;
      const { id, source, stageId, payload, createdAt } = inquiry;
      const head = { id, source, stageId, createdAt: toIso(createdAt), payload: told(payload) };
      yield `${separator}${headOf(head)},\n "history": [`;
      separator = ',\n';
      yield* listed(movesOf(storage.read, seq));
      yield ']\n}';
    }
    yield ' ';
  }
}

/**
 * The number of entries of an inquiry's history that one step reads. A note may have 4,000 characters, and the number
 * of notes has no limit.
 */
const MOVES_A_STEP = 20;

function* movesOf(db: Db, inquirySeq: number): Generator<Piece, void> {
  const { number, at, kind, actorType: by, note } = inquiryHistory;
  for (let after = -1; ; ) {
    const rows = db
      .select({ number, at, kind, by, note })
      .from(inquiryHistory)
      .where(and(eq(inquiryHistory.inquirySeq, inquirySeq), gt(number, after)))
      .orderBy(asc(number))
      .limit(MOVES_A_STEP)
      .all();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.number;
    for (const { number: _, ...row } of rows) yield { ...row, at: toIso(row.at) };
  }
}

const MAILS_A_STEP = 100;

function* mailsOf(storage: ReadStorage, workspaceSeq: number, mentions: Mentions): Generator<Piece, void> {
  for (let after = 0; ; ) {
    const rows = storage.read
      .select()
      .from(mails)
      .where(and(eq(mails.workspaceSeq, workspaceSeq), gt(mails.seq, after)))
      .orderBy(asc(mails.seq))
      .limit(MAILS_A_STEP)
      .all();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
    for (const { kind, recipient, subject, text, state, createdAt } of rows) {
      // Mails about a person's own sign-in are left out, because they may concern another workspace.
      if (!isPrivate(kind) && (yield* mentions(`${recipient} ${subject} ${text}`)))
        yield { recipient, subject, text, state, at: toIso(createdAt) };
    }
    yield undefined;
  }
}
