import { signal } from '@preact/signals';
import { workspace } from '../data/me.ts';
import { type Due, overdue } from '../data/overdue.ts';
import { russianPhone } from '../data/plain-values.ts';
import { language } from '../words/language.ts';
import type { Forms } from '../words/plural.ts';
import { inWords } from './in-words.ts';
import { agoFormat, dateFormat, numberFormat, pluralRules } from './intl.ts';

/** The locale of dates and numbers: day first and in 24 hours in both languages. */
export const locale = (): string => (language.value === 'ru' ? 'ru-RU' : 'en-GB');
const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** A hyphen is shorter than the digits, and may be left behind at the end of a line. */
const withMinus = (number: string): string => number.replace('-', '−');

const digitsOf = (sums: readonly number[]): number => (sums.every(Number.isInteger) ? 0 : 2);

/** Roubles; kopecks only where there are any, and then both digits. */
export const money = (roubles: number, digits = digitsOf([roubles])): string =>
  withMinus(
    numberFormat(locale(), {
      style: 'currency',
      currency: 'RUB',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    }).format(roubles),
  );

/** The sums of one column line up: all of them have kopecks once one has any. */
export function moneyAmong(sums: readonly number[]): (roubles: number) => string {
  const digits = digitsOf(sums);
  return (roubles) => money(roubles, digits);
}

export const count = (number: number): string =>
  withMinus(numberFormat(locale(), { maximumFractionDigits: 3 }).format(number));

/** The server counts no further. */
export const COUNTED = 1_000;

/** A count that the server may have given up: `1,000+`. */
export const counted = (number: number): string => (number >= COUNTED ? `${count(COUNTED)}+` : count(number));

/** A change of a number: `+10`, `−1.5`. */
export const signed = (number: number): string =>
  withMinus(numberFormat(locale(), { maximumFractionDigits: 3, signDisplay: 'exceptZero' }).format(number));

/** Dates of the present year omit it. */
const otherYear = (date: string) =>
  date.slice(0, 4) === new Date().toISOString().slice(0, 4) ? {} : { year: 'numeric' as const };

/** A calendar day, which no time zone moves. */
export function day(date: string, long = false): string {
  const weekday = long ? { weekday: 'long' as const } : {};
  return dateFormat(locale(), {
    day: 'numeric',
    month: long ? 'long' : 'short',
    timeZone: 'UTC',
    ...(long ? { year: 'numeric' } : otherYear(date)),
    ...weekday,
  }).format(new Date(`${date}T00:00:00Z`));
}

const zone = () => (workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone });

/** An instant in the zone of the workspace. */
export const moment = (iso: string): string =>
  dateFormat(locale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...otherYear(iso),
    ...zone(),
  }).format(new Date(iso));

/** "5 minutes ago", or the moment itself when it is a day away or more. */
export function ago(iso: string): string {
  const ms = Date.parse(iso) - Date.now();
  if (Math.abs(ms) >= DAY_MS) return moment(iso);
  const format = agoFormat(locale(), { numeric: 'auto', style: 'short' });
  if (Math.abs(ms) >= HOUR_MS) return format.format(Math.round(ms / HOUR_MS), 'hour');
  if (Math.abs(ms) >= MINUTE_MS) return format.format(Math.round(ms / MINUTE_MS), 'minute');
  return format.format(Math.round(ms / 1_000), 'second');
}

/** The form of foreign phone numbers; as given until it has loaded. */
const foreign = signal((text: string): string => {
  if (text[0] === '+') loadForeign().catch(() => {});
  return text;
});
const loadForeign = async () => {
  foreign.value = (await (await import('./phone-numbers.ts')).loadPhoneNumbers()).format;
};

/** `+7 912 345-67-89`; anything else as it was given. */
export const phone = (text: string): string => russianPhone(text) ?? foreign.value(text);

/** The number in a link that dials: digits and a leading plus, and the country that a Russian number lacks. */
export const dialled = (text: string): string =>
  text
    .replaceAll(/(?!^\+)\D/g, '')
    .replace(/^(?=9\d{9}$)/, '7')
    .replace(/^(?=7\d{10}$)/, '+');

/** `10:00–12:00`; empty without times. */
export function slot(start: string | null, end: string | null): string {
  if (start === null) return end === null ? '' : `–${end}`;
  return end === null ? start : `${start}–${end}`;
}

/** The lateness of an order: `40 min`, `2 hr`, `3 days`. */
export function howLate(order: Due): string {
  const { number, unit } = overdue(order, localClock(new Date()));
  return numberFormat(language.value, { style: 'unit', unit }).format(number);
}

/** The form of a word for a number: Russian has three. */
export function plural(number: number, forms: Forms): string {
  const form = forms[pluralRules(locale(), {}).select(number)] ?? forms.other ?? '';
  return form.replace('#', count(number));
}

/** The time of a clock in the workspace's zone: `YYYY-MM-DDTHH:mm`, as the browser's date fields want it. */
export function localClock(at: Date): string {
  const parts = dateFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone(),
  }).format(at);
  return parts.replace(' ', 'T');
}

/** An instant to the second, in the zone of the workspace. */
export const formatTime = (iso: string): string =>
  dateFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium', ...zone() }).format(new Date(iso));

/** An instant as a field for date and time holds it, on the clocks of the workspace: "2026-05-20T10:30". */
export const fieldMoment = (ms: number): string =>
  // Swedish writes dates in the order of ISO 8601.
  dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone() })
    .format(ms)
    .replace(' ', 'T');

/** The value of a date or time field, with its day of the week, for the line below it. */
export const fieldInWords = (value: string): string => inWords(value, locale());
