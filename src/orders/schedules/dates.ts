/** Days are YYYY-MM-DD. A day has no time zone, so a clock change never shifts it. */

import type { SCHEDULE_STEPS } from '../../storage/index.ts';

export type Every = (typeof SCHEDULE_STEPS)[number];

export interface Series {
  readonly every: Every;
  /** The day from which the series is counted. A month that lacks this day, such as the 31st, uses its last day. */
  readonly anchor: string;
  readonly starts: string;
  readonly last: string | null;
}

/**
 * A day of the series that somebody has confirmed or skipped. That decision also covers the missed days before it,
 * starting with `since`.
 */
export interface DecidedSpan {
  readonly date: string;
  readonly since: string;
}

const LENGTHS: Readonly<Record<Every, { readonly days: number } | { readonly months: number }>> = {
  week: { days: 7 },
  two_weeks: { days: 14 },
  month: { months: 1 },
  year: { months: 12 },
};

export const MOST_MISSED = 100;

function at({ every, anchor }: Pick<Series, 'every' | 'anchor'>, index: number): string {
  const length = LENGTHS[every];
  const first = Temporal.PlainDate.from(anchor);
  // Each day is counted from the anchor. If each were counted from the previous day, a series on the 31st would stay on
  // the 28th after February.
  return first.add('days' in length ? { days: length.days * index } : { months: length.months * index }).toString();
}

function indexFrom(series: Pick<Series, 'every' | 'anchor'>, day: string): number {
  const length = LENGTHS[series.every];
  const [from, to] = [Temporal.PlainDate.from(series.anchor), Temporal.PlainDate.from(day)];
  if ('days' in length) return Math.ceil(from.until(to, { largestUnit: 'day' }).days / length.days);
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const index = Math.floor(months / length.months);
  return at(series, index) < day ? index + 1 : index;
}

/** Finds the first day of a series from a given day on. It ignores the start and the end of the series. */
export const dateFrom = (series: Pick<Series, 'every' | 'anchor'>, day: string): string =>
  at(series, indexFrom(series, day));

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/**
 * Returns a function that takes a day and looks for decisions that cover it. The function returns the latest end of
 * these decisions; undefined if none covers the day. Call the function with ascending days: it reads each decision only
 * once.
 */
function coverOnwards(decided: readonly DecidedSpan[]): (date: string) => string | undefined {
  const rows = decided.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  let [next, end] = [0, ''];
  return (date) => {
    for (let row = rows[next]; row !== undefined && row.since <= date; next += 1, row = rows[next]) {
      end = later(end, row.date);
    }
    return end >= date ? end : undefined;
  };
}

/**
 * Returns a function that checks whether a decision covers a day. Call it with descending days: it reads each decision
 * only once.
 */
function coverBackwards(decided: readonly DecidedSpan[]): (date: string) => boolean {
  const rows = decided.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  let [next, start] = [0, '~'];
  return (date) => {
    for (let row = rows[next]; row !== undefined && row.date >= date; next += 1, row = rows[next]) {
      start = earlier(start, row.since);
    }
    return start <= date;
  };
}

const isWithin = ({ starts, last }: Series, date: string): boolean => date >= starts && (last === null || date <= last);

export const hasDate = (series: Series, date: string): boolean =>
  isWithin(series, date) && dateFrom(series, date) === date;

export function openFrom(series: Series, day: string, decided: readonly DecidedSpan[]): string | undefined {
  const coveredTo = coverOnwards(decided);
  for (let index = indexFrom(series, later(day, series.starts)); ; ) {
    const date = at(series, index);
    if (!isWithin(series, date)) return undefined;
    const end = coveredTo(date);
    if (end === undefined) return date;
    index = Math.max(index + 1, indexFrom(series, end));
  }
}

export function missedBefore(
  series: Series,
  day: string,
  decided: readonly DecidedSpan[],
): { readonly latest: string | undefined; readonly count: number } {
  let [latest, count]: [string | undefined, number] = [undefined, 0];
  const isCovered = coverBackwards(decided);
  const end = series.last !== null && series.last < day ? indexFrom(series, series.last) : indexFrom(series, day) - 1;
  for (let index = end; count < MOST_MISSED; index -= 1) {
    const date = at(series, index);
    if (date < series.starts) break;
    if (!isWithin(series, date) || isCovered(date)) continue;
    latest ??= date;
    count += 1;
  }
  return { latest, count };
}
