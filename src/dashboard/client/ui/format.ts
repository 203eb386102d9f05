import { signal } from '@preact/signals';
import { workspace } from '../data/me.ts';
import { type Due, overdue } from '../data/overdue.ts';
import { russianPhone } from '../data/plain-values.ts';
import { words } from '../words/common.ts';
import { language } from '../words/language.ts';
import type { Forms } from '../words/plural.ts';
import { inWords } from './in-words.ts';
import { agoFormat, dateFormat, numberFormat, pluralRules } from './intl.ts';

/** Returns the locale of dates and numbers: day first and 24 hours in both languages. */
export const locale = (): string => (language.value === 'ru' ? 'ru-RU' : 'en-GB');
export const DAY_MS = 86_400_000;
const DAY_CHARS = 'YYYY-MM-DD'.length;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/**
 * Replaces the hyphen with a minus. A hyphen is too short next to digits, and may end up alone at the end of a line.
 */
const withMinus = (number: string): string => number.replace('-', '−');

const digitsOf = (sums: readonly number[]): number => (sums.every(Number.isInteger) ? 0 : 2);

/** Formats roubles. Kopecks appear only if there are any, and always with two digits. */
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

/** Returns a formatter that aligns the sums of one column. If any sum has kopecks, all sums show kopecks. */
export function moneyAmong(sums: readonly number[]): (roubles: number) => string {
  const digits = digitsOf(sums);
  return (roubles) => money(roubles, digits);
}

export const count = (number: number): string =>
  withMinus(numberFormat(locale(), { maximumFractionDigits: 3 }).format(number));

/** The greatest number that the server counts to. */
export const COUNTED = 1_000;

/** Formats a count, or `1,000+` if the server stopped counting. */
export const counted = (number: number): string => (number >= COUNTED ? `${count(COUNTED)}+` : count(number));

/** Formats a change of a number: `+10`, `−1.5`. */
export const signed = (number: number): string =>
  withMinus(numberFormat(locale(), { maximumFractionDigits: 3, signDisplay: 'exceptZero' }).format(number));

const otherYear = (date: string) =>
  date.slice(0, 4) === new Date().toISOString().slice(0, 4) ? {} : { year: 'numeric' as const };

/**
 * Formats a calendar day: `29 Nov`; `Sunday, 29 November 2026` if the style is true. A calendar day does not depend on
 * a time zone.
 */
export function day(date: string, style: boolean | 'weekday' = false): string {
  const isLong = style === true;
  return dateFormat(locale(), {
    day: 'numeric',
    month: isLong ? 'long' : 'short',
    timeZone: 'UTC',
    ...(isLong ? { year: 'numeric' } : otherYear(date)),
    ...(style === false ? {} : { weekday: isLong ? 'long' : 'short' }),
  }).format(new Date(`${date}T00:00:00Z`));
}

export const zone = () => (workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone });

/**
 * Formats an instant in the workspace's zone.
 * @param year the formatter's `year` option; an empty object leaves the year out
 */
export const moment = (iso: string, year: ReturnType<typeof otherYear> = otherYear(iso)): string =>
  dateFormat(locale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...year,
    ...zone(),
  }).format(new Date(iso));

/**
 * Formats an instant relative to now, such as "5 minutes ago". A moment a day or more away is formatted as a date and
 * time.
 */
export function ago(iso: string): string {
  const ms = Date.parse(iso) - Date.now();
  if (Math.abs(ms) >= DAY_MS) return moment(iso);
  const format = agoFormat(locale(), { numeric: 'auto', style: 'short' });
  if (Math.abs(ms) >= HOUR_MS) return format.format(Math.round(ms / HOUR_MS), 'hour');
  if (Math.abs(ms) >= MINUTE_MS) return format.format(Math.round(ms / MINUTE_MS), 'minute');
  return format.format(Math.round(ms / 1_000), 'second');
}

/** Formats foreign phone numbers. A number stays unchanged until the rules for it have loaded. */
const foreign = signal((text: string): string => {
  if (text[0] === '+') loadForeign().catch(() => {});
  return text;
});
const loadForeign = async () => {
  foreign.value = (await (await import('./phone-numbers.ts')).loadPhoneNumbers(workspace.value?.timeZone)).format;
};

/**
 * Formats a Russian phone as `+7 912 345-67-89`, and a foreign one by its country's rules. Any other text stays
 * unchanged.
 */
export const phone = (text: string): string => russianPhone(text) ?? foreign.value(text);

/**
 * Returns the number for a link that dials: digits and a leading plus. A Russian number without its country code gets
 * one.
 */
export const dialled = (text: string): string =>
  text
    .replaceAll(/(?!^\+)\D/g, '')
    .replace(/^(?=9\d{9}$)/, '7')
    .replace(/^(?=7\d{10}$)/, '+');

/** Formats `10:00–12:00` or `by 18:00`; empty without times. */
export function slot(start: string | null, end: string | null): string {
  if (start === null) return end === null ? '' : words.value.by(end);
  return end === null ? start : `${start}–${end}`;
}

export function howLate(order: Due): string {
  const { number, unit } = overdue(order, localClock(new Date()));
  return numberFormat(language.value, { style: 'unit', unit }).format(number);
}

export function plural(number: number, forms: Forms): string {
  const form = forms[pluralRules(locale(), {}).select(number)] ?? forms.other ?? '';
  return form.replace('#', count(number));
}

/** Formats an instant in the workspace's zone as the browser's date fields need it: `YYYY-MM-DDTHH:mm`. */
export const localClock = (at: Date): string =>
  // Swedish dates have the format of ISO 8601.
  dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone() })
    .format(at)
    .replace(' ', 'T');

/** Returns the day of an instant in the workspace's zone, YYYY-MM-DD. */
export const localDay = (at = new Date()): string => localClock(at).slice(0, DAY_CHARS);

/** Formats an instant to the second, in the zone of the workspace. */
export const formatTime = (iso: string): string =>
  dateFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium', ...zone() }).format(new Date(iso));

/** Returns the value of a date or time field in words of the reader's language. Each date has its day of the week. */
export const fieldInWords = (value: string): string => inWords(value, locale());
