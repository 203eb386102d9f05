/**
 * A payment or refund in a cell of the export. The cell lists all payments of an order, oldest first, each followed by
 * its refunds: `2026-03-08 14:05 1500.00 Card; 2026-03-09 10:00 -200.00 Cash`. Times are in the shop's time zone.
 */

import { sql } from 'drizzle-orm';
import { inLine, momentInZone, toRoubles } from '../../base/index.ts';
import { isFault, readInstant, readSignedSum } from '../../imports/index.ts';
import { givenRaw, prepared } from '../../storage/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';

interface CellMoney {
  readonly at: number;
  /** The amount in kopecks; below 0 for a refund. */
  readonly amount: number;
  readonly method: string;
}

/** The limit on payments and refunds in one cell. A create accepts no more payments than this. */
export const CELL_MONEY = 100;
/** The limit on characters of an exported cell. An import reads up to 20,000 characters, which leaves a margin. */
const CELL_CHARS = 16_000;

const ENTRY = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) ([-−]?\d+[.,]\d{2})(?: (.{1,500}))?$/u;
const BETWEEN = /;\s*(?=\d{4}-\d{2}-\d{2} \d{2}:\d{2} [-−]?\d)/gu;

const SUMS = sql`status IN ('confirmed', 'refunded')`;

const ORDER = givenRaw('orderSeq');

const statements = prepared((db) => ({
  money: db
    .select({ at: sql<number>`at`, amount: sql<number>`amount`, method: sql<string>`method` })
    .from(sql`(SELECT paid_at AS paid, seq, 0 AS sort, paid_at AS at, amount, coalesce(payment_method, '') AS method
      FROM payments WHERE order_seq = ${ORDER} AND ${SUMS}
      UNION ALL SELECT paid_at, p.seq, 1, r.at, -r.amount, coalesce(r.method, payment_method, '')
      FROM payments AS p CROSS JOIN refunds AS r ON r.payment_seq = p.seq WHERE order_seq = ${ORDER} AND ${SUMS})`)
    .orderBy(sql`paid, seq, sort, at`)
    .limit(CELL_MONEY + 1)
    .prepare(),
}));

interface MoneyQuery {
  readonly orderSeq: number;
  readonly nameOf: (method: string) => string;
}

/**
 * Formats all payments and refunds of an order as one cell.
 * @returns an empty text if the cell would be too large to be imported again
 */
export function moneyCellOf({ storage, workspace }: ReadCtx, { orderSeq, nameOf }: MoneyQuery): string {
  const money = statements(storage.read).money.all({ orderSeq });
  if (money.length > CELL_MONEY) return '';
  let cell = '';
  for (const { at, amount, method } of money) {
    // The sender chooses the text of a method. An import must not read a part of this text as another payment.
    const name = inLine(nameOf(method)).replaceAll(BETWEEN, ', ');
    const entry = `${momentInZone(at, workspace.timeZone)} ${toRoubles(amount).toFixed(2)} ${name}`.trim();
    cell = cell === '' ? entry : `${cell}; ${entry}`;
    if (cell.length > CELL_CHARS) return '';
  }
  return cell;
}

/**
 * Parses the cell with all payments of an order; undefined if an entry is neither a payment nor a refund. Returns at
 * most {@link CELL_MONEY} + 1 entries; the last one shows that the cell has too many.
 */
export function readMoneyCell(text: string, timeZone: string): readonly CellMoney[] | undefined {
  const money: CellMoney[] = [];
  for (const entry of text.split(BETWEEN, CELL_MONEY + 1)) {
    const [, day = '', time = '', sum = '', method = ''] = ENTRY.exec(entry.trim()) ?? [];
    const [at, amount] = [readInstant(day, time, timeZone), readSignedSum(sum)];
    if (isFault(at) || isFault(amount) || amount === 0) return undefined;
    money.push({ at, amount, method: method.trim() });
  }
  return money;
}
