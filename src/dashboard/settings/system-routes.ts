import { Elysia } from 'elysia';
import { admissionPlugin } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { FileAnswer } from '../wire.ts';
import { SystemAnswer } from './answers.ts';
import { describeProcess, describeProxies, describeSystem } from './system.ts';

const BASE = '/app/api/workspaces/:workspace/system';
const WHO = { who: 'owner', installation: true } as const;

/** How the server is, for the owners of the installation; numbers alone, so that a copy of it gives nothing away. */
export function systemRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'system' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => answer(deps, request, { ...describeSystem(deps, request), oddProxies: describeProxies(deps) }),
      { admit: WHO, response: SystemAnswer },
    )
    .get(
      `${BASE}/diagnostics`,
      ({ request }) => {
        const facts = { ...describeSystem(deps, request), process: describeProcess(deps, request) };
        return new Response(`${JSON.stringify(facts, null, 2)}\n`, {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="docket-diagnostics-${facts.clock.slice(0, 10)}.json"`,
            'cache-control': 'no-store',
          },
        });
      },
      { admit: WHO, response: FileAnswer },
    );
}
