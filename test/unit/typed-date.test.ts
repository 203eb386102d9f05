import { expect, test } from 'bun:test';
import { withEnd } from '../../src/dashboard/client/ui/period.ts';
import { readTyped, stepDay, writeTyped } from '../../src/dashboard/client/ui/typed-date.ts';

const TODAY = '2026-11-23';

test.each([
  ['23.11.2026', '2026-11-23'],
  ['23/11/2026', '2026-11-23'],
  ['3-1-2027', '2027-01-03'],
  [' 5 12 26 ', '2026-12-05'],
  ['2026-11-23', '2026-11-23'],
  ['23112026', '2026-11-23'],
  ['231126', '2026-11-23'],
  ['29.02.2028', '2028-02-29'],
  // Without a year the nearest one is meant.
  ['23.11', '2026-11-23'],
  ['5.1', '2027-01-05'],
  ['31.10.', '2026-10-31'],
  ['0511', '2026-11-05'],
  ['Завтра', '2026-11-24'],
  ['day after tomorrow', '2026-11-25'],
  ['constructor', undefined],
  ['', ''],
])('the date typed as %p is read as %p', (typed, value) => {
  expect(readTyped('date', typed, TODAY)).toBe(value);
});

test.each([
  ['1.5', '2026-05-01', '2027-05-01', '2027-05-01'],
  ['22.11', '2026-11-22', '2026-11-22', '2026-11-22'],
  ['23.11', '2026-11-23', '2026-11-23', '2026-11-23'],
  ['30.11', '2026-11-30', '2026-11-30', '2026-11-30'],
  ['1.12', '2025-12-01', '2026-12-01', '2026-12-01'],
  ['1.6', '2026-06-01', '2026-06-01', '2027-06-01'],
  ['1.6.2024', '2024-06-01', '2024-06-01', '2024-06-01'],
])(
  'the year of the date typed as %p depends on whether a past, near or coming date is expected',
  (typed, past, near, coming) => {
    expect(readTyped('date', typed, TODAY, { side: 'past' })).toBe(past);
    expect(readTyped('date', typed, TODAY)).toBe(near);
    expect(readTyped('date', typed, TODAY, { side: 'coming' })).toBe(coming);
    expect(readTyped('datetime', `${typed}, 9:30`, TODAY, { side: 'past' })).toBe(`${past}T09:30`);
  },
);

test('a day typed in January can be in the year before', () => {
  expect(readTyped('date', '28.12', '2027-01-03', { side: 'past' })).toBe('2026-12-28');
  expect(readTyped('date', '28.12', '2027-01-03', { side: 'coming' })).toBe('2026-12-28');
  expect(readTyped('date', '28.11', '2027-01-03', { side: 'coming' })).toBe('2027-11-28');
});

// An American date with the month first is refused if it can be recognized, and never reordered.
test.each(['11/23/2026', '31.02.2026', '29.2', '2026-13-01', '1', 'soon', '0.0.0', '23.11.2026 12:00', '1.2.3.4'])(
  '%p is not a date',
  (typed) => {
    expect(readTyped('date', typed, TODAY)).toBeUndefined();
  },
);

test.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['9.05', '09:05'],
  ['930', '09:30'],
  ['1430', '14:30'],
  ['7', '07:00'],
  ['00:00', '00:00'],
  ['', ''],
])('the time typed as %p is read as %p', (typed, value) => {
  expect(readTyped('time', typed, TODAY)).toBe(value);
});

test.each(['24:00', '9:60', '9:5', 'noon', '2 pm', '-1', '12:00:00'])('%p is not a time', (typed) => {
  expect(readTyped('time', typed, TODAY)).toBeUndefined();
});

test.each([
  ['20.05.2026, 15:05', '2026-05-20T15:05'],
  ['20/05/2026 9:05', '2026-05-20T09:05'],
  ['2026-05-20T15:05', '2026-05-20T15:05'],
  ['', ''],
  ['20.05.2026', undefined],
  ['15:05', undefined],
])('the date and time typed as %p are read as %p', (typed, value) => {
  expect(readTyped('datetime', typed, TODAY)).toBe(value);
});

test.each([
  ['date', '2026-11-23', '23/11/2026', '23.11.2026'],
  ['time', '09:05', '09:05', '09:05'],
  ['datetime', '2026-05-20T15:05', '20/05/2026, 15:05', '20.05.2026, 15:05'],
  ['date', '', '', ''],
] as const)('a %s field writes %p in the reader’s format, and reads its own text back', (kind, value, en, ru) => {
  expect(writeTyped(value, 'en-GB')).toBe(en);
  expect(writeTyped(value, 'ru-RU')).toBe(ru);
  for (const text of [en, ru]) expect(readTyped(kind, text, TODAY)).toBe(value);
});

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-05-20T15:05', 1, '2026-05-21T15:05'],
  ['9999-12-31', 1, '9999-12-31'],
  ['0000-01-01', -1, '0000-01-01'],
])('the date %s plus %d days is %s', (value, days, then) => {
  expect(stepDay(value, days)).toBe(then);
});

test('if a typed day would make a period end before it begins, both ends become that day', () => {
  const october = { from: '2026-10-01', to: '2026-10-31' };
  const next = withEnd(october, 'from', '2026-11-01');
  expect(next).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  expect(withEnd(next, 'to', '2026-11-15')).toEqual({ from: '2026-11-01', to: '2026-11-15' });
  expect(withEnd(october, 'to', '2026-09-30')).toEqual({ from: '2026-09-30', to: '2026-09-30' });
  expect(withEnd(october, 'to', '2026-10-15')).toEqual({ from: '2026-10-01', to: '2026-10-15' });
  expect(withEnd({ from: undefined, to: '2026-10-15' }, 'from', '2026-11-01').to).toBe('2026-11-01');
  expect(withEnd(october, 'from', '')).toEqual({ from: undefined, to: '2026-10-31' });
});

test('the end of a period is in the year of its beginning when possible', () => {
  const end = (typed: string, since: string) => readTyped('date', typed, TODAY, { side: 'past', since });
  const year = TODAY.slice(0, 4);
  expect(end('31.12', `${year}-05-01`)).toBe(`${year}-12-31`);
  expect(end('31.12', '2024-05-01')).toBe('2024-12-31');
  expect(end('1.5', '2024-05-01')).toBe('2024-05-01');
  expect(end('1.4', '2024-05-01')).toBe(readTyped('date', '1.4', TODAY, { side: 'past' }));
});
