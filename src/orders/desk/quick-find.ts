import { and, isNull } from 'drizzle-orm';
import { type JsonObject, parseMembers, parseStored, scalarText } from '../../base/index.ts';
import { foldText, orders } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { SortedPlace } from '../cursor.ts';
import type { Asker } from '../fill-page.ts';
import { findOrders } from '../find/find-orders.ts';
import type { FoundPage } from '../find/found.ts';
import { planOf } from '../find/plan.ts';
import { searchTerms } from '../find/search.ts';
import type { Order } from '../order.ts';
import type { Product } from '../pricing.ts';
import { fillDesk } from './list.ts';
import { newestOfNumber } from './read-orders.ts';

/**
 * The field that explains why a search found the order. It is the first field that contains one of the searched words.
 * Words in the number, the client's name or the client's phone are not counted.
 */
export interface Match {
  readonly field: 'recipient' | 'address' | 'item';
  readonly text: string;
}

interface QuickFind<Row> {
  /** The found orders, newest first. An order comes before all others if its number is exactly the searched text. */
  readonly orders: readonly (Row & { readonly match: Match | null })[];
  readonly count: number;
  readonly more: boolean;
  /** The terms of the search. Each must be found in one of its spellings. */
  readonly terms: readonly (readonly string[])[];
}

/** The maximum count in a search for one word. The search reads about two orders for each order that it counts. */
const COUNTED = 1_000;

interface QuickQuery<Row> {
  readonly text: string;
  readonly limit: number;
  readonly asker: Asker;
  readonly shape: (order: Order) => Row;
}

/** Finds and counts orders by a text. The count stops at a limit, so that a search reads few rows. */
export async function quickFind<Row extends { readonly id: string }>(
  ctx: Ctx,
  { text, limit, asker, shape }: QuickQuery<Row>,
): Promise<QuickFind<Row>> {
  const terms = searchTerms(text);
  const told = (order: Order) => ({ ...shape(order), match: matchOf(order, terms) ?? null });
  const exact = numbered(ctx, text.trim()).map(told);
  const page = await fillDesk(ctx, { filter: { text }, limit, asker, shape: told });
  const found = [...exact, ...page.orders.filter(({ id }) => exact.every((one) => one.id !== id))].slice(0, limit);
  const all = page.nextCursor === null ? undefined : countedPlaces(ctx, text);
  return {
    orders: found,
    count: Math.max(found.length, all?.places.length ?? page.orders.length),
    more: all?.end !== undefined,
    terms,
  };
}

function countedPlaces(ctx: Ctx, text: string): FoundPage<SortedPlace> {
  const plan = planOf(ctx, { text });
  return findOrders(ctx.storage.read, plan, undefined, Math.ceil(COUNTED / plan.words));
}

const numbered = (ctx: Ctx, num: string): Order[] =>
  ctx.storage.read
    .select()
    .from(orders)
    .where(and(newestOfNumber({ workspaceSeq: ctx.workspace.seq, num }), isNull(orders.deletedAt)))
    .limit(1)
    .all();

function matchOf(
  { num, client, recipient, delivery, products }: Order,
  terms: readonly (readonly string[])[],
): Match | undefined {
  const [client_, recipient_, delivery_] = [client, recipient, delivery].map((json) =>
    json === null ? null : parseMembers(json, ['name', 'phone', 'adress']),
  );
  const text = (of: JsonObject | null | undefined, field: string): string => scalarText(of?.[field]) ?? '';
  const open = [num, text(client_, 'name'), text(client_, 'phone')].map(soughtIn);
  const hidden = terms.filter((spellings) => !open.some((holdsAny) => holdsAny(spellings)));
  const places: Match[] = [
    { field: 'recipient', text: text(recipient_, 'name') },
    { field: 'recipient', text: text(recipient_, 'phone') },
    { field: 'address', text: text(delivery_, 'adress') },
    ...parseStored<readonly Product[]>(products).map(({ name }) => ({ field: 'item' as const, text: name })),
  ];
  return hidden.length === 0 ? undefined : places.find(({ text }) => hidden.some(soughtIn(text)));
}

/**
 * Returns a function that searches a text for the spellings of a term. The text is folded only once, because a search
 * may have a dozen words and an order a hundred items.
 */
function soughtIn(text: string): (spellings: readonly string[]) => boolean {
  const [folded, digits] = [foldText(text), text.replaceAll(/\D/g, '')];
  return (spellings) =>
    spellings.some((term) => folded.includes(term) || (/^\d+$/.test(term) && digits.includes(term)));
}
