import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayInZone, isCalendarDay, isTimeOfDay, parseInstant } from '../../src/base/index.ts';

const two = (value: number): string => String(value).padStart(2, '0');

test('every offset from -23:59 to +23:59 shifts the instant and leaves the written day unchanged', () => {
  for (let minutes = -(23 * 60 + 59); minutes <= 23 * 60 + 59; minutes += 1) {
    const size = Math.abs(minutes);
    const text = `2024-02-29T12:34:56${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    expect(parseInstant(text)).toEqual({
      epochMs: Date.UTC(2024, 1, 29, 12, 34, 56) - minutes * 60_000,
      writtenDay: '2024-02-29',
      tellsZone: true,
    });
  }
});

test('only a numeric offset other than -00:00 names a zone', () => {
  const tells = (zone: string) => parseInstant(`2026-05-20T00:30:00${zone}`)?.tellsZone;
  expect([tells('Z'), tells('-00:00'), tells('+00:00')]).toEqual([false, false, true]);
});

test.each([
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2024-02-29', true],
  ['2100-02-29', false],
  ['2023-02-29', false],
  ['2024-02-30', false],
])('the leap day %s is real: %p', (day, real) => {
  expect(isCalendarDay(day)).toBe(real);
  expect(parseInstant(`${day}T10:00:00+03:00`) !== undefined).toBe(real);
});

test('each month ends on its last day', () => {
  for (let month = 1; month <= 12; month += 1) {
    const length = new Date(Date.UTC(2025, month, 0)).getUTCDate();
    expect(isCalendarDay(`2025-${two(month)}-${length}`)).toBe(true);
    expect(isCalendarDay(`2025-${two(month)}-${length + 1}`)).toBe(false);
  }
});

test.each([
  '2026-05-20',
  '2026-05-20T10:00:00',
  '2026-05-20T24:00:00Z',
  '2026-05-20T10:60:00Z',
  '2026-05-20T10:00:60Z',
  '2026-13-01T10:00:00Z',
  '2026-00-01T10:00:00Z',
  '2026-01-00T10:00:00Z',
  '0000-01-01T10:00:00Z',
  '2026-05-20T10:00:00+24:00',
  '2026-05-20T10:00:00+03:60',
  '2026-05-20T10:00:00+0300',
  '2026-05-20T10:00:00.Z',
  ' 2026-05-20T10:00:00Z',
  '2026-05-20T10:00:00Z\n',
  '٢٠٢٦-05-20T10:00:00Z',
  '',
])('%p is not an instant', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test('an instant is read to the same millisecond as by Date.parse', () => {
  const day = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  const offset = fc.integer({ min: -1439, max: 1439 });
  fc.assert(
    fc.property(day, offset, (date, minutes) => {
      const size = Math.abs(minutes);
      const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      const text = date.toISOString().replace('Z', zone);
      expect(parseInstant(text)?.epochMs).toBe(Date.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('digits after the millisecond are cut off', () => {
  const base = Date.UTC(2026, 4, 20, 10);
  const ms = (fraction: string) => (parseInstant(`2026-05-20T10:00:00.${fraction}Z`)?.epochMs ?? Number.NaN) - base;
  expect([ms('5'), ms('05'), ms('005'), ms('9999'), ms('123456789')]).toEqual([500, 50, 5, 999, 123]);
});

test.each(['Europe/Moscow', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'UTC'])(
  'the day in %s matches that of Intl.DateTimeFormat',
  (timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const instant = fc.integer({ min: Date.UTC(1971, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(instant, (epochMs) => {
        expect(dayInZone(epochMs, timeZone)).toBe(format.format(epochMs).slice(0, 10));
      }),
      { numRuns: 500 },
    );
  },
);

test('a time that is after the year 9999 in its time zone has no day', () => {
  expect(dayInZone(Date.UTC(9999, 11, 31, 23), 'Europe/Moscow')).toBeUndefined();
  expect(dayInZone(new Date(0).setUTCFullYear(1, 0, 1), 'UTC')).toBe('0001-01-01');
});

test('exactly the 1,440 texts from 00:00 to 23:59 are times of day', () => {
  for (let at = 0; at < 1440; at += 1) expect(isTimeOfDay(`${two(Math.floor(at / 60))}:${two(at % 60)}`)).toBe(true);
  for (const text of ['24:00', '12:60', '1:00', '12:0', '12:00:00', '', '12:00\n', '-1:00']) {
    expect(isTimeOfDay(text)).toBe(false);
  }
});

test('a day before the year 1 is refused', () => {
  expect(dayInZone(new Date(0).setUTCFullYear(0, 5, 1), 'UTC')).toBeUndefined();
  expect(dayInZone(Date.parse('0001-01-01T00:00:00Z'), 'America/New_York')).toBeUndefined();
});
