import { dayInZone } from './dates.ts';

/** Calendar days and the instants at which they begin somewhere. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Zones lie within 14 hours of UTC; two more for whatever clocks were once set to. */
const FURTHEST_MS = 16 * 3_600_000;

/** @param day YYYY-MM-DD */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The first instant of each of so many days after another: midnight, or what comes after it where clocks leap over
 * midnight. A day is 23 or 25 hours long when they are set.
 *
 * @returns milliseconds since the epoch, one more than asked for: the end of the last day
 */
export function dayStarts(first: string, days: number, timeZone: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at <= days; at += 1) {
    const day = addDays(first, at);
    const guess = (starts.at(-1) ?? Number.NaN) + DAY_MS;
    starts.push(isStart(guess, day, timeZone) ? guess : searchStart(day, timeZone));
  }
  return starts;
}

function isStart(ms: number, day: string, timeZone: string): boolean {
  if (Number.isNaN(ms)) return false;
  return (dayInZone(ms, timeZone) ?? '') >= day && (dayInZone(ms - 1, timeZone) ?? '') < day;
}

/** Clocks are set by whole minutes. */
function searchStart(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  let before = (utc - FURTHEST_MS) / MINUTE_MS;
  let start = (utc + FURTHEST_MS) / MINUTE_MS;
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if ((dayInZone(middle * MINUTE_MS, timeZone) ?? '') >= day) start = middle;
    else before = middle;
  }
  return start * MINUTE_MS;
}
