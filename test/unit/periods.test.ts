import { expect, test } from 'bun:test';
import { roundTop } from '../../src/dashboard/client/ui/chart/scale.ts';
import { monthInWords, spanInWords } from '../../src/dashboard/client/ui/span-in-words.ts';
import { reportDaysOf } from '../../src/dashboard/shared/periods.ts';

test.each([
  ['2026-11-01', '2026-11-29', '1–29 Nov'],
  ['2026-11-29', '2026-11-29', '29 Nov'],
  ['2026-10-30', '2026-11-21', '30 Oct – 21 Nov'],
  ['2026-12-01', '2027-05-01', '1 Dec 2026 – 1 May 2027'],
  ['2025-01-10', '2025-01-20', '10–20 Jan 2025'],
  ['soon', '2026-11-21', 'soon – 2026-11-21'],
])('the days from %s to %s are written %s', (from, to, text) => {
  expect(spanInWords(from, to, 'en-GB', '2026').replaceAll('\u00a0', ' ')).toBe(text);
});

test('the days of a period are written in Russian', () => {
  expect(spanInWords('2026-11-01', '2026-11-29', 'ru-RU', '2026').replaceAll('\u00a0', ' ')).toBe('1–29 нояб.');
});

test('a month is written by its name, with the year unless it is the current one', () => {
  expect(['2026-08-01', '2025-08-01'].map((day) => monthInWords(day, 'en-GB', '2026'))).toEqual(['Aug', 'Aug 2025']);
});

test.each([
  [0, 1],
  [60_081.75, 80_000],
  [53_000, 60_000],
  [100, 100],
  [101, 120],
  [1_700_000, 2_000_000],
])('a chart’s scale for values up to %p ends at %p', (most, top) => {
  expect(roundTop(most)).toBe(top);
});

test('a report’s period is read from the page address, together with the period before it', () => {
  const days = (search: string) => reportDaysOf(new URLSearchParams(search), '2026-11-29');
  const before = { from: '2026-10-01', to: '2026-10-29' };
  expect(days('')).toEqual({ from: '2026-11-01', to: '2026-11-29', before });
  expect(days('when=last-week')).toMatchObject({ from: '2026-11-16', to: '2026-11-22' });
  expect(days('from=2026-11-10')).toMatchObject({ from: '2026-11-10', to: '2026-11-10' });
});
