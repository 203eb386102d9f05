/**
 * This file keeps sums of orders for the overview and the reports. The transaction of each change updates them, so they
 * are always exact. `docket check` compares them with the orders.
 */

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { dayInZone, dayStarts, HOUR_MS, once } from '../base/index.ts';
import {
  type Db,
  givenNumber,
  type KeptSums,
  keepIn,
  limitTo,
  orderDays,
  orderMonths,
  ordersMade,
  owedClosings,
  prepared,
  type SumKey,
  sumStatements,
  type Tx,
  workspaces,
} from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { addItems, type ReadItems, readItems } from './item-sums.ts';
import type { Order } from './order.ts';
import { cancelledStatuses } from './statuses.ts';

type SumSource = Pick<
  Order,
  | 'workspaceSeq'
  | 'date'
  | 'statusId'
  | 'price'
  | 'paidAmount'
  | 'paymentStatus'
  | 'createdAt'
  | 'deletedAt'
  | 'products'
>;

/** A quarter of an hour. Days begin at a multiple of it in all time zones, so stored quarters add up to days. */
export const QUARTER_MS = 900_000;
/** A time shorter than any day, even one with a clock change. */
const SAME_DAY_MS = 22 * HOUR_MS;
const CLOSINGS_KEPT_MS = 30 * 24 * HOUR_MS;

export const monthOf = (date: string): string => date.slice(0, 'YYYY-MM'.length);

type MoneySource = Pick<SumSource, 'price' | 'paidAmount' | 'paymentStatus'>;

/**
 * Returns the sum left to pay, in kopecks. It is negative if the shop must pay money back: an overpayment, or
 * everything paid for a canceled order. An order whose payments were all refunded owes nothing.
 */
function restOf({ price, paidAmount, paymentStatus }: MoneySource, isCancelled: boolean): number {
  if (isCancelled) return 0 - paidAmount;
  return paymentStatus === 'refunded' ? 0 : price - paidAmount;
}

export function restsIn({ storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>) {
  const cancelled = new Set(cancelledStatuses(storage.read, workspace.seq));
  return (order: MoneySource & Pick<SumSource, 'statusId'>): number => restOf(order, cancelled.has(order.statusId));
}

const owedOf = (order: SumSource): number => Math.max(restOf(order, false), 0);

/** SQL for the sum, in kopecks, that the client still owes for one order. It is used on rows of the `orders` table. */
export const OWED = sql`iif(payment_status IN ('unpaid', 'partial'), max(price - paid_amount, 0), 0)`;

/** Updates the sums. Every creation (`before` is undefined) and every change of an order must call this. */
export function sumUp(tx: Tx, before: SumSource | undefined, after: SumSource, read: ReadItems = readItems): void {
  if (before === undefined || !isSame(before, after)) exchange(tx, before, after, addOrder);
  if (before === undefined || !hasSameItems(before, after)) {
    const items = once(() => read(after.products));
    const readOnce: ReadItems = (products) => (products === after.products ? items() : read(products));
    exchange(tx, before, after, (_tx, source, sign) => addItems(tx, source, { sign, read: readOnce }));
  }
  if (before?.deletedAt !== after.deletedAt) exchange(tx, before, after, addMade);
}

function exchange(tx: Tx, before: SumSource | undefined, after: SumSource, add: typeof addOrder): void {
  if (before !== undefined && before.deletedAt === null) add(tx, before, -1);
  if (after.deletedAt === null) add(tx, after, 1);
}

const isSame = (before: SumSource, after: SumSource): boolean =>
  before.statusId === after.statusId &&
  before.paidAmount === after.paidAmount &&
  before.paymentStatus === after.paymentStatus &&
  before.date === after.date &&
  before.price === after.price &&
  before.deletedAt === after.deletedAt;

const hasSameItems = (before: SumSource, after: SumSource): boolean =>
  before.statusId === after.statusId &&
  before.date === after.date &&
  before.products === after.products &&
  before.deletedAt === after.deletedAt;

function addOrder(tx: Tx, order: SumSource, sign: 1 | -1): void {
  const { workspaceSeq, date, statusId, price, paidAmount, paymentStatus, createdAt } = order;
  tx.add(
    keepDays,
    // When an order leaves a day, 0 keeps the day's stored `newest` time. That time is then only an upper bound for the
    // remaining orders.
    [workspaceSeq, date, statusId, sign > 0 ? createdAt : 0],
    [
      sign,
      sign * price,
      sign * Math.min(paidAmount, price),
      sign * owedOf(order),
      paymentStatus === 'partial' ? sign : 0,
    ],
  );
}

function addMade(tx: Tx, { workspaceSeq, createdAt }: SumSource, sign: 1 | -1): void {
  tx.add(keepMade, [workspaceSeq, Math.floor(createdAt / QUARTER_MS)], [sign]);
}

const statements = prepared((db) => ({
  days: sumStatements(db, orderDays, {
    key: ['workspaceSeq', 'date', 'statusId'],
    sums: ['orders', 'revenue', 'paid', 'owed', 'partial'],
    greatest: 'newest',
  }),
  months: sumStatements(db, orderMonths, {
    key: ['workspaceSeq', 'month', 'statusId'],
    sums: ['orders'],
    greatest: 'newest',
  }),
  lastClosing: db
    .select({ at: owedClosings.at })
    .from(owedClosings)
    .where(eq(owedClosings.workspaceSeq, givenNumber('workspaceSeq')))
    .orderBy(desc(owedClosings.at))
    .limit(limitTo(1))
    .prepare(),
}));

const keepDays: KeptSums = ({ db, now }, sums) => {
  const { days, months: ofMonths } = statements(db);
  // The debt at the start of the day must be recorded before the day's first change is counted.
  for (const workspaceSeq of new Set(sums.map(({ key }) => Number(key[0])))) closeDay(db, workspaceSeq, now);
  const months = new Map<string, { key: SumKey; orders: number; newest: number }>();
  for (const { key, amounts } of sums) {
    const [workspaceSeq = 0, date = '', statusId = '', newest = 0] = key;
    const [orders = 0, revenue, paid, owed, partial] = amounts;
    days.add.run({ workspaceSeq, date, statusId, orders, revenue, paid, owed, partial, newest });
    const month = [workspaceSeq, monthOf(String(date)), statusId];
    const name = month.join('\n');
    const known = months.get(name) ?? { key: month, orders: 0, newest: 0 };
    months.set(name, { key: month, orders: known.orders + orders, newest: Math.max(known.newest, Number(newest)) });
  }
  // Empty days are dropped after all additions, because one order may leave a day while another is added to it.
  for (const { key, amounts } of sums) {
    const [workspaceSeq = 0, date = '', statusId = ''] = key;
    if ((amounts[0] ?? 0) < 0) days.drop.run({ workspaceSeq, date, statusId });
  }
  for (const { key, orders, newest } of months.values()) {
    const [workspaceSeq, month, statusId] = key;
    ofMonths.add.run({ workspaceSeq, month, statusId, orders, newest });
    if (orders <= 0) ofMonths.drop.run({ workspaceSeq, month, statusId });
  }
};

const keepMade = keepIn(ordersMade, { key: ['workspaceSeq', 'quarter'], sums: ['orders'] });

function closeDay(db: Db, workspaceSeq: number, now: number): void {
  const last = statements(db).lastClosing.get({ workspaceSeq })?.at;
  if (last !== undefined && now - last < SAME_DAY_MS) return;
  const own = eq(workspaces.seq, workspaceSeq);
  const timeZone = db.select({ timeZone: workspaces.timeZone }).from(workspaces).where(own).get()?.timeZone ?? 'UTC';
  const [start = now] = dayStarts(dayInZone(now, timeZone) ?? '', 1, timeZone);
  if (last !== undefined && start <= last) return;
  writeClosing(db, workspaceSeq, start);
  const old = and(eq(owedClosings.workspaceSeq, workspaceSeq), lt(owedClosings.at, now - CLOSINGS_KEPT_MS));
  db.delete(owedClosings).where(old).run();
}

/** The row without a status marks the day as recorded, even if nothing is owed. */
function writeClosing(db: Db, workspaceSeq: number, at: number): void {
  db.run(sql`INSERT INTO owed_closings (workspace_seq, at, status_id, owed) VALUES (${workspaceSeq}, ${at}, '', 0)`);
  db.run(sql`INSERT INTO owed_closings (workspace_seq, at, status_id, owed)
    SELECT workspace_seq, ${at}, status_id, sum(owed) FROM order_days
    WHERE workspace_seq = ${workspaceSeq} AND owed <> 0 GROUP BY status_id`);
}
