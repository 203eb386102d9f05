import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayInZone, startOfDay, toIso } from '../../src/base/index.ts';

test.each([
  ['2026-05-20', 'UTC', '2026-05-20T00:00:00.000Z'],
  ['2026-05-20', 'Europe/Moscow', '2026-05-19T21:00:00.000Z'],
  ['2026-05-20', 'Pacific/Kiritimati', '2026-05-19T10:00:00.000Z'],
  ['2026-05-20', 'Pacific/Pago_Pago', '2026-05-20T11:00:00.000Z'],
  // The clock springs from 0:00 to 1:00: the day has no midnight.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // The zone skipped this day, so the next day is meant.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
])('the day %s in %s begins at %s', (day, zone, at) => {
  expect(toIso(startOfDay(day, zone))).toBe(at);
});

test('the start of a day is on that day in the zone, and the millisecond before it is not', () => {
  const zones = fc.constantFrom('Europe/Moscow', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, days, (zone, date) => {
      const day = date.toISOString().slice(0, 10);
      const from = startOfDay(day, zone);
      expect(dayInZone(from, zone)).toBe(day);
      expect(dayInZone(from - 1, zone)).not.toBe(day);
    }),
  );
});
