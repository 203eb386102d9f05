import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { ALL_DAYS, type Period } from '../find/period.ts';

/** The number of rows that one step adds up. Adding up this many rows takes a millisecond or two. */
const ROWS_AT_ONCE = 2_000;

/**
 * Yields SQL conditions, one after another. Each condition selects the rows of `order_days` for some of the period's
 * days. Other requests are served between two parts, because there may be millions of rows. Orders may be dated on any
 * day of ten thousand years, and a day has a row for each status.
 */
export async function* partsOfDays(
  { storage, workspace: { seq } }: ReadCtx,
  { from, to }: Period = ALL_DAYS,
): AsyncGenerator<SQL, void> {
  for (let begin = sql`date >= ${from}`; ; ) {
    await nextTurn(seq);
    const behind = sql`workspace_seq = ${seq} AND ${begin} AND date <= ${to}`;
    const [end] = storage.read.all<{ date: string }>(
      sql`SELECT date FROM order_days WHERE ${behind} ORDER BY date LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`,
    );
    yield end === undefined ? behind : sql`workspace_seq = ${seq} AND ${begin} AND date <= ${end.date}`;
    if (end === undefined) return;
    begin = sql`date > ${end.date}`;
  }
}
