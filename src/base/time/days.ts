/** Calendar days, and their instants in a time zone (IANA). Temporal handles clock changes. */

/** @param day YYYY-MM-DD */
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Returns the calendar day of an instant, YYYY-MM-DD; undefined outside the years 1 to 9999. */
export function dayInZone(epochMs: number, timeZone: string): string | undefined {
  const day = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate();
  return day.year < 1 || day.year > 9999 ? undefined : day.toString();
}

/**
 * Returns the start and the end of the day that contains an instant, in milliseconds since the epoch. Works for any
 * year.
 */
export function dayAround(epochMs: number, timeZone: string): { readonly from: number; readonly to: number } {
  const begin = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).startOfDay();
  return { from: begin.epochMilliseconds, to: begin.add({ days: 1 }).startOfDay().epochMilliseconds };
}

/** Returns the first instant of a calendar day: midnight, or the next instant if the clocks skip midnight. */
export const startOfDay = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;

/**
 * Returns the first instant of each of the days from `first` on. A day on which the clocks change has 23 or 25 hours.
 * @returns milliseconds since the epoch; one more value than requested, which is the end of the last day
 */
export const dayStarts = (first: string, days: number, timeZone: string): number[] =>
  Array.from({ length: days + 1 }, (_, at) => startOfDay(addDays(first, at), timeZone));

export const timeInZone = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** Returns the day and time of an instant on the clocks of a zone: YYYY-MM-DD HH:mm. */
export const momentInZone = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');

/**
 * Returns the instant of a day (YYYY-MM-DD) and time (HH:mm) in a zone, in milliseconds since the epoch. If clocks show
 * the time twice, the first instant counts. A skipped time is moved later by the skipped span.
 */
export const instantOf = (day: string, time: string, timeZone: string): number =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds;

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The results of earlier look-ups of time zones. A look-up costs more than reading a row of the database. */
const looked = new Map<string, boolean>();

/**
 * @param name a stored zone; a newer Docket may have stored one that this build does not know
 * @returns the same zone, or UTC for an unknown one: without a zone no page could show a time
 */
export function zoneOrUtc(name: string): string {
  const isKnown = looked.get(name) ?? isTimeZone(name);
  looked.set(name, isKnown);
  return isKnown ? name : 'UTC';
}
