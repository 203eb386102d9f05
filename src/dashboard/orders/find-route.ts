import { Elysia } from 'elysia';
import { listStatuses, quickFind } from '../../orders/index.ts';
import type { Desk } from '../desk/index.ts';
import { FindAnswer } from './answers.ts';
import { FindQuery } from './model.ts';
import { rowsAt } from './shape.ts';

/** As many as the search that opens everywhere shows. */
const SHOWN = 8;

/** What the search that opens everywhere finds of orders. */
export const findRoute = (desk: Desk) =>
  new Elysia({ name: 'desk-find' }).use(desk).get(
    '/app/api/workspaces/:workspace/orders/find',
    async ({ ctx, query }) => {
      const { orders, ...rest } = await quickFind(ctx, { text: query.q, limit: SHOWN, asker: ctx.request });
      const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
      const shape = rowsAt(ctx);
      const found = orders.map(({ order, match = null }) => ({ ...shape(order), match }));
      return { ...rest, orders: found, statuses };
    },
    { viewer: true, query: FindQuery, response: FindAnswer },
  );
