import { and, desc, lte, sql } from 'drizzle-orm';
import { isStepOver, listPriceOf, nextTurn, parseStored, scalarText } from '../../base/index.ts';
import { type Db, orders, prepared } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { newestPlaces } from '../find/newest-places.ts';
import { TEXT_BYTES } from '../order.ts';
import type { Product } from '../pricing.ts';
import { COUNTS } from './money-places.ts';
import { DELIVERY_BYTES, ofThese } from './read-orders.ts';

/** The maximum number of orders that are read, beginning with the newest. */
const LOOKED_AT = 300;
/**
 * The limit on the bytes that SQLite reads to get one text column of an order. The text columns before it count too.
 * Above the limit, the column is not read.
 */
const MOST_BYTES = 8_192;
/** The number of orders that one step reads. With texts of the greatest length, the step takes a millisecond or two. */
const READ_AT_ONCE = 20;
const MOST = 8;
/** The limit on the length of a name. A longer text does not count as a name. */
const NAME_CHARS = 60;

interface Usual {
  readonly platforms: readonly string[];
  readonly deliveryTypes: readonly UsualWay[];
}

interface UsualWay {
  readonly name: string;
  /** The most frequent price of this delivery method, in roubles; null if no order has one. */
  readonly price: number | null;
}

interface Row {
  readonly platform: string;
  readonly way: string | null;
  readonly wayPrice: number | null;
}

const { delivery, platform, products, seq } = orders;
const isRead = sql`${DELIVERY_BYTES} <= ${sql.raw(String(MOST_BYTES))}`;
const queries = prepared((db) => ({
  ways: db
    .select({
      platform,
      way: sql<string | null>`CASE WHEN ${isRead} AND json_type(${delivery}, '$.deliveryType') = 'text'
        THEN ${delivery} ->> '$.deliveryType' END`,
      wayPrice: sql<number | null>`CASE WHEN ${isRead} AND json_type(${delivery}, '$.price') IN ('integer', 'real')
        THEN ${delivery} ->> '$.price' END`,
    })
    .from(orders)
    .where(ofThese)
    .orderBy(desc(seq))
    .prepare(),
  products: db
    .select({ products })
    .from(orders)
    .where(and(ofThese, lte(TEXT_BYTES, MOST_BYTES)))
    .orderBy(desc(seq))
    .prepare(),
}));

async function* newestRows<Row>(
  { storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  read: (db: Db, seqs: string) => readonly Row[],
): AsyncGenerator<Row, void> {
  const all = { workspaceSeq: workspace.seq, deleted: false, kinds: undefined, days: undefined };
  const places = newestPlaces(storage.read, all, undefined, LOOKED_AT);
  const seqs = places.map((place) => place.seq).sort((a, b) => b - a);
  for (let at = 0; at < seqs.length; at += READ_AT_ONCE) {
    await nextTurn(workspace.seq);
    for (const row of read(storage.read, JSON.stringify(seqs.slice(at, at + READ_AT_ONCE)))) {
      // A single order may use up the time of a step. For example, an order with long numbers takes ten times as long
      // to parse as other orders.
      if (isStepOver()) await nextTurn(workspace.seq);
      yield row;
    }
  }
}

/**
 * Returns the most frequent values, the most frequent first. The given values begin with the most recent one. Of two
 * equally frequent values, the more recent one comes first.
 */
function byUse<T>(values: readonly T[], most: number): T[] {
  const uses = new Map<T, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  return [...uses]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([value]) => value);
}

const isName = (text: string): boolean => text.trim() !== '' && text.length <= NAME_CHARS;

export async function findUsual(ctx: Pick<Ctx, 'storage' | 'workspace'>): Promise<Usual> {
  const rows = await Array.fromAsync(newestRows(ctx, (db, seqs) => queries(db).ways.all({ seqs })));
  return {
    platforms: byUse(rows.map((row) => row.platform).filter(isName), MOST),
    deliveryTypes: waysOf(rows),
  };
}

function waysOf(rows: readonly Row[]): UsualWay[] {
  const named = rows
    .map(({ way, wayPrice }) => ({ name: way?.trim() ?? '', wayPrice }))
    .filter(({ name }) => isName(name));
  const ways = Map.groupBy(named, ({ name }) => name.toLowerCase());
  const keys = named.map(({ name }) => name.toLowerCase());
  return byUse(keys, MOST).map((key) => {
    const same = ways.get(key) ?? [];
    const names = same.map(({ name }) => name);
    const prices = same.flatMap(({ wayPrice }) => wayPrice ?? []);
    return { name: byUse(names, 1)[0] ?? key, price: byUse(prices, 1)[0] ?? null };
  });
}

export function findUsualMethods({ storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>): readonly string[] {
  const rows = storage.read.all<{ method: string | null }>(
    sql`SELECT payment_method AS method FROM payments INDEXED BY payments_by_paid
      WHERE workspace_seq = ${workspace.seq} AND ${COUNTS}
      ORDER BY paid_at DESC, seq DESC LIMIT ${LOOKED_AT}`,
  );
  return byUse(rows.map(({ method }) => method ?? '').filter(isName), MOST);
}

/**
 * Finds the last unit price of each product, in roubles and without discounts. Only the newest `LOOKED_AT` orders are
 * searched for the product's id. A product that is in none of them has no entry.
 */
export async function findLastPrices(
  ctx: Pick<Ctx, 'storage' | 'workspace'>,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Set(externalIds);
  const prices = new Map<string, number>();
  if (wanted.size === 0) return prices;
  for await (const row of newestRows(ctx, (db, seqs) => queries(db).products.all({ seqs }))) {
    for (const product of parseStored<readonly Product[]>(row.products)) {
      const id = scalarText(product['id']) ?? '';
      if (wanted.has(id) && !prices.has(id)) prices.set(id, listPriceOf(product) ?? Number(product.price));
    }
    if (prices.size === wanted.size) break;
  }
  return prices;
}
