import { sql } from 'drizzle-orm';
import { listPriceOf, parseStored, scalarText } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { newestPlaces } from '../find/newest-places.ts';
import { TEXT_BYTES } from '../order.ts';
import type { Product } from '../pricing.ts';
import { COUNTS } from './money-places.ts';
import { DELIVERY_BYTES } from './read-orders.ts';

/** Usual values of a shop, read from a bounded number of its newest orders. */

/** The number of newest orders that are read. */
const LOOKED_AT = 300;
/**
 * The most bytes of an order's texts that are read, up to the wanted part. Longer ones are skipped, so reading takes a
 * few milliseconds whatever was sent.
 */
const MOST_BYTES = 8_192;
const MOST = 8;
/** A longer text is not taken for a name. */
const NAME_CHARS = 60;

interface Usual {
  /** The most used platforms first. */
  readonly platforms: readonly string[];
  readonly deliveryTypes: readonly UsualWay[];
}

interface UsualWay {
  readonly name: string;
  /** The most frequent price of delivery by this way; roubles. Null if no order has a price. */
  readonly price: number | null;
}

interface Row {
  readonly platform: string;
  readonly way: string | null;
  readonly wayPrice: number | null;
}

/** The seqs of the newest orders as a JSON array, newest first. */
function newestOf(db: Db, workspaceSeq: number): string {
  const all = { workspaceSeq, deleted: false, kinds: undefined, days: undefined };
  return JSON.stringify(newestPlaces(db, all, undefined, LOOKED_AT).map(({ seq }) => seq));
}

/** Sorts by use, the most used value first. Of two that are used equally often, the one used last comes first. */
function byUse<T>(values: readonly T[], most: number): T[] {
  const uses = new Map<T, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  return [...uses]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([value]) => value);
}

const isName = (text: string): boolean => text.trim() !== '' && text.length <= NAME_CHARS;

export function findUsual({ storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>): Usual {
  const db = storage.read;
  const rows = db.all<Row>(
    sql`SELECT platform,
        CASE WHEN ${DELIVERY_BYTES} <= ${MOST_BYTES} AND json_type(delivery, '$.deliveryType') = 'text'
          THEN delivery ->> '$.deliveryType' END AS way,
        CASE WHEN ${DELIVERY_BYTES} <= ${MOST_BYTES} AND json_type(delivery, '$.price') IN ('integer', 'real')
          THEN delivery ->> '$.price' END AS wayPrice
      FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(${newestOf(db, workspace.seq)})) ORDER BY seq DESC`,
  );
  return {
    platforms: byUse(rows.map(({ platform }) => platform).filter(isName), MOST),
    deliveryTypes: waysOf(rows),
  };
}

/** Treats "Courier" and "courier" as one delivery method, with the spelling of most orders. */
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

/** Finds the payment methods of the newest payments, the most used first. */
export function findUsualMethods({ storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>): readonly string[] {
  const rows = storage.read.all<{ method: string | null }>(
    sql`SELECT payment_method AS method FROM payments INDEXED BY payments_by_paid
      WHERE workspace_seq = ${workspace.seq} AND ${COUNTS}
      ORDER BY paid_at DESC, seq DESC LIMIT ${LOOKED_AT}`,
  );
  return byUse(rows.map(({ method }) => method ?? '').filter(isName), MOST);
}

/**
 * Finds the unit price of each product in the last order with its id; roubles. A discount on that order does not count.
 * A product that was never ordered has no entry.
 */
export function findLastPrices(
  { storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  externalIds: readonly string[],
): ReadonlyMap<string, number> {
  const wanted = new Set(externalIds);
  const prices = new Map<string, number>();
  if (wanted.size === 0) return prices;
  const db = storage.read;
  const rows = db.all<{ products: string }>(
    sql`SELECT products FROM orders NOT INDEXED
      WHERE seq IN (SELECT value FROM json_each(${newestOf(db, workspace.seq)})) AND ${TEXT_BYTES} <= ${MOST_BYTES}
      ORDER BY seq DESC`,
  );
  for (const { products } of rows) {
    if (prices.size === wanted.size) break;
    for (const product of parseStored<readonly Product[]>(products)) {
      const id = scalarText(product['id']) ?? '';
      if (wanted.has(id) && !prices.has(id)) prices.set(id, listPriceOf(product) ?? Number(product.price));
    }
  }
  return prices;
}
