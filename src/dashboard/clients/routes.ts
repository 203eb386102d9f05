import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import { dayInZone } from '../../base/index.ts';
import { changeClient, mergeClients, separateClient } from '../../clients/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import { answerAside, type Desk, Done, FileQuery, group, Made, type MemberCtx, tableResponse } from '../desk/index.ts';
import { ChangedAnswer, ClientAnswer, ClientListAnswer } from './answers.ts';
import { tableOfClients } from './csv.ts';
import { readClient, readClients } from './readings.ts';

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

/** Updates the search index before a reading starts. The thread that does the reading cannot write. */
const catchUp = ({ storage, workspace }: MemberCtx): Promise<void> => storage.search.catchUp(workspace.seq);

export const clientRoutes = (desk: Desk) =>
  group(desk, 'clients')
    .get(
      BASE,
      async ({ ctx, query: { q, few, cursor } }) => {
        await catchUp(ctx);
        return answerAside(ctx, readClients, { text: q, few: few === '1', cursor });
      },
      { viewer: true, query: ListQuery, response: ClientListAnswer },
    )
    .get(
      `${BASE}/export`,
      async ({ ctx, query: { format } }) => {
        await catchUp(ctx);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'all';
        const file = { name: `clients-${today}`, action: 'clients.exported', format } as const;
        return tableResponse(ctx, tableOfClients, { format }, file);
      },
      { viewer: true, query: FileQuery, response: FileAnswer },
    )
    .get(
      `${BASE}/:id`,
      async ({ ctx, params, query }) => {
        await catchUp(ctx);
        return answerAside(ctx, readClient, { id: params.id, cursor: query.cursor });
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
      { manager: true, body: Other, response: Made },
    )
    .post(`${BASE}/:id/separate`, ({ ctx, params }) => separateClient(ctx, { id: params.id }), {
      manager: true,
      response: Done,
    });
