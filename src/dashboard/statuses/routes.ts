import { Elysia, t } from 'elysia';
import {
  addStatus,
  countByStatus,
  listOwnStatuses,
  listStatuses,
  makeStatusesOwn,
  moveStatus,
  removeStatus,
  updateStatus,
} from '../../orders/index.ts';
import { STATUS_GROUPS, STATUS_TONES } from '../../storage/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, makeOnce, Nothing } from '../desk/index.ts';
import { MovedStatus, StatusesAnswer } from './answers.ts';

const Text = t.String({ maxLength: 1_000 });
const Tone = t.UnionEnum(STATUS_TONES);
const Group = t.UnionEnum(STATUS_GROUPS);
const NewStatus = t.Object({ id: Text, name: Text, tone: Tone, group: Group, writesOffStock: t.Boolean() }, CLOSED);
const StatusChange = t.Object(
  {
    name: t.Optional(Text),
    tone: t.Optional(Tone),
    group: t.Optional(Group),
    active: t.Optional(t.Boolean()),
    writesOffStock: t.Optional(t.Boolean()),
  },
  { ...CLOSED, minProperties: 1 },
);
const Move = t.Object({ by: t.Union([t.Literal(-1), t.Literal(1)]) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/statuses';

/** The set of statuses, drawn up by owners; everybody reads it with the orders. */
export const statusRoutes = (desk: Desk) =>
  new Elysia({ name: 'statuses' })
    .use(desk)
    .get(
      BASE,
      ({ ctx }) => {
        const { workspace, language } = ctx;
        const counts = countByStatus(ctx);
        const listed = listStatuses(ctx.storage.read, workspace.seq, language);
        return {
          own: listOwnStatuses(ctx.storage.read, workspace.seq).length > 0,
          statuses: listed.map((status) => ({ ...status, orders: counts.get(status.id) ?? 0 })),
        };
      },
      { owner: true, response: StatusesAnswer },
    )
    .post(
      BASE,
      ({ ctx, body }) =>
        makeOnce(ctx, body, async (once) => {
          await addStatus(once, { ...body, language: ctx.language });
        }),
      { owner: true, body: NewStatus, response: Done },
    )
    .post(`${BASE}/own`, ({ ctx }) => makeStatusesOwn(ctx, ctx.language), {
      owner: true,
      body: Nothing,
      response: Done,
    })
    .post(`${BASE}/:id/update`, ({ ctx, body, params }) => updateStatus(ctx, { id: params.id, ...body }), {
      owner: true,
      body: StatusChange,
      response: Done,
    })
    .post(
      `${BASE}/:id/move`,
      async ({ ctx, body, params }) => ({ place: await moveStatus(ctx, { id: params.id, by: body.by }) }),
      { owner: true, body: Move, response: MovedStatus },
    )
    .post(`${BASE}/:id/remove`, ({ ctx, params }) => removeStatus(ctx, params.id), {
      owner: true,
      body: Nothing,
      response: Done,
    });
