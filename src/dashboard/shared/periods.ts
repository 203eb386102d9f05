/** The server and the pages share this code, so a page shows a period's days without waiting for the server. */

/** Periods to choose with one click, in days of the workspace's zone. A week begins on Monday. */
export const PERIODS = ['today', 'yesterday', 'week', 'last-week', 'month', 'last-month', 'year'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Days in the workspace's zone, YYYY-MM-DD, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const WEEK = 7;
const DAYS_TO_SUNDAY = [0, 6, 5, 4, 3, 2, 1];
const MONTH_DAYS = 31;

const DAY_MS = 86_400_000;

/** Calculates with Date, because not every browser has Temporal yet (2026). */
const addDays = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);
/** Formats a day as YYYY-MM-DD. A year before 0 or after 9999 has a sign and six digits. */
const isoDay = (ms: number): string => new Date(ms).toISOString().replace(/T.*/, '');

export const isPeriod = (text: string): text is PeriodName => PERIODS.some((name) => name === text);

const monthOf = (day: string): string => `${day.slice(0, 'YYYY-MM'.length)}-01`;
const yearOf = (day: string): string => day.slice(0, 'YYYY'.length);

export function weekOf(day: string): Period {
  const left = DAYS_TO_SUNDAY[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0;
  return { from: addDays(day, left + 1 - WEEK), to: addDays(day, left) };
}

/** Returns all days of a period, even if it is not over yet. */
export function daysOfPeriod(name: PeriodName, today: string): Period {
  const first = monthOf(today);
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return weekOf(today);
    case 'last-week':
      return weekOf(addDays(today, -WEEK));
    case 'month':
      return { from: first, to: addDays(monthOf(addDays(first, MONTH_DAYS)), -1) };
    case 'last-month':
      return { from: monthOf(addDays(first, -1)), to: addDays(first, -1) };
    case 'year':
      return { from: `${yearOf(today)}-01-01`, to: `${yearOf(today)}-12-31` };
    default:
      return name satisfies never;
  }
}

export interface ReportDays extends Period {
  readonly before: Period;
}

/** Counts the calendar days of a period. Clock changes do not affect the number. */
export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const isFirst = (day: string): boolean => day.endsWith('-01');
const monthNumber = (day: string): number => (Number(day.slice(0, 4)) - 1970) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (month: number): string => isoDay(Date.UTC(1970, month));
const lastOf = (month: number): string => isoDay(Date.UTC(1970, month + 1, 0));

/** The earliest day that the code for reading days accepts. Before it, a year has a minus and six digits. */
const EARLIEST = '0000-01-01';

/**
 * Returns the period just before the given one, for a comparison. If the given period consists of whole months, the
 * result has the same number of whole months. Otherwise it has the same number of days.
 */
function sameBefore({ from, to }: Period): Period {
  // This code does not calculate the day after `to`. That day may be in the year 10000, and the code for reading days
  // refuses a year of five digits.
  const isWhole = isFirst(from) && lastOf(monthNumber(to)) === to;
  const months = monthNumber(to) - monthNumber(from) + 1;
  const first = isWhole ? firstOf(monthNumber(from) - months) : addDays(from, -lengthOf({ from, to }));
  return { from: first.startsWith('-') ? EARLIEST : first, to: addDays(from, -1) };
}

const UNDER_WAY = ['week', 'month', 'year'] as const;
const isUnderWay = (when: string): when is (typeof UNDER_WAY)[number] => UNDER_WAY.some((name) => name === when);

/**
 * Returns this week, month or year up to today, and the earlier days to compare it with. The earlier days begin with
 * the previous week, month or year. Both periods have the same number of days. Otherwise half a month would be compared
 * with a whole month and look like a loss. If the previous month has too few days, the days just before this month are
 * used instead.
 */
function underWay(when: (typeof UNDER_WAY)[number], from: string, today: string): ReportDays {
  const days = { from, to: today };
  const start = daysOfPeriod(when, addDays(from, -1)).from;
  const to = addDays(start, lengthOf(days) - 1);
  return { ...days, before: to < from ? { from: start, to } : sameBefore(days) };
}

/**
 * Reads the period of a report from its address, and finds the period to compare it with.
 * @param params `when`: a period's name, by default this month; `from` and `to`: days as YYYY-MM-DD, which override
 * `when`. If only one of the two days is given, that day is the whole period.
 */
export function reportDaysOf(params: URLSearchParams, today: string): ReportDays {
  const [when, from, to] = [params.get('when') ?? 'month', params.get('from'), params.get('to')];
  const [first, last] = [from ?? to, to ?? from];
  const isTyped = first !== null && last !== null;
  const days = isTyped ? { from: first, to: last } : daysOfPeriod(isPeriod(when) ? when : 'month', today);
  return !isTyped && isUnderWay(when) ? underWay(when, days.from, today) : { ...days, before: sameBefore(days) };
}
