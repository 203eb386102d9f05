import { expect, test } from 'bun:test';
import { readSince } from '../../src/dashboard/webhooks/reading/since.ts';

const NOW_MS = Date.parse('2026-05-20T22:30:00Z');
const iso = (text: string, zone: string): string => new Date(readSince(text, zone, NOW_MS)).toISOString();

test.each([
  ['2026-05-20T10:30', 'Europe/Moscow', '2026-05-20T07:30:00.000Z'],
  ['2026-01-20T10:30', 'Europe/Berlin', '2026-01-20T09:30:00.000Z'],
  ['2026-07-20T10:30', 'Europe/Berlin', '2026-07-20T08:30:00.000Z'],
  // The clocks go forward on 29 March at 02:00, and back on 25 October at 03:00.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-05-20T10:30', 'Asia/Kathmandu', '2026-05-20T04:45:00.000Z'],
  ['2026-05-20T10:30', 'UTC', '2026-05-20T10:30:00.000Z'],
])('the local time %s in %s is the instant %s', (text, zone, at) => {
  expect(iso(text, zone)).toBe(at);
});

test('a text that is not a date and time is refused', () => {
  for (const text of ['2026-13-01T00:00', '2026-02-29T10:00', '2026-05-20T24:00'])
    expect(() => readSince(text, 'UTC', NOW_MS)).toThrow(expect.objectContaining({ kind: 'validation_failed' }));
});

test('milliseconds are accepted as an instant', () => {
  expect(readSince('1779315000000', 'Europe/Moscow', NOW_MS)).toBe(1_779_315_000_000);
});

test('today begins at the workspace’s midnight', () => {
  expect(iso('today', 'Europe/Moscow')).toBe('2026-05-20T21:00:00.000Z');
  expect(iso('today', 'America/New_York')).toBe('2026-05-20T04:00:00.000Z');
});
