import { Elysia } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listWorkspaces } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';

/** What whoever connects a program to the API looks at: the last calls, and why one was refused. */
export function connectRoutes(deps: DashboardDeps) {
  const { storage, calls } = deps;
  return new Elysia({ name: 'connect' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/calls',
    ({ request }) => {
      // A call without a key of ours belongs to nobody; where there is one workspace it can be meant for no other.
      const alone = listWorkspaces(storage).length === 1;
      const shown = calls.list(memberOf(request).workspace.seq, alone).map((call) => ({ ...call, at: toIso(call.at) }));
      return answer(deps, request, { calls: shown });
    },
    { admit: { who: 'owner' } },
  );
}
