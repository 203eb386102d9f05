/** Lengths of time in milliseconds. A calendar day may have 23 or 25 hours (days.ts). */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1_000],
] as const;

export function lengthInWords(ms: number): string {
  const [name, unitMs] = UNITS.find(([, unitMs]) => ms >= 1.95 * unitMs) ?? ['second', 1_000];
  const count = Math.round(ms / unitMs);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
