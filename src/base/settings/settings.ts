/** Parsers of single settings. Each throws a UsageError with the flag and the allowed values. */

import { isIP } from 'node:net';
import { UsageError } from '../errors/index.ts';

export function parsePort(flag: string, text: string): number {
  return parseWhole(flag, text, 0, 65_535);
}

/**
 * Labels of 1 to 63 characters as in RFC 1123, section 2.1, but underscores are accepted too. A dot may follow the last
 * label.
 */
const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.?$/i;

export function parseHost(flag: string, text: string): string {
  if (isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0 || HOST_NAME.test(text)) return text;
  throw new UsageError(`${flag}: "${text}" is neither an IP address, such as 0.0.0.0 or ::1, nor a host name`);
}

export function parseWhole(flag: string, text: string, min: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new UsageError(`${flag}: "${text}" is not a whole number from ${min} to ${max}`);
  }
  return value;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses 15s, 5m, 2h, 5d or 250ms to milliseconds. */
export function parseDuration(flag: string, text: string): number {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  const unit = UNIT_MS[match?.[2] ?? ''];
  if (match === null || unit === undefined) {
    throw new UsageError(`${flag}: "${text}" is not a duration such as 500ms, 15s, 5m, 2h or 5d`);
  }
  return Number(match[1]) * unit;
}

export function parseDurationWithin(flag: string, text: string, least: string, most: string): number {
  const ms = parseDuration(flag, text);
  if (ms >= parseDuration(flag, least) && ms <= parseDuration(flag, most)) return ms;
  throw new UsageError(`${flag}: "${text}" is not a duration from ${least} to ${most}`);
}

/**
 * The longest pause between two attempts. Without a limit, a pause could last millions of years. The time of the next
 * attempt would then not be a valid Date, because Dates end in the year 275760.
 */
const LONGEST_PAUSE = '365d';

export function parseDurations(flag: string, text: string): number[] {
  return text.split(',').map((part) => parseDurationWithin(flag, part.trim(), '0ms', LONGEST_PAUSE));
}

/**
 * Parses the time limit for one attempt. A timer of more than 24 days would fire at once, and zero would leave no time.
 */
export const parseTimeout = (flag: string, text: string): number => parseDurationWithin(flag, text, '1ms', '1h');

export function parseChoice<T extends string>(flag: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`${flag}: "${text}" is not one of ${allowed.join(', ')}`);
  return found;
}

export function parseSwitch(flag: string, text: string): boolean {
  return parseChoice(flag, text, ['on', 'off']) === 'on';
}

export function parsePublicUrl(flag: string, text: string): string {
  const url = URL.parse(text);
  const plain = url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '';
  if (!plain || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${flag}: "${text}" is not an address such as https://orders.example.com`);
  }
  return url.origin;
}
