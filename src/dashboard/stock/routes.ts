import { Elysia, t } from 'elysia';
import { dayInZone, fieldText, toIso, toPieces } from '../../base/index.ts';
import {
  addProduct,
  correctStock,
  findForItem,
  getProduct,
  type ImportOutcome,
  importProducts,
  listMovements,
  listProducts,
  type Product,
  planImport,
  updateProduct,
} from '../../stock/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { csvResponse } from '../csv.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { idOfImport, shownImport } from '../imports/routes.ts';
import { answerOnce } from '../make-once.ts';
import { CLOSED, Done, FileAnswer } from '../wire.ts';
import { ItemAnswer, MadeProduct, PlanAnswer, ProductAnswer, ProductImportAnswer, ProductsAnswer } from './answers.ts';
import { csvOfProducts } from './csv.ts';

const Text = t.String({ maxLength: 2_000 });
const Sku = t.Union([Text, t.Null()]);
const ListQuery = t.Object(
  {
    q: t.Optional(t.String({ maxLength: 100 })),
    below: t.Optional(t.Literal('1')),
    cursor: t.Optional(t.String({ maxLength: 36 })),
  },
  CLOSED,
);
const ItemQuery = t.Object(
  { name: t.String({ maxLength: 2_000 }), id: t.Optional(t.String({ maxLength: 2_000 })) },
  CLOSED,
);
const PageQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 36 })) }, CLOSED);
const NewProduct = t.Object({ id: Text, name: Text, sku: Sku, quantity: t.Number() }, CLOSED);
const ProductChange = t.Object(
  { id: t.Optional(Text), name: t.Optional(Text), sku: t.Optional(Sku) },
  { ...CLOSED, minProperties: 1 },
);
const Correction = t.Object(
  {
    /** Made by the form when it opens, so that sending it twice corrects once. */
    formId: t.String({ format: 'uuid', maxLength: 36 }),
    way: t.UnionEnum(['by', 'to']),
    quantity: t.Number(),
    reason: Text,
  },
  CLOSED,
);
const FILE = { text: t.String({ maxLength: 1_000_000 }) };
const File = t.Object(FILE, CLOSED);
/** The id is made by the dialog, so that sending it twice imports once. */
const FileToImport = t.Object({ ...FILE, id: t.Optional(t.String({ format: 'uuid', maxLength: 36 })) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/stock';
const PAGE = 100;
const MOVEMENTS = 50;
/** Lines of a preview; the counts beside them are of all. */
const SHOWN_ROWS = 200;

const shapeProduct = ({ quantity, ...product }: Product) => ({ ...product, quantity: toPieces(quantity) });

function shapeImport({ rows, faults }: ImportOutcome) {
  const of = (what: string): number => rows.filter((row) => row.what === what).length;
  const pieces = (thousandths: number | null): number | null => (thousandths === null ? null : toPieces(thousandths));
  return {
    faults: faults.map((fault) => ({ ...fault, message: fieldText(fault) })),
    counts: { new: of('new'), changed: of('changed'), same: of('same') },
    rows: rows
      .filter(({ what }) => what !== 'same')
      .slice(0, SHOWN_ROWS)
      .map((row) => ({ ...row, quantity: pieces(row.quantity), onHand: pieces(row.onHand) })),
  };
}

/** What is on hand: read by all, put right by managers and owners. */
export function stockRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'stock' }).use(admissionPlugin(deps)).use(readingRoutes(deps)).use(changingRoutes(deps));
}

function readingRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  return new Elysia({ name: 'stock-reading' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ query, request }) => {
        const filter = { text: query.q, belowZero: query.below === '1' };
        const page = listProducts(ctxOf(deps, request), { filter, limit: PAGE, cursor: query.cursor });
        return answer(deps, request, {
          products: page.products.map(shapeProduct),
          nextCursor: page.nextCursor,
        });
      },
      { admit: { who: 'viewer' }, query: ListQuery, response: ProductsAnswer },
    )
    .get(
      `${BASE}/export`,
      ({ request }) => {
        const ctx = ctxOf(deps, request);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'all';
        const lines = csvOfProducts(ctx, languageOf(request));
        return csvResponse(deps, request, { lines, name: `stock-${today}`, action: 'product.exported' });
      },
      { admit: { who: 'viewer' }, response: FileAnswer },
    )
    .get(
      `${BASE}/for-item`,
      ({ query, request }) => {
        const item = { name: query.name, id: query.id ?? '' };
        const { tied, named } = findForItem({ storage, workspace: memberOf(request).workspace }, item);
        return answer(deps, request, {
          tied: tied === null ? null : shapeProduct(tied),
          named: named.map(shapeProduct),
        });
      },
      { admit: { who: 'viewer' }, query: ItemQuery, response: ItemAnswer },
    )
    .get(
      `${BASE}/:id`,
      ({ params, query, request }) => {
        const { workspace } = memberOf(request);
        const { movements, nextCursor } = listMovements(
          { storage, workspace },
          { productId: params.id, limit: MOVEMENTS, cursor: query.cursor },
        );
        return answer(deps, request, {
          product: shapeProduct(getProduct({ storage, workspace }, params.id)),
          movements: movements.map(({ actor, at, delta, quantityAfter, ...movement }) => ({
            ...movement,
            at: toIso(at),
            actorType: actor.type,
            delta: toPieces(delta),
            quantityAfter: toPieces(quantityAfter),
          })),
          nextCursor,
        });
      },
      { admit: { who: 'viewer' }, query: PageQuery, response: ProductAnswer },
    );
}

function changingRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'stock-changing' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, request }) => {
        const { id, quantity, ...rest } = body;
        const input = { ...rest, externalId: id, pieces: quantity };
        return answerOnce(deps, { request, body }, async (once) => ({
          id: await addProduct({ ...ctxOf(deps, request), storage: once }, input),
        }));
      },
      { admit: { who: 'manager' }, body: NewProduct, response: MadeProduct },
    )
    .post(
      `${BASE}/import/check`,
      async ({ body, request }) =>
        answer(deps, request, shapeImport(await planImport(ctxOf(deps, request), body.text))),
      { admit: { who: 'manager', slot: 'uploads', large: true }, body: File, response: PlanAnswer },
    )
    .post(
      `${BASE}/import`,
      async ({ body, request }) => {
        const ctx = ctxOf(deps, request);
        const { started, ...file } = await importProducts(
          { ...ctx, staging: deps.imports },
          { id: idOfImport(deps, request, body.id), text: body.text },
        );
        return answer(deps, request, {
          ...shapeImport(file),
          started: started === undefined ? null : shownImport(deps, ctx, started),
        });
      },
      { admit: { who: 'manager', slot: 'uploads', large: true }, body: FileToImport, response: ProductImportAnswer },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ body, params, request }) => {
        const { id, ...rest } = body;
        await updateProduct(ctxOf(deps, request), { ...rest, id: params.id, externalId: id });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: ProductChange, response: Done },
    )
    .post(
      `${BASE}/:id/correct`,
      async ({ body, params, request }) => {
        const { quantity, ...rest } = body;
        await correctStock(ctxOf(deps, request), { ...rest, id: params.id, pieces: quantity });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: Correction, response: Done },
    );
}
