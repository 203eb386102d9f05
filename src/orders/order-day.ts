import { dayInZone, type Issue, parseInstant } from '../base/index.ts';

/**
 * Returns an order's day (contract, section 3). If the offset is Z or -00:00, the day is computed in the workspace's
 * time zone (RFC 9557). With any other offset, the day is used as written.
 * @returns YYYY-MM-DD; an empty text, and an issue, if there is no instant or its year is out of range
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
