import { Elysia, t } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listHistory } from '../../orders/index.ts';
import { admissionPlugin } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { ctxOf } from '../orders/context.ts';

const PAGE = 50;
const Query = t.Object(
  {
    kind: t.Optional(t.Union([t.Literal('orders'), t.Literal('settings')])),
    cursor: t.Optional(t.String({ maxLength: 300 })),
  },
  { additionalProperties: false },
);

/** Who changed what in the workspace, for its owners. */
export function historyRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'history' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/history',
    ({ query, request }) => {
      const { rows, nextCursor } = listHistory(ctxOf(deps, request), { kind: query.kind }, PAGE, query.cursor);
      const shown = rows.map(({ actor, at, ...row }) => ({ ...row, at: toIso(at), actorType: actor.type }));
      return answer(deps, request, { rows: shown, nextCursor });
    },
    { admit: { who: 'owner' }, query: Query },
  );
}
