import { type Steps, sortInSteps } from '../../base/index.ts';
import { methodKey } from '../payment-method.ts';
import type { PaidOrder } from './find-order.ts';
import type { FileMoney } from './read-money.ts';

export interface MoneyOfOrder extends FileMoney {
  readonly order: PaidOrder;
}

/** A refund sorts after the payments of its day, wherever a statement lists it. */
export const byDay = (a: FileMoney, b: FileMoney): number => {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return Number(a.amount < 0) - Number(b.amount < 0) || a.at - b.at || a.line - b.line;
};

interface EarlierRows {
  before: number;
  readonly ids: string[];
}

/** The maximum length of `ids` for one row. Further rows with an id are only counted in `before`. */
const IDS_AT_MOST = 20;
/**
 * Returns a row's rank; the lowest rank is matched first. Rows with an id or a method match fewer recorded payments
 * than other rows. They come first, because another row could otherwise take the only payment that they match.
 */
const rank = ({ id, method }: Pick<FileMoney, 'id' | 'method'>): number =>
  (id === null ? 2 : 0) + (method === null ? 1 : 0);

/**
 * Counts, for each row, the equal rows that are matched before it. An earlier row may take a recorded payment. The
 * later row then cannot match that payment.
 */
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
