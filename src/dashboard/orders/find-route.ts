import { Elysia } from 'elysia';
import { listStatuses, quickFind } from '../../orders/index.ts';
import type { Desk } from '../desk/index.ts';
import { FindAnswer } from './answers.ts';
import { FindQuery } from './model.ts';
import { rowsAt } from './shape.ts';

/** The most orders that the search palette shows. With more, the clients below them are out of sight. */
const SHOWN = 5;

/** The orders that the search palette finds. */
export const findRoute = (desk: Desk) =>
  new Elysia({ name: 'desk-find' }).use(desk).get(
    '/app/api/workspaces/:workspace/orders/find',
    async ({ ctx, query }) => {
      const asked = { text: query.q, limit: SHOWN, asker: ctx.request, shape: rowsAt(ctx) };
      const found = await quickFind(ctx, asked);
      return { ...found, statuses: listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language) };
    },
    { ordersReader: true, query: FindQuery, response: FindAnswer },
  );
