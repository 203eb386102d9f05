import { type SQL, sql } from 'drizzle-orm';
import { type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { type Grams, gramsOf, type SearchFile, withKeys } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { findKinds, type KindFilter, takesAllKinds } from '../kinds.ts';
import { overIn, type ShopTime } from '../late.ts';
import { listStatuses } from '../statuses.ts';
import { fitting } from './found.ts';
import type { PlaceFilter } from './newest-places.ts';
import { periodOf, type Span } from './period.ts';
import { searchTerms } from './search.ts';

/** If a field of the filter has several values, an order with any of these values matches. */
export interface OrderFilter extends KindFilter {
  readonly deleted?: boolean | undefined;
  /** The range of order dates, YYYY-MM-DD, both inclusive. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly made?: Span | undefined;
  /** The time at which the orders' delivery slots must be over. */
  readonly overAt?: ShopTime | undefined;
  /** `HH`, the hour in which the delivery slot begins; `none` for orders without a time. */
  readonly hours?: readonly string[] | undefined;
  /** The whole name of an item in the order, as it was sent. */
  readonly item?: string | undefined;
  /** The keys of a client and of the clients merged into it, in the search index. An unknown client has no keys. */
  readonly clientKeys?: readonly string[] | undefined;
  /** A text to find in the number, name, phone digits, address or items. It has at most 100 characters. */
  readonly text?: string | undefined;
  readonly num?: string | undefined;
  /** The sort order; undefined for newest first. Deleted orders are always sorted by the time of their deletion. */
  readonly sort?: OrderSort | undefined;
}

export type DeskFilter = Omit<OrderFilter, 'num' | 'sort'> & { readonly sort?: DeskSort | undefined };

export const DESK_SORTS = ['date', '-date', 'total', '-total', 'status', '-status'] as const;
/**
 * The sort order. `date` sorts a day's orders by slot, those without a time last. `status` follows the sequence of the
 * workspace's statuses. A minus reverses the sort order.
 */
export type DeskSort = (typeof DESK_SORTS)[number];

/** `updated` puts the oldest change first. */
export type OrderSort = DeskSort | 'updated';

/** A client, including the clients merged into it. */
export interface OneClient {
  readonly rows: SQL;
}

/** A search for orders. The database's indexes check `places`; `sift` must be checked in the orders themselves. */
export interface Plan {
  readonly places: PlaceFilter;
  readonly sift: SQL | undefined;
  /** The number of words to search for, at least 1. With more words, a step checks fewer orders. */
  readonly words: number;
  /** True if the items of each order must be parsed. A step then checks fewer orders. */
  readonly parses: boolean;
  /** The query for the search index; undefined if the index cannot help. */
  readonly grams: Grams | undefined;
  /**
   * The client, if only the orders of one client are wanted; otherwise undefined. If a client is set, `sift` contains
   * all other conditions.
   */
  readonly client: OneClient | undefined;
  readonly search: SearchFile;
  /** The span of creation times to search. If it is set, `sift` contains the conditions of `places` too. */
  readonly made: Span | undefined;
  readonly sort: OrderSort | undefined;
  /**
   * The workspace's statuses in their order, for a list sorted by status. If this order changes, earlier cursors of the
   * list become invalid.
   */
  readonly statuses: readonly string[];
}

/** @throws validation_failed */
export function planOf(ctx: Ctx, filter: OrderFilter): Plan {
  const issues = dayIssues({ dateFrom: filter.dateFrom, dateTo: filter.dateTo });
  if (issues.length > 0) throw validationFailed(issues);
  const { num, overAt, made, item, clientKeys, hours = [] } = filter;
  const deleted = filter.deleted === true;
  const workspaceSeq = ctx.workspace.seq;
  const days = periodOf(filter);
  const kinds = takesAllKinds(filter) ? undefined : findKinds(ctx.storage.read, workspaceSeq, filter, deleted);
  const mixed = kinds?.some((kind) => kind.mixed) === true;
  const terms = searchTerms(filter.text ?? '');
  const own = { workspaceSeq, deleted, days, kinds };
  // There are few deleted orders, and few orders with the same number. So these orders are checked one by one without
  // the index.
  const isWalked = deleted || num !== undefined;
  // Each of these filters finds orders on its own. All other conditions are then checked in those orders.
  const byItself = [num, clientKeys, made, deleted ? (kinds ?? days) : undefined];
  const conditions = [
    ...(byItself.some((one) => one !== undefined) ? [fitting(own)] : []),
    ...(mixed ? fromOrigins(filter) : []),
    ...madeWithin(made),
    ...(overAt === undefined ? [] : [overIn(overAt)]),
    ...(hours.length === 0 ? [] : [beginningIn(hours)]),
    ...(item === undefined ? [] : [withItem(item)]),
    ...terms.map(holdingAny),
  ];
  const sort = deleted ? undefined : filter.sort;
  return {
    places: isWalked ? { workspaceSeq, deleted, num, days: undefined, kinds: undefined } : own,
    sift: conditions.length === 0 ? undefined : sql.join(conditions, sql` AND `),
    words: Math.max(1, terms.length),
    parses: item !== undefined,
    grams: isWalked ? undefined : gramsOf(terms),
    client: clientKeys && { rows: withKeys(ctx.storage.read, workspaceSeq, clientKeys) },
    search: ctx.storage.search,
    made: isWalked || clientKeys !== undefined ? undefined : made,
    sort,
    statuses:
      sort === 'status' || sort === '-status' ? listStatuses(ctx.storage.read, workspaceSeq).map(({ id }) => id) : [],
  };
}

const fromOrigins = ({ platforms = [], sources = [] }: OrderFilter): SQL[] =>
  [
    { column: sql`platform`, wanted: platforms },
    { column: sql`source`, wanted: sources },
  ]
    .filter(({ wanted }) => wanted.length > 0)
    .map(({ column, wanted }) => sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(wanted)}))`);

const madeWithin = (made: Span | undefined): SQL[] =>
  made === undefined ? [] : [sql`created_at >= ${made.from} AND created_at < ${made.to}`];

const beginningIn = (hours: readonly string[]): SQL =>
  sql`coalesce(substr(time_start, 1, 2), 'none') IN (SELECT value FROM json_each(${JSON.stringify(hours)}))`;

/** Names are compared as JSON, because a text may contain a lone surrogate. */
export const isItem = (product: SQL, name: string): SQL => sql`${product} -> '$.name' = ${JSON.stringify(name)}`;

const withItem = (name: string): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(products) AS product WHERE ${isItem(sql`product.value`, name)})`;

function holdingAny(spellings: readonly string[]): SQL {
  const any = spellings.map((term) => sql`instr(search_text, ${term}) > 0`);
  return sql`(${sql.join(any, sql` OR `)})`;
}

export const dayIssues = (days: Readonly<Record<string, string | undefined>>): Issue[] =>
  Object.entries(days)
    .filter(([, day]) => day !== undefined && !isCalendarDay(day))
    .map(([path]) => ({ path, rule: 'calendar_day' }));
