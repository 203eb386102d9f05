import { addDays, dayStarts, isStepOver, nextTurn, toRoubles } from '../../base/index.ts';
import { comingDates } from '../../clients/index.ts';
import { readInquiriesOverview } from '../../inquiries/index.ts';
import {
  countDesk,
  type DeskFilter,
  fillDesk,
  keptStatuses,
  listDue,
  listStatuses,
  type Order,
  type OrdersOverview,
  readOverview,
  shopTime,
} from '../../orders/index.ts';
import { type Reading, type ReadingCtx, shown } from '../desk/index.ts';
import { lateIn, owedQuery } from '../orders/filter.ts';
import { rowsAt, shapeScheduled } from '../orders/shape.ts';
import { DayAhead, type OverviewAnswer, PastDay } from './answers.ts';

const WEEK = 7;
const LATE_SHOWN = 5;
const LATE_COUNTED = 1_000;
const AGAIN_SHOWN = 5;

/** The shop's figures over a number of days, and today's orders. */
export const readShop: Reading<
  number,
  Omit<(typeof OverviewAnswer)['static'], 'attention'> & Pick<OrdersOverview, 'partial'>
> = {
  name: 'overview',
  async read(ctx, shownDays) {
    const { nowMs } = ctx;
    const { timeZone } = ctx.workspace;
    const { today, now } = shopTime(nowMs, timeZone);
    // The chart also shows the previous period, so twice as many days are read.
    const days = shownDays * 2;
    const starts = dayStarts(addDays(today, 1 - days), days, timeZone);
    const orders = await readOverview(ctx, { today, now, days, starts });
    await nextTurn(ctx.workspace.seq);
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    const inquiries = await readInquiriesOverview(ctx, { longBefore: starts[days - WEEK] ?? 0, nowMs });
    return {
      today,
      now,
      weekAgo: addDays(today, -WEEK),
      ...(await shapeOrders(ctx, orders)),
      filters: filtersOf(statuses, today),
      partial: orders.partial,
      late: await readLate(ctx),
      again: await readAgain(ctx, today),
      dates: await comingDates(ctx, today),
      inquiries: {
        ...inquiries,
        stages: inquiries.stages.map(({ medianAt, ...stage }) => ({
          ...stage,
          medianAgeMs: medianAt === null ? null : Math.max(0, nowMs - medianAt),
        })),
      },
      statuses,
    };
  },
};

async function shapeOrders(ctx: ReadingCtx, { days, ahead, owed, day, scheduled, prepare }: OrdersOverview) {
  return {
    days: days.map((one) => shown(PastDay, one)),
    ahead: ahead.map((one) => shown(DayAhead, one)),
    owed: owed.map(toRoubles),
    hours: day.hours,
    coming: await shapeRows(ctx, day.coming),
    scheduled,
    prepare: prepare === undefined ? null : { ...prepare, orders: await shapeRows(ctx, prepare.orders) },
  };
}

/** Shapes the orders with pauses for other requests, because one order may be a megabyte in size. */
async function shapeRows(ctx: ReadingCtx, orders: readonly Order[]) {
  const shape = rowsAt(ctx);
  const rows: ReturnType<typeof shape>[] = [];
  for (const order of orders) {
    if (isStepOver()) await nextTurn(ctx.workspace.seq);
    rows.push(shape(order));
  }
  return rows;
}

/** Returns the queries for the lists behind the figures. Canceled orders are in no figure, so no list shows them. */
function filtersOf(statuses: ReturnType<typeof listStatuses>, today: string) {
  const kept = keptStatuses(statuses).map((id): [string, string] => ['status', id]);
  const filter = (...narrowed: [string, string][]): string => new URLSearchParams([...narrowed, ...kept]).toString();
  return {
    today: filter(['when', 'today']),
    owed: owedQuery(statuses),
    ahead: filter(['from', today], ['to', addDays(today, WEEK - 1)]),
  };
}

async function readAgain(ctx: ReadingCtx, today: string) {
  const due = await listDue(ctx, { today, shape: rowsAt(ctx) });
  return { count: due.length, orders: due.slice(0, AGAIN_SHOWN).map(shapeScheduled) };
}

/**
 * Reads the late orders, which may be anywhere in the database file. If a part of the file is damaged, the page must
 * still open and report it.
 */
async function readLate(ctx: ReadingCtx) {
  try {
    return await findLate(ctx);
  } catch (error) {
    if (ctx.storage.damage.found() === undefined) throw error;
    return { count: 0, orders: [] };
  }
}

/**
 * Lists late orders of yesterday and today first, the earliest at the top, because their clients still wait. Older
 * orders follow, latest first. Otherwise old orders that nobody closed would hide yesterday's.
 */
async function findLate(ctx: ReadingCtx) {
  const asker = ctx.request;
  const filter = lateIn(ctx);
  const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
  const find = async (of: DeskFilter, limit: number) =>
    (await fillDesk(ctx, { filter: { ...filter, ...of }, limit, asker, shape: rowsAt(ctx) })).orders;
  const fresh = await find({ dateFrom: addDays(today, -1) }, LATE_SHOWN);
  const room = LATE_SHOWN - fresh.length;
  const old = room === 0 ? [] : await find({ dateTo: addDays(today, -2), sort: '-date' }, room);
  const orders = [...fresh, ...old];
  const isAll = orders.length < LATE_SHOWN;
  const count = isAll ? orders.length : await countDesk(ctx, { filter, most: LATE_COUNTED, asker });
  return { count, orders };
}
