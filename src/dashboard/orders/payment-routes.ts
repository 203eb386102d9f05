import { Elysia } from 'elysia';
import {
  addPendingPayment,
  confirmPayment,
  deletePayment,
  editPayment,
  orderEtag,
  type PaymentRef,
  recordPayment,
  refundPayment,
  undoPayment,
} from '../../orders/index.ts';
import { type Desk, idOfForm } from '../desk/index.ts';
import { OrderAnswer } from './answers.ts';
import { NewPayment, OneVersion, PaymentChange, PaymentUndo, Refund } from './model.ts';
import { wholeOrder } from './whole-order.ts';

const BASE = '/app/api/workspaces/:workspace/orders/:id/payments';

/**
 * Payments recorded by hand. Each answer has the changed order. The first confirmation of money sends an event of its
 * own, everything else a change of the order.
 */
export function paymentRoutes(desk: Desk) {
  const refOf = (params: { id: string; payment: string }, version: number): PaymentRef => ({
    orderId: params.id,
    paymentId: params.payment,
    ifMatch: orderEtag({ version }),
  });
  return new Elysia({ name: 'desk-payments' })
    .use(desk)
    .post(
      BASE,
      async ({ ctx, body, params }) => {
        const { pending, ...rest } = body;
        const input = { ...rest, paymentId: `manual:${idOfForm(ctx)}` };
        await (pending
          ? addPendingPayment(ctx, { orderId: params.id, ...input })
          : recordPayment(ctx, { ...input, id: params.id }));
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: NewPayment, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/confirm`,
      async ({ ctx, body, params }) => {
        await confirmPayment(ctx, refOf(params, body.version));
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: OneVersion, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/edit`,
      async ({ ctx, body, params }) => {
        const { version, ...patch } = body;
        await editPayment(ctx, { ...refOf(params, version), ...patch });
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: PaymentChange, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/refund`,
      async ({ ctx, body, params }) => {
        const { version, amount: roubles, ...how } = body;
        await refundPayment(ctx, { ...refOf(params, version), roubles, ...how });
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: Refund, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/undo`,
      async ({ ctx, body, params }) => {
        await undoPayment(ctx, { ...refOf(params, body.version), roubles: body.amount });
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: PaymentUndo, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/remove`,
      async ({ ctx, body, params }) => {
        await deletePayment(ctx, refOf(params, body.version));
        return wholeOrder(ctx, params.id);
      },
      { ordersKeeper: true, body: OneVersion, response: OrderAnswer },
    );
}
