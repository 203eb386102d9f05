import { Elysia } from 'elysia';
import {
  changeStatus,
  createOrder,
  deleteOrder,
  fillList,
  getOrder,
  orderEtag,
  recordPayment,
  updateOrder,
} from '../../orders/index.ts';
import { accessPlugin } from '../access.ts';
import { callOf } from '../call.ts';
import type { HttpDeps } from '../deps.ts';
import { answer } from '../envelope.ts';
import { NoQuery } from '../wire.ts';
import { documented } from './documentation.ts';
import {
  CreateOrderBody,
  DeleteAnswer,
  DeleteBody,
  FullAnswer,
  ListAnswer,
  ListQuery,
  OrderParams,
  PaymentAnswer,
  PaymentBody,
  StatusBody,
  SummaryAnswer,
  UpdateOrderBody,
} from './model.ts';
import { shapeFull, shapeSummary } from './shape.ts';

const DEFAULT_LIMIT = 50;

const ifMatchOf = (request: Request): string | undefined => request.headers.get('if-match') ?? undefined;

/** The order operations of the public API (seed, Endpoints). */
export function orderRoutes(deps: HttpDeps) {
  return new Elysia({ name: 'orders', prefix: '/api/v1/orders' })
    .use(accessPlugin(deps))
    .post(
      '/create',
      async ({ ctx, body, request }) => {
        const { order, replayed } = await createOrder(ctx, body);
        callOf(request).order = order;
        return answer(request, shapeSummary(order), replayed);
      },
      {
        access: { scope: 'svc:orders:create' },
        query: NoQuery,
        body: CreateOrderBody,
        response: SummaryAnswer,
        detail: documented.create,
      },
    )
    .post(
      '/update',
      async ({ ctx, body, request }) => {
        const order = await updateOrder(ctx, { ...body, ifMatch: ifMatchOf(request) });
        return answer(request, shapeSummary(order));
      },
      {
        access: { scope: 'svc:orders:update' },
        query: NoQuery,
        body: UpdateOrderBody,
        response: SummaryAnswer,
        detail: documented.update,
      },
    )
    .post(
      '/status',
      async ({ ctx, body, request }) => {
        const order = await changeStatus(ctx, { ...body, ifMatch: ifMatchOf(request) });
        return answer(request, shapeSummary(order));
      },
      {
        access: { scope: 'svc:orders:update' },
        query: NoQuery,
        body: StatusBody,
        response: SummaryAnswer,
        detail: documented.status,
      },
    )
    .post(
      '/payment',
      async ({ ctx, body, request }) => {
        const { replayed, ...ids } = await recordPayment(ctx, body);
        return answer(request, ids, replayed);
      },
      {
        access: { scope: 'svc:orders:update' },
        query: NoQuery,
        body: PaymentBody,
        response: PaymentAnswer,
        detail: documented.payment,
      },
    )
    .post(
      '/delete',
      async ({ ctx, body, request }) =>
        answer(request, await deleteOrder(ctx, { ...body, ifMatch: ifMatchOf(request) })),
      {
        access: { scope: 'svc:orders:delete' },
        query: NoQuery,
        body: DeleteBody,
        response: DeleteAnswer,
        detail: documented.remove,
      },
    )
    .get(
      '',
      async ({ ctx, query, request }) => {
        const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
        const page = await fillList(ctx, { ...query, limit, asker: request });
        return answer(request, { orders: page.orders.map(shapeSummary), nextCursor: page.nextCursor });
      },
      { access: { scope: 'svc:orders:read' }, query: ListQuery, response: ListAnswer, detail: documented.list },
    )
    .get(
      '/:id',
      ({ ctx, params, request }) => {
        const found = getOrder(ctx, params.id);
        callOf(request).headers['etag'] = orderEtag(found.order);
        return answer(request, shapeFull(found));
      },
      {
        access: { scope: 'svc:orders:read' },
        query: NoQuery,
        params: OrderParams,
        response: FullAnswer,
        detail: documented.read,
      },
    );
}
