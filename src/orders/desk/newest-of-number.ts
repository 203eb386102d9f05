import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { orders } from '../../storage/index.ts';

export const NEWEST_LOOKED_AT = 200;

interface NumberQuery {
  readonly workspaceSeq: number | SQL;
  readonly num: string | Placeholder;
}

/** Matches the newest `NEWEST_LOOKED_AT` orders with the number. One number may have a hundred thousand orders. */
export const newestOfNumber = ({ workspaceSeq, num }: NumberQuery): SQL =>
  sql`${orders.seq} IN (SELECT seq FROM orders WHERE workspace_seq = ${workspaceSeq} AND num = ${num}
    ORDER BY created_at DESC, seq DESC LIMIT ${sql.raw(String(NEWEST_LOOKED_AT))})`;
