import { inTurns, isStepOver, nextTurn, sortInSteps, toRoubles } from '../../base/index.ts';
import {
  createProblems,
  type MethodSum,
  type ProblemCode,
  type Problems,
  type RowChange,
  type ShownRow,
} from '../../imports/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { hasRefundRoom, hasRoom } from '../payment.ts';
import { clientNameOf, type PaidOrder } from './find-order.ts';
import { byDay, countEqual, type MoneyOfOrder } from './order-rows.ts';
import type { FileMoney } from './read-money.ts';
import { type PaymentQuery, whereIs } from './recorded.ts';

export type MoneyOutcome = 'new' | 'refunds' | 'known' | 'over';

export interface MoneyPlan {
  readonly staged: readonly StagedMoney[];
  readonly counts: Readonly<Record<MoneyOutcome, number>>;
  readonly sums: readonly MethodSum[];
  /** Rows that are imported only at the person's request. */
  readonly held: Problems;
  readonly shown: readonly ShownRow[];
}

/** The running totals of an order, row by row. Sums are kopecks. */
interface Running {
  paid: number;
  /** The paid sum after the import, including the rows that are imported only at the person's request. */
  withHeld: number;
  added: number;
  refunded: number;
}

interface Rows {
  readonly rows: readonly MoneyOfOrder[];
  readonly cells: ReadonlyMap<number, readonly string[]>;
  readonly dropped: Problems;
}

export async function planMoney(ctx: Ctx, { rows, cells, dropped }: Rows): Promise<MoneyPlan> {
  const equal = await inTurns(ctx.workspace.seq, countEqual(rows));
  const sort = createSorter(ctx, dropped);
  const staged: StagedMoney[] = [];
  const shown: ShownRow[] = [];
  for (const row of await inTurns(ctx.workspace.seq, sortInSteps(rows, byDay))) {
    if (isStepOver()) await nextTurn(ctx.workspace.seq);
    const { line, amount, at, method, id, order } = row;
    const wanted = { amount, at, method, id, before: 0, ids: [], ...equal.get(row) };
    const change = sort.add(row, wanted);
    if (change === undefined) continue;
    staged.push({ line, orderId: order.id, ...wanted });
    const own = cells.get(line);
    if (own === undefined || change.length === 0) continue;
    const names = [order.num, clientNameOf(ctx.storage.read, order.seq)].filter((text) => text !== '');
    const changes = [{ field: 'order', from: null, to: names.join(', ') }, ...change];
    shown.push({ line, cells: own, known: amount < 0 ? 'refund' : null, changes });
  }
  shown.sort((a, b) => a.line - b.line);
  return { staged, shown, ...sort.found() };
}

interface Sorting {
  readonly ctx: Ctx;
  readonly dropped: Problems;
  readonly held: Problems;
  readonly counts: Record<MoneyOutcome, number>;
}

function drop({ dropped }: Sorting, { line, order }: MoneyOfOrder, code: ProblemCode, than = ''): 'dropped' {
  dropped.add(line, null, code, order.num, than);
  return 'dropped';
}

function hold({ held, counts }: Sorting, { line, order }: MoneyOfOrder, code: ProblemCode, than = ''): 'held' {
  counts.over += 1;
  held.add(line, null, code, order.num, than);
  return 'held';
}

type Comes = 'comes' | 'held' | 'dropped';

function pay(sorting: Sorting, row: MoneyOfOrder, run: Running, isAlike: boolean): Comes {
  const { order, amount } = row;
  run.added += 1;
  if (!hasRoom(sorting.ctx.storage.read, order.seq, run.added)) return drop(sorting, row, 'payments_full');
  run.withHeld += amount;
  if (isAlike) return hold(sorting, row, 'payment_alike');
  const above = run.paid + amount - order.price;
  if (above > 0) return hold(sorting, row, 'paid_over', String(toRoubles(above)));
  run.paid += amount;
  sorting.counts.new += 1;
  return 'comes';
}

function giveBack(sorting: Sorting, row: MoneyOfOrder, run: Running, isAlike: boolean): Comes {
  const { order, amount } = row;
  run.refunded += 1;
  if (!hasRefundRoom(sorting.ctx.storage.read, order.seq, run.refunded)) return drop(sorting, row, 'payments_full');
  if (run.withHeld + amount < 0) return drop(sorting, row, 'refund_above', String(toRoubles(run.withHeld)));
  run.withHeld += amount;
  if (isAlike) return hold(sorting, row, 'payment_alike');
  if (run.paid + amount < 0) return hold(sorting, row, 'refund_over');
  run.paid += amount;
  sorting.counts.refunds += 1;
  return 'comes';
}

/**
 * Sorts rows into those that the import adds, holds back or leaves out. For each order, the caller must pass earlier
 * payments and refunds before later ones.
 */
function createSorter(ctx: Ctx, dropped: Problems) {
  const books = { workspaceSeq: ctx.workspace.seq, timeZone: ctx.workspace.timeZone };
  const sorting: Sorting = { ctx, dropped, held: createProblems(), counts: { new: 0, refunds: 0, known: 0, over: 0 } };
  const sums = createSums();
  const running = new Map<number, Running>();
  const runningOf = ({ seq, paidAmount }: PaidOrder): Running => {
    const run = running.get(seq) ?? { paid: paidAmount, withHeld: paidAmount, added: 0, refunded: 0 };
    running.set(seq, run);
    return run;
  };
  return {
    /**
     * Decides what the import does with a row.
     * @returns the changes that the row makes; empty if its money is already recorded, undefined if the row is left out
     */
    add(row: MoneyOfOrder, wanted: PaymentQuery): readonly RowChange[] | undefined {
      const { order, line, id, amount } = row;
      const where = whereIs(ctx.storage.read, books, order.seq, wanted);
      if (where === 'removed') dropped.add(line, null, 'payment_removed', id ?? '');
      if (where === 'awaited') dropped.add(line, null, 'payment_awaited', order.num);
      if (where === 'removed' || where === 'awaited') return undefined;
      if (where === 'differs') dropped.add(line, null, 'payment_differs', id ?? '');
      if (where === 'here' || where === 'differs') {
        sorting.counts.known += 1;
        return [];
      }
      const run = runningOf(order);
      const from = run.paid;
      const comes = (amount > 0 ? pay : giveBack)(sorting, row, run, where === 'alike');
      if (comes === 'dropped') return undefined;
      if (comes === 'comes') sums.add(row);
      return [{ field: 'paid', from, to: from + amount, isHeld: comes === 'held' }];
    },
    found: () => ({ counts: sorting.counts, held: sorting.held, sums: sums.all() }),
  };
}

/** Adds up the money of each payment method. The method with the largest paid sum is first. */
function createSums() {
  const byMethod = new Map<string, MethodSum>();
  return {
    add({ method, amount }: FileMoney): void {
      const name = method ?? '';
      const sum = byMethod.get(name) ?? { method: name, payments: 0, paid: 0, refunds: 0, refunded: 0 };
      byMethod.set(
        name,
        amount > 0
          ? { ...sum, payments: sum.payments + 1, paid: sum.paid + amount }
          : { ...sum, refunds: sum.refunds + 1, refunded: sum.refunded - amount },
      );
    },
    all: (): MethodSum[] => [...byMethod.values()].sort((a, b) => b.paid - a.paid),
  };
}

/**
 * The payment or refund from one line of the file, stored in the database until it is imported. A newer version of
 * Docket may read the stored text of an older version. So fields may be added but never changed.
 */
export interface StagedMoney extends PaymentQuery {
  readonly line: number;
  readonly orderId: string;
}

export interface PaymentOptions {
  /** True to send webhooks for the changes. */
  readonly tell: boolean;
  /** True to import the held rows too: payments above the order's total, and possible repeats. */
  readonly over: boolean;
}
