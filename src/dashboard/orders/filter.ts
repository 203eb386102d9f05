import { addDays, dayStarts, type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { findWhole, refuseUncounted, titleOfClient } from '../../clients/index.ts';
import {
  closedStatuses,
  DESK_SORTS,
  type DeskFilter,
  type DeskSort,
  dayIssues,
  keptStatuses,
  type listStatuses,
  type ShopTime,
  shopTime,
} from '../../orders/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { answerAside, type MemberCtx, type Reading, type ReadingCtx, weekOf } from '../desk/index.ts';

const TEXT_CHARS = 100;
/** The limit on code units of an item's name: 500 characters of up to two code units each. */
const ITEM_CHARS = 1_000;
const VALUES = 50;

/** Periods in the workspace's time zone. A week begins on Monday. `late` means still open after the time slot. */
const WHEN = ['today', 'tomorrow', 'week', 'past', 'late'] as const;
type When = (typeof WHEN)[number];

const KEYS = [
  'status',
  'payment',
  'platform',
  'source',
  'from',
  'to',
  'when',
  'made',
  'hour',
  'item',
  'client',
  'q',
  'deleted',
  'sort',
] as const;
type Key = (typeof KEYS)[number];

function period(when: When, today: string): Pick<DeskFilter, 'dateFrom' | 'dateTo'> {
  switch (when) {
    case 'today':
      return { dateFrom: today, dateTo: today };
    case 'tomorrow':
      return { dateFrom: addDays(today, 1), dateTo: addDays(today, 1) };
    case 'week': {
      const { from, to } = weekOf(today);
      return { dateFrom: from, dateTo: to };
    }
    case 'past':
      return { dateTo: addDays(today, -1) };
    // `late` names no days here, because `lateFilter` sets its last day.
    case 'late':
      return {};
    default:
      return when satisfies never;
  }
}

const isWhen = (text: string): text is When => WHEN.some((when) => when === text);
const isSort = (text: string): text is DeskSort => DESK_SORTS.some((sort) => sort === text);
const isKey = (text: string): text is Key => KEYS.some((key) => key === text);

/**
 * Reads the orders page's filter from its address. An unknown parameter is refused; a value that no order has matches
 * nothing.
 * - `status`, `payment`, `platform`, `source`, `hour` may repeat and match any of their values; `hour` is `HH` or
 *   `none`.
 * - `from`, `to`, `made` (the day of creation): YYYY-MM-DD. `when`: today, tomorrow, week, past, late.
 * - `item`: the whole name as sent. `client`: an id; orders of clients merged into it match too.
 * - `q`: number, name, phone, address or item. `deleted=1`: the deleted orders.
 * - `sort`: new, date, total or status; `-` reverses all but new. The default is `date` for a single day or late
 *   orders, else `new`.
 * @param closed returns the statuses in which no order is late; called only if the filter needs them
 * @throws validation_failed
 */
function parseFilter(text: string, time: ShopTime, closed: () => readonly string[]): DeskFilter {
  const params = new URLSearchParams(text);
  const issues: Issue[] = [];
  for (const key of new Set(params.keys())) {
    if (!isKey(key)) issues.push({ path: key.slice(0, TEXT_CHARS), rule: 'unknown_filter' });
    else if (params.getAll(key).length > VALUES) issues.push({ path: key, rule: 'filter_times', most: VALUES });
  }
  const sort = sortIn(params, issues);
  const when = params.get('when');
  if (when !== null && !isWhen(when)) {
    issues.push({ path: 'when', rule: 'filter_when', words: WHEN.join(', ') });
  }
  const q = textIn(params, 'q', TEXT_CHARS, issues);
  const item = textIn(params, 'item', ITEM_CHARS, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const late = when === 'late' ? lateFilter(time, closed) : undefined;
  const { dateFrom = params.get('from') ?? undefined, dateTo = params.get('to') ?? undefined } =
    when !== null && isWhen(when) ? period(when, time.today) : {};
  const wrongDays = dayIssues({ dateFrom, dateTo, made: params.get('made') ?? undefined });
  if (wrongDays.length > 0) throw validationFailed(wrongDays);
  const isOneDay = dateFrom !== undefined && dateFrom === dateTo;
  return {
    deleted: params.get('deleted') === '1',
    statusIds: params.getAll('status'),
    paymentStatuses: params.getAll('payment'),
    platforms: params.getAll('platform'),
    sources: params.getAll('source'),
    dateFrom,
    dateTo,
    hours: params.getAll('hour'),
    item,
    text: q,
    ...late,
    sort: sort === 'new' ? undefined : (sort ?? late?.sort ?? (isOneDay ? 'date' : undefined)),
  };
}

const lateFilter = (time: ShopTime, closed: () => readonly string[]) =>
  ({ dateTo: time.today, notStatusIds: closed(), overAt: time, sort: 'date' }) satisfies DeskFilter;

type FilterCtx = Pick<ReadingCtx, 'storage' | 'workspace' | 'nowMs'>;

export const lateIn = (ctx: FilterCtx): DeskFilter =>
  lateFilter(shopTime(ctx.nowMs, ctx.workspace.timeZone), () => closedStatuses(ctx.storage.read, ctx.workspace.seq));

type Statuses = ReturnType<typeof listStatuses>;

const OWED = ['unpaid', 'partial'] as const;

/** Returns the query for orders with a sum left to pay. A canceled order owes nothing. */
export const owedQuery = (statuses: Statuses): string =>
  new URLSearchParams([
    ...OWED.map((one): [string, string] => ['payment', one]),
    ...keptStatuses(statuses).map((id): [string, string] => ['status', id]),
  ]).toString();

function textIn(params: URLSearchParams, path: Key, most: number, issues: Issue[]): string | undefined {
  const text = params.get(path) ?? undefined;
  if (text !== undefined && text.length > most) issues.push({ path, rule: 'chars_at_most', most });
  return text;
}

/** Reads the sort order. Deleted orders are always sorted by the time of their deletion. */
function sortIn(params: URLSearchParams, issues: Issue[]): DeskSort | 'new' | undefined {
  const sort = params.get('sort');
  if (sort === null) return undefined;
  if ((sort === 'new' || isSort(sort)) && params.get('deleted') !== '1') return sort;
  issues.push({ path: 'sort', rule: 'filter_sort' });
  return undefined;
}

/** Reads a filter from an address. `today` is relative to the time of the request. @throws validation_failed */
export function filterIn(ctx: FilterCtx, text: string | undefined): DeskFilter {
  const filter = parseFilter(text ?? '', shopTime(ctx.nowMs, ctx.workspace.timeZone), () =>
    closedStatuses(ctx.storage.read, ctx.workspace.seq),
  );
  return { ...filter, made: madeIn(ctx, text), clientKeys: clientKeysIn(ctx, text) };
}

function madeIn({ workspace }: FilterCtx, text: string | undefined): DeskFilter['made'] {
  const day = new URLSearchParams(text).get('made');
  if (day === null) return undefined;
  const [from = 0, to = 0] = dayStarts(day, 1, workspace.timeZone);
  return { from, to };
}

/**
 * Returns the phones and e-mail addresses that identify the client of a filter; undefined if the filter has no client.
 */
export function clientKeysIn(ctx: FilterCtx, text: string | undefined): readonly string[] | undefined {
  const id = new URLSearchParams(text).get('client');
  return id === null ? undefined : (findWhole(ctx, id)?.keys ?? []);
}

export async function clientIn(ctx: FilterCtx, text: string | undefined): Promise<string | null> {
  const id = new URLSearchParams(text).get('client');
  return id === null ? null : titleOfClient(ctx, id);
}

/**
 * Checks the filter of a page with a period: its parameters must be among `keys`, the period's name among `periods`, and
 * `from` and `to` must be days.
 */
export function periodIssues(params: URLSearchParams, keys: readonly string[], periods: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  for (const key of new Set(params.keys())) {
    if (!keys.includes(key)) issues.push({ path: key.slice(0, TEXT_CHARS), rule: 'unknown_filter' });
  }
  const when = params.get('when');
  if (when !== null && !periods.includes(when)) {
    issues.push({ path: 'when', rule: 'filter_when', words: periods.join(', ') });
  }
  for (const path of ['from', 'to']) {
    const day = params.get(path);
    if (day !== null && !isCalendarDay(day)) issues.push({ path, rule: 'calendar_day' });
  }
  return issues;
}

/**
 * Updates the search index for a filter by client, because the thread that reads the list cannot write.
 * @throws clients_uncounted if the index still lacks orders
 */
export async function beginFiltered(ctx: ReadCtx, filter: string | undefined): Promise<void> {
  if (new URLSearchParams(filter).has('client')) await refuseUncounted(ctx);
}

export async function answerFiltered<Input extends { readonly filter?: string | undefined }, Data>(
  ctx: MemberCtx,
  reading: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  await beginFiltered(ctx, input.filter);
  return answerAside(ctx, reading, input);
}
