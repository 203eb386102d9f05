import { Type } from '@sinclair/typebox';
import { Elysia, t } from 'elysia';
import { dayInZone } from '../../base/index.ts';
import { changeClient, getClient, listClients, mergeClients, separateClient } from '../../clients/index.ts';
import { listSchedulesOf, listStatuses, shopTime } from '../../orders/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import { aside, type Desk, Done, FileQuery, shown, tableResponse } from '../desk/index.ts';
import { shapeScheduled } from '../orders/schedule-shape.ts';
import { rowsAt } from '../orders/shape.ts';
import { ChangedAnswer, Client, ClientAnswer, ClientListAnswer, MergedAnswer, Summary } from './answers.ts';
import { tableOfClients } from './csv.ts';

const Cursor = t.Optional(t.String({ maxLength: 300 }));
const ListQuery = t.Object(
  { q: t.Optional(t.String({ maxLength: 100 })), few: t.Optional(t.Literal('1')), cursor: Cursor },
  CLOSED,
);
const PageQuery = t.Object({ cursor: Cursor }, CLOSED);
const Text = t.String({ maxLength: 10_000 });
const Change = t.Object(
  {
    version: Type.Integer({ minimum: 0 }),
    name: t.Optional(Text),
    note: t.Optional(Text),
    addresses: t.Optional(Text),
    dates: t.Optional(t.Array(t.Object({ day: Text, title: Text }, CLOSED), { maxItems: 100 })),
  },
  CLOSED,
);
const Other = t.Object({ other: t.String({ maxLength: 36 }) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/clients';
const PAGE = 50;
const ORDERS = 20;

/** Clients: everybody who sees the whole shop reads them, managers and owners change them. */
export const clientRoutes = (desk: Desk) =>
  new Elysia({ name: 'clients' })
    .use(desk)
    .get(
      BASE,
      async ({ ctx, query: { q, few, cursor } }) => {
        const { clients, ...page } = await listClients(ctx, { text: q, limit: PAGE, cursor, few: few === '1' });
        return { ...page, clients: clients.map((one) => shown(Summary, one)) };
      },
      { viewer: true, query: ListQuery, response: ClientListAnswer },
    )
    .get(
      `${BASE}/export`,
      async ({ ctx, query: { format } }) => {
        // The reading thread cannot update the search index, so it is done here first.
        await ctx.storage.search.catchUp();
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'all';
        const file = { name: `clients-${today}`, action: 'clients.exported', format } as const;
        return tableResponse(ctx, { ...file, ...aside(ctx, tableOfClients, { format }) });
      },
      { viewer: true, query: FileQuery, response: FileAnswer },
    )
    .get(
      `${BASE}/:id`,
      async ({ ctx, params, query }) => {
        const found = await getClient(ctx, { id: params.id, limit: ORDERS, cursor: query.cursor, shape: rowsAt(ctx) });
        const { page, nextCursor, behind, scheduled, ...client } = found;
        const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
        const again = await listSchedulesOf(ctx, { seqs: scheduled, today, shape: rowsAt(ctx) });
        return {
          client: shown(Client, client),
          orders: page,
          again: again.map(shapeScheduled),
          nextCursor,
          behind,
          statuses: listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language),
        };
      },
      { viewer: true, query: PageQuery, response: ClientAnswer },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ ctx, params, body }) => ({ version: await changeClient(ctx, { ...body, id: params.id }) }),
      { manager: true, body: Change, response: ChangedAnswer },
    )
    .post(
      `${BASE}/:id/merge`,
      async ({ ctx, params, body }) => ({ id: await mergeClients(ctx, { id: params.id, other: body.other }) }),
      { manager: true, body: Other, response: MergedAnswer },
    )
    .post(`${BASE}/:id/separate`, ({ ctx, params }) => separateClient(ctx, { id: params.id }), {
      manager: true,
      response: Done,
    });
