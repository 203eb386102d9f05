import { sql } from 'drizzle-orm';
import { type Db, holdingAll, trigramsOf } from '../storage/index.ts';

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

/** A client as the orders of one key show them. */
export interface Indexed {
  readonly seq: number;
  readonly id: string;
  readonly key: string;
  /** Its last order; null where all are deleted. */
  readonly lastSeq: number | null;
}

const INDEXED = sql`seq, id, key, last_seq AS lastSeq`;
const oneOf = (values: readonly (string | number)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

export const indexedByKeys = (index: Db, workspaceSeq: number, keys: readonly string[]): Indexed[] =>
  index.all<Indexed>(
    sql`SELECT ${INDEXED} FROM order_clients WHERE workspace_seq = ${workspaceSeq} AND key IN ${oneOf(keys)}`,
  );

export const indexedById = (index: Db, workspaceSeq: number, id: string): Indexed | undefined =>
  index.all<Indexed>(sql`SELECT ${INDEXED} FROM order_clients WHERE id = ${id} AND workspace_seq = ${workspaceSeq}`)[0];

/** Clients by their last order, newest first. @param before a seq of an order */
export const indexedByLast = (index: Db, workspaceSeq: number, before: number, limit: number): Indexed[] =>
  index.all<Indexed>(sql`SELECT ${INDEXED} FROM order_clients
    WHERE workspace_seq = ${workspaceSeq} AND last_seq < ${before} ORDER BY last_seq DESC LIMIT ${limit}`);

export interface Sums {
  readonly clientSeq: number;
  readonly statusId: string;
  readonly orders: number;
  /** Kopecks. */
  readonly paid: number;
  readonly owed: number;
}

export const sumsOf = (index: Db, seqs: readonly number[]): Sums[] =>
  index.all<Sums>(sql`SELECT client_seq AS clientSeq, status_id AS statusId, orders, paid, owed
    FROM client_sums WHERE client_seq IN ${oneOf(seqs)}`);

/** The live orders of clients, newest first. */
export const newestOrders = (index: Db, seqs: readonly number[], before: number, limit: number): number[] =>
  seqs
    .flatMap((client) =>
      seqsOf(
        index.all<Seq>(sql`SELECT seq FROM client_orders
          WHERE client_seq = ${client} AND live = 1 AND seq < ${before} ORDER BY seq DESC LIMIT ${limit}`),
      ),
    )
    .toSorted((a, b) => b - a)
    .slice(0, limit);

/** Orders with an e-mail that are looked through for whose they are: more than one client has many. */
const LOOKED_THROUGH = 200;

/** Clients that have lately ordered with an e-mail, whatever they count for. */
export const indexedByEmail = (index: Db, workspaceSeq: number, email: string): Indexed[] =>
  index.all<Indexed>(sql`SELECT ${INDEXED} FROM order_clients WHERE seq IN (
    SELECT client_seq FROM (SELECT client_seq FROM client_orders
      WHERE workspace_seq = ${workspaceSeq} AND email = ${email} ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}))`);

/** Clients whose text holds each of the words, in one of its spellings. */
export function indexedByText(index: Db, workspaceSeq: number, terms: Terms, limit: number): Indexed[] {
  const holds = sql.join(
    terms.map(
      (spellings) =>
        sql`(${sql.join(
          spellings.map((term) => sql`instr(text, ${term}) > 0`),
          sql` OR `,
        )})`,
    ),
    sql` AND `,
  );
  const grams = terms.map((spellings) => spellings.map(trigramsOf)).filter((all) => all.every((one) => one.length > 0));
  if (grams.length === 0) {
    // Two letters have no trigram: those who ordered lately are looked through.
    return index.all<Indexed>(sql`SELECT ${INDEXED} FROM (SELECT * FROM order_clients
      WHERE workspace_seq = ${workspaceSeq} AND last_seq IS NOT NULL ORDER BY last_seq DESC LIMIT ${FEW})
      WHERE ${holds} LIMIT ${limit}`);
  }
  const match = grams.map((spellings) => `(${spellings.map(holdingAll).join(' OR ')})`).join(' AND ');
  return index.all<Indexed>(sql`SELECT ${INDEXED} FROM (
      SELECT rowid AS found FROM client_search WHERE client_search MATCH ${match} ORDER BY rowid DESC LIMIT ${FEW})
    CROSS JOIN order_clients ON order_clients.seq = found
    WHERE workspace_seq = ${workspaceSeq} AND last_seq IS NOT NULL AND ${holds} LIMIT ${limit}`);
}

/** Each word in each of its spellings. */
type Terms = readonly (readonly string[])[];
/** Candidates that one search looks at. */
const FEW = 2_000;
