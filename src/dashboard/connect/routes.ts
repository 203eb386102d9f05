import { t } from 'elysia';
import type { KeyRefusal, Scope } from '../../keys/index.ts';
import { CLOSED } from '../../web/index.ts';
import { listWorkspaces } from '../../workspaces/index.ts';
import { answers, Count, closed, type Desk, group, Instant, list, nullable, shown, Text, word } from '../desk/index.ts';

const Id = t.String({ format: 'uuid' });
const Filter = t.Object(
  {
    requestId: t.Optional(Id),
    key: t.Optional(Id),
    /** The first digit of the HTTP status. */
    status: t.Optional(t.Union([t.Literal('2'), t.Literal('4'), t.Literal('5')])),
    before: t.Optional(Id),
  },
  CLOSED,
);

const Call = closed({
  requestId: Text,
  at: Instant,
  method: Text,
  route: nullable(Text),
  status: Count,
  code: Text,
  ms: t.Number(),
  keyName: nullable(Text),
  keyPrefix: nullable(Text),
  keyRefusal: nullable(word<KeyRefusal>()),
  missingScope: nullable(word<Scope>()),
  orderId: nullable(Text),
  orderNumber: nullable(Text),
  orderDeleted: t.Boolean(),
});
const CallsAnswer = answers(closed({ calls: list(Call), next: nullable(Text) }));

export const connectRoutes = (desk: Desk) =>
  group(desk, 'connect').get(
    '/app/api/workspaces/:workspace/calls',
    ({ ctx, query }) => {
      // A call without a known API key belongs to no workspace. If there is only one workspace, its list shows these
      // calls too.
      const alone = listWorkspaces(ctx.storage).length === 1;
      const found = ctx.calls.list(ctx.workspace.seq, alone, {
        requestId: query.requestId?.toLowerCase(),
        keyId: query.key?.toLowerCase(),
        statusClass: query.status === undefined ? undefined : Number(query.status),
        before: query.before?.toLowerCase(),
      });
      return shown(CallsAnswer.data, found);
    },
    { owner: true, query: Filter, response: CallsAnswer },
  );
