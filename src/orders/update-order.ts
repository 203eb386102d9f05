import { type Issue, type JsonObject, validationFailed } from '../base/index.ts';
import { noteProductsChanged } from '../stock/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import {
  type Columns,
  changesText,
  foundBy,
  onlyChanged,
  PARTS,
  type ReadPart,
  readingOnce,
  type SentParts,
} from './changed-parts.ts';
import { checkKey, checkTexts, readOrderDay } from './checks.ts';
import { type Order, type OrderSummary, summaryOf, toText } from './order.ts';
import { paidPatch } from './payment.ts';
import { checkSentFields, PLAIN_FIELDS, type PlainInput, withoutBlanks } from './plain-fields.ts';
import { type Product, priceDelivery, priceProducts, totalPrice } from './pricing.ts';
import { checkReference, getMatchingOrder, type OrderReference } from './referred-order.ts';
import { answerOnce, type RepeatAnswer, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { saveOrder } from './save-order.ts';

/**
 * The fields of an update, as the original specification lists them (seed, orders/update). An absent field stays as it
 * is; null clears a field where that is allowed.
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
 * The fields that the patch clears with null. When a call is repeated, its payload is compared with the first one. With
 * this list, the comparison distinguishes null from an absent field.
 */
const clearedBy = (data: OrderPatch): string[] => CLEARABLE.filter((field) => data[field] === null);

/**
 * The maximum size of an order's texts in bytes. It is somewhat above the limit on a request body. So even the largest
 * update is accepted if the order's other texts are short.
 */
const MOST_TEXT_BYTES = 1_310_720;

/**
 * Checks the order's size, because others wait while a large order is read. An order that is already above the limit
 * must not grow.
 * @throws validation_failed at the largest part of the patch
 */
function checkSize(before: Order, patch: Columns): void {
  const sizeOf = (part: (typeof PARTS)[number], order: Columns): number => Buffer.byteLength(order[part] ?? '');
  const sumOf = (order: Order): number => PARTS.reduce((sum, part) => sum + sizeOf(part, order), 0);
  const [largest] = PARTS.filter((part) => patch[part] !== undefined).toSorted(
    (a, b) => sizeOf(b, patch) - sizeOf(a, patch),
  );
  if (largest === undefined) return;
  const size = sumOf({ ...before, ...patch });
  if (size <= MOST_TEXT_BYTES || size <= sumOf(before)) return;
  throw validationFailed([{ path: `data.${largest}`, rule: 'order_texts', most: MOST_TEXT_BYTES }]);
}

function replaceParts(tx: Tx, ctx: Ctx, before: Order, sent: CheckedPatch): Order {
  const read = readingOnce(before);
  const columns = { ...sent.columns, ...repriced(tx, before, sent, read) };
  const patch = onlyChanged(before, { columns, parts: sent.parts }, read);
  if (Object.keys(patch).length === 0) return before;
  checkSize(before, patch);
  if (patch.products !== undefined) noteProductsChanged(tx, before.seq);
  const readAfter: ReadPart = (part) => (patch[part] === undefined ? read(part) : (sent.parts[part] ?? null));
  const itemsOf = (products: string) => (products === before.products ? read : readAfter)('products');
  return saveOrder(
    tx,
    ctx,
    before,
    { ...patch, ...foundBy(before, patch, readAfter) },
    {
      kind: 'updated',
      changes: changesText(before, patch),
      readItems: (products) => itemsOf(products) as Product[],
    },
  );
}

interface CheckedPatch {
  readonly columns: Columns;
  readonly parts: SentParts;
  /** The price of the delivery in the request, in kopecks; undefined if the request has no delivery. */
  readonly deliveryAmount: number | undefined;
}

function checkPatch(ctx: Ctx, data: OrderPatch, issues: Issue[]): CheckedPatch {
  if (Object.values(data).every((value) => value === undefined)) {
    issues.push({ path: 'data', rule: 'nothing_to_change' });
  }
  const columns: Columns = {};
  // Null keeps the current number, as the original specification demands (seed, orders/update, rule 4). An empty number
  // was already removed from the payload.
  if (typeof data.num === 'string') {
    checkKey('data.num', data.num, issues);
    columns.num = data.num;
  }
  Object.assign(columns, checkSentFields('data.', data, issues));
  const parts: SentParts = {};
  readObjects(data, { columns, parts }, issues);
  if (data.date !== undefined) columns.date = readOrderDay('data.date', data.date, ctx.workspace.timeZone, issues);
  if (data.products !== undefined) {
    const { products, productsAmount } = priceProducts('data.products', data.products, issues);
    columns.products = JSON.stringify(products);
    parts.products = [...products];
    columns.productsAmount = productsAmount;
  }
  if (data.delivery === undefined) return { columns, parts, deliveryAmount: undefined };
  const { delivery, deliveryAmount } = priceDelivery('data.delivery', data.delivery, issues);
  columns.delivery = toText(delivery);
  parts.delivery = delivery;
  return { columns, parts, deliveryAmount };
}

function readObjects(
  data: OrderPatch,
  { columns, parts }: Pick<CheckedPatch, 'columns' | 'parts'>,
  issues: Issue[],
): void {
  for (const field of ['client', 'recipient', 'additional'] as const) {
    const value = data[field];
    if (value === undefined) continue;
    checkTexts(`data.${field}`, value, issues);
    columns[field] = toText(value);
    parts[field] = value;
  }
}

/** Price and payment status are always computed as a whole, never adjusted. */
function repriced(tx: Tx, before: Order, sent: CheckedPatch, read: ReadPart): Columns {
  const { products, delivery, productsAmount = before.productsAmount } = sent.columns;
  if (products === undefined && delivery === undefined) return {};
  const issues: Issue[] = [];
  const deliveryAmount = sent.deliveryAmount ?? storedDeliveryAmount(read, issues);
  const price = totalPrice('data', productsAmount, deliveryAmount, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return { price, ...paidPatch(tx.db, { seq: before.seq, price }) };
}

const storedDeliveryAmount = (read: ReadPart, issues: Issue[]): number =>
  priceDelivery('data.delivery', read('delivery') as JsonObject | null, issues).deliveryAmount;
