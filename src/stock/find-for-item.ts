import { and, eq, sql } from 'drizzle-orm';
import { type Db, foldText, given, limitTo, prepared, products } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { findByAnyId, type ProductRow } from './change-products.ts';
import type { Product } from './list-products.ts';

interface ItemOnList {
  /** The product with the item's id, which the order takes from stock. */
  readonly tied: Product | null;
  /**
   * The products with the item's name, ignoring case and spaces. Empty if the item has an id, because only the product
   * with that id can be meant.
   */
  readonly named: readonly Product[];
}

/** The maximum number of products that are returned for one name. A longer list would not help the user to choose. */
const NAMED_AT_MOST = 3;

const bare = (name: string): string => foldText(name).replaceAll(' ', '');

const statements = prepared((db) => ({
  named: db
    .select()
    .from(products)
    .where(
      and(
        eq(products.workspaceSeq, given('workspaceSeq')),
        // This must be the exact expression of the index products_by_bare_name, or SQLite does not use the index.
        sql`replace(substr(${products.searchText}, 1, instr(${products.searchText}, char(10)) - 1), ' ', '') = ${given('bare')}`,
      ),
    )
    .orderBy(products.searchText, products.seq)
    .limit(limitTo(given('limit')))
    .prepare(),
}));

export function findNamed(db: Db, workspaceSeq: number, name: string, limit = NAMED_AT_MOST): ProductRow[] {
  const wanted = bare(name);
  return wanted === '' ? [] : statements(db).named.all({ workspaceSeq, bare: wanted, limit });
}

/** Returns prices from the price list in kopecks, by the ids of items. An id without a price is left out. */
export function findListPrices(
  { storage: { read: db }, workspace }: ReadCtx,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const priced = ids.map((id): [string, number | null] => [id, findByAnyId(db, workspace.seq, id)?.price ?? null]);
  return new Map(priced.filter((one): one is [string, number] => one[1] !== null));
}

/**
 * Finds the product with the item's id. If the item has no id, finds the products with the item's name.
 * @param id empty if the item has none
 */
export function findForItem(
  { storage: { read: db }, workspace }: ReadCtx,
  { name, id }: { readonly name: string; readonly id: string },
): ItemOnList {
  if (id !== '') return { tied: findByAnyId(db, workspace.seq, id) ?? null, named: [] };
  return { tied: null, named: findNamed(db, workspace.seq, name) };
}
