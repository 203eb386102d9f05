import { type SQL, sql } from 'drizzle-orm';
import { orders } from '../../storage/index.ts';
import type { Order } from '../order.ts';

const LOOKED_AT = 200;

/** Matches the newest orders of a number. A sender may give one number to a hundred thousand orders. */
export const newestOfNumber = ({ workspaceSeq, num }: Pick<Order, 'workspaceSeq' | 'num'>): SQL =>
  sql`${orders.seq} IN (SELECT seq FROM orders WHERE workspace_seq = ${workspaceSeq} AND num = ${num}
    ORDER BY created_at DESC, seq DESC LIMIT ${LOOKED_AT})`;
