import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { findSlots, findUsual } from '../../orders/index.ts';
import { findScanned, listPriced } from '../../stock/index.ts';
import { CLOSED } from '../../web/index.ts';
import { updateWorkspace, writeSlots } from '../../workspaces/index.ts';
import { answerAside, type Desk, Done, group } from '../desk/index.ts';
import { ClientsAnswer, ProductOffersAnswer, ScannedAnswer, SlotsAnswer, UsualAnswer } from './answers.ts';
import { Day } from './model.ts';
import { offersOf, readOffers, shapeOffer } from './offers.ts';
import { readKnownClients } from './readings.ts';

const Typed = t.Object({ q: t.String({ maxLength: 100 }) }, CLOSED);

const Scanned = t.Object({ code: t.String({ maxLength: 100 }) }, CLOSED);
const OneDay = t.Object({ day: Day }, CLOSED);
const Time = t.String({ maxLength: 5 });
const Capacity = t.Union([Type.Integer({ minimum: 1, maximum: 999 }), t.Null()]);
const Slots = t.Object(
  { slots: t.Array(t.Object({ timeStart: Time, timeEnd: Time, capacity: Capacity }, CLOSED), { maxItems: 24 }) },
  CLOSED,
);

const BASE = '/app/api/workspaces/:workspace/orders';
/** The limit on products shown as tiles. A longer price list has a search instead. */
const TILES = 200;

export const formRoutes = (desk: Desk) =>
  group(desk, 'order-form')
    .get(`${BASE}/usual`, ({ ctx }) => findUsual(ctx), {
      ordersReader: true,
      response: UsualAnswer,
    })
    .get(`${BASE}/slots`, ({ ctx, query }) => ({ slots: findSlots(ctx, query.day) }), {
      ordersReader: true,
      query: OneDay,
      response: SlotsAnswer,
    })
    .post(`${BASE}/slots`, ({ ctx, body }) => updateWorkspace(ctx, { slots: writeSlots(body.slots) }), {
      manager: true,
      body: Slots,
      response: Done,
    })
    .get(`${BASE}/clients`, ({ ctx, query }) => answerAside(ctx, readKnownClients, { text: query.q }), {
      ordersReader: { slot: 'reports' },
      query: Typed,
      response: ClientsAnswer,
    })
    .get(`${BASE}/products`, ({ ctx, query }) => answerAside(ctx, readOffers, { text: query.q }), {
      ordersReader: true,
      query: Typed,
      response: ProductOffersAnswer,
    })
    .get(
      `${BASE}/scanned`,
      async ({ ctx, query }) => {
        const found = findScanned(ctx, query.code);
        const [product = null] = await offersOf(ctx, found === undefined ? [] : [found]);
        return { product };
      },
      { ordersKeeper: true, query: Scanned, response: ScannedAnswer },
    )
    .get(
      `${BASE}/price-list`,
      ({ ctx }) => {
        const { products, more } = listPriced(ctx, TILES);
        return { products: products.map((one) => shapeOffer(one, null)), more };
      },
      { ordersKeeper: true, response: ProductOffersAnswer },
    );
