import { dateFormat } from './intl.ts';

const noon = (date: string): Date => new Date(`${date}T12:00:00Z`);
const isDay = (text: string): boolean => !Number.isNaN(noon(text).getTime());

/** Formats calendar days as `1–29 Nov`. Leaves out the year if both days are in `thisYear` (YYYY). */
export function spanInWords(from: string, to: string, locale: string, thisYear: string): string {
  // The URL of a page may contain any text in place of a day. Such a text is shown unchanged.
  if (!isDay(from) || !isDay(to)) return from === to ? from : `${from} – ${to}`;
  const year = [from, to].every((day) => day.startsWith(thisYear)) ? {} : { year: 'numeric' as const };
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC', ...year })
    .formatRange(noon(from), noon(to))
    .replace(/^(\d+)\s?–\s?/, '$1–')
    .replaceAll(/\s/g, '\u00a0');
}

/** Formats the month of a day: `Nov`. @param thisYear the year that is left out, YYYY */
export function monthInWords(date: string, locale: string, thisYear: string): string {
  const year = date.startsWith(thisYear) ? {} : { year: 'numeric' as const };
  return dateFormat(locale, { month: 'short', timeZone: 'UTC', ...year }).format(noon(date));
}
