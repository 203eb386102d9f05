import type { Static, TObject } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { createLanes, inTurns, nextTurn } from '../../base/index.ts';
import type { Scope } from '../../keys/index.ts';
import {
  changeStatus,
  createOrder,
  deleteOrder,
  fillList,
  findSmallOrder,
  getOrder,
  getOrderState,
  isLargeOrder,
  type OrderState,
  orderEtag,
  recordPayment,
  updateOrder,
  withPayments,
} from '../../orders/index.ts';
import { answerWithEnvelope, envelopeOf, refuseLeft, told } from '../../web/index.ts';
import { type ApiCtx, accessPlugin } from '../access.ts';
import type { HttpDeps } from '../deps.ts';
import { NoQuery, noQueryBeside } from '../wire.ts';
import { documented } from './documentation.ts';
import { createKeptTexts, type KeptTexts } from './kept-texts.ts';
import { ListQuery, OrderParams } from './list-query.ts';
import {
  CreateOrderBody,
  DeleteBody,
  DeletedOrder,
  FullOrderModel,
  OrderPage,
  OrderSummaryModel,
  PaymentBody,
  RecordedPayment,
  StatusBody,
  UpdateOrderBody,
} from './model.ts';
import { shapeFull, shapeListed, shapeSummary, writeFull } from './shape.ts';

const DEFAULT_LIMIT = 50;

const headersOf = ({ headers }: Request) => ({
  ifMatch: headers.get('if-match') ?? undefined,
  idempotencyKey: keyOf(headers),
});
const keyOf = (headers: Headers): string | undefined => headers.get('idempotency-key') ?? undefined;

const write = <B extends TObject>(scope: Scope, body: B) => ({ access: { scope }, query: noQueryBeside(body), body });

export function orderRoutes(deps: HttpDeps) {
  const reads: Reads = { texts: createKeptTexts(), inLane: createLanes() };
  return new Elysia({ name: 'orders', prefix: '/api/v1/orders' })
    .use(accessPlugin(deps))
    .post(
      '/create',
      async ({ ctx, body, request }) => {
        const { order, replayed } = await createOrder(ctx, { ...body, idempotencyKey: keyOf(request.headers) });
        ctx.call.order = order;
        return told(ctx.call, shapeSummary(order), { replayed, etag: orderEtag(order) });
      },
      { ...write('svc:orders:create', CreateOrderBody), response: OrderSummaryModel, detail: documented.create },
    )
    .post(
      '/update',
      async ({ ctx, body, request }) => {
        const { answer: order, replayed } = await updateOrder(ctx, { ...body, ...headersOf(request) });
        return told(ctx.call, shapeSummary(order), { replayed, etag: orderEtag(order) });
      },
      { ...write('svc:orders:update', UpdateOrderBody), response: OrderSummaryModel, detail: documented.update },
    )
    .post(
      '/status',
      async ({ ctx, body, request }) => {
        const { answer: order, replayed } = await changeStatus(ctx, { ...body, ...headersOf(request) });
        return told(ctx.call, shapeSummary(order), { replayed, etag: orderEtag(order) });
      },
      { ...write('svc:orders:update', StatusBody), response: OrderSummaryModel, detail: documented.status },
    )
    .post(
      '/payment',
      async ({ ctx, body, request }) => {
        const { replayed, version, ...ids } = await recordPayment(ctx, { ...body, ...headersOf(request) });
        return told(ctx.call, ids, { replayed, etag: orderEtag({ version }) });
      },
      { ...write('svc:orders:update', PaymentBody), response: RecordedPayment, detail: documented.payment },
    )
    .post(
      '/delete',
      async ({ ctx, body, request }) => {
        const { answer: gone, replayed } = await deleteOrder(ctx, { ...body, ...headersOf(request) });
        return told(ctx.call, gone, { replayed });
      },
      { ...write('svc:orders:delete', DeleteBody), response: DeletedOrder, detail: documented.remove },
    )
    .get(
      '',
      async ({ ctx, query, request }) => {
        const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
        const page = await fillList(ctx, { ...query, limit, asker: request });
        return { orders: page.orders.map(shapeListed), nextCursor: page.nextCursor };
      },
      { access: { scope: 'svc:orders:read' }, query: ListQuery, response: OrderPage, detail: documented.list },
    )
    .get('/:id', ({ ctx, params, request }) => readOrder(ctx, params.id, { ...reads, signal: request.signal }), {
      access: { scope: 'svc:orders:read' },
      query: NoQuery,
      params: OrderParams,
      response: FullOrderModel,
      detail: documented.read,
    });
}

interface Reads {
  readonly texts: KeptTexts;
  /**
   * Reads a workspace's large orders one after another, because each read has several copies of its order in memory.
   */
  readonly inLane: ReturnType<typeof createLanes>;
}

type OrderRead = Reads & { readonly signal: AbortSignal };

/**
 * Reads an order. The declared return type is the model, because the API reference shows this type. The function may
 * also return a Response, which Elysia sends unchanged.
 */
function readOrder(ctx: ApiCtx, id: string, { texts, inLane, signal }: OrderRead): Static<typeof FullOrderModel> {
  const { storage, workspace } = ctx;
  const kept = texts.find(workspace.seq, id, (last) => storage.again(last, () => getOrderState(ctx, id)));
  if (kept !== undefined) return answerOrder(ctx, kept.json, kept.seen.value);
  const small = findSmallOrder(ctx, id);
  if (small === undefined && isLargeOrder(ctx, id))
    return inLane(workspace.seq, () => readLarge(ctx, id, signal)) as never;
  const found = small === undefined ? getOrder(ctx, id) : withPayments(ctx, small);
  const data = shapeFull(found);
  if (!texts.isRepeated(id)) return told(ctx.call, data, { etag: orderEtag(found.order) });
  const envelope = envelopeOf(Buffer.from(JSON.stringify(data)));
  texts.keep(workspace.seq, id, found.order, envelope);
  return answerOrder(ctx, envelope, found.order);
}

async function readLarge(ctx: ApiCtx, id: string, signal: AbortSignal) {
  const { seq } = ctx.workspace;
  await nextTurn(seq);
  refuseLeft(signal);
  const found = getOrder(ctx, id);
  return answerOrder(ctx, envelopeOf(Buffer.from(await inTurns(seq, writeFull(found)))), found.order);
}

const answerOrder = ({ call }: ApiCtx, envelope: Buffer<ArrayBuffer>, state: OrderState) =>
  answerWithEnvelope(call, told(call, envelope, { etag: orderEtag(state) })) as never;
