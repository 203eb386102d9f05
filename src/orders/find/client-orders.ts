/**
 * This file finds the orders of clients. The search index assigns each order to a client
 * (src/storage/store/search-file.ts).
 */

import { sql } from 'drizzle-orm';
import { AppError } from '../../base/index.ts';
import { type Db, oneOf, type SearchFile } from '../../storage/index.ts';
import type { SortedPlace } from '../cursor.ts';
import { type FoundPage, NOTHING_FOUND, siftWalk } from './found.ts';
import type { OneClient, Plan } from './plan.ts';

interface Seq {
  readonly seq: number;
}

const seqsOf = (rows: readonly Seq[]): number[] => rows.map(({ seq }) => seq);

export const newestOrders = (
  index: Db,
  seqs: readonly number[],
  { before, limit, deleted = false }: { readonly before: number; readonly limit: number; readonly deleted?: boolean },
): number[] =>
  seqs
    .flatMap((client) =>
      seqsOf(
        index.all<Seq>(sql`SELECT seq FROM client_orders
          WHERE client_seq = ${client} AND live = ${deleted ? 0 : 1} AND seq < ${before} ORDER BY seq DESC LIMIT ${limit}`),
      ),
    )
    .toSorted((a, b) => b - a)
    .slice(0, limit);

export const ordersAmong = (index: Db, seqs: readonly number[], among: readonly number[]): number[] =>
  among.length === 0
    ? []
    : seqsOf(
        index.all<Seq>(sql`SELECT seq FROM client_orders
          WHERE client_seq IN ${oneOf(seqs)} AND live = 1 AND seq IN ${oneOf(among)}`),
      );

/**
 * Asks the search index about the orders of a client.
 * @throws clients_uncounted if there is no index, because an empty result would be wrong
 */
export function askOfClient<T>(
  search: SearchFile,
  { rows }: OneClient,
  question: (index: Db, seqs: readonly number[]) => T,
): T {
  const answer = search.ask((index) => {
    const seqs = index.all<Seq>(sql`SELECT seq FROM order_clients WHERE ${rows}`);
    return { found: question(index, seqsOf(seqs)) };
  });
  if (answer === undefined) throw new AppError({ rule: 'clients_uncounted' });
  return answer.found;
}

type OfClient = Plan & { readonly client: OneClient };
export const isOfClient = (plan: Plan): plan is OfClient => plan.client !== undefined;

export const seqsOfClient = ({ search, client, places }: OfClient, before: number, limit: number): number[] =>
  askOfClient(search, client, (index, seqs) => newestOrders(index, seqs, { before, limit, deleted: places.deleted }));

export function findOfClient(
  db: Db,
  plan: OfClient,
  after: SortedPlace | undefined,
  limit: number,
): FoundPage<SortedPlace> {
  const { sift = sql`TRUE`, words, parses } = plan;
  const next = (from: SortedPlace | undefined, most: number): SortedPlace[] =>
    seqsOfClient(plan, from?.seq ?? Number.MAX_SAFE_INTEGER, most).map((seq) => ({ group: 0, within: 0, at: 0, seq }));
  return siftWalk(db, next, { sift, words, parses, after, limit }) ?? NOTHING_FOUND;
}
