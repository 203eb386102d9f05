import type { SCHEDULE_STEPS } from '../../storage/index.ts';

/** Calendar days (YYYY-MM-DD) on which an order comes up again. A day has no time zone, so no change of the clocks moves it. */

export type Every = (typeof SCHEDULE_STEPS)[number];

/** Days that follow one another. */
export interface Series {
  readonly every: Every;
  /** The day that the others are counted from. A shorter month has its last day in the place of the 31st. */
  readonly anchor: string;
  /** The first that counts. */
  readonly starts: string;
  /** The last day that counts; null: the days go on. */
  readonly last: string | null;
}

/** A day that was decided on, with the missed ones before it, from `since` on. */
export interface Decided {
  readonly date: string;
  readonly since: string;
}

const LENGTHS: Readonly<Record<Every, { readonly days: number } | { readonly months: number }>> = {
  week: { days: 7 },
  two_weeks: { days: 14 },
  month: { months: 1 },
  year: { months: 12 },
};

/** The missed days are counted up to here. */
export const MOST_MISSED = 100;

function at({ every, anchor }: Pick<Series, 'every' | 'anchor'>, index: number): string {
  const length = LENGTHS[every];
  const first = Temporal.PlainDate.from(anchor);
  // From the anchor each time: a month after the 28th of February would be the 28th of March for good.
  return first.add('days' in length ? { days: length.days * index } : { months: length.months * index }).toString();
}

/** The index of the first day that is not before this one. */
function indexFrom(series: Pick<Series, 'every' | 'anchor'>, day: string): number {
  const length = LENGTHS[series.every];
  const [from, to] = [Temporal.PlainDate.from(series.anchor), Temporal.PlainDate.from(day)];
  if ('days' in length) return Math.ceil(from.until(to, { largestUnit: 'day' }).days / length.days);
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const index = Math.floor(months / length.months);
  return at(series, index) < day ? index + 1 : index;
}

/** The first day of the series that is not before this one; it may lie before the start of the series, or after its end. */
export const dateFrom = (series: Pick<Series, 'every' | 'anchor'>, day: string): string =>
  at(series, indexFrom(series, day));

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/**
 * Looks at each decision once, since there may be hundreds. To be asked for days in their order.
 *
 * @returns the end of the decisions that cover a day; undefined: it is open
 */
function coverOnwards(decided: readonly Decided[]): (date: string) => string | undefined {
  const rows = decided.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  let [next, end] = [0, ''];
  return (date) => {
    for (let row = rows[next]; row !== undefined && row.since <= date; next += 1, row = rows[next]) {
      end = later(end, row.date);
    }
    return end >= date ? end : undefined;
  };
}

/** The same for days from the last to the first. @returns true if a day was decided on */
function coverBackwards(decided: readonly Decided[]): (date: string) => boolean {
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

/** True if the series has this day. */
export const hasDate = (series: Series, date: string): boolean =>
  isWithin(series, date) && dateFrom(series, date) === date;

/** The first day from this one on that nobody has decided on; undefined where none is left. */
export function openFrom(series: Series, day: string, decided: readonly Decided[]): string | undefined {
  const coveredTo = coverOnwards(decided);
  for (let index = indexFrom(series, later(day, series.starts)); ; ) {
    const date = at(series, index);
    if (!isWithin(series, date)) return undefined;
    const end = coveredTo(date);
    if (end === undefined) return date;
    index = Math.max(index + 1, indexFrom(series, end));
  }
}

/** The days before this one that nobody has decided on: the latest of them, and their number up to `MOST_MISSED`. */
export function missedBefore(
  series: Series,
  day: string,
  decided: readonly Decided[],
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
