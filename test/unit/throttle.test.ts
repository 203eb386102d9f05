import { expect, test } from 'bun:test';
import { AppError, createThrottle, type Limit, limitOf } from '../../src/base/index.ts';
import { fakeClock } from '../support/world.ts';

type Throttle = ReturnType<typeof createThrottle>;

const spend = (throttle: Throttle, limits: readonly Limit[], count: number): number => {
  let allowed = 0;
  for (let tried = 0; tried < count; tried += 1) {
    try {
      throttle.spend(limits);
      allowed += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }
  return allowed;
};
const tries = (throttle: Throttle, names: readonly string[], count: number): number =>
  spend(
    throttle,
    names.map((name) => limitOf(name)),
    count,
  );

test('a limit allows ten tries at once, then one a minute, and never locks for good', () => {
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

test('each limit has its own number of tries and refill time', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  const [narrow, wide] = [
    limitOf('narrow', { tries: 3, refillMs: 1_000 }),
    limitOf('wide', { tries: 5, refillMs: 500 }),
  ];
  expect(spend(throttle, [narrow, wide], 10)).toBe(3);
  expect(spend(throttle, [wide], 10)).toBe(2);
  clock.advance(1_000);
  expect(spend(throttle, [wide], 10)).toBe(2);
  expect(spend(throttle, [narrow], 10)).toBe(1);
});

test('a try is refused when one of its two limits is reached, and does not count toward the other limit', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  expect(tries(throttle, ['account', 'network'], 10)).toBe(10);
  expect(tries(throttle, ['other account', 'network'], 3)).toBe(0);
  expect(tries(throttle, ['other account'], 20)).toBe(10);
});

test('neither giving tries back nor a clock set back creates extra tries', () => {
  const clock = fakeClock();
  const throttle = createThrottle(clock);
  tries(throttle, ['a'], 10);
  clock.set(0);
  expect(tries(throttle, ['a'], 3)).toBe(0);
  expect(throttle.missing(limitOf('a'))).toBe(10);
  throttle.giveBack([limitOf('a')], 4);
  expect(throttle.missing(limitOf('a'))).toBe(6);
  expect(tries(throttle, ['a'], 20)).toBe(4);
  throttle.giveBack([limitOf('a')], 1_000);
  expect(tries(throttle, ['a'], 20)).toBe(10);
});

test('a refusal tells how many seconds to wait', () => {
  const throttle = createThrottle(fakeClock());
  tries(throttle, ['a'], 10);
  expect(() => throttle.spend([limitOf('a')])).toThrow('Wait 60 seconds');
});

test('the throttle stores at most 20,000 limits, even during a flood of invented names', () => {
  const throttle = createThrottle(fakeClock());
  for (let at = 0; at < 50_000; at += 1) throttle.spend([limitOf(`name ${at}`)]);
  expect(tries(throttle, ['name 49999'], 20)).toBe(9);
  const kept = Array.from({ length: 50_000 }, (_, at) => throttle.missing(limitOf(`name ${at}`))).filter((n) => n > 0);
  expect(kept.length).toBeLessThanOrEqual(20_000);
});

test('a flood of invented names does not reset an exhausted limit', () => {
  const throttle = createThrottle(fakeClock());
  tries(throttle, ['victim', 'network'], 10);
  // All of these are refused, because the network has no tries left.
  for (let at = 0; at < 30_000; at += 1) tries(throttle, [`refused ${at}`, 'network'], 1);
  expect(tries(throttle, ['victim'], 3)).toBe(0);
  // The requests come from endless networks, each with its own tries.
  for (let at = 0; at < 15_000; at += 1) tries(throttle, [`made up ${at}`, `network ${at}`], 1);
  expect(tries(throttle, ['victim'], 3)).toBe(0);
});

test('a flood of slowly refilling limits does not reset an exhausted limit that refills faster', () => {
  const throttle = createThrottle(fakeClock());
  tries(throttle, ['victim'], 10);
  const slow = (name: string) => limitOf(name, { tries: 3, refillMs: 60 * 60_000 });
  for (let at = 0; at < 30_000; at += 1) throttle.spend([slow(`slow ${at}`)]);
  expect(tries(throttle, ['victim'], 3)).toBe(0);
  // The throttle still has the newest name of the flood, but has dropped the oldest one.
  expect(throttle.missing(slow('slow 29999'))).toBe(1);
  expect(throttle.missing(slow('slow 0'))).toBe(0);
});
