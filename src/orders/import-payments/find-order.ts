import { and, eq, isNull, sql } from 'drizzle-orm';
import { inLine } from '../../base/index.ts';
import { type Db, given, givenNumber, limitTo, orders, prepared } from '../../storage/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { NEWEST_LOOKED_AT, newestOfNumber } from '../desk/index.ts';
import type { Order } from '../order.ts';
import type { OrderMention } from './numbers.ts';

export type PaidOrder = Pick<Order, 'seq' | 'id' | 'num' | 'price' | 'paidAmount'>;

export type NoOrderReason = 'order_missing' | 'order_deleted' | 'order_several' | 'orders_named';

const statements = prepared((db) => {
  const newest = newestOfNumber({ workspaceSeq: givenNumber('workspaceSeq'), num: given('num') });
  const ofNumber = and(eq(orders.workspaceSeq, given('workspaceSeq')), eq(orders.num, given('num')));
  const { seq, id, num, price, paidAmount } = orders;
  return {
    live: db
      .select({ seq, id, num, price, paidAmount })
      .from(orders)
      .where(and(newest, isNull(orders.deletedAt)))
      .limit(limitTo(2))
      .prepare(),
    name: db
      .select({ text: sql<string | number | null>`${orders.client} ->> '$.name'` })
      .from(orders)
      .where(eq(seq, given('seq')))
      .prepare(),
    any: db.select({ seq }).from(orders).where(ofNumber).limit(limitTo(1)).prepare(),
    older: db
      .select({ seq })
      .from(orders)
      .where(ofNumber)
      .limit(limitTo(1))
      .offset(limitTo(NEWEST_LOOKED_AT))
      .prepare(),
  };
});

function byNumber(db: Db, workspaceSeq: number, num: string): PaidOrder | NoOrderReason {
  const { live, any, older } = statements(db);
  const [first, second] = live.all({ workspaceSeq, num });
  // Only the newest orders with this number were searched, because reading the older ones could take seconds. If there
  // are older orders, one of them may match too. In that case, the number counts as ambiguous.
  if (second !== undefined || older.get({ workspaceSeq, num }) !== undefined) return 'order_several';
  if (first !== undefined) return first;
  return any.get({ workspaceSeq, num }) === undefined ? 'order_missing' : 'order_deleted';
}

/**
 * Returns the name of an order's client, or ''. SQLite parses up to 1 MB to find it, so call this only for rows that
 * are shown.
 */
export const clientNameOf = (db: Db, seq: number): string => inLine(statements(db).name.get({ seq })?.text ?? '');

/** The limit on cached order numbers, each with the order it belongs to. A file may mention a million numbers. */
const REMEMBERED = 10_000;

export function createOrderFinder({ storage, workspace }: ReadCtx) {
  const looked = new Map<string, PaidOrder | NoOrderReason>();
  const find = (num: string): PaidOrder | NoOrderReason => {
    const found = looked.get(num) ?? byNumber(storage.read, workspace.seq, num);
    if (looked.size >= REMEMBERED) looked.clear();
    looked.set(num, found);
    return found;
  };
  return ({ exact, numbers }: OrderMention): PaidOrder | NoOrderReason => {
    const own = exact === '' ? 'order_missing' : find(exact);
    if (own !== 'order_missing') return own;
    const found = numbers.map(find).filter((one) => one !== 'order_missing');
    const live = found.filter((one) => one !== 'order_deleted');
    if (live.length > 1) return 'orders_named';
    return live[0] ?? found[0] ?? 'order_missing';
  };
}
