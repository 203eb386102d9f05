import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';

/** The number of rows that one step adds up, in a millisecond or two. */
const ROWS_AT_ONCE = 2_000;

/**
 * Yields conditions that divide a workspace's rows of `order_days` into parts. Orders may be dated on any day of ten
 * thousand years, so other requests are served between two parts.
 */
export async function* partsOfDays({ storage, workspace: { seq } }: ReadCtx): AsyncGenerator<SQL, void> {
  for (let after = ''; ; ) {
    await nextTurn(seq);
    const behind = sql`workspace_seq = ${seq} AND date > ${after}`;
    const [end] = storage.read.all<{ date: string }>(
      sql`SELECT date FROM order_days WHERE ${behind} ORDER BY date LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`,
    );
    yield end === undefined ? behind : sql`${behind} AND date <= ${end.date}`;
    if (end === undefined) return;
    after = end.date;
  }
}
