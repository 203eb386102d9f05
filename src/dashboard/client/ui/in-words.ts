import { dateFormat } from './intl.ts';

/** Formats the value of a date or time field for the locale, on a 24-hour clock. An empty field gives an empty text. */
export function inWords(value: string, locale: string): string {
  const [, date, time = ''] = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2})?/.exec(value) ?? [];
  const day = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return [Number.isNaN(day) ? '' : dayWords(day, locale), time].filter((part) => part !== '').join(', ');
}

const dayWords = (atMs: number, locale: string): string =>
  dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(atMs);
