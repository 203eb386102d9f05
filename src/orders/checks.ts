import { dayInZone, fitsChars, type Issue, isTimeOfDay, type JsonValue, parseInstant } from '../base/index.ts';

const KEY_CHARS = 200;
const SHORT_CHARS = 500;
const LONG_CHARS = 10_000;
const SHORT_FIELDS = new Set(['id', 'name', 'phone', 'email', 'sku', 'deliveryType', 'flat']);

/** Checks the length and the characters of a text that identifies an order or a payment. */
export function checkKey(path: string, key: string, issues: Issue[], max = KEY_CHARS): void {
  if (key === '' || !fitsChars(key, max)) issues.push({ path, rule: 'chars_between', least: 1, most: max });
  else if (/\p{Cc}/u.test(key)) issues.push({ path, rule: 'control_characters' });
  else if (!key.isWellFormed()) issues.push({ path, rule: 'ill_formed' });
}

export function checkShortText(path: string, text: string | null | undefined, issues: Issue[]): void {
  if (text === null || text === undefined) return;
  if (!fitsChars(text, SHORT_CHARS)) issues.push({ path, rule: 'chars_at_most', most: SHORT_CHARS });
  else if (!text.isWellFormed()) issues.push({ path, rule: 'ill_formed' });
}

export function checkTime(path: string, time: string | null | undefined, issues: Issue[]): void {
  if (time === null || time === undefined || isTimeOfDay(time)) return;
  issues.push({ path, rule: 'time_of_day' });
}

/** The parser has already limited the depth, so this function can recurse. */
export function checkTexts(path: string, value: JsonValue | undefined, issues: Issue[], max = LONG_CHARS): void {
  if (typeof value === 'string' || JSON.isRawJSON(value)) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!fitsChars(text, max)) issues.push({ path, rule: 'chars_at_most', most: max });
  } else if (typeof value === 'object' && value !== null) {
    // Object.keys takes half the time of Object.entries, which builds an array of pairs.
    const members: Readonly<Record<string, JsonValue>> = Object(value);
    for (const key of Object.keys(members)) {
      checkTexts(`${path}.${key}`, members[key], issues, SHORT_FIELDS.has(key) ? SHORT_CHARS : LONG_CHARS);
    }
  }
}

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
