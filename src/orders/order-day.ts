import { dayInZone, type Issue, parseInstant } from '../base/index.ts';

/**
 * The calendar day of an order (contract, section 3). A date with an offset gives the day as written, which is the
 * sender's own. Z says nothing about the sender's zone (RFC 9557), so it gives the day in the workspace's zone.
 *
 * @returns YYYY-MM-DD; an empty text, and an issue, if it is not an instant
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
