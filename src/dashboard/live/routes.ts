import { AppError } from '../../base/index.ts';
import { barOf, listMemberships } from '../../people/index.ts';
import { FileAnswer } from '../../web/index.ts';
import { type Desk, group, type MemberCtx, sessionNow } from '../desk/index.ts';

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

const seesOrdersOnly = ({ role }: Pick<MemberCtx, 'role'>): boolean => role === 'orders' || role === 'courier';

/** Builds the route that streams hints about changes. The hints contain no data, so the stream cannot leak any. */
export const liveRoutes = (desk: Desk) =>
  group(desk, 'live').get(
    '/app/api/workspaces/:workspace/live',
    ({ ctx }) => {
      const { request, session, workspace } = ctx;
      const ordersOnly = seesOrdersOnly(ctx);
      // The answer to a HEAD request has no body to stream.
      if (request.method === 'HEAD') return new Response(null, { headers: HEADERS });
      const stillIn = (): boolean => {
        const present = sessionNow(ctx);
        if (present === undefined) return false;
        const own = listMemberships(ctx.storage, session.person.seq).find((one) => one.workspace.seq === workspace.seq);
        // After a change of role, the page must reconnect to get the stream of that role.
        if (own === undefined || seesOrdersOnly(own) !== ordersOnly) return false;
        return barOf({ storage: ctx.storage, session: present }, own) === undefined;
      };
      const stream = ctx.live.open({
        sessionSeq: session.seq,
        personSeq: session.person.seq,
        workspaceSeq: workspace.seq,
        ordersOnly,
        allowed: stillIn,
        over: () => ctx.closeIdle(request),
      });
      if (stream === undefined) throw new AppError({ rule: 'pages_open' });
      ctx.keepOpen(request);
      return new Response(stream, { headers: HEADERS });
    },
    { member: true, response: FileAnswer },
  );
