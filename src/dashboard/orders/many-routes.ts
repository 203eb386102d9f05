import { Elysia } from 'elysia';
import { changeStatuses, deleteOrders, restoreOrders, undoStatuses } from '../../orders/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { ManyAnswer } from './answers.ts';
import { ManyOrders, ManyStatuses, UndoneStatuses } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/orders';

/** Changes of many orders at once, and what takes them back. */
export function manyRoutes(deps: DashboardDeps) {
  const tell = async (request: Request, changing: ReturnType<typeof changeStatuses>) => {
    const { outcomes, before, withoutIds } = await changing;
    return answer(deps, request, {
      outcomes: Object.fromEntries(outcomes),
      before: Object.fromEntries(before),
      withoutIds,
    });
  };
  return new Elysia({ name: 'desk-many' })
    .use(admissionPlugin(deps))
    .post(`${BASE}/statuses`, ({ body, request }) => tell(request, changeStatuses(ctxOf(deps, request), body)), {
      admit: { who: 'manager' },
      body: ManyStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/statuses/undo`, ({ body, request }) => tell(request, undoStatuses(ctxOf(deps, request), body)), {
      admit: { who: 'manager' },
      body: UndoneStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/remove`, ({ body, request }) => tell(request, deleteOrders(ctxOf(deps, request), body.ids)), {
      admit: { who: 'manager' },
      body: ManyOrders,
      response: ManyAnswer,
    })
    .post(`${BASE}/restore`, ({ body, request }) => tell(request, restoreOrders(ctxOf(deps, request), body.ids)), {
      admit: { who: 'manager' },
      body: ManyOrders,
      response: ManyAnswer,
    });
}
