import { Elysia, t } from 'elysia';
import { toPieces, toRoubles } from '../../base/index.ts';
import { findClients, findLastPrices, findUsual, type KnownClient } from '../../orders/index.ts';
import { listProducts } from '../../stock/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED } from '../wire.ts';
import { ClientsAnswer, ProductOffersAnswer, UsualAnswer } from './answers.ts';

const Typed = t.Object({ q: t.String({ maxLength: 100 }) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/orders';
/** As many as a list below a field shows. */
const OFFERS = 8;

/** What an order's form offers while it is filled in. */
export function formRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'order-form' })
    .use(admissionPlugin(deps))
    .get(`${BASE}/usual`, ({ request }) => answer(deps, request, findUsual(ctxOf(deps, request))), {
      admit: { who: 'viewer' },
      response: UsualAnswer,
    })
    .get(
      `${BASE}/clients`,
      async ({ query, request }) => {
        const clients = await findClients(ctxOf(deps, request), { text: query.q, asker: request });
        return answer(deps, request, { clients: clients.map(shapeClient) });
      },
      { admit: { who: 'viewer' }, query: Typed, response: ClientsAnswer },
    )
    .get(
      `${BASE}/products`,
      ({ query, request }) => {
        const ctx = ctxOf(deps, request);
        const { products, nextCursor } = listProducts(ctx, { filter: { text: query.q }, limit: OFFERS });
        const prices = findLastPrices(
          ctx,
          products.map(({ externalId }) => externalId),
        );
        return answer(deps, request, {
          products: products.map(({ externalId, name, sku, quantity }) => ({
            externalId,
            name,
            sku,
            quantity: toPieces(quantity),
            lastPrice: prices.get(externalId) ?? null,
          })),
          more: nextCursor !== null,
        });
      },
      { admit: { who: 'viewer' }, query: Typed, response: ProductOffersAnswer },
    );
}

const shapeClient = ({ orders, ...client }: KnownClient) => ({
  ...client,
  orders: orders.map((order) => ({ ...order, price: toRoubles(order.price) })),
});
