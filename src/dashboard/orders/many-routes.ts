import { createLanes } from '../../base/index.ts';
import { changeStatuses, deleteOrders, restoreOrders, undoStatuses } from '../../orders/index.ts';
import { type Desk, group, type MemberCtx } from '../desk/index.ts';
import { ManyAnswer } from './answers.ts';
import { ManyOrders, ManyStatuses, UndoneStatuses } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/orders';

/**
 * Builds the routes that change many orders at once, or undo such a change. Each change keeps fifty writes in the
 * queue. A workspace runs one change at a time, because hundreds of writes would delay another workspace for a second.
 * A person may have only a few changes waiting, so that colleagues do not wait for minutes.
 */
export function manyRoutes(desk: Desk) {
  const inLane = createLanes();
  const tell = async ({ workspace }: MemberCtx, change: () => ReturnType<typeof changeStatuses>) => {
    const { outcomes, before, withoutIds } = await inLane(workspace.seq, change);
    return { outcomes: Object.fromEntries(outcomes), before: Object.fromEntries(before), withoutIds };
  };
  return group(desk, 'desk-many')
    .post(`${BASE}/statuses`, ({ ctx, body }) => tell(ctx, () => changeStatuses(ctx, body)), {
      ordersKeeper: { slot: 'changes' },
      body: ManyStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/statuses/undo`, ({ ctx, body }) => tell(ctx, () => undoStatuses(ctx, body)), {
      ordersKeeper: { slot: 'changes' },
      body: UndoneStatuses,
      response: ManyAnswer,
    })
    .post(`${BASE}/remove`, ({ ctx, body }) => tell(ctx, () => deleteOrders(ctx, body.ids)), {
      ordersKeeper: { slot: 'changes' },
      body: ManyOrders,
      response: ManyAnswer,
    })
    .post(`${BASE}/restore`, ({ ctx, body }) => tell(ctx, () => restoreOrders(ctx, body.ids)), {
      ordersKeeper: { slot: 'changes' },
      body: ManyOrders,
      response: ManyAnswer,
    });
}
