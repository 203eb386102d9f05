import { t } from 'elysia';
import { dayInZone } from '../../base/index.ts';
import {
  addProduct,
  correctStock,
  findForItem,
  getPicture,
  getProduct,
  listCategories,
  listMovements,
  updateProduct,
} from '../../stock/index.ts';
import { CLOSED, FileAnswer, maybe } from '../../web/index.ts';
import {
  answerAside,
  type Desk,
  Done,
  FileQuery,
  group,
  idOfForm,
  Made,
  makeOnce,
  PictureText,
  pictureResponse,
  readPictureText,
  SOME,
  shown,
  tableResponse,
} from '../desk/index.ts';
import { CategoriesAnswer, CorrectedAnswer, ItemAnswer, ProductAnswer, ProductsAnswer } from './answers.ts';
import { tableOfProducts } from './csv.ts';
import { readStock } from './readings.ts';
import { stocktakeRoutes } from './stocktake-routes.ts';

const Text = t.String({ maxLength: 2_000 });
const Sku = t.Union([Text, t.Null()]);
const LISTED = {
  price: maybe(t.Number()),
  category: maybe(Text),
  warnBelow: maybe(t.Number()),
  barcode: maybe(Text),
  picture: maybe(PictureText),
};
const ListQuery = t.Object(
  {
    q: t.Optional(t.String({ maxLength: 100 })),
    below: t.Optional(t.Literal('1')),
    low: t.Optional(t.Literal('1')),
    cursor: t.Optional(t.String({ maxLength: 36 })),
  },
  CLOSED,
);
const ItemQuery = t.Object(
  { name: t.String({ maxLength: 2_000 }), id: t.Optional(t.String({ maxLength: 2_000 })) },
  CLOSED,
);
const PageQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 36 })) }, CLOSED);
const NewProduct = t.Object({ id: t.Optional(Text), name: Text, sku: Sku, quantity: t.Number(), ...LISTED }, CLOSED);
const ProductChange = t.Object({ id: t.Optional(Text), name: t.Optional(Text), sku: t.Optional(Sku), ...LISTED }, SOME);
const Correction = t.Object({ way: t.UnionEnum(['by', 'to']), quantity: t.Number(), reason: Text }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/stock';
const MOVEMENTS = 50;

export const stockRoutes = (desk: Desk) =>
  group(desk, 'stock').use(stocktakeRoutes(desk)).use(readingRoutes(desk)).use(changingRoutes(desk));

const readingRoutes = (desk: Desk) =>
  group(desk, 'stock-reading')
    .get(BASE, ({ ctx, query }) => answerAside(ctx, readStock, query), {
      viewer: true,
      query: ListQuery,
      response: ProductsAnswer,
    })
    .get(`${BASE}/categories`, ({ ctx }) => ({ categories: listCategories(ctx) }), {
      viewer: true,
      response: CategoriesAnswer,
    })
    .get(
      `${BASE}/export`,
      ({ ctx, query: { format } }) => {
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'all';
        const file = { name: `stock-${today}`, action: 'product.exported', format } as const;
        return tableResponse(ctx, tableOfProducts, { format }, file);
      },
      { viewer: true, query: FileQuery, response: FileAnswer },
    )
    .get(
      `${BASE}/for-item`,
      ({ ctx, query }) => {
        const item = { name: query.name, id: query.id ?? '' };
        return shown(ItemAnswer.data, findForItem(ctx, item));
      },
      { ordersReader: true, query: ItemQuery, response: ItemAnswer },
    )
    .get(
      `${BASE}/:id`,
      ({ ctx, params, query }) => {
        const { movements, nextCursor } = listMovements(ctx, {
          productId: params.id,
          limit: MOVEMENTS,
          cursor: query.cursor,
        });
        return shown(ProductAnswer.data, {
          product: getProduct(ctx, params.id),
          movements: movements.map((one) => ({ ...one, actorType: one.actor.type })),
          nextCursor,
        });
      },
      { viewer: true, query: PageQuery, response: ProductAnswer },
    )
    .get(
      `${BASE}/:id/picture`,
      ({ ctx, params }) =>
        pictureResponse(ctx.call, getPicture(ctx, params.id), { isKept: ctx.workspace.browsersKeep }),
      { ordersReader: true, response: FileAnswer },
    );

/** Decodes the picture that a page sent. @param picture undefined keeps the current picture, null removes it */
const sentPicture = (picture: string | null | undefined) =>
  typeof picture === 'string' ? readPictureText(picture) : picture;

const changingRoutes = (desk: Desk) =>
  group(desk, 'stock-changing')
    .post(
      BASE,
      ({ ctx, body }) => {
        const { id, quantity, picture, ...rest } = body;
        const input = { ...rest, externalId: id, pieces: quantity, picture: sentPicture(picture) };
        return makeOnce(ctx, body, async (once) => ({ id: await addProduct(once, input) }));
      },
      { manager: { large: true }, body: NewProduct, response: Made },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ ctx, body, params }) => {
        const { id, picture, ...rest } = body;
        await updateProduct(ctx, { ...rest, id: params.id, externalId: id, picture: sentPicture(picture) });
      },
      { manager: { large: true }, body: ProductChange, response: Done },
    )
    .post(
      `${BASE}/:id/correct`,
      async ({ ctx, body, params }) => {
        const { quantity, ...rest } = body;
        return { change: await correctStock(ctx, { ...rest, id: params.id, formId: idOfForm(ctx), pieces: quantity }) };
      },
      { manager: true, body: Correction, response: CorrectedAnswer },
    );
