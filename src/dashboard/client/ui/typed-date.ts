import { dateFormat } from './intl.ts';

/** The kind of a field's value: `YYYY-MM-DD`, `HH:mm`, or both with a T between. An empty value means no date. */
export type DateKind = 'date' | 'time' | 'datetime';

/**
 * The rule for a date without a year.
 * - past: the latest date up to the end of this month. Later days of this month are included, because a period may end
 *   on them.
 * - near: the date nearest to today.
 * - coming: the next such date, counted from 31 days ago, because some orders are written down late.
 */
export type Side = 'past' | 'near' | 'coming';

export interface DateMeaning {
  readonly side?: Side | undefined;
  /**
   * The first day of a period; set only for the field that takes the last day. A last day typed without a year gets the
   * year of the first day. If that date would be earlier than the first day, `side` determines the year instead.
   */
  readonly since?: string | undefined;
}

/** The words for a day in both languages, and the number of days from today to that day. */
export const DAYS_AWAY: ReadonlyMap<string, number> = new Map([
  ['сегодня', 0],
  ['today', 0],
  ['tonight', 0],
  ['завтра', 1],
  ['tomorrow', 1],
  ['tmrw', 1],
  ['tmr', 1],
  ['послезавтра', 2],
  ['day after tomorrow', 2],
]);

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DAY_FIRST = /^(\d{1,2})(?:([./\s-])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?)$/;
const DIGITS = /^(\d{2})()(\d{2})(\d{4}|\d{2})?$/;
const TIME = /^(\d{1,2})(?:[:.]?(\d{2}))?$/;
const DATE_AND_TIME = /^(.*[^\s,])(?:\s*,\s*|\s+|T)(\S+)$/;

/**
 * Reads what a person typed, day first and in 24 hours, whatever the browser's own format is. Empty for an empty text;
 * undefined if there is no such date or time. `today` is `YYYY-MM-DD` in the workspace's zone.
 */
export function readTyped(kind: DateKind, typed: string, today: string, meant: DateMeaning = {}): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  if (kind === 'date') return readDate(text, today, meant);
  if (kind === 'time') return readTime(text);
  const [, day = '', clock = ''] = DATE_AND_TIME.exec(text) ?? [];
  const [date, time] = [readDate(day, today, meant), readTime(clock)];
  return date === undefined || time === undefined ? undefined : `${date}T${time}`;
}

function readDate(text: string, today: string, { side = 'near', since }: DateMeaning): string | undefined {
  const ahead = DAYS_AWAY.get(text.toLowerCase());
  if (ahead !== undefined) return stepDay(today, ahead);
  const iso = ISO.exec(text);
  if (iso !== null) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, day, , month, year] = DAY_FIRST.exec(text) ?? DIGITS.exec(text) ?? [];
  if (day === undefined || month === undefined) return undefined;
  if (year !== undefined) return dateOf(Number(year) + (year.length === 2 ? 2000 : 0), Number(month), Number(day));
  const ofPeriod = since && dateOf(Number(since.slice(0, 4)), Number(month), Number(day));
  if (since && ofPeriod && ofPeriod >= since) return ofPeriod;
  const thisYear = Number(today.slice(0, 4));
  const monthAgo = stepDay(today, -31);
  const isMeant = {
    past: (date: string) => date <= `${today.slice(0, 'YYYY-MM'.length)}-31`,
    near: () => true,
    coming: (date: string) => date >= monthAgo,
  };
  const away = (date: string): number => Math.abs(Date.parse(date) - Date.parse(side === 'coming' ? monthAgo : today));
  return [thisYear, thisYear + 1, thisYear - 1]
    .map((one) => dateOf(one, Number(month), Number(day)))
    .filter((date) => date !== undefined)
    .filter(isMeant[side])
    .sort((a, b) => away(a) - away(b))[0];
}

/** Returns the day as YYYY-MM-DD; undefined if the calendar does not have it. */
function dateOf(year: number, month: number, day: number): string | undefined {
  const text = [String(year).padStart(4, '0'), month, day].map((part) => String(part).padStart(2, '0')).join('-');
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : undefined;
}

function readTime(text: string): string | undefined {
  const [, hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Formats a field's value for the locale, such as `23.11.2026, 14:30`; unchanged if the value is not a date. */
export function writeTyped(value: string, locale: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2})?$/.exec(value) ?? [];
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms)) return value;
  const day = dateFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(ms);
  return time === undefined ? day : `${day}, ${time}`;
}

const DAY_MS = 86_400_000;

/** Moves a date, with or without a time, by days. The date stays unchanged at either end of the calendar. */
export function stepDay(value: string, days: number): string {
  const day = new Date(Date.parse(`${value.slice(0, 10)}T00:00:00Z`) + days * DAY_MS).toISOString();
  return ISO.test(day.slice(0, 10)) ? day.slice(0, 10) + value.slice(10) : value;
}
