import { Elysia } from 'elysia';
import { answerAside, type Desk } from '../desk/index.ts';
import { FindAnswer } from './answers.ts';
import { FindQuery } from './model.ts';
import { readFound } from './readings.ts';

/** The orders that the search palette finds. */
export const findRoute = (desk: Desk) =>
  new Elysia({ name: 'desk-find' })
    .use(desk)
    .get(
      '/app/api/workspaces/:workspace/orders/find',
      ({ ctx, query }) => answerAside(ctx, readFound, { text: query.q }),
      { ordersReader: true, query: FindQuery, response: FindAnswer },
    );
