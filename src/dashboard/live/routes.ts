import { Elysia } from 'elysia';
import { AppError } from '../../base/index.ts';
import { barOf, listMemberships } from '../../people/index.ts';
import { admissionPlugin, memberOf, sessionNow, signedOf } from '../admission.ts';
import type { DashboardDeps } from '../deps.ts';
import { FileAnswer } from '../wire.ts';

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** Hints that something has changed; no data, so that a stream can leak none. */
export function liveRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'live' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/live',
    ({ request }) => {
      const { workspace } = memberOf(request);
      // Whoever asks for the headers alone has nothing to listen to.
      if (request.method === 'HEAD') return new Response(null, { headers: HEADERS });
      const { session } = signedOf(request);
      const stillIn = (): boolean => {
        const present = sessionNow(deps, session);
        if (present === undefined) return false;
        const own = listMemberships(deps.storage, session.person.seq).find(
          (one) => one.workspace.seq === workspace.seq,
        );
        return own !== undefined && barOf({ storage: deps.storage, session: present }, own) === undefined;
      };
      const stream = deps.live.open({
        sessionSeq: session.seq,
        personSeq: session.person.seq,
        workspaceSeq: workspace.seq,
        allowed: stillIn,
        over: () => deps.closeIdle(request),
      });
      if (stream === undefined) throw new AppError({ rule: 'pages_open' });
      deps.keepOpen(request);
      return new Response(stream, { headers: HEADERS });
    },
    { admit: { who: 'viewer' }, response: FileAnswer },
  );
}
