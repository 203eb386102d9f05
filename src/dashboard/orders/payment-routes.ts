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
import { admissionPlugin } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { Done } from '../wire.ts';
import { MadePayment } from './answers.ts';
import { NewPayment, OneVersion, PaymentChange, Refund } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/orders/:id/payments';

/** Payments by hand: money that is confirmed for the first time is told as such, all else as a change of the order. */
export function paymentRoutes(deps: DashboardDeps) {
  const refOf = (params: { id: string; payment: string }, version: number): PaymentRef => ({
    orderId: params.id,
    paymentId: params.payment,
    ifMatch: orderEtag({ version }),
  });
  return new Elysia({ name: 'desk-payments' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, params, request }) => {
        const { formId, pending, ...rest } = body;
        const input = { ...rest, paymentId: `manual:${formId}` };
        const ctx = ctxOf(deps, request);
        const kept = pending
          ? await addPendingPayment(ctx, { orderId: params.id, ...input })
          : await recordPayment(ctx, { ...input, id: params.id });
        return answer(deps, request, { id: kept.paymentId });
      },
      { admit: { who: 'manager' }, body: NewPayment, response: MadePayment },
    )
    .post(
      `${BASE}/:payment/confirm`,
      async ({ body, params, request }) => {
        await confirmPayment(ctxOf(deps, request), refOf(params, body.version));
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: OneVersion, response: Done },
    )
    .post(
      `${BASE}/:payment/edit`,
      async ({ body, params, request }) => {
        const { version, ...patch } = body;
        await editPayment(ctxOf(deps, request), { ...refOf(params, version), ...patch });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: PaymentChange, response: Done },
    )
    .post(
      `${BASE}/:payment/refund`,
      async ({ body, params, request }) => {
        const { version, amount: roubles, ...how } = body;
        await refundPayment(ctxOf(deps, request), { ...refOf(params, version), roubles, ...how });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: Refund, response: Done },
    )
    .post(
      `${BASE}/:payment/remove`,
      async ({ body, params, request }) => {
        await deletePayment(ctxOf(deps, request), refOf(params, body.version));
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: OneVersion, response: Done },
    );
}
