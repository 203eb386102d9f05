/** Instants, calendar days and times of day as they are written (contract, section 3; RFC 3339, RFC 9557). */

interface ZonedInstant {
  /** Milliseconds since the epoch; digits beyond the millisecond are cut off. */
  readonly epochMs: number;
  /** The calendar day as the sender wrote it, YYYY-MM-DD. */
  readonly writtenDay: string;
  /** False for Z and -00:00, which according to RFC 9557 do not reveal the sender's zone. */
  readonly tellsZone: boolean;
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function isRealDay(year: number, month: number, day: number): boolean {
  const length = month === 2 && isLeap(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
  return year >= 1 && day >= 1 && day <= length;
}

/** Parses a real date and time with Z or an offset; undefined otherwise. 24:00 and second 60 are refused. */
export function parseInstant(text: string): ZonedInstant | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const part = (at: number): number => Number(match[at] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const zone = match[8] ?? 'Z';
  const offsetHours = zone === 'Z' ? 0 : Number(zone.slice(1, 3));
  const offsetMinutes = zone === 'Z' ? 0 : Number(zone.slice(4));
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const millis = match[7] === undefined ? 0 : Number(match[7].slice(0, 3).padEnd(3, '0'));
  const local = utcMs(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + millis;
  const offsetMs = (zone.startsWith('-') ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  return {
    epochMs: local - offsetMs,
    writtenDay: text.slice(0, 10),
    tellsZone: zone !== 'Z' && zone !== '-00:00',
  };
}

/** Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not. */
function utcMs(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

export function isCalendarDay(text: string): boolean {
  const match = DAY.exec(text);
  return match !== null && isRealDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

export const isTimeOfDay = (text: string): boolean => TIME.test(text);

export function toIso(epochMs: number): string {
  // The last text is kept, because database rows that are written together have the same time and are read together.
  if (epochMs !== last.epochMs) last = { epochMs, text: new Date(epochMs).toISOString() };
  return last.text;
}

let last = { epochMs: 0, text: new Date(0).toISOString() };

export const toIsoOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : toIso(epochMs));
