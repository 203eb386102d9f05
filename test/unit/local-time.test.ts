import { expect, test } from 'bun:test';
import { readLocal, startOfDay, writeLocal } from '../../src/dashboard/client/webhooks/local-time.ts';

test.each([
  ['2026-05-20T10:30', 'Europe/Moscow', '2026-05-20T07:30:00.000Z'],
  ['2026-01-20T10:30', 'Europe/Berlin', '2026-01-20T09:30:00.000Z'],
  ['2026-07-20T10:30', 'Europe/Berlin', '2026-07-20T08:30:00.000Z'],
  // The clocks go forward on 29 March at 02:00, and back on 25 October at 03:00.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-05-20T10:30', 'Asia/Kathmandu', '2026-05-20T04:45:00.000Z'],
  ['2026-05-20T10:30', 'UTC', '2026-05-20T10:30:00.000Z'],
])('%s on the clocks of %s is %s, and back', (text, zone, iso) => {
  const ms = readLocal(text, zone) ?? 0;
  expect(new Date(ms).toISOString()).toBe(iso);
  expect(writeLocal(ms, zone)).toBe(text);
});

test('what is no date and time is none', () => {
  for (const text of ['', 'soon', '2026-13-01T00:00']) expect(readLocal(text, 'UTC')).toBeUndefined();
});

test('today begins at midnight of the workspace, not of the browser', () => {
  const ms = Date.parse('2026-05-20T22:30:00Z');
  expect(new Date(startOfDay(ms, 'Europe/Moscow')).toISOString()).toBe('2026-05-20T21:00:00.000Z');
  expect(new Date(startOfDay(ms, 'America/New_York')).toISOString()).toBe('2026-05-20T04:00:00.000Z');
});
