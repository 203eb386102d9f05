import { Elysia } from 'elysia';
import { AppError } from '../../base/index.ts';
import { listMemberships } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf, sessionOf } from '../admission.ts';
import type { DashboardDeps } from '../deps.ts';

/** Hints that something has changed; no data, so that a stream can leak none. */
export function liveRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'live' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/live',
    ({ request }) => {
      const { workspace } = memberOf(request);
      const stillIn = (): boolean => {
        const session = sessionOf(deps, request);
        if (session === undefined) return false;
        return listMemberships(deps.storage, session.person.seq).some((one) => one.workspace.seq === workspace.seq);
      };
      const stream = deps.live.open(workspace.seq, stillIn);
      if (stream === undefined) throw new AppError('unavailable', 'Too many pages are open at once.');
      deps.keepOpen(request);
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      });
    },
    { admit: { who: 'viewer' } },
  );
}
