import { sql } from 'drizzle-orm';
import { foldText, products } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { type Product, productColumns } from './list-products.ts';

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

/** The product that an order's item is, or may be. @param id as the item carries it; empty: it carries none */
export function findForItem(
  { storage: { read: db }, workspace }: ReadCtx,
  { name, id }: { readonly name: string; readonly id: string },
): ItemOnList {
  const own = sql`${products.workspaceSeq} = ${workspace.seq}`;
  const find = () => db.select(productColumns).from(products);
  if (id !== '') {
    const tied = find().where(sql`${own} AND ${products.externalId} = ${id}`).get();
    return { tied: tied ?? null, named: [] };
  }
  const wanted = bare(name);
  if (wanted === '') return { tied: null, named: [] };
  // Spelt as in the index products_by_bare_name.
  const folded = sql`substr(${products.searchText}, 1, instr(${products.searchText}, char(10)) - 1)`;
  const named = find()
    .where(sql`${own} AND replace(${folded}, ' ', '') = ${wanted}`)
    .orderBy(sql`${products.searchText}, ${products.seq}`)
    .limit(NAMED_AT_MOST)
    .all();
  return { tied: null, named };
}
