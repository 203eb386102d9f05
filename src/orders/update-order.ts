import {
  canonicalJson,
  type Issue,
  type JsonObject,
  type JsonValue,
  parseExact,
  parseStored,
  validationFailed,
} from '../base/index.ts';
import { noteProductsChanged } from '../stock/index.ts';
import { searchText, storedSearchable, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, diff } from '../workspaces/index.ts';
import { checkKey, checkTexts } from './checks.ts';
import { DELIVERY_FIELDS, PERSON_FIELDS, withKnownFields } from './known-fields.ts';
import { type Order, type OrderSummary, summaryOf, toText } from './order.ts';
import { readOrderDay } from './order-day.ts';
import { paidPatch } from './payment.ts';
import { checkSentFields, PLAIN_FIELDS, type PlainInput, withoutBlanks } from './plain-fields.ts';
import { type Product, priceDelivery, priceProducts, totalPrice } from './pricing.ts';
import { checkReference, getMatchingOrder, type OrderReference } from './referred-order.ts';
import { answerOnce, type RepeatAnswer, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { saveOrder } from './save-order.ts';

/**
 * The fields of an update (seed, orders/update). An absent field stays as it is; null clears a field where that is
 * allowed.
 */
interface OrderPatch extends PlainInput {
  readonly num?: string | null | undefined;
  readonly date?: string | undefined;
  readonly client?: JsonObject | null | undefined;
  readonly recipient?: JsonObject | null | undefined;
  readonly products?: readonly Product[] | undefined;
  readonly delivery?: JsonObject | null | undefined;
  readonly additional?: JsonObject | null | undefined;
}

interface UpdateOrder extends OrderReference {
  readonly data: OrderPatch;
  readonly ifMatch?: string | undefined;
}

/**
 * Replaces the parts of an order that `data` contains. A part is never merged with its earlier value. If nothing
 * differs, nothing is written or sent.
 *
 * @throws validation_failed, idempotency_key_conflict, order_not_found, order_reference_conflict, precondition_failed
 */
export async function updateOrder(
  ctx: Ctx,
  { ifMatch, idempotencyKey, ...sent }: UpdateOrder & RepeatKey,
): Promise<RepeatAnswer<OrderSummary>> {
  const payload = { ...sent, data: withoutBlanks(sent.data) };
  const issues: Issue[] = [];
  const call = readKeyedCall('update', idempotencyKey, { ...payload, cleared: clearedBy(payload.data) }, issues);
  checkReference(payload, issues);
  const columns = checkPatch(ctx, payload.data, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) =>
    answerOnce(tx, ctx, call, () => {
      const before = getMatchingOrder(tx.db, ctx, payload, ifMatch);
      return summaryOf(replaceParts(tx, ctx, before, columns));
    }),
  );
}

const CLEARABLE = [...PLAIN_FIELDS, 'client', 'recipient', 'delivery', 'additional'] as const;

/**
 * The fields that the patch clears with null. In these fields, a comparison of payloads distinguishes null from an
 * absent field.
 */
const clearedBy = (data: OrderPatch): string[] => CLEARABLE.filter((field) => data[field] === null);

function replaceParts(tx: Tx, ctx: Ctx, before: Order, columns: Columns): Order {
  const patch = onlyChanged(before, { ...columns, ...repriced(tx, before, columns) });
  if (Object.keys(patch).length === 0) return before;
  if (patch.products !== undefined) noteProductsChanged(tx, before.seq);
  return saveOrder(
    tx,
    ctx,
    before,
    { ...patch, ...foundBy(before, patch) },
    { kind: 'updated', changes: describe(before, patch) },
  );
}

type Columns = Partial<Order>;

const FOUND_BY = ['num', 'client', 'recipient', 'delivery', 'products'] as const;

function foundBy(before: Order, patch: Columns): Columns {
  if (FOUND_BY.every((column) => patch[column] === undefined)) return {};
  return { searchText: searchText(storedSearchable({ ...before, ...patch })) };
}

function checkPatch(ctx: Ctx, data: OrderPatch, issues: Issue[]): Columns {
  if (Object.values(data).every((value) => value === undefined)) {
    issues.push({ path: 'data', rule: 'nothing_to_change' });
  }
  const columns: Columns = {};
  // Null keeps the current number (seed, orders/update, rule 4). An empty number was dropped before.
  if (typeof data.num === 'string') {
    checkKey('data.num', data.num, issues);
    columns.num = data.num;
  }
  Object.assign(columns, checkSentFields('data.', data, issues));
  readObjects(data, columns, issues);
  if (data.date !== undefined) columns.date = readOrderDay('data.date', data.date, ctx.workspace.timeZone, issues);
  if (data.products !== undefined) {
    const { products, productsAmount } = priceProducts('data.products', data.products, issues);
    columns.products = JSON.stringify(products);
    columns.productsAmount = productsAmount;
  }
  if (data.delivery !== undefined)
    columns.delivery = toText(priceDelivery('data.delivery', data.delivery, issues).delivery);
  return columns;
}

function readObjects(data: OrderPatch, columns: Columns, issues: Issue[]): void {
  for (const field of ['client', 'recipient', 'additional'] as const) {
    const value = data[field];
    if (value === undefined) continue;
    checkTexts(`data.${field}`, value, issues);
    columns[field] = toText(value);
  }
}

/**
 * Computes the price and the payment status from products, delivery and payments. They are always computed as a whole,
 * never adjusted.
 */
function repriced(tx: Tx, before: Order, columns: Columns): Columns {
  if (columns.products === undefined && columns.delivery === undefined) return {};
  const issues: Issue[] = [];
  const productsAmount = columns.productsAmount ?? before.productsAmount;
  const delivery = columns.delivery === undefined ? before.delivery : columns.delivery;
  const parsed: JsonObject | null = delivery === null ? null : parseStored(delivery);
  const price = totalPrice(
    'data',
    productsAmount,
    priceDelivery('data.delivery', parsed, issues).deliveryAmount,
    issues,
  );
  if (issues.length > 0) throw validationFailed(issues);
  return { price, ...paidPatch(tx.db, { seq: before.seq, price }) };
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['client', 'recipient', 'products', 'delivery', 'additional']);

function onlyChanged(before: Order, columns: Columns): Columns {
  const current: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(columns).filter(([column, value]) =>
    JSON_COLUMNS.has(column) ? !sameJson(column, current[column], value) : current[column] !== value,
  );
  return Object.fromEntries(changed);
}

/** The values that a read fills in are not a change if a client sends them back. */
const FILLED: Readonly<Record<string, object>> = {
  client: PERSON_FIELDS,
  recipient: PERSON_FIELDS,
  delivery: DELIVERY_FIELDS,
};

function sameJson(column: string, a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  return a === b || canonicalOf(column, a) === canonicalOf(column, b);
}

function canonicalOf(column: string, text: string): string {
  const known = FILLED[column];
  return canonicalJson(known === undefined ? parseStored<JsonValue>(text) : withKnownFields(known, text), false);
}

function describe(before: Order, patch: Columns): Changes {
  const value = (column: string, raw: unknown): JsonValue | unknown =>
    JSON_COLUMNS.has(column) && typeof raw === 'string' ? parseExact(raw) : raw;
  return Object.fromEntries(
    Object.entries(diff(before, patch)).map(([column, { from, to }]) => [
      column,
      { from: value(column, from), to: value(column, to) },
    ]),
  );
}
