import { dayInZone, type Issue, parseInstant } from '../base/index.ts';

/**
 * The calendar day of an order (contract, section 3): with an offset the day as written, which is the sender's own;
 * with Z, which tells nothing of the sender's zone (RFC 9557), the day in the workspace's zone.
 *
 * @returns YYYY-MM-DD; an empty text and an issue when it is no instant
 */
export function readOrderDay(path: string, text: string, timeZone: string, issues: Issue[]): string {
  const instant = parseInstant(text);
  if (instant === undefined) {
    issues.push({
      path,
      rule: 'order_instant',
    });
    return '';
  }
  const day = instant.tellsZone ? instant.writtenDay : dayInZone(instant.epochMs, timeZone);
  if (day === undefined) issues.push({ path, rule: 'year_range' });
  return day ?? '';
}
