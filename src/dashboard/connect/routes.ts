import { Elysia, t } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listWorkspaces } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CallsAnswer } from './answers.ts';

const Id = t.String({ format: 'uuid' });
const Filter = t.Object(
  {
    requestId: t.Optional(Id),
    key: t.Optional(Id),
    /** The hundreds of the status. */
    status: t.Optional(t.Union([t.Literal('2'), t.Literal('4'), t.Literal('5')])),
    before: t.Optional(Id),
  },
  { additionalProperties: false },
);

/** What whoever connects a program to the API looks at: the calls of the last 30 days, and why one was refused. */
export function connectRoutes(deps: DashboardDeps) {
  const { storage, calls } = deps;
  return new Elysia({ name: 'connect' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/calls',
    ({ request, query }) => {
      // A call without a key of ours belongs to nobody; where there is one workspace it can be meant for no other.
      const alone = listWorkspaces(storage).length === 1;
      const found = calls.list(memberOf(request).workspace.seq, alone, {
        requestId: query.requestId?.toLowerCase(),
        keyId: query.key?.toLowerCase(),
        statusClass: query.status === undefined ? undefined : Number(query.status),
        before: query.before?.toLowerCase(),
      });
      const shown = found.calls.map((call) => ({ ...call, at: toIso(call.at) }));
      return answer(deps, request, { calls: shown, next: found.next });
    },
    { admit: { who: 'owner' }, query: Filter, response: CallsAnswer },
  );
}
