import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { AppError, isUuid, type JsonValue } from '../base/index.ts';
import { type Db, given, orders, payments, prepared } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { PLAIN_FIELDS } from './plain-fields.ts';
import { bytesOf } from './text-bytes.ts';

/** An order as it is stored. Amounts are in kopecks, and times are in milliseconds. Nested parts are JSON text. */
export type Order = typeof orders.$inferSelect;

export const toText = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

const SUMMARY = [
  'id',
  'num',
  ...PLAIN_FIELDS,
  'statusId',
  'date',
  'productsAmount',
  'price',
  'paidAmount',
  'paymentStatus',
  'createdAt',
  'updatedAt',
  'version',
] as const;
export const LISTED = [...SUMMARY, 'source', 'repeatKey', 'byNum'] as const;

/** The order as `create`, `update` and `status` return it. The answer's ETag is derived from the version. */
export type OrderSummary = Pick<Order, (typeof SUMMARY)[number]>;

export type ListedOrder = Pick<Order, (typeof LISTED)[number]>;

const partOf = <T extends object, K extends keyof T>(whole: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, K>;

export const listedColumns = partOf(orders, LISTED);

export const summaryOf = (order: OrderSummary): OrderSummary => partOf(order, SUMMARY);

/** The placeholder for an order's id, encoded like the column. A bare placeholder would match no order. */
export const ENCODED_ID = sql.param(given('id'), orders.id);

/** The size above which a whole order takes more than a millisecond to read and to send. */
export const LARGE_BYTES = 65_536;

const { searchText, client, recipient, delivery, additional, products } = orders;
export const TEXT_BYTES = bytesOf(searchText, client, recipient, delivery, additional, products);
/** The bytes of a payment in an answer, apart from its texts. */
const BESIDE_TEXTS = 256;
const { providerData, extra, paymentMethod, externalId } = payments;
const PAYMENT_BYTES = sql`(SELECT count(*) * ${sql.raw(String(BESIDE_TEXTS))}
    + coalesce(sum(${bytesOf(providerData, extra, paymentMethod, externalId)}), 0)
  FROM ${payments} WHERE ${payments.orderSeq} = ${orders.seq})`;
const ORDER_BYTES = sql<number>`${TEXT_BYTES} + ${PAYMENT_BYTES}`;

/**
 * The columns that decide whether a change is refused. They come before the texts in a row, so reading them is cheap.
 */
export const HEAD = partOf(orders, ['seq', 'version', 'deletedAt']);
export type OrderHead = Pick<Order, keyof typeof HEAD>;

const isOfId = and(eq(orders.id, ENCODED_ID), eq(orders.workspaceSeq, given('workspaceSeq')));
const isSmall = sql`${TEXT_BYTES} <= ${sql.raw(String(LARGE_BYTES))}`;
const STATE = partOf(orders, ['version', 'updatedAt']);

const statements = prepared((db) => {
  const { version, seq, deletedAt } = orders;
  const of = (where: SQL | undefined) => db.select().from(orders).where(where).prepare();
  return {
    bySeq: of(eq(seq, given('seq'))),
    byId: of(isOfId),
    byIdAt: of(and(isOfId, eq(version, given('version')))),
    smallById: of(and(isOfId, isNull(deletedAt), isSmall)),
    headById: db.select(HEAD).from(orders).where(isOfId).prepare(),
    stateOf: db
      .select(STATE)
      .from(orders)
      .where(and(isOfId, isNull(deletedAt)))
      .prepare(),
    weightOf: db.select({ bytes: ORDER_BYTES }).from(orders).where(isOfId).prepare(),
  };
});

export const findOrderBySeq = (db: Db, seq: number): Order | undefined => statements(db).bySeq.get({ seq });

/** Finds an order, even a deleted one. The caller decides how to treat a deletion. */
export function findOrder(db: Db, workspaceSeq: number, id: string): Order | undefined {
  return isUuid(id) ? statements(db).byId.get({ id, workspaceSeq }) : undefined;
}

/** Finds an order if it has this version. The texts of an order with another version are not read. */
export function findOrderAt(db: Db, workspaceSeq: number, id: string, version: number): Order | undefined {
  return isUuid(id) ? statements(db).byIdAt.get({ id, workspaceSeq, version }) : undefined;
}

export function findHead(db: Db, workspaceSeq: number, id: string): OrderHead | undefined {
  return isUuid(id) ? statements(db).headById.get({ id, workspaceSeq }) : undefined;
}

export const orderNotFound = (): AppError => new AppError({ rule: 'order_not_found' });

/** @throws order_not_found for an unknown or deleted order, or one of another workspace */
export function getLiveOrder(db: Db, workspaceSeq: number, id: string): Order {
  const order = findOrder(db, workspaceSeq, id);
  if (order === undefined || order.deletedAt !== null) throw orderNotFound();
  return order;
}

interface OrderAt {
  readonly id: string;
  readonly version: number | undefined;
}

/**
 * Reads an order if it has this version, or any version if none is given. Returns undefined if it has another version.
 * @throws order_not_found, as `getLiveOrder` does
 */
export function getOrderAt({ storage, workspace }: Ctx, { id, version }: OrderAt): Order | undefined {
  const { read } = storage;
  if (version === undefined) return getLiveOrder(read, workspace.seq, id);
  const order = findOrderAt(read, workspace.seq, id, version);
  if (order?.deletedAt === null) return order;
  if (findHead(read, workspace.seq, id)?.deletedAt !== null) throw orderNotFound();
  return undefined;
}

export type OrderState = Pick<Order, keyof typeof STATE>;

/** @throws order_not_found, as `getLiveOrder` does */
export function getOrderState({ storage, workspace }: Ctx, id: string): OrderState {
  const state = isUuid(id) ? statements(storage.read).stateOf.get({ id, workspaceSeq: workspace.seq }) : undefined;
  if (state === undefined) throw orderNotFound();
  return state;
}

/** Returns the size in bytes of an order with its payments. The more payments the order has, the longer this takes. */
export function weighOrder({ storage, workspace }: Ctx, id: string): number {
  const weight = isUuid(id) ? statements(storage.read).weightOf.get({ id, workspaceSeq: workspace.seq }) : undefined;
  return weight?.bytes ?? 0;
}

export const isLargeOrder = (ctx: Ctx, id: string): boolean => weighOrder(ctx, id) > LARGE_BYTES;

/** Finds an order; undefined if it is deleted or large. If nothing was paid, this takes one query. */
export function findSmallOrder(ctx: Ctx, id: string): Order | undefined {
  const { storage, workspace } = ctx;
  const order = isUuid(id) ? statements(storage.read).smallById.get({ id, workspaceSeq: workspace.seq }) : undefined;
  return order !== undefined && order.paymentStatus !== 'unpaid' && isLargeOrder(ctx, id) ? undefined : order;
}

export const orderEtag = (order: Pick<Order, 'version'>): string => `"${order.version}"`;

/**
 * Checks an If-Match header, which is `*` or a list of strong validators (RFC 9110, section 13.1.1).
 * @throws precondition_failed
 */
export function checkIfMatch(order: Pick<Order, 'version'>, ifMatch: string | undefined): void {
  if (ifMatch === undefined) return;
  const wanted = ifMatch.split(',').map((tag) => tag.trim());
  if (wanted.includes('*') || wanted.includes(orderEtag(order))) return;
  throw new AppError({ rule: 'order_changed' }, { currentEtag: orderEtag(order) });
}
