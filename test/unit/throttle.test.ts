import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { createThrottle, networkOf } from '../../src/workspaces/index.ts';
import { fakeClock } from '../support/world.ts';

const tries = (throttle: ReturnType<typeof createThrottle>, names: string[], count: number): number => {
  let allowed = 0;
  for (let tried = 0; tried < count; tried += 1) {
    try {
      throttle.spend(names);
      allowed += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }
  return allowed;
};

test('ten tries at once, then one a minute, and never none for ever', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  expect(tries(throttle, ['a'], 100)).toBe(10);
  clock.advance(59_999);
  expect(tries(throttle, ['a'], 5)).toBe(0);
  clock.advance(1);
  expect(tries(throttle, ['a'], 5)).toBe(1);
  clock.advance(3_600_000);
  expect(tries(throttle, ['a'], 100)).toBe(10);
});

test('the scarcer of two names decides, and a refused try costs the other nothing', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  expect(tries(throttle, ['account', 'network'], 10)).toBe(10);
  expect(tries(throttle, ['other account', 'network'], 3)).toBe(0);
  expect(tries(throttle, ['other account'], 20)).toBe(10);
});

test('who knew the password has all tries again, and a clock set back gives nobody any', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  tries(throttle, ['a'], 10);
  clock.set(0);
  expect(tries(throttle, ['a'], 3)).toBe(0);
  throttle.forgive(['a']);
  expect(tries(throttle, ['a'], 20)).toBe(10);
});

test('the seconds to wait are told', () => {
  const throttle = createThrottle(fakeClock());
  tries(throttle, ['a'], 10);
  expect(() => throttle.spend(['a'])).toThrow('Wait 60 seconds');
});

test('a flood of made-up names is not kept', () => {
  const throttle = createThrottle(fakeClock());
  for (let at = 0; at < 12_000; at += 1) throttle.spend([`name ${at}`]);
  expect(tries(throttle, ['name 11999'], 20)).toBe(9);
});

test('no flood of made-up names gives a name that has none left its tries back', () => {
  const throttle = createThrottle(fakeClock());
  tries(throttle, ['victim', 'network'], 10);
  // Refused all of them, for the network has none left.
  for (let at = 0; at < 20_000; at += 1) tries(throttle, [`refused ${at}`, 'network'], 1);
  expect(tries(throttle, ['victim'], 3)).toBe(0);
  // From networks without number, each with tries of its own.
  for (let at = 0; at < 6_000; at += 1) tries(throttle, [`made up ${at}`, `network ${at}`], 1);
  expect(tries(throttle, ['victim'], 3)).toBe(0);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
