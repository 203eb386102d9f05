import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { UsageError } from '../../src/base/index.ts';
import {
  parseChoice,
  parseDuration,
  parseDurations,
  parsePort,
  parsePublicUrl,
  parseSwitch,
  parseTimeout,
} from '../../src/base/settings/settings.ts';

const UNITS: [unit: string, ms: number][] = [
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
];

test('a whole number with a unit is a duration', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.constantFrom(...UNITS), (count, [unit, ms]) => {
      expect(parseDuration('--x', `${count}${unit}`)).toBe(count * ms);
    }),
  );
});

test('a schedule is a list of durations', () => {
  expect(parseDurations('--x', '5s, 5m,2h')).toEqual([5000, 300_000, 7_200_000]);
});

test('a schedule may have a pause of 365 days, and a time limit may be one millisecond or one hour', () => {
  expect(parseDurations('--x', '0s,365d')).toEqual([0, 365 * 86_400_000]);
  expect([parseTimeout('--x', '1ms'), parseTimeout('--x', '1h')]).toEqual([1, 3_600_000]);
});

test('ports from 0 to 65535 are accepted', () => {
  expect([parsePort('--port', '0'), parsePort('--port', '65535')]).toEqual([0, 65_535]);
});

test('a choice, a switch and a public address are parsed', () => {
  expect(parseChoice('--x', 'b', ['a', 'b'])).toBe('b');
  expect([parseSwitch('--x', 'on'), parseSwitch('--x', 'off')]).toEqual([true, false]);
  expect(parsePublicUrl('--x', 'https://Orders.Example.com/')).toBe('https://orders.example.com');
});

const REFUSED: [what: string, parse: () => unknown][] = [
  ['a port above the last', () => parsePort('--flag', '65536')],
  ['a negative port', () => parsePort('--flag', '-1')],
  ['a fraction', () => parsePort('--flag', '1.5')],
  ['an exponent', () => parsePort('--flag', '1e3')],
  ['an empty port', () => parsePort('--flag', '')],
  ['a duration without a unit', () => parseDuration('--flag', '5')],
  ['a duration of an inherited name', () => parseDuration('--flag', '5constructor')],
  ['an empty duration', () => parseDuration('--flag', '')],
  ['an empty place in a schedule', () => parseDurations('--flag', '5s,,5m')],
  ['a pause after which there are no dates', () => parseDurations('--flag', '5s,999999999d')],
  ['no time for an attempt', () => parseTimeout('--flag', '0s')],
  ['more time for an attempt than a timer has', () => parseTimeout('--flag', '25d')],
  ['an unknown choice', () => parseChoice('--flag', 'c', ['a', 'b'])],
  ['a switch in capitals', () => parseSwitch('--flag', 'ON')],
  ['an address with a path', () => parsePublicUrl('--flag', 'https://a.example/x')],
  ['an address with a query', () => parsePublicUrl('--flag', 'https://a.example/?x')],
  ['an address with user info', () => parsePublicUrl('--flag', 'https://u:p@a.example')],
  ['another scheme', () => parsePublicUrl('--flag', 'ftp://a.example')],
  ['a bare name', () => parsePublicUrl('--flag', 'a.example')],
];

test.each(REFUSED)('%s is refused with a one-line message that names the flag', (_what, parse) => {
  let caught: unknown;
  try {
    parse();
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(UsageError);
  expect(String(caught)).toContain('--flag');
  expect(String(caught)).not.toContain('\n');
});
