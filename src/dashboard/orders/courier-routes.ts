import { Elysia, t } from 'elysia';
import { CLOSED } from '../../web/index.ts';
import type { Desk } from '../desk/index.ts';
import { CouriersAnswer } from './answers.ts';
import { answerFiltered } from './filtered.ts';
import { CHOSEN, readCouriers } from './readings.ts';

const Query = t.Object(
  {
    ids: t.Optional(t.String({ maxLength: CHOSEN * 37 })),
    day: t.Optional(t.String({ maxLength: 10 })),
    filter: t.Optional(t.String({ maxLength: 4_000 })),
  },
  CLOSED,
);

/** The orders on the couriers' sheet: chosen ones, or all of a day. */
export const courierRoutes = (desk: Desk) =>
  new Elysia({ name: 'couriers' })
    .use(desk)
    .get(
      '/app/api/workspaces/:workspace/orders/couriers',
      ({ ctx, query }) => answerFiltered(ctx, readCouriers, query),
      { ordersReader: { slot: 'reports' }, query: Query, response: CouriersAnswer },
    );
