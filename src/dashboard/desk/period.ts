import { addDays } from '../../base/index.ts';

/** Periods to choose with one press, in days of the workspace's zone. A week begins on Monday. */
export const PERIODS = ['today', 'yesterday', 'week', 'last-week', 'month', 'last-month', 'year'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** YYYY-MM-DD in the workspace's zone, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const WEEK = 7;
const DAYS_TO_SUNDAY = [0, 6, 5, 4, 3, 2, 1];
const MONTH_DAYS = 31;

export const isPeriod = (text: string): text is PeriodName => PERIODS.some((name) => name === text);

const monthOf = (day: string): string => `${day.slice(0, 'YYYY-MM'.length)}-01`;
const yearOf = (day: string): string => day.slice(0, 'YYYY'.length);

export function weekOf(day: string): Period {
  const left = DAYS_TO_SUNDAY[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 0;
  return { from: addDays(day, left + 1 - WEEK), to: addDays(day, left) };
}

/** The days of a period; all of them, even if the period is not over yet. */
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
