import { t } from 'elysia';
import { dayInZone } from '../../base/index.ts';
import {
  applyStocktake,
  countProduct,
  dropStocktake,
  getStocktake,
  listStocktakes,
  startStocktake,
} from '../../stock/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import {
  answerAside,
  type Desk,
  Done,
  FileQuery,
  group,
  keepWaiting,
  Made,
  makeOnce,
  Nothing,
  oneOf,
  shown,
  tableResponse,
} from '../desk/index.ts';
import { AppliedAnswer, CountedAnswer, StocktakeAnswer, StocktakesAnswer } from './answers.ts';
import { readStocktake } from './readings.ts';
import { tableOfStocktake } from './stocktake-csv.ts';

const BASE = '/app/api/workspaces/:workspace/stock/stocktakes';

const CountsQuery = t.Object(
  {
    part: t.Optional(oneOf(['all', 'left', 'counted', 'differing'])),
    q: t.Optional(t.String({ maxLength: 100 })),
    category: t.Optional(t.String({ maxLength: 2_000 })),
    cursor: t.Optional(t.String({ maxLength: 36 })),
  },
  CLOSED,
);
/** The counted quantity in pieces; null removes the count. */
const Counted = t.Object({ product: t.String({ maxLength: 36 }), counted: t.Union([t.Number(), t.Null()]) }, CLOSED);

export const stocktakeRoutes = (desk: Desk) =>
  group(desk, 'stocktakes')
    .get(BASE, ({ ctx }) => shown(StocktakesAnswer.data, { stocktakes: listStocktakes(ctx) }), {
      viewer: true,
      response: StocktakesAnswer,
    })
    .post(BASE, async ({ ctx }) => ({ id: await startStocktake(ctx) }), {
      manager: true,
      body: Nothing,
      response: Made,
    })
    .get(
      `${BASE}/:id`,
      ({ ctx, params: { id }, query }) => {
        // An unknown id is refused here, before another thread is asked to read.
        getStocktake(ctx, id);
        return answerAside(ctx, readStocktake, { ...query, id });
      },
      { viewer: true, query: CountsQuery, response: StocktakeAnswer },
    )
    .get(
      `${BASE}/:id/export`,
      ({ ctx, params: { id }, query: { format } }) => {
        const day = dayInZone(getStocktake(ctx, id).startedAt, ctx.workspace.timeZone) ?? 'all';
        const file = { name: `stocktake-${day}`, action: 'product.exported', format } as const;
        return tableResponse(ctx, tableOfStocktake, { id, format }, file);
      },
      { viewer: true, query: FileQuery, response: FileAnswer },
    )
    .post(
      `${BASE}/:id/count`,
      ({ ctx, params: { id }, body }) =>
        makeOnce(ctx, body, async (once) => {
          const expected = await countProduct(once, { id, productId: body.product, pieces: body.counted });
          return shown(CountedAnswer.data, { stocktake: getStocktake(ctx, id), expected });
        }),
      { manager: true, body: Counted, response: CountedAnswer },
    )
    .post(
      `${BASE}/:id/apply`,
      async ({ ctx, params: { id } }) => {
        keepWaiting(ctx);
        return { changed: await applyStocktake(ctx, id) };
      },
      { manager: true, body: Nothing, response: AppliedAnswer },
    )
    .post(
      `${BASE}/:id/drop`,
      ({ ctx, params: { id } }) => {
        keepWaiting(ctx);
        return dropStocktake(ctx, id);
      },
      { manager: true, body: Nothing, response: Done },
    );
