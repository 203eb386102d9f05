import { Elysia, t } from 'elysia';
import { updateWorkspace } from '../../workspaces/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { Done } from '../wire.ts';

/** The switches that an owner may turn; the plan is not theirs to choose here. */
const Switches = t.Object(
  { webhooksEnabled: t.Optional(t.Boolean()) },
  { additionalProperties: false, minProperties: 1 },
);

/** What holds for a whole workspace. */
export function workspaceRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'workspace' }).use(admissionPlugin(deps)).post(
    '/app/api/workspaces/:workspace/update',
    async ({ body, request }) => {
      const { webhooksEnabled } = body;
      const patch = webhooksEnabled === undefined ? {} : { webhooksEnabled };
      await updateWorkspace(ctxOf(deps, request), patch);
      return answer(deps, request, {});
    },
    { admit: { who: 'owner' }, body: Switches, response: Done },
  );
}
