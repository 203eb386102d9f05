import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { AppError, toRoubles } from '../../base/index.ts';
import {
  changeStatus,
  deletePayment,
  doneStatus,
  getDelivery,
  isOwnMove,
  listStatuses,
  orderEtag,
  recordPayment,
  restsIn,
} from '../../orders/index.ts';
import { CLOSED, maybe } from '../../web/index.ts';
import {
  answerAside,
  type Desk,
  Done,
  group,
  idOfForm,
  Made,
  type MemberCtx,
  Nothing,
  readToTheEnd,
} from '../desk/index.ts';
import { DeliveriesAnswer } from './answers.ts';
import { readDeliveries, readOwnActs } from './readings.ts';

const Day = t.Object({ day: t.UnionEnum(['today', 'tomorrow']) }, CLOSED);
const Taken = t.Object(
  {
    /** The version of the order and the amount left to pay, as the page showed them. */
    version: Type.Integer({ minimum: 1 }),
    amount: t.Number(),
    paymentMethod: maybe(t.String({ maxLength: 100 })),
  },
  CLOSED,
);
const OnePayment = t.Object({ id: t.String({ maxLength: 36 }) }, CLOSED);
const Expected = t.Object({ statusId: t.String({ minLength: 1, maxLength: 200 }) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/deliveries';

/**
 * Builds the routes of a courier's day: the deliveries of today and tomorrow, and yesterday's open ones. A courier
 * records the whole open amount of an order, or nothing. A courier may undo only their own acts.
 */
export const deliveryRoutes = (desk: Desk) =>
  group(desk, 'deliveries')
    .get(BASE, ({ ctx, query }) => answerAside(ctx, readDeliveries, query.day), {
      courier: { slot: 'reports' },
      query: Day,
      response: DeliveriesAnswer,
    })
    .post(`${BASE}/:id/paid`, ({ ctx, body, params }) => takeRest(ctx, params.id, body), {
      courier: true,
      body: Taken,
      response: Made,
    })
    .post(`${BASE}/:id/unpaid`, ({ ctx, body, params }) => giveBack(ctx, params.id, body.id), {
      courier: true,
      body: OnePayment,
      response: Done,
    })
    .post(`${BASE}/:id/delivered`, ({ ctx, body, params }) => deliver(ctx, params.id, body.statusId), {
      courier: true,
      body: Expected,
      response: Done,
    })
    .post(`${BASE}/:id/undelivered`, ({ ctx, params }) => takeBack(ctx, params.id), {
      courier: true,
      body: Nothing,
      response: Done,
    });

/**
 * Records the whole amount left to pay as a payment.
 * @throws order_not_found, precondition_failed, validation_failed
 */
async function takeRest(ctx: MemberCtx, id: string, { version, ...payment }: (typeof Taken)['static']) {
  const order = getDelivery(ctx, id);
  const ifMatch = orderEtag({ version });
  // A call for an older version needs no check, because `recordPayment` refuses it or repeats its first answer. A call
  // for a newer version must be refused here. Otherwise a concurrent write could create that version, and
  // `recordPayment` would accept an unchecked amount.
  const isNewer = version > order.version;
  if (isNewer || (version === order.version && toRoubles(restsIn(ctx)(order)) !== payment.amount)) {
    throw new AppError({ rule: 'order_changed' }, { currentEtag: orderEtag(order) });
  }
  const { paymentId } = await recordPayment(ctx, { ...payment, id, paymentId: `manual:${idOfForm(ctx)}`, ifMatch });
  return { id: paymentId };
}

/** Deletes a payment that the caller recorded. @throws order_not_found, not_found for another person's payment */
async function giveBack(ctx: MemberCtx, orderId: string, paymentId: string): Promise<void> {
  const order = getDelivery(ctx, orderId);
  const own = await readToTheEnd(ctx, readOwnActs, { orderSeq: order.seq });
  if (own.paymentId !== paymentId) throw new AppError({ rule: 'no_payment' });
  // The version is checked because somebody may have recorded a refund meanwhile. Undoing the payment must not remove
  // that refund.
  await deletePayment(ctx, { orderId, paymentId, ifMatch: orderEtag(order) });
}

/**
 * Marks an order as delivered.
 * @throws order_not_found, order_status_conflict, precondition_failed, invalid_status if no status ends an order
 */
async function deliver(ctx: MemberCtx, id: string, expectedStatusId: string): Promise<void> {
  const order = getDelivery(ctx, id);
  const statusId = doneStatus(listStatuses(ctx.storage.read, ctx.workspace.seq))?.id ?? '';
  // If the order is already delivered, the call succeeds, because it may repeat a call whose answer was lost.
  if (order.statusId === statusId) return;
  await changeStatus(ctx, { id, statusId, expectedStatusId, ifMatch: orderEtag(order) });
}

/**
 * Undoes the caller's mark that an order was delivered, and restores the earlier status.
 * @throws order_not_found, order_status_conflict if the order is not marked as delivered, or another person marked it
 */
async function takeBack(ctx: MemberCtx, id: string): Promise<void> {
  const order = getDelivery(ctx, id);
  const { move } = await readToTheEnd(ctx, readOwnActs, { orderSeq: order.seq });
  const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq);
  const isDone = statuses.some((one) => one.id === order.statusId && one.group === 'done');
  const isOwn = move?.to === order.statusId && isOwnMove(ctx, { orderSeq: order.seq, sinceMs: 0 });
  if (move === null || !isDone || !isOwn) {
    throw new AppError({ rule: 'order_status_conflict' }, { currentStatusId: order.statusId });
  }
  await changeStatus(ctx, { id, statusId: move.from, expectedStatusId: move.to, ifMatch: orderEtag(order) });
}
