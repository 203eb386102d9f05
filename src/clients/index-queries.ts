/** Queries for clients in the search index (src/storage/store/search-file.ts). */

import { type SQL, sql } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { clientIdIn, type Db, gramsOf, lookUp, oneOf, withKeys, withStart } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';

interface Seq {
  readonly seq: number;
}

const seqsOf = (rows: readonly Seq[]): number[] => rows.map(({ seq }) => seq);

/** The search index's entry of one client key, a phone or an e-mail. It is computed from the key's orders. */
export interface IndexedClient {
  readonly seq: number;
  readonly key: string;
  /** The seq of the client's last order; null if all orders are deleted. */
  readonly lastSeq: number | null;
}

const INDEXED = sql`seq, key, last_seq AS lastSeq`;

export const indexedByKeys = ({ storage, workspace }: ReadCtx, index: Db, keys: readonly string[]): IndexedClient[] =>
  index.all<IndexedClient>(
    sql`SELECT ${INDEXED} FROM order_clients WHERE ${withKeys(storage.read, workspace.seq, keys)}`,
  );

/** @param id any text */
export const indexedById = ({ storage, workspace }: ReadCtx, index: Db, id: string): IndexedClient | undefined =>
  isUuid(id)
    ? index
        .all<IndexedClient>(sql`SELECT ${INDEXED} FROM order_clients WHERE ${withStart(workspace.seq, id)}`)
        .find(({ key }) => clientIdIn(storage.read, workspace.seq, key) === id)
    : undefined;

/** Lists clients by their last order, newest first. The last order of each listed client has a seq below `before`. */
export const indexedByLast = (index: Db, workspaceSeq: number, before: number, limit: number): IndexedClient[] =>
  index.all<IndexedClient>(sql`SELECT ${INDEXED} FROM order_clients
    WHERE workspace_seq = ${workspaceSeq} AND last_seq < ${before} ORDER BY last_seq DESC LIMIT ${limit}`);

export interface Sums {
  readonly clientSeq: number;
  readonly statusId: string;
  readonly orders: number;
  /** Both amounts are in kopecks. */
  readonly paid: number;
  readonly owed: number;
}

/**
 * Reads the sums of the workspace's clients. After a rebuild of the index, a seq may belong to another workspace's
 * client. Such a client is left out.
 */
export const sumsOf = (index: Db, workspaceSeq: number, seqs: readonly number[]): Sums[] =>
  index.all<Sums>(sql`SELECT client_seq AS clientSeq, status_id AS statusId, orders, paid, owed
    FROM client_sums JOIN order_clients ON seq = client_seq
    WHERE client_seq IN ${oneOf(seqs)} AND workspace_seq = ${workspaceSeq}`);

/**
 * The maximum number of orders with the given e-mail that `indexedByEmail` reads, newest first. Few clients have more
 * orders.
 */
const LOOKED_THROUGH = 200;

export const indexedByEmail = (index: Db, workspaceSeq: number, email: string): IndexedClient[] =>
  index.all<IndexedClient>(sql`SELECT ${INDEXED} FROM order_clients WHERE seq IN (
    SELECT client_seq FROM (SELECT client_seq FROM client_orders
      WHERE workspace_seq = ${workspaceSeq} AND email = ${email} ORDER BY seq DESC LIMIT ${LOOKED_THROUGH}))`);

/** Returns a condition for each word: the column contains one of its spellings. */
export const holdsEach = (column: SQL, terms: Terms): SQL[] =>
  terms.map((spellings) => {
    const any = spellings.map((term) => sql`instr(${column}, ${term}) > 0`);
    return sql`(${sql.join(any, sql` OR `)})`;
  });

interface TextSlice {
  readonly workspaceSeq: number;
  readonly terms: Terms;
  /** The position where the previous slice ended; undefined for the first one. */
  readonly before: number | undefined;
}

interface FoundByText {
  readonly found: readonly IndexedClient[];
  /** The position where the next slice begins; undefined after the last one. */
  readonly next: number | undefined;
}

export function indexedByText(index: Db, { workspaceSeq, terms, before }: TextSlice): FoundByText {
  const holds = sql.join(holdsEach(sql`text`, terms), sql` AND `);
  const { seqs, next } =
    (before === undefined ? fewByText(index, terms) : undefined) ?? sliceByLast(index, { workspaceSeq, terms, before });
  const found = index.all<IndexedClient>(sql`SELECT ${INDEXED} FROM order_clients
    WHERE seq IN ${oneOf(seqs)} AND +workspace_seq = ${workspaceSeq} AND last_seq IS NOT NULL AND ${holds}`);
  return { found, next };
}

interface Candidates {
  readonly seqs: readonly number[];
  readonly next: number | undefined;
}

/**
 * Finds candidates in all workspaces by trigrams. Returns undefined if there are too many, or if a word is too short.
 */
function fewByText(index: Db, terms: Terms): Candidates | undefined {
  const words = gramsOf(terms);
  if (words === undefined) return undefined;
  const newest = newestIndexed(index);
  const { seqs, last } = lookUp(index, 'client_search', { words, newest, below: newest + 1, most: sliceFor(terms) });
  return last === 0 ? { seqs, next: undefined } : undefined;
}

/** Returns the next clients by last order, newest first. Clients of other workspaces do not slow down the query. */
function sliceByLast(index: Db, { workspaceSeq, terms, before = TOP }: TextSlice): Candidates {
  const most = sliceFor(terms);
  const rows = index.all<Seq & { place: number }>(sql`SELECT seq, last_seq AS place FROM order_clients
    WHERE workspace_seq = ${workspaceSeq} AND last_seq < ${before} ORDER BY last_seq DESC LIMIT ${most}`);
  return { seqs: seqsOf(rows), next: rows.length < most ? undefined : rows.at(-1)?.place };
}

/** Returns the seq of the newest client in the index, of all workspaces; 0 if there is none. */
export const newestIndexed = (index: Db): number =>
  index.all<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM order_clients`)[0]?.seq ?? 0;

/**
 * Finds the clients of a range of rows. The `+` keeps SQLite from using the index by last order, because it would then
 * have to sort the rows.
 */
export const indexedBetween = (
  index: Db,
  workspaceSeq: number,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): IndexedClient[] =>
  index.all<IndexedClient>(sql`SELECT ${INDEXED} FROM order_clients
    WHERE seq > ${after} AND seq <= ${upTo} AND +workspace_seq = ${workspaceSeq} ORDER BY seq`);

/** The words of a search, each with all its spellings. */
type Terms = readonly (readonly string[])[];
/** The number of clients that one step checks for one word. With more words the number is smaller. */
const SLICE = 2_000;
const sliceFor = (terms: Terms): number => Math.ceil((2 * SLICE) / (terms.length + 1));
const TOP = Number.MAX_SAFE_INTEGER;
