import { type Steps, sortInSteps } from '../../base/index.ts';
import { methodKey } from '../payment-method.ts';
import type { PaidOrder } from './find-order.ts';
import type { FileMoney } from './read-money.ts';

/** A row whose order is known. */
export interface MoneyOfOrder extends FileMoney {
  readonly order: PaidOrder;
}

/** Sorts by day. A refund comes after the payments of its day, whichever of them a statement lists first. */
export const byDay = (a: FileMoney, b: FileMoney): number => {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return Number(a.amount < 0) - Number(b.amount < 0) || a.at - b.at || a.line - b.line;
};

/** The earlier rows of the file that equal a row, in the form of `PaymentQuery`. */
interface EarlierRows {
  before: number;
  readonly ids: string[];
}

/** The most ids of earlier equal rows that a row lists. Further rows count like rows without an id. */
const IDS_AT_MOST = 20;
/**
 * Rows with an id come first, then rows with a method. Such a row matches fewer recorded payments, so it is matched
 * before rows that could match any of them.
 */
const rank = ({ id, method }: Pick<FileMoney, 'id' | 'method'>): number =>
  (id === null ? 2 : 0) + (method === null ? 1 : 0);

/** Collects for each row the equal rows before it in the file. A recorded payment matches only one of these rows. */
export function* countEqual(rows: readonly MoneyOfOrder[]): Steps<Map<MoneyOfOrder, EarlierRows>> {
  const groups = new Map<string, MoneyOfOrder[]>();
  for (const row of rows) {
    const key = `${row.order.seq} ${row.amount} ${row.day}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
    yield;
  }
  const counted = new Map<MoneyOfOrder, EarlierRows>();
  for (const group of groups.values()) yield* countGroup(group, counted);
  return counted;
}

function* countGroup(group: readonly MoneyOfOrder[], counted: Map<MoneyOfOrder, EarlierRows>): Steps<void> {
  const byMethod = new Map<string, EarlierRows>();
  const all: EarlierRows = { before: 0, ids: [] };
  for (const row of yield* sortInSteps(group, (a, b) => rank(a) - rank(b) || a.line - b.line)) {
    const method = methodKey(row.method ?? '');
    const own = byMethod.get(method) ?? { before: 0, ids: [] };
    byMethod.set(method, own);
    const { before, ids } = row.method === null ? all : own;
    counted.set(row, { before, ids: [...ids] });
    for (const seen of row.method === null ? [all] : [own, all]) {
      if (row.id === null || seen.ids.length >= IDS_AT_MOST) seen.before += 1;
      else seen.ids.push(row.id);
    }
    yield;
  }
}
