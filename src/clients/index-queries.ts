import { sql } from 'drizzle-orm';
import type { Db } from '../storage/index.ts';

/** What is asked of the clients in the index of searches (src/storage/store/search-file.ts). */

interface Seq {
  readonly seq: number;
}

interface Slice {
  readonly workspaceSeq: number;
  readonly after: number;
  readonly limit: number;
}

interface KeySlice extends Slice {
  readonly key: string;
  readonly live: 0 | 1;
}

interface EmailSlice extends Slice {
  readonly email: string;
}

const seqsOf = (rows: readonly Seq[]): number[] => rows.map(({ seq }) => seq);

/** A slice of the orders that count for a key: live ones, or deleted ones. Oldest first. */
export const ordersByKey = (index: Db, { workspaceSeq, key, live, after, limit }: KeySlice): number[] =>
  seqsOf(
    index.all<Seq>(sql`SELECT seq FROM client_orders
      WHERE client_seq = (SELECT seq FROM order_clients WHERE workspace_seq = ${workspaceSeq} AND key = ${key})
        AND live = ${live} AND seq > ${after} ORDER BY seq LIMIT ${limit}`),
  );

/** A slice of the orders with an e-mail, also where they count for a phone. Oldest first. */
export const ordersByEmail = (index: Db, { workspaceSeq, email, after, limit }: EmailSlice): number[] =>
  seqsOf(
    index.all<Seq>(sql`SELECT seq FROM client_orders
      WHERE workspace_seq = ${workspaceSeq} AND email = ${email} AND seq > ${after} ORDER BY seq LIMIT ${limit}`),
  );
