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
  weighPage,
} from '../../orders/index.ts';
import { reserveAnswer } from '../../web/index.ts';
import { type Desk, group, idOfForm, type MemberCtx } from '../desk/index.ts';
import { OrderAnswer } from './answers.ts';
import { NewPayment, OneVersion, PaymentChange, PaymentUndo, Refund } from './model.ts';
import { wholeOrder } from './whole-order.ts';

const BASE = '/app/api/workspaces/:workspace/orders/:id/payments';

/**
 * Builds the routes of payments recorded by hand. Each answers with the changed order. When a payment is recorded as
 * received or is confirmed, receivers get order.payment.created. After every other change they get order.updated.
 */
export function paymentRoutes(desk: Desk) {
  const refOf = (params: { id: string; payment: string }, version: number): PaymentRef => ({
    orderId: params.id,
    paymentId: params.payment,
    ifMatch: orderEtag({ version }),
  });
  const answerChanged = async (ctx: MemberCtx, { id }: { readonly id: string }, change: () => Promise<unknown>) => {
    reserveAnswer(ctx.call, ctx.slots.answers, weighPage(ctx, id));
    await change();
    return wholeOrder(ctx, id);
  };
  return group(desk, 'desk-payments')
    .post(
      BASE,
      ({ ctx, body, params }) => {
        const { pending, ...rest } = body;
        const input = { ...rest, paymentId: `manual:${idOfForm(ctx)}` };
        return answerChanged(ctx, params, () =>
          pending
            ? addPendingPayment(ctx, { orderId: params.id, ...input })
            : recordPayment(ctx, { ...input, id: params.id }),
        );
      },
      { ordersKeeper: true, body: NewPayment, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/confirm`,
      ({ ctx, body, params }) => answerChanged(ctx, params, () => confirmPayment(ctx, refOf(params, body.version))),
      { ordersKeeper: true, body: OneVersion, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/edit`,
      ({ ctx, body: { version, ...patch }, params }) =>
        answerChanged(ctx, params, () => editPayment(ctx, { ...refOf(params, version), ...patch })),
      { ordersKeeper: true, body: PaymentChange, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/refund`,
      ({ ctx, body: { version, amount: roubles, ...how }, params }) =>
        answerChanged(ctx, params, () => refundPayment(ctx, { ...refOf(params, version), roubles, ...how })),
      { ordersKeeper: true, body: Refund, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/undo`,
      ({ ctx, body: { version, amount: roubles }, params }) =>
        answerChanged(ctx, params, () => undoPayment(ctx, { ...refOf(params, version), roubles })),
      { ordersKeeper: true, body: PaymentUndo, response: OrderAnswer },
    )
    .post(
      `${BASE}/:payment/remove`,
      ({ ctx, body, params }) => answerChanged(ctx, params, () => deletePayment(ctx, refOf(params, body.version))),
      { ordersKeeper: true, body: OneVersion, response: OrderAnswer },
    );
}
