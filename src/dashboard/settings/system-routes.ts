import { FileAnswer } from '../../web/index.ts';
import { type Desk, group } from '../desk/index.ts';
import { SystemAnswer } from './answers.ts';
import { describeProcess, describeProxies, describeSystem } from './system.ts';

const BASE = '/app/api/workspaces/:workspace/system';
const WHO = { installation: true } as const;

/**
 * Builds the routes of the server's state, for the owners of the installation. The file of diagnostics has no addresses
 * and no data of the shop. So people can pass it on safely.
 */
export const systemRoutes = (desk: Desk) =>
  group(desk, 'system')
    .get(BASE, ({ ctx }) => ({ ...describeSystem(ctx), oddProxies: describeProxies(ctx) }), {
      owner: WHO,
      response: SystemAnswer,
    })
    .get(
      `${BASE}/diagnostics`,
      ({ ctx }) => {
        const facts = { ...describeSystem(ctx), process: describeProcess(ctx) };
        return new Response(`${JSON.stringify(facts, null, 2)}\n`, {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="docket-diagnostics-${facts.clock.slice(0, 10)}.json"`,
            'cache-control': 'no-store',
          },
        });
      },
      { owner: WHO, response: FileAnswer },
    );
