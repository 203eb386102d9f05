import { dayInZone, type Issue, parseInstant } from '../base/index.ts';

/**
 * Returns the calendar day of an order (contract, section 3). A date with an offset is the day as written, in the
 * sender's own zone. Z does not specify the sender's zone (RFC 9557), so the day is that of the workspace's zone.
 * @returns YYYY-MM-DD; an empty text, and an issue, if the text is not an instant or its year is out of range
 */
export function readOrderDay(path: string, text: string, timeZone: string, issues: Issue[]): string {
  const instant = parseInstant(text);
  if (instant === undefined) {
    issues.push({ path, rule: 'order_instant' });
    return '';
  }
  const day = instant.tellsZone ? instant.writtenDay : dayInZone(instant.epochMs, timeZone);
  if (day === undefined) issues.push({ path, rule: 'year_range' });
  return day ?? '';
}
