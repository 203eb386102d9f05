import { dayInZone, instantOf, isCalendarDay, isTimeOfDay, startOfDay, validationFailed } from '../../../base/index.ts';

/** The accepted forms of a time: milliseconds since the epoch, `today`, or YYYY-MM-DDTHH:mm in the workspace's zone. */
export const SINCE = '^(?:[0-9]{1,14}|today|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})$';

/**
 * Parses a time that a page sends, so that browsers need not calculate with time zones.
 * @param text in the form of SINCE
 * @returns milliseconds since the epoch
 * @throws validation_failed for a day or a time that does not exist
 */
export function readSince(text: string, timeZone: string, nowMs: number): number {
  if (text === 'today') return startOfDay(dayInZone(nowMs, timeZone) ?? '1970-01-01', timeZone);
  const [day = '', time] = text.split('T');
  if (time === undefined) return Number(text);
  if (isCalendarDay(day) && isTimeOfDay(time)) return Math.max(0, instantOf(day, time, timeZone));
  throw validationFailed([{ path: 'since', rule: 'calendar_day' }]);
}
