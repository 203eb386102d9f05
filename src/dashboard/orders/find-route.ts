import { Elysia } from 'elysia';
import { listStatuses, quickFind } from '../../orders/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { FindAnswer } from './answers.ts';
import { FindQuery } from './model.ts';
import { rowsAt } from './shape.ts';

/** As many as the search that opens everywhere shows. */
const SHOWN = 8;

/** What the search that opens everywhere finds of orders. */
export function findRoute(deps: DashboardDeps) {
  return new Elysia({ name: 'desk-find' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/orders/find',
    async ({ query, request }) => {
      const ctx = ctxOf(deps, request);
      const { orders, ...rest } = await quickFind(ctx, { text: query.q, limit: SHOWN, asker: request });
      const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, languageOf(request));
      const shape = rowsAt(ctx);
      const found = orders.map(({ order, match = null }) => ({ ...shape(order), match }));
      return answer(deps, request, { ...rest, orders: found, statuses });
    },
    { admit: { who: 'viewer' }, query: FindQuery, response: FindAnswer },
  );
}
