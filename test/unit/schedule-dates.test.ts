import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type DecidedSpan,
  dateFrom,
  type Every,
  hasDate,
  MOST_MISSED,
  missedBefore,
  openFrom,
  type Series,
} from '../../src/orders/schedules/dates.ts';

const EVERY: readonly Every[] = ['week', 'two_weeks', 'month', 'year'];
const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2023, 0, 1);
const DAYS = 2_400;

const dayAt = (index: number): string => new Date(FIRST + index * DAY_MS).toISOString().slice(0, 10);
const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const monthLength = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Compares a day only with the anchor of its series, without stepping through the days between them. */
function isOf(every: Every, anchor: string, day: string): boolean {
  const [from, date] = [utc(anchor), utc(day)];
  const days = Math.round((date.getTime() - from.getTime()) / DAY_MS);
  if (every === 'week') return days % 7 === 0;
  if (every === 'two_weeks') return days % 14 === 0;
  const isDay = date.getUTCDate() === Math.min(from.getUTCDate(), monthLength(date));
  return isDay && (every === 'month' || date.getUTCMonth() === from.getUTCMonth());
}

const anyDay = fc.integer({ min: 0, max: DAYS }).map(dayAt);
/** Ends of months and leap days are drawn as often as all other days together. */
const anchors = fc.oneof(anyDay, fc.constantFrom('2024-02-29', '2023-02-28', '2023-01-31', '2024-08-31', '2025-04-30'));
const everyDay = Array.from({ length: DAYS + 800 }, (_, at) => dayAt(at));

const series = fc
  .record({ every: fc.constantFrom(...EVERY), anchor: anchors, starts: anyDay, last: fc.option(anyDay) })
  .filter(({ starts, last }) => last === null || last >= starts);

const known = ({ every, anchor, starts, last }: Series): string[] =>
  everyDay.filter((day) => day >= starts && (last === null || day <= last) && isOf(every, anchor, day));

test('the days of a series match a calendar’s, including month ends and leap days', () => {
  fc.assert(
    fc.property(series, anyDay, (one, day) => {
      const dates = known(one);
      expect(openFrom(one, day, [])).toBe(
        dates.find((date) => date >= day) ?? (one.last === null ? 'none' : undefined),
      );
      expect(dateFrom(one, day)).toBe(
        everyDay.find((date) => date >= day && isOf(one.every, one.anchor, date)) ?? 'none',
      );
      expect(hasDate(one, day)).toBe(dates.includes(day));
      const missed = dates.filter((date) => date < day);
      expect(missedBefore(one, day, [])).toEqual({
        latest: missed.at(-1),
        count: Math.min(missed.length, MOST_MISSED),
      });
    }),
    { numRuns: 400 },
  );
});

test('a date in a series is neither open nor missed if a decision covers that date', () => {
  const decisions = fc.array(fc.tuple(anyDay, fc.nat(5)), { maxLength: 5 });
  fc.assert(
    fc.property(series, decisions, anyDay, (one, chosen, day) => {
      const dates = known(one);
      const decided = chosen.flatMap(([from, back]): DecidedSpan[] => {
        const at = dates.findIndex((date) => date >= from);
        const [date, since] = [dates[at], dates[Math.max(0, at - back)]];
        return date === undefined || since === undefined ? [] : [{ date, since }];
      });
      const open = dates.filter((date) => !decided.some(({ since, date: to }) => since <= date && date <= to));
      expect(openFrom(one, day, decided) ?? 'none').toBe(open.find((date) => date >= day) ?? 'none');
      const missed = open.filter((date) => date < day);
      expect(missedBefore(one, day, decided)).toEqual({
        latest: missed.at(-1),
        count: Math.min(missed.length, MOST_MISSED),
      });
    }),
    { numRuns: 400 },
  );
});

test('each decision about a series is read only a few times, however many decisions there are', () => {
  const one: Series = { every: 'week', anchor: '2026-01-01', starts: '2026-01-01', last: null };
  const dates = Array.from({ length: 1_000 }, (_, at) =>
    new Date(Date.UTC(2026, 0, 1 + at * 7)).toISOString().slice(0, 10),
  );
  let looks = 0;
  const decided = dates.map((date) => ({
    get date() {
      looks += 1;
      return date;
    },
    since: date,
  }));
  expect(openFrom(one, '2026-01-01', decided)).toBe('2045-03-02');
  expect(missedBefore(one, '2045-03-02', decided)).toEqual({ latest: undefined, count: 0 });
  // Sorting reads each decision some twenty times. Looking through all decisions for each date would read far more.
  expect(looks).toBeLessThan(50 * dates.length);
});

test('a series on the 31st or on 29 February uses the last day of shorter months', () => {
  const from = (every: Every, anchor: string, days: readonly string[]) =>
    days.map((day) => dateFrom({ every, anchor }, day));
  expect(from('month', '2026-01-31', ['2026-02-01', '2026-03-01', '2026-04-01', '2028-02-01'])).toEqual([
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2028-02-29',
  ]);
  expect(from('year', '2024-02-29', ['2025-01-01', '2026-02-28', '2027-03-01'])).toEqual([
    '2025-02-28',
    '2026-02-28',
    '2028-02-29',
  ]);
});
