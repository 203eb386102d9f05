import { sql } from 'drizzle-orm';
import { dayAround } from '../../base/index.ts';
import { type Db, foldText } from '../../storage/index.ts';

/** The money that a shop has recorded already, and which rows of a file are that very money. */

/** The workspace, and the import whose own money counts for nothing. */
export interface Books {
  readonly workspaceSeq: number;
  readonly timeZone: string;
  /** Undefined while a file is only looked at. */
  readonly importSeq?: number;
}

/** Money of a file, as it waits to be recorded. */
export interface PaymentQuery {
  /** Kopecks; below 0 for a refund. */
  readonly amount: number;
  readonly at: number;
  readonly method: string | null;
  readonly id: string | null;
  /** Earlier rows of the file with the same order, amount and day: those without an id, and the ids of the others. */
  readonly before: number;
  readonly ids: readonly string[];
}

/**
 * `here`: recorded already. `differs`: its id is recorded, with another order, amount or day. `removed`: somebody deleted the
 * payment of its id. `alike`: its order has a payment of the same amount and day under another program's
 * id. A site sends such a payment, and the bank states it later. `awaited`: its order has an expected payment of this id or
 * amount, which somebody confirms by hand.
 */
type Where = 'here' | 'differs' | 'removed' | 'alike' | 'awaited' | 'new';

interface PaymentRow {
  readonly orderSeq: number;
  readonly amount: number;
  readonly at: number;
  readonly method: string;
  readonly status: 'pending' | 'confirmed' | 'refunded' | 'deleted';
}

/** SQL that is true of a payment that this import made. */
const isOwn = ({ importSeq }: Books) =>
  importSeq === undefined
    ? sql`0`
    : sql`EXISTS (SELECT 1 FROM import_made WHERE import_seq = ${importSeq} AND made_seq = p.seq AND before IS NULL)`;
const isOwnRefund = ({ importSeq }: Books) => (importSeq === undefined ? sql`0` : sql`r.import_seq IS ${importSeq}`);

/** The payment that has an id, whichever source it came by. The sources of a workspace are few, and an index has the ids of each. */
const paymentOf = (db: Db, books: Books, id: string): PaymentRow | undefined =>
  db.all<PaymentRow>(sql`WITH RECURSIVE sources (source) AS (
      SELECT min(source) FROM payments WHERE workspace_seq = ${books.workspaceSeq} AND external_id IS NOT NULL
      UNION ALL SELECT (SELECT min(source) FROM payments
        WHERE workspace_seq = ${books.workspaceSeq} AND source > sources.source AND external_id IS NOT NULL)
      FROM sources WHERE sources.source IS NOT NULL)
    SELECT p.order_seq AS orderSeq, p.amount AS amount, p.paid_at AS at, coalesce(p.payment_method, '') AS method,
      p.status AS status
    FROM sources CROSS JOIN payments AS p ON p.workspace_seq = ${books.workspaceSeq} AND p.source = sources.source
      AND p.external_id IS NOT NULL AND p.external_id = ${id}
    JOIN orders AS o ON o.seq = p.order_seq
    WHERE o.deleted_at IS NULL AND NOT ${isOwn(books)} LIMIT 1`)[0];

/** The parts of a refund that were given back from several payments have one id. */
const refundOf = (db: Db, books: Books, id: string): PaymentRow | undefined =>
  db.all<PaymentRow>(sql`SELECT p.order_seq AS orderSeq, -sum(r.amount) AS amount, min(r.at) AS at,
      coalesce(r.method, p.payment_method, '') AS method, p.status AS status
    FROM refunds AS r JOIN payments AS p ON p.seq = r.payment_seq JOIN orders AS o ON o.seq = p.order_seq
    WHERE r.workspace_seq = ${books.workspaceSeq} AND r.external_id IS NOT NULL AND r.external_id = ${id}
      AND o.deleted_at IS NULL AND NOT ${isOwnRefund(books)} GROUP BY p.order_seq LIMIT 1`)[0];

/** Equal payments or refunds of an order, of one method. */
interface OfOrder extends Pick<PaymentRow, 'method'> {
  /** 1 if a bank, a till or another program gave them ids: a file with ids knows them by that alone. */
  readonly hasId: number;
  readonly times: number;
}

/** The money that a row may be: that of its order, amount and day. */
interface OrderDay {
  readonly orderSeq: number;
  readonly amount: number;
  /** The instants at which the day begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Ids that a page of the dashboard makes. */
const BY_HAND = 'manual:%';

const paymentsOf = (db: Db, books: Books, { orderSeq, amount, from, to }: OrderDay): OfOrder[] =>
  db.all<OfOrder>(sql`SELECT coalesce(payment_method, '') AS method,
      external_id IS NOT NULL AND external_id NOT LIKE ${BY_HAND} AS hasId, count(*) AS times
    FROM payments AS p WHERE order_seq = ${orderSeq} AND amount = ${amount} AND status IN ('confirmed', 'refunded')
      AND paid_at >= ${from} AND paid_at < ${to} AND NOT ${isOwn(books)} GROUP BY 1, 2`);

/** The parts of a refund were made at one time. */
const refundsOf = (db: Db, books: Books, { orderSeq, amount, from, to }: OrderDay): OfOrder[] =>
  db.all<OfOrder>(sql`SELECT method, hasId, count(*) AS times FROM (
      SELECT coalesce(r.method, p.payment_method, '') AS method,
        r.external_id IS NOT NULL AND r.external_id NOT LIKE ${`${NO_ID}%`} AS hasId
      FROM payments AS p JOIN refunds AS r ON r.payment_seq = p.seq
      WHERE p.order_seq = ${orderSeq} AND p.status IN ('confirmed', 'refunded') AND r.at >= ${from} AND r.at < ${to}
        AND NOT ${isOwnRefund(books)}
      GROUP BY coalesce(r.external_id, r.seq) HAVING -sum(r.amount) = ${amount})
    GROUP BY 1, 2`);

/** The beginning of an id that is made for a row without one. */
const NO_ID = '@row:';

/** The id that all parts of one refund have. */
export const refundKey = (importId: string, line: number, id: string | null): string =>
  id ?? `${NO_ID}${importId}:${line}`;

const countOf = (some: readonly OfOrder[]): number => some.reduce((sum, { times }) => sum + times, 0);

/** A file without methods says nothing of them. */
const isSameMethod = (wanted: string | null, recorded: string): boolean =>
  wanted === null || foldText(wanted) === foldText(recorded);

const isAwaited = (db: Db, orderSeq: number, amount: number): boolean =>
  db.all(
    sql`SELECT 1 FROM payments WHERE order_seq = ${orderSeq} AND amount = ${amount} AND status = 'pending' LIMIT 1`,
  ).length > 0;

/** Tells if the books have the money of a row: by its id, else by order, amount, day and method, as many times as the file has it. */
export function whereIs(db: Db, books: Books, orderSeq: number, wanted: PaymentQuery): Where {
  const where = lookUp(db, books, orderSeq, wanted);
  const isUnknown = where === 'new' || where === 'alike';
  return isUnknown && isAwaited(db, orderSeq, wanted.amount) ? 'awaited' : where;
}

function lookUp(db: Db, books: Books, orderSeq: number, wanted: PaymentQuery): Where {
  const { id, amount } = wanted;
  const [byId, ofOrder] = amount > 0 ? [paymentOf, paymentsOf] : [refundOf, refundsOf];
  const { from, to } = dayAround(wanted.at, books.timeZone);
  const isEqual = (one: Omit<PaymentRow, 'status'>): boolean =>
    one.orderSeq === orderSeq && one.amount === amount && one.at >= from && one.at < to;
  const held = id === null ? undefined : byId(db, books, id);
  if (held?.status === 'deleted') return 'removed';
  if (held?.status === 'pending') return 'awaited';
  if (held !== undefined) return isEqual(held) ? 'here' : 'differs';
  const sameDay = ofOrder(db, books, { orderSeq, amount, from, to });
  if (sameDay.length === 0) return 'new';
  const equal = sameDay.filter((one) => isSameMethod(wanted.method, one.method));
  const unnamed = countOf(equal.filter(({ hasId }) => hasId === 0));
  // Rows before this one are some of what is recorded: by their ids, or as this one may be.
  const others = wanted.ids.map((one) => byId(db, books, one));
  const unknown = others.filter((one) => one === undefined).length;
  const known = others.filter((one) => one !== undefined && isEqual(one)).length;
  if (id !== null && unnamed > unknown) return 'here';
  if (id !== null) return countOf(sameDay.filter(({ hasId }) => hasId === 1)) > known ? 'alike' : 'new';
  return countOf(equal) > known + Math.min(unknown, unnamed) + wanted.before ? 'here' : 'new';
}
