import { sql } from 'drizzle-orm';
import { AppError, canonicalJson, type Issue, type JsonObject, validationFailed } from '../base/index.ts';
import { writeOffOnEntry } from '../stock/index.ts';
import { insertedSeq, orders, prepared, searchText, type Tx } from '../storage/index.ts';
import { publish } from '../webhooks/index.ts';
import { type Ctx, findActiveStatus, hasWriteOffs, INITIAL_STATUS_ID } from '../workspaces/index.ts';
import {
  checkKey,
  checkShortText,
  checkTexts,
  checkTime,
  type Product,
  priceDelivery,
  priceProducts,
  toText,
  totalPrice,
} from './content.ts';
import { writeHistory } from './history.ts';
import { takeNumber } from './number-series.ts';
import { findOrderByKey, type OrderSummary } from './order.ts';
import { readOrderDay } from './order-day.ts';
import {
  type CheckedPayment,
  checkPayment,
  findByExternalId,
  insertPayment,
  type PaymentInput,
  paymentKeyConflict,
} from './payment.ts';
import { paymentStatus } from './payment-status.ts';
import { invalidStatus } from './status-errors.ts';

/** The body of a create, its shape checked; unknown keys inside the nested objects are the sender's and stay. */
export interface CreateOrderInput {
  readonly requestKey?: string | null | undefined;
  readonly num?: string | null | undefined;
  readonly platform?: string | null | undefined;
  readonly statusId?: string | null | undefined;
  readonly date: string;
  readonly timeStart?: string | null | undefined;
  readonly timeEnd?: string | null | undefined;
  readonly client?: JsonObject | null | undefined;
  readonly recipient?: JsonObject | null | undefined;
  readonly products: readonly Product[];
  readonly delivery?: JsonObject | null | undefined;
  readonly additional?: JsonObject | null | undefined;
  readonly payments?: readonly (PaymentInput & JsonObject)[] | null | undefined;
}

export interface Created {
  readonly order: OrderSummary;
  /** True when the key was known with the same payload: nothing was done. */
  readonly replayed: boolean;
}

const MAX_PAYMENTS = 100;
const PAYMENT_FIELDS = new Set(['paymentId', 'amount', 'currency', 'paidAt', 'paymentMethod', 'providerData']);

/**
 * Makes an order, once for each repeat key of the caller's source (contract, section 3): a repeat with the same payload finds
 * the order as it is now. Writes order, payments, history and events, or nothing.
 *
 * @throws validation_failed, order_key_conflict, order_deleted, invalid_status, payment_key_conflict
 */
export const createOrder = (ctx: Ctx, input: CreateOrderInput): Promise<Created> =>
  ctx.storage.write(orderCreation(ctx, input));

/** The change that makes the order, its input checked, for a write that does more beside it. @throws validation_failed */
export function orderCreation(ctx: Ctx, input: CreateOrderInput): (tx: Tx) => Created {
  const draft = checkDraft(ctx, input);
  const fingerprint = payloadFingerprint(input);
  const mayWriteOff = hasWriteOffs(ctx.storage, ctx.workspace.seq);
  return (tx) => {
    const known = findOrderByKey(tx.db, ctx.workspace.seq, ctx.source, draft.repeatKey);
    if (known !== undefined) {
      if (!sameBytes(known.fingerprint, fingerprint)) throw orderKeyConflict(draft.repeatKey);
      if (known.deletedAt !== null) throw orderDeleted();
      return { order: known, replayed: true };
    }
    if (
      draft.statusId !== INITIAL_STATUS_ID &&
      findActiveStatus(tx.db, ctx.workspace.seq, draft.statusId) === undefined
    ) {
      throw invalidStatus(draft.statusId);
    }
    return { order: insertOrder(tx, ctx, draft, fingerprint, mayWriteOff), replayed: false };
  };
}

interface Draft {
  readonly repeatKey: string;
  /** Undefined: the workspace's series gives it. */
  readonly num: string | undefined;
  readonly statusId: string;
  readonly payments: readonly CheckedPayment[];
  readonly people: Pick<CreateOrderInput, 'client' | 'recipient'>;
  readonly columns: Pick<
    typeof orders.$inferSelect,
    | 'platform'
    | 'date'
    | 'timeStart'
    | 'timeEnd'
    | 'productsAmount'
    | 'price'
    | 'client'
    | 'recipient'
    | 'products'
    | 'delivery'
    | 'additional'
  >;
}

function checkDraft(ctx: Ctx, input: CreateOrderInput): Draft {
  const issues: Issue[] = [];
  const repeatKey = checkRepeatKey(input, issues);
  checkShortText('platform', input.platform, issues);
  checkTime('timeStart', input.timeStart, issues);
  checkTime('timeEnd', input.timeEnd, issues);
  checkTexts('client', input.client, issues);
  checkTexts('recipient', input.recipient, issues);
  checkTexts('additional', input.additional, issues);
  const date = readOrderDay('date', input.date, ctx.workspace.timeZone, issues);
  const { products, productsAmount } = priceProducts('products', input.products, issues);
  const { delivery, deliveryAmount } = priceDelivery('delivery', input.delivery, issues);
  const price = totalPrice('products', productsAmount, deliveryAmount, issues);
  const payments = checkPayments(input.payments ?? [], issues);
  if (issues.length > 0) throw validationFailed(issues);
  return {
    repeatKey,
    num: input.num ?? undefined,
    statusId: input.statusId ?? INITIAL_STATUS_ID,
    payments,
    people: { client: input.client, recipient: input.recipient },
    columns: {
      platform: input.platform ?? null,
      date,
      timeStart: input.timeStart ?? null,
      timeEnd: input.timeEnd ?? null,
      productsAmount,
      price,
      client: toText(input.client),
      recipient: toText(input.recipient),
      products: JSON.stringify(products),
      delivery: toText(delivery),
      additional: toText(input.additional),
    },
  };
}

function checkRepeatKey(input: CreateOrderInput, issues: Issue[]): string {
  const { requestKey, num } = input;
  const sent = typeof requestKey === 'string' ? requestKey : num;
  if (typeof requestKey === 'string' && typeof num === 'string') {
    issues.push({ path: 'requestKey', message: 'must not be sent together with num: send one of the two' });
  } else if (typeof sent !== 'string') {
    issues.push({ path: 'requestKey', message: 'is missing: send requestKey, or num for a number of your own' });
  } else {
    checkKey(typeof requestKey === 'string' ? 'requestKey' : 'num', sent, issues);
  }
  return sent ?? '';
}

function checkPayments(sent: readonly (PaymentInput & JsonObject)[], issues: Issue[]): CheckedPayment[] {
  if (sent.length > MAX_PAYMENTS) {
    issues.push({ path: 'payments', message: `must have at most ${MAX_PAYMENTS} items` });
    return [];
  }
  return sent.map((payment, index) => {
    const extra = Object.entries(payment).filter(([key]) => !PAYMENT_FIELDS.has(key));
    return checkPayment(`payments.${index}`, payment, extra.length === 0 ? null : Object.fromEntries(extra), issues);
  });
}

/** SHA-256 of the request as JSON values: order of keys, white space, and null or absent do not count. */
function payloadFingerprint(input: CreateOrderInput): Uint8Array {
  // The input is the parsed body itself, so it is JSON but for keys whose value is undefined, which canonicalJson leaves out.
  return new Bun.CryptoHasher('sha256').update(canonicalJson(input as unknown as JsonObject, true)).digest();
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const statements = prepared((db) => ({
  insert: db
    .insert(orders)
    .values({
      id: sql.placeholder('id'),
      workspaceSeq: sql.placeholder('workspaceSeq'),
      source: sql.placeholder('source'),
      repeatKey: sql.placeholder('repeatKey'),
      fingerprint: sql.placeholder('fingerprint'),
      version: sql.placeholder('version'),
      num: sql.placeholder('num'),
      platform: sql.placeholder('platform'),
      statusId: sql.placeholder('statusId'),
      date: sql.placeholder('date'),
      timeStart: sql.placeholder('timeStart'),
      timeEnd: sql.placeholder('timeEnd'),
      productsAmount: sql.placeholder('productsAmount'),
      price: sql.placeholder('price'),
      paidAmount: sql.placeholder('paidAmount'),
      paymentStatus: sql.placeholder('paymentStatus'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
      client: sql.placeholder('client'),
      recipient: sql.placeholder('recipient'),
      products: sql.placeholder('products'),
      delivery: sql.placeholder('delivery'),
      additional: sql.placeholder('additional'),
      searchText: sql.placeholder('searchText'),
    })
    .prepare(),
}));

function insertOrder(tx: Tx, ctx: Ctx, draft: Draft, fingerprint: Uint8Array, mayWriteOff: boolean): OrderSummary {
  refuseKnownPayments(tx, ctx, draft.payments);
  const paidAmount = draft.payments.reduce((sum, payment) => sum + payment.amount, 0);
  const num = draft.num ?? takeNumber(tx, ctx.workspace.seq);
  const row = {
    id: tx.newId(),
    workspaceSeq: ctx.workspace.seq,
    source: ctx.source,
    repeatKey: draft.repeatKey,
    fingerprint,
    version: 1,
    num,
    statusId: draft.statusId,
    ...draft.columns,
    paidAmount,
    paymentStatus: paymentStatus(draft.columns.price, { confirmed: paidAmount, refunded: 0 }),
    createdAt: tx.now,
    updatedAt: tx.now,
    searchText: searchText({ num, client: draft.people.client, recipient: draft.people.recipient }),
  };
  const seq = insertedSeq(statements(tx.db).insert.run(row));
  const eventSeq = publish(tx, ctx.workspace, seq, { type: 'order.created', order: row });
  writeHistory(tx, ctx, { orderSeq: seq, version: row.version, kind: 'created', eventSeq });
  if (mayWriteOff) writeOffOnEntry(tx, ctx, { ...row, seq });
  for (const payment of draft.payments) {
    const { id, amount, currency } = insertPayment(tx, ctx, seq, payment);
    publish(tx, ctx.workspace, seq, {
      type: 'order.payment.created',
      order: row,
      payment: { id, amountKopecks: amount, currency },
    });
  }
  return row;
}

/** Before anything is written: a payment that is known already, here or twice in this create, refuses the whole. */
function refuseKnownPayments(tx: Tx, ctx: Ctx, payments: readonly CheckedPayment[]): void {
  const seen = new Set<string>();
  for (const { externalId } of payments) {
    if (externalId === null) continue;
    if (seen.has(externalId) || findByExternalId(tx.db, ctx, externalId) !== undefined)
      throw paymentKeyConflict(externalId);
    seen.add(externalId);
  }
}

const orderKeyConflict = (repeatKey: string): AppError =>
  new AppError(
    'order_key_conflict',
    'This key was used before with a different payload. Nothing was stored: send the original payload, or a new key for a new order.',
    {
      key: repeatKey,
    },
  );

const orderDeleted = (): AppError =>
  new AppError('order_deleted', 'The order made with this key has been deleted since; it was not made again.');
