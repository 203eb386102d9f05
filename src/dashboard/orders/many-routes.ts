import { Elysia } from 'elysia';
import { changeStatuses, deleteOrders, restoreOrders, undoStatuses } from '../../orders/index.ts';
import type { Desk } from '../desk/index.ts';
import { ManyAnswer } from './answers.ts';
import { ManyOrders, ManyStatuses, UndoneStatuses } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/orders';

/** Changes to many orders at once, and their undo. */
export const manyRoutes = (desk: Desk) =>
  new Elysia({ name: 'desk-many' })
    .use(desk)
    .post(`${BASE}/statuses`, ({ ctx, body }) => tell(changeStatuses(ctx, body)), {
      ordersKeeper: true,
      body: ManyStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/statuses/undo`, ({ ctx, body }) => tell(undoStatuses(ctx, body)), {
      ordersKeeper: true,
      body: UndoneStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/remove`, ({ ctx, body }) => tell(deleteOrders(ctx, body.ids)), {
      ordersKeeper: true,
      body: ManyOrders,
      response: ManyAnswer,
    })
    .post(`${BASE}/restore`, ({ ctx, body }) => tell(restoreOrders(ctx, body.ids)), {
      ordersKeeper: true,
      body: ManyOrders,
      response: ManyAnswer,
    });

async function tell(changing: ReturnType<typeof changeStatuses>) {
  const { outcomes, before, withoutIds } = await changing;
  return { outcomes: Object.fromEntries(outcomes), before: Object.fromEntries(before), withoutIds };
}
