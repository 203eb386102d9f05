import { AppError, type Issue } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import {
  checkIfMatch,
  findHead,
  findOrder,
  findOrderAt,
  type Order,
  type OrderHead,
  orderEtag,
  orderNotFound,
} from './order.ts';
import { findHeadByKey, findOrderByKey } from './repeat-key.ts';

/** A reference to an order. If both fields are set, they must point to the same order. */
export interface OrderReference {
  readonly id?: string | null | undefined;
  /** The num or requestKey that the order was created with. It is unique within the caller's source. */
  readonly orderKey?: string | null | undefined;
}

export function checkReference({ id, orderKey }: OrderReference, issues: Issue[]): void {
  if (typeof orderKey === 'string') checkKey('orderKey', orderKey, issues);
  else if (typeof id !== 'string') issues.push({ path: 'id', rule: 'reference_missing' });
}

/**
 * Finds the order, even if it is deleted. The caller must handle a deleted order.
 * @throws order_not_found, order_reference_conflict
 */
export const getReferredOrder = (db: Db, ctx: Ctx, reference: OrderReference): Order =>
  refer(reference, whole(db, ctx), () => true);

/** @throws order_not_found, also for a deleted order; order_reference_conflict */
export const getLiveReferredOrder = (db: Db, ctx: Ctx, reference: OrderReference): Order =>
  refer(reference, whole(db, ctx), isLive);

/**
 * Finds the order. Its texts may take megabytes, so they are not read if the If-Match header does not match.
 * @throws order_not_found, order_reference_conflict, precondition_failed
 */
export function getMatchingOrder(db: Db, ctx: Ctx, reference: OrderReference, ifMatch: string | undefined): Order {
  if (ifMatch !== undefined) {
    const order = findAtVersion(db, ctx, reference, ifMatch);
    if (order !== undefined && isLive(order)) return order;
    checkIfMatch(refer(reference, heads(db, ctx), isLive), ifMatch);
  }
  return getLiveReferredOrder(db, ctx, reference);
}

function findAtVersion(db: Db, ctx: Ctx, { id, orderKey }: OrderReference, ifMatch: string): Order | undefined {
  const version = Number(ifMatch.slice(1, -1));
  if (typeof id !== 'string' || typeof orderKey === 'string' || orderEtag({ version }) !== ifMatch) return undefined;
  return findOrderAt(db, ctx.workspace.seq, id, version);
}

interface Finding<Found> {
  readonly byId: (id: string) => Found | undefined;
  readonly byKey: (key: string) => Found | undefined;
}

const whole = (db: Db, { workspace: { seq }, source }: Ctx): Finding<Order> => ({
  byId: (id) => findOrder(db, seq, id),
  byKey: (key) => findOrderByKey(db, seq, source, key),
});

const heads = (db: Db, { workspace: { seq }, source }: Ctx): Finding<OrderHead> => ({
  byId: (id) => findHead(db, seq, id),
  byKey: (key) => findHeadByKey(db, seq, source, key),
});

const isLive = ({ deletedAt }: OrderHead): boolean => deletedAt === null;

function refer<Found extends OrderHead>(
  { id, orderKey }: OrderReference,
  finding: Finding<Found>,
  isThere: (order: Found) => boolean,
): Found {
  const get = (found: Found | undefined): Found => {
    if (found === undefined || !isThere(found)) throw orderNotFound();
    return found;
  };
  const byId = typeof id === 'string' ? get(finding.byId(id)) : undefined;
  const byKey = typeof orderKey === 'string' ? get(finding.byKey(orderKey)) : undefined;
  if (byId !== undefined && byKey !== undefined && byId.seq !== byKey.seq) {
    throw new AppError({ rule: 'order_reference_conflict' });
  }
  return get(byId ?? byKey);
}
