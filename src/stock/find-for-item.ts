import { and, eq, sql } from 'drizzle-orm';
import { type Db, foldText, given, limitTo, prepared, products } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { findByAnyId, type ProductRow } from './change-products.ts';
import type { Product } from './list-products.ts';

/** An item of an order, as far as the stock list knows it. */
interface ItemOnList {
  /** The product that the item's id names: what the order takes. */
  readonly tied: Product | null;
  /** Products of the item's name, whatever its case and spaces; none for an item with an id, which is no other product's. */
  readonly named: readonly Product[];
}

/** More of one name are no help in choosing. */
const NAMED_AT_MOST = 3;

/** Without spaces, so that two ways of writing one name are the same. */
const bare = (name: string): string => foldText(name).replaceAll(' ', '');

const statements = prepared((db) => ({
  named: db
    .select()
    .from(products)
    .where(
      and(
        eq(products.workspaceSeq, given('workspaceSeq')),
        // Spelt as in the index products_by_bare_name.
        sql`replace(substr(${products.searchText}, 1, instr(${products.searchText}, char(10)) - 1), ' ', '') = ${given('bare')}`,
      ),
    )
    .orderBy(products.searchText, products.seq)
    .limit(limitTo(given('limit')))
    .prepare(),
}));

/** Products of a name, whatever its case and spaces; none for a blank one. */
export function findNamed(db: Db, workspaceSeq: number, name: string, limit = NAMED_AT_MOST): ProductRow[] {
  const wanted = bare(name);
  return wanted === '' ? [] : statements(db).named.all({ workspaceSeq, bare: wanted, limit });
}

/** Kopecks of the price list by the ids that items carry. An id without a price is left out. */
export function findListPrices(
  { storage: { read: db }, workspace }: ReadCtx,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const priced = ids.map((id): [string, number | null] => [id, findByAnyId(db, workspace.seq, id)?.price ?? null]);
  return new Map(priced.filter((one): one is [string, number] => one[1] !== null));
}

/** The product that an order's item is, or may be. @param id as the item carries it; empty: it carries none */
export function findForItem(
  { storage: { read: db }, workspace }: ReadCtx,
  { name, id }: { readonly name: string; readonly id: string },
): ItemOnList {
  if (id !== '') return { tied: findByAnyId(db, workspace.seq, id) ?? null, named: [] };
  return { tied: null, named: findNamed(db, workspace.seq, name) };
}
