import { expect, test } from 'bun:test';
import { inWords } from '../../src/dashboard/client/ui/in-words.ts';

test.each([
  ['2026-11-22', 'Sun 22 Nov 2026', 'вс, 22 нояб. 2026 г.'],
  ['2026-11-22T15:05', 'Sun 22 Nov 2026, 15:05', 'вс, 22 нояб. 2026 г., 15:05'],
  ['15:05', '15:05', '15:05'],
  ['', '', ''],
  ['2026-', '', ''],
  ['2026-13-45', '', ''],
])('a date or time field with %p is shown in the reader’s language with 24-hour time', (value, en, ru) => {
  // Engines differ in the comma after the day of the week.
  expect(inWords(value, 'en-GB').replace('Sun,', 'Sun')).toBe(en);
  expect(inWords(value, 'ru-RU')).toBe(ru);
});
