import { addDays, type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { shopTime } from '../../orders/index.ts';
import { daysOfPeriod, isPeriod, PERIODS, type Period, type ReadingCtx } from '../desk/index.ts';

const KEYS = ['when', 'from', 'to'];
const KEY_CHARS = 100;
/** The longest period, in days: ten years. */
const MOST_DAYS = 3_660;
const DAY_MS = 86_400_000;

/** A period, and the one before it. */
export interface ReportDays extends Period {
  readonly before: Period;
}

/** The number of calendar days in a period; changes of the clock do not affect it. */
export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/**
 * Reads the period from the address of the page. An unknown key is refused.
 * - `when`: a period's name. `from`, `to`: YYYY-MM-DD; one alone means that single day. Without any of them it is this
 * month.
 *
 * @throws validation_failed
 */
export function reportDaysIn(
  { workspace: { timeZone }, nowMs }: Pick<ReadingCtx, 'workspace' | 'nowMs'>,
  text: string | undefined,
): ReportDays {
  const params = new URLSearchParams(text ?? '');
  const issues = faultsOf(params);
  if (issues.length > 0) throw validationFailed(issues);
  const { today } = shopTime(nowMs, timeZone);
  const days = periodIn(params, today);
  const faults = periodFaults(days);
  if (faults.length > 0) throw validationFailed(faults);
  const when = params.get('from') ?? params.get('to') ?? params.get('when') ?? 'month';
  return isUnderWay(when) ? underWay(when, days.from, today) : { ...days, before: sameBefore(days) };
}

const isFirst = (day: string): boolean => day.endsWith('-01');
const monthOf = (day: string): number => (Number(day.slice(0, 4)) - 1970) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (month: number): string => new Date(Date.UTC(1970, month)).toISOString().slice(0, 10);
const lastOf = (month: number): string => new Date(Date.UTC(1970, month + 1, 0)).toISOString().slice(0, 10);

/** An earlier year is written with a minus and six digits, and no reader accepts it. */
const EARLIEST = '0000-01-01';

/** Whole months are compared with as many whole months, any other days with as many days. */
function sameBefore({ from, to }: Period): Period {
  // The day after 9999-12-31 has a five-digit year, which nothing reads. So this avoids the day after `to`.
  const isWhole = isFirst(from) && lastOf(monthOf(to)) === to;
  const months = monthOf(to) - monthOf(from) + 1;
  const first = isWhole ? firstOf(monthOf(from) - months) : addDays(from, -lengthOf({ from, to }));
  return { from: first.startsWith('-') ? EARLIEST : first, to: addDays(from, -1) };
}

const UNDER_WAY = ['week', 'month', 'year'] as const;
const isUnderWay = (when: string): when is (typeof UNDER_WAY)[number] => UNDER_WAY.some((name) => name === when);

/**
 * A week, month or year up to today, compared with as many days from the start of the one before. Against a whole
 * month, half a month would look like a loss. If the month before is too short, the days just before this period
 * replace it.
 */
function underWay(when: (typeof UNDER_WAY)[number], from: string, today: string): ReportDays {
  const days = { from, to: today };
  const start = daysOfPeriod(when, addDays(from, -1)).from;
  const to = addDays(start, lengthOf(days) - 1);
  return { ...days, before: to < from ? { from: start, to } : sameBefore(days) };
}

function periodIn(params: URLSearchParams, today: string): Period {
  const [when, from, to] = [params.get('when'), params.get('from'), params.get('to')];
  const [first, last] = [from ?? to, to ?? from];
  if (first !== null && last !== null) return { from: first, to: last };
  return daysOfPeriod(when !== null && isPeriod(when) ? when : 'month', today);
}

function faultsOf(params: URLSearchParams): Issue[] {
  const issues: Issue[] = [];
  for (const key of new Set(params.keys())) {
    if (!KEYS.includes(key)) issues.push({ path: key.slice(0, KEY_CHARS), rule: 'unknown_filter' });
  }
  const when = params.get('when');
  if (when !== null && !isPeriod(when)) issues.push({ path: 'when', rule: 'filter_when', words: PERIODS.join(', ') });
  for (const path of ['from', 'to']) {
    const day = params.get(path);
    if (day !== null && !isCalendarDay(day)) issues.push({ path, rule: 'calendar_day' });
  }
  return issues;
}

function periodFaults(days: Period): Issue[] {
  const length = lengthOf(days);
  if (length < 1) return [{ path: 'to', rule: 'not_before_from' }];
  return length > MOST_DAYS ? [{ path: 'to', rule: 'days_at_most', most: MOST_DAYS }] : [];
}
