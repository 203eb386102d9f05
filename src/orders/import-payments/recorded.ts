import { type SQL, sql } from 'drizzle-orm';
import { dayAround } from '../../base/index.ts';
import { type Db, given, givenNumber, prepared } from '../../storage/index.ts';
import { sameMethods } from '../payment-method.ts';

/**
 * The recorded payments that a file is compared with. They are all payments of the workspace, except those that this
 * import has made.
 */
export interface Books {
  readonly workspaceSeq: number;
  readonly timeZone: string;
  /** The seq of the import; undefined for a preview. */
  readonly importSeq?: number;
}

export interface PaymentQuery {
  /** The amount in kopecks; below 0 for a refund. */
  readonly amount: number;
  readonly at: number;
  readonly method: string | null;
  readonly id: string | null;
  /**
   * The earlier rows of the file with the same order, amount and day as this payment. `before` is the number of such
   * rows without an id. `ids` has the ids of the other rows.
   */
  readonly before: number;
  readonly ids: readonly string[];
}

/**
 * The result of a search for a row's payment or refund among the recorded ones.
 * - `here`: the payment is recorded already.
 * - `differs`: the payment's id is recorded, but with another order, amount or day.
 * - `removed`: somebody deleted the payment with this id.
 * - `alike`: the order has a payment of the same amount and day, but with an id from another program. For example, a
 *   site sent the payment before the bank listed it.
 * - `awaited`: a payment with this id, or with this order and amount, is expected and must be confirmed by hand.
 */
type Where = 'here' | 'differs' | 'removed' | 'alike' | 'awaited' | 'new';

interface PaymentRow {
  /** The id that was recorded with the payment or refund, such as the bank's number. It is not Docket's own id. */
  readonly id: string;
  readonly orderSeq: number;
  readonly amount: number;
  readonly at: number;
  readonly method: string;
  readonly status: 'pending' | 'confirmed' | 'refunded' | 'deleted';
}

interface OfOrder extends Pick<PaymentRow, 'method'> {
  /**
   * 1 if a bank, a till or another program assigned ids to these payments. If a row of the file also has an id, it
   * matches only if the two ids are equal.
   */
  readonly hasId: number;
  readonly times: number;
}

interface OrderDay {
  readonly orderSeq: number;
  readonly amount: number;
  readonly from: number;
  readonly to: number;
}

/** Matches ids that a page of the dashboard has generated. */
const BY_HAND = 'manual:%';
/** The prefix of the id that Docket generates for a refund without an id in the file. */
const NO_ID = '@row:';

const [ofWorkspace, ofOrder, ofAmount] = [givenNumber('workspaceSeq'), givenNumber('orderSeq'), givenNumber('amount')];
const [fromDay, toDay] = [givenNumber('from'), givenNumber('to')];
const [ofIds, ofImport] = [sql`(SELECT value FROM json_each(${given('ids')}))`, given('importSeq')];
const isOwn = sql`EXISTS (SELECT 1 FROM import_made
  WHERE import_seq = ${ofImport} AND made_seq = p.seq AND before IS NULL)`;
const isOwnRefund = sql`coalesce(r.import_seq = ${ofImport}, 0)`;

/** The statements are prepared in advance, because each of a file's 50,000 rows may need some of them. */
const statements = prepared((db) => {
  const method = sql<string>`method`;
  const holderIn = (rows: SQL) =>
    db
      .select({
        id: sql<string>`id`,
        orderSeq: sql<number>`order_seq`,
        amount: sql<number>`amount`,
        at: sql<number>`at`,
        method,
        status: sql<PaymentRow['status']>`status`,
      })
      .from(sql`(${rows})`)
      .prepare();
  const equalIn = (rows: SQL) =>
    db
      .select({ method, hasId: sql<number>`has_id`, times: sql<number>`count(*)` })
      .from(sql`(${rows})`)
      .groupBy(sql`1, 2`)
      .prepare();
  return {
    // Selects the payments with these ids, from any source. The index sorts by source and then by id, so the ids are
    // looked up within each source. A workspace has few sources, and their list is read once for each query.
    payment: holderIn(sql`WITH RECURSIVE sources (source) AS (
        SELECT min(source) FROM payments WHERE workspace_seq = ${ofWorkspace} AND external_id IS NOT NULL
        UNION ALL SELECT (SELECT min(source) FROM payments
          WHERE workspace_seq = ${ofWorkspace} AND source > sources.source AND external_id IS NOT NULL)
        FROM sources WHERE sources.source IS NOT NULL)
      SELECT p.external_id AS id, p.order_seq, p.amount, p.paid_at AS at,
        coalesce(p.payment_method, '') AS method, p.status AS status
      FROM sources CROSS JOIN payments AS p ON p.workspace_seq = ${ofWorkspace} AND p.source = sources.source
        AND p.external_id IS NOT NULL AND p.external_id IN ${ofIds}
      CROSS JOIN orders AS o NOT INDEXED ON o.seq = p.order_seq
      WHERE o.deleted_at IS NULL AND NOT ${isOwn}`),
    // A refund may be divided among several payments. Its parts share one id.
    refund: holderIn(sql`SELECT r.external_id AS id, p.order_seq, -sum(r.amount) AS amount, min(r.at) AS at,
        coalesce(r.method, p.payment_method, '') AS method, p.status AS status
      FROM refunds AS r CROSS JOIN payments AS p ON p.seq = r.payment_seq
        CROSS JOIN orders AS o NOT INDEXED ON o.seq = p.order_seq
      WHERE r.workspace_seq = ${ofWorkspace} AND r.external_id IS NOT NULL AND r.external_id IN ${ofIds}
        AND o.deleted_at IS NULL AND NOT ${isOwnRefund} GROUP BY r.external_id, p.order_seq`),
    payments: equalIn(sql`SELECT coalesce(payment_method, '') AS method,
        external_id IS NOT NULL AND external_id NOT LIKE ${BY_HAND} AS has_id
      FROM payments AS p WHERE order_seq = ${ofOrder} AND amount = ${ofAmount} AND status IN ('confirmed', 'refunded')
        AND paid_at >= ${fromDay} AND paid_at < ${toDay} AND NOT ${isOwn}`),
    // All rows of a divided refund have the same time, so the filter by day keeps all or none.
    refunds: equalIn(sql`SELECT coalesce(r.method, p.payment_method, '') AS method,
        r.external_id IS NOT NULL AND r.external_id NOT LIKE ${`${NO_ID}%`} AS has_id
      FROM payments AS p INDEXED BY payments_by_order
        CROSS JOIN refunds AS r INDEXED BY refunds_by_payment ON r.payment_seq = p.seq
      WHERE p.order_seq = ${ofOrder} AND p.status IN ('confirmed', 'refunded') AND r.at >= ${fromDay} AND r.at < ${toDay}
        AND NOT ${isOwnRefund}
      GROUP BY coalesce(r.external_id, r.seq) HAVING -sum(r.amount) = ${ofAmount}`),
    awaited: db
      .select({ amount: sql<number>`amount` })
      .from(sql`(SELECT amount FROM payments
        WHERE order_seq = ${ofOrder} AND amount = ${ofAmount} AND status = 'pending' LIMIT 1)`)
      .prepare(),
  };
});

/** Finds the recorded payment or refund of each id. If two sources use the same id, the first row counts. */
const holdersOf =
  (what: 'payment' | 'refund') =>
  (db: Db, { workspaceSeq, importSeq: own }: Books, ids: readonly string[]): Map<string, PaymentRow> => {
    if (ids.length === 0) return new Map();
    const rows = statements(db)[what].all({ workspaceSeq, importSeq: own ?? null, ids: JSON.stringify(ids) });
    return new Map(rows.toReversed().map((row) => [row.id, row]));
  };
const equalOf =
  (what: 'payments' | 'refunds') =>
  (db: Db, { importSeq: own }: Books, day: OrderDay): OfOrder[] =>
    statements(db)[what].all({ importSeq: own ?? null, ...day });
const PAYMENTS = [holdersOf('payment'), equalOf('payments')] as const;
const REFUNDS = [holdersOf('refund'), equalOf('refunds')] as const;

export const refundKey = (importId: string, line: number, id: string | null): string =>
  id ?? `${NO_ID}${importId}:${line}`;

const countOf = (some: readonly OfOrder[]): number => some.reduce((sum, { times }) => sum + times, 0);

const isAwaited = (db: Db, orderSeq: number, amount: number): boolean =>
  statements(db).awaited.get({ orderSeq, amount }) !== undefined;

/**
 * Finds out whether a file's row is already recorded: by id first, then by order, amount, day and method. Each recorded
 * payment matches only one row, so two equal rows need two recorded payments.
 */
export function whereIs(db: Db, books: Books, orderSeq: number, wanted: PaymentQuery): Where {
  const where = lookUp(db, books, orderSeq, wanted);
  const isUnknown = where === 'new' || where === 'alike';
  return isUnknown && isAwaited(db, orderSeq, wanted.amount) ? 'awaited' : where;
}

function lookUp(db: Db, books: Books, orderSeq: number, wanted: PaymentQuery): Where {
  const { id, amount } = wanted;
  const [byIds, equalTo] = amount > 0 ? PAYMENTS : REFUNDS;
  const { from, to } = dayAround(wanted.at, books.timeZone);
  const isEqual = (one: Omit<PaymentRow, 'status'>): boolean =>
    one.orderSeq === orderSeq && one.amount === amount && one.at >= from && one.at < to;
  const held = id === null ? undefined : byIds(db, books, [id]).get(id);
  if (held?.status === 'deleted') return 'removed';
  if (held?.status === 'pending') return 'awaited';
  if (held !== undefined) return isEqual(held) ? 'here' : 'differs';
  const sameDay = equalTo(db, books, { orderSeq, amount, from, to });
  if (sameDay.length === 0) return 'new';
  const methods = sameDay.map(({ method }) => method);
  const same = new Set(wanted.method === null ? methods : sameMethods(wanted.method, methods));
  const equal = sameDay.filter(({ method }) => same.has(method));
  const unnamed = countOf(equal.filter(({ hasId }) => hasId === 0));
  // Some recorded payments belong to earlier rows of the file, by their ids or by equal values. Such a payment cannot
  // match this row too.
  const holders = byIds(db, books, wanted.ids);
  const others = wanted.ids.map((one) => holders.get(one));
  const unknown = others.filter((one) => one === undefined).length;
  const known = others.filter((one) => one !== undefined && isEqual(one)).length;
  if (id !== null && unnamed > unknown) return 'here';
  if (id !== null) return countOf(sameDay.filter(({ hasId }) => hasId === 1)) > known ? 'alike' : 'new';
  return countOf(equal) > known + Math.min(unknown, unnamed) + wanted.before ? 'here' : 'new';
}
