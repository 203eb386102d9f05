import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { ALL_DAYS, type Period } from '../find/period.ts';

/** The number of rows that one step adds up. Adding up this many rows takes a millisecond or two. */
const ROWS_AT_ONCE = 2_000;

/**
 * Yields SQL conditions, each for some of the period's `order_days` rows, and serves other requests in between. There
 * may be millions of these rows: ten thousand years of days, with a row for each status.
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
