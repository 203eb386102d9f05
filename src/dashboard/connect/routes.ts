import { Elysia, t } from 'elysia';
import { CLOSED } from '../../web/index.ts';
import { listWorkspaces } from '../../workspaces/index.ts';
import { type Desk, shown } from '../desk/index.ts';
import { Call, CallsAnswer } from './answers.ts';

const Id = t.String({ format: 'uuid' });
const Filter = t.Object(
  {
    requestId: t.Optional(Id),
    key: t.Optional(Id),
    /** The hundreds of the status. */
    status: t.Optional(t.Union([t.Literal('2'), t.Literal('4'), t.Literal('5')])),
    before: t.Optional(Id),
  },
  CLOSED,
);

/** The page for anyone who connects a program to the API: the calls of the last 30 days, and why one was refused. */
export const connectRoutes = (desk: Desk) =>
  new Elysia({ name: 'connect' }).use(desk).get(
    '/app/api/workspaces/:workspace/calls',
    ({ ctx, query }) => {
      // A call without one of our keys belongs to no workspace; if there is only one, it was meant for that.
      const alone = listWorkspaces(ctx.storage).length === 1;
      const found = ctx.calls.list(ctx.workspace.seq, alone, {
        requestId: query.requestId?.toLowerCase(),
        keyId: query.key?.toLowerCase(),
        statusClass: query.status === undefined ? undefined : Number(query.status),
        before: query.before?.toLowerCase(),
      });
      return { calls: found.calls.map((call) => shown(Call, call)), next: found.next };
    },
    { owner: true, query: Filter, response: CallsAnswer },
  );
