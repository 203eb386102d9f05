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
} from '../../orders/index.ts';
import { type Desk, Done } from '../desk/index.ts';
import { MadePayment } from './answers.ts';
import { NewPayment, OneVersion, PaymentChange, Refund } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/orders/:id/payments';

/** Payments by hand: money that is confirmed for the first time is told as such, all else as a change of the order. */
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
        const { formId, pending, ...rest } = body;
        const input = { ...rest, paymentId: `manual:${formId}` };
        const kept = pending
          ? await addPendingPayment(ctx, { orderId: params.id, ...input })
          : await recordPayment(ctx, { ...input, id: params.id });
        return { id: kept.paymentId };
      },
      { manager: true, body: NewPayment, response: MadePayment },
    )
    .post(
      `${BASE}/:payment/confirm`,
      async ({ ctx, body, params }) => {
        await confirmPayment(ctx, refOf(params, body.version));
      },
      {
        manager: true,
        body: OneVersion,
        response: Done,
      },
    )
    .post(
      `${BASE}/:payment/edit`,
      async ({ ctx, body, params }) => {
        const { version, ...patch } = body;
        await editPayment(ctx, { ...refOf(params, version), ...patch });
      },
      { manager: true, body: PaymentChange, response: Done },
    )
    .post(
      `${BASE}/:payment/refund`,
      async ({ ctx, body, params }) => {
        const { version, amount: roubles, ...how } = body;
        await refundPayment(ctx, { ...refOf(params, version), roubles, ...how });
      },
      { manager: true, body: Refund, response: Done },
    )
    .post(
      `${BASE}/:payment/remove`,
      async ({ ctx, body, params }) => {
        await deletePayment(ctx, refOf(params, body.version));
      },
      {
        manager: true,
        body: OneVersion,
        response: Done,
      },
    );
}
