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
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce } from '../make-once.ts';
import { CLOSED, Done, Nothing } from '../wire.ts';
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
export function statusRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  const whose = (request: Request) => ({
    workspace: memberOf(request).workspace,
    actor: signedOf(request).actor,
    language: languageOf(request),
  });
  return new Elysia({ name: 'statuses' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const { workspace, language } = whose(request);
        const counts = countByStatus(ctxOf(deps, request));
        const listed = listStatuses(storage.read, workspace.seq, language);
        return answer(deps, request, {
          own: listOwnStatuses(storage.read, workspace.seq).length > 0,
          statuses: listed.map((status) => ({ ...status, orders: counts.get(status.id) ?? 0 })),
        });
      },
      { admit: { who: 'owner' }, response: StatusesAnswer },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const { language } = whose(request);
        return answerOnce(deps, { request, body }, async (once) => {
          await addStatus({ ...ctxOf(deps, request), storage: once }, { ...body, language });
          return {};
        });
      },
      { admit: { who: 'owner' }, body: NewStatus, response: Done },
    )
    .post(
      `${BASE}/own`,
      async ({ request }) => {
        const { language } = whose(request);
        await makeStatusesOwn(ctxOf(deps, request), language);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ body, params, request }) => {
        await updateStatus(ctxOf(deps, request), { id: params.id, ...body });
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: StatusChange, response: Done },
    )
    .post(
      `${BASE}/:id/move`,
      async ({ body, params, request }) => {
        return answer(deps, request, {
          place: await moveStatus(ctxOf(deps, request), { id: params.id, by: body.by }),
        });
      },
      { admit: { who: 'owner' }, body: Move, response: MovedStatus },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ params, request }) => {
        await removeStatus(ctxOf(deps, request), params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Nothing, response: Done },
    );
}
