import { addDays, inTurns, type Steps, startOfDay } from '../../base/index.ts';
import {
  type ItemSums,
  keptStatuses,
  listStatuses,
  type MoneySums,
  type OrdersReport,
  type ReportSums,
  readDebts,
  shopTime,
  sumItems,
  sumMoney,
  sumReport,
} from '../../orders/index.ts';
import { type Period, type Reading, type ReadingCtx, shown } from '../desk/index.ts';
import { lengthOf, type ReportDays } from '../shared/periods.ts';
import { ItemsAnswer, ReportAnswer } from './answers.ts';
import { type ComparedFigure, type ComparedRow, compare, type Figure, type Figures } from './compare.ts';
import { reportDaysIn } from './filter.ts';

interface FilterQuery {
  readonly filter?: string | undefined;
}

/** The limit on rows of a table on the page. The exported file has more rows. */
const SHOWN = 50;
/**
 * The limit on daily columns, because a person cannot tell more columns apart. A longer period has a column for each
 * month.
 */
const DAYS_SHOWN = 92;

/** The parts of a report. Amounts are kopecks. */
export interface WholeReport {
  readonly days: ReportDays;
  readonly orders: OrdersReport;
  readonly ordersBefore: OrdersReport;
  readonly money: MoneySums;
  readonly moneyBefore: MoneySums;
}

export async function readWhole(ctx: ReadingCtx, filter: string | undefined): Promise<WholeReport> {
  const asker = ctx.request;
  const days = reportDaysIn(ctx, filter);
  const { timeZone } = ctx.workspace;
  const moneyOf = ({ from, to }: Period) =>
    sumMoney(ctx, {
      filter: { fromMs: startOfDay(from, timeZone), beforeMs: startOfDay(addDays(to, 1), timeZone) },
      asker,
      // All payment methods are read. One table shows the methods with the largest receipts, and another the methods
      // with the largest refunds. A method with large refunds may have small receipts.
      told: Number.POSITIVE_INFINITY,
    });
  return {
    days,
    orders: await sumReport(ctx, { days, asker }),
    ordersBefore: await sumReport(ctx, { days: days.before, asker }),
    money: await moneyOf(days),
    moneyBefore: await moneyOf(days.before),
  };
}

export const readReport: Reading<FilterQuery, (typeof ReportAnswer)['static']> = {
  name: 'report',
  async read(ctx, { filter }) {
    const whole = await readWhole(ctx, filter);
    const { from, to, before } = whole.days;
    const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
    const debts = await readDebts(ctx, shopTime(ctx.nowMs, ctx.workspace.timeZone).today);
    const kept = keptStatuses(statuses).map((id): [string, string] => ['status', id]);
    const unit = lengthOf(whole.days) > DAYS_SHOWN ? 'month' : 'day';
    return shown(ReportAnswer.data, {
      from,
      to,
      before,
      kept: new URLSearchParams(kept).toString(),
      ...totalsOf(whole),
      unit,
      points: pointsOf(whole, unit),
      statusNames: statuses,
      ...(await inTurns(ctx.workspace.seq, tablesOf(whole, SHOWN))),
      debts,
      owed: debts.reduce((sum, { owed }) => sum + owed, 0),
    });
  },
};

const figure = (sum: number, count: number | null = null): Figure => ({ count, quantity: null, sum });

export function totalsOf({ orders, ordersBefore, money, moneyBefore }: WholeReport) {
  const both = (make: (of: { orders: OrdersReport; money: MoneySums }) => Figure): ComparedFigure => ({
    now: make({ orders, money }),
    before: make({ orders: ordersBefore, money: moneyBefore }),
  });
  return {
    orders: both(({ orders: { all } }) => figure(all.revenue, all.orders)),
    average: both(({ orders: { all } }) => figure(averageOf(all))),
    received: both(({ money: { all } }) => figure(all.received)),
    refunded: both(({ money: { all } }) => figure(all.refunded)),
    net: both(({ money: { all } }) => figure(all.received - all.refunded, all.lines)),
  };
}

/** Returns the average revenue of an order, rounded half up to the kopeck; 0 if there are no orders. */
function averageOf({ orders, revenue }: OrdersReport['all']): number {
  if (orders === 0) return 0;
  const twice = 2n * BigInt(revenue) + BigInt(orders);
  return Number(twice / (2n * BigInt(orders)));
}

/** Returns a report's tables for both periods. @param told the maximum number of names in each table */
export function* tablesOf(
  { orders, ordersBefore, money, moneyBefore }: WholeReport,
  told: number,
): Steps<Record<'statuses' | 'sources' | 'platforms' | 'methods' | 'refunds', ComparedRow[]>> {
  const ofOrders = (sums: ReportSums): Figures =>
    new Map([...sums].map(([name, sum]) => [name, figure(sum.revenue, sum.orders)]));
  const table = (of: (report: OrdersReport) => ReportSums) =>
    compare(ofOrders(of(orders)), ofOrders(of(ordersBefore)), told);
  const methods = (way: 'received' | 'refunded') => compare(methodsOf(money, way), methodsOf(moneyBefore, way), told);
  return {
    statuses: yield* table((report) => report.statuses),
    sources: yield* table((report) => report.sources),
    platforms: yield* table((report) => report.platforms),
    methods: yield* methods('received'),
    refunds: yield* methods('refunded'),
  };
}

function methodsOf({ methods, otherMethods }: MoneySums, way: 'received' | 'refunded'): Figures {
  const all = [...methods, ...(otherMethods === null ? [] : [{ ...otherMethods, name: undefined }])];
  return new Map(all.filter((sum) => sum[way] > 0).map((sum) => [sum.name, figure(sum[way])]));
}

/**
 * A column of the chart. `revenueBefore` is the revenue of the days at the same positions in the previous period. If
 * the previous period is longer, the last column includes its remaining days.
 */
export interface ReportPoint extends Period {
  readonly revenue: number;
  readonly revenueBefore: number;
  readonly received: number;
  readonly refunded: number;
}

export function pointsOf({ days, orders, ordersBefore, money }: WholeReport, unit: 'day' | 'month'): ReportPoint[] {
  const revenue = new Map(orders.days.map((day) => [day.date, day.revenue]));
  const before = new Map<string, number>();
  for (const { date, revenue: sum } of ordersBefore.days) {
    const at = Math.min(lengthOf({ from: days.before.from, to: date }), lengthOf(days)) - 1;
    const day = addDays(days.from, at);
    before.set(day, (before.get(day) ?? 0) + sum);
  }
  const paid = new Map(money.days.map((day) => [day.name, day]));
  const points: ReportPoint[] = [];
  for (let at = 0; at < lengthOf(days); at += 1) {
    const day = addDays(days.from, at);
    const last = points.at(-1);
    const isNew = last === undefined || unit === 'day' || last.from.slice(0, 7) !== day.slice(0, 7);
    const sum = isNew ? { from: day, revenue: 0, revenueBefore: 0, received: 0, refunded: 0 } : last;
    if (!isNew) points.pop();
    points.push({
      from: sum.from,
      to: day,
      revenue: sum.revenue + (revenue.get(day) ?? 0),
      revenueBefore: sum.revenueBefore + (before.get(day) ?? 0),
      received: sum.received + (paid.get(day)?.received ?? 0),
      refunded: sum.refunded + (paid.get(day)?.refunded ?? 0),
    });
  }
  return points;
}

function* figuresOf(sums: ItemSums): Steps<Figures> {
  const figures = new Map<string | undefined, Figure>();
  for (const [name, { quantity, amount }] of sums) {
    yield;
    figures.set(name, { count: null, quantity, sum: amount });
  }
  return figures;
}

export async function readItems(ctx: ReadingCtx, days: ReportDays, told: number) {
  const of = async (period: Period): Promise<Figures> => {
    const sums = await sumItems(ctx, { days: period, asker: ctx.request });
    return inTurns(ctx.workspace.seq, figuresOf(sums));
  };
  return inTurns(ctx.workspace.seq, compare(await of(days), await of(days.before), told));
}

export const readReportItems: Reading<FilterQuery, (typeof ItemsAnswer)['static']> = {
  name: 'items of a report',
  async read(ctx, { filter }) {
    const { from, to, before } = reportDaysIn(ctx, filter);
    const items = await readItems(ctx, { from, to, before }, SHOWN);
    return shown(ItemsAnswer.data, { from, to, before, items });
  },
};
