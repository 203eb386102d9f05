import { nextTurn, parseStored, scalarText, toRoubles } from '../../base/index.ts';
import { getOrder, listDue, listSchedules, type Product, shopTime } from '../../orders/index.ts';
import { findListPrices } from '../../stock/index.ts';
import type { Reading } from '../desk/index.ts';
import type { PricesAnswer, SchedulesAnswer } from './answers.ts';
import { rowsAt, shapeScheduled } from './shape.ts';

const PAGE = 50;

export const readSchedules: Reading<{ readonly cursor?: string | undefined }, (typeof SchedulesAnswer)['static']> = {
  name: 'repeating orders',
  async read(ctx, { cursor }) {
    const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
    const shaping = { today, shape: rowsAt(ctx) };
    const due = cursor === undefined ? await listDue(ctx, shaping) : [];
    const { schedules, nextCursor } = await listSchedules(ctx, { ...shaping, limit: PAGE, cursor });
    return { due: due.map(shapeScheduled), schedules: schedules.map(shapeScheduled), nextCursor };
  },
};

/** Reads the current prices of an order's items. */
export const readPrices: Reading<{ readonly id: string }, (typeof PricesAnswer)['static']> = {
  name: 'prices of an order',
  async read(ctx, { id }) {
    const { order } = getOrder(ctx, id);
    await nextTurn(ctx.workspace.seq);
    const ids = parseStored<readonly Product[]>(order.products).flatMap(({ id }) => scalarText(id) ?? []);
    const prices = [...findListPrices(ctx, ids)].map(([id, price]) => [id, toRoubles(price)] as const);
    return { prices: Object.fromEntries(prices) };
  },
};
