import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { AppError } from '../../src/base/index.ts';
import { createRateLimiter, type RateLimiter } from '../../src/http/rate-limit.ts';
import type { Call } from '../../src/web/call.ts';
import { fakeClock } from '../support/world.ts';

const newCall = (): Call => ({
  requestId: 'r',
  startedMs: 0,
  tellsRules: false,
  headers: {},
  cookies: [],
  caller: undefined,
  bodySchema: undefined,
  bodyText: '',
  afterwards: [],
  outcome: 'ok',
});

function spend(limiter: RateLimiter, keySeq = 1) {
  const call = newCall();
  try {
    limiter.spend(keySeq, call);
    return { allowed: true, headers: call.headers };
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toHaveProperty('kind', 'rate_limited');
    return { allowed: false, headers: call.headers };
  }
}

test('an API key may send twice its rate at once, and is then refused with Retry-After', () => {
  const limiter = createRateLimiter(5, fakeClock());
  for (let count = 0; count < 10; count += 1) expect(spend(limiter).allowed).toBe(true);
  const refused = spend(limiter);
  expect(refused.allowed).toBe(false);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.headers['ratelimit']).toBe('"key";r=0;t=2');
  expect(refused.headers['ratelimit-policy']).toBe('"key";q=10;w=2');
});

test('one more request passes after the seconds of Retry-After', () => {
  const clock = fakeClock();
  const limiter = createRateLimiter(1, clock);
  while (spend(limiter).allowed);
  clock.advance(1000 * Number(spend(limiter).headers['retry-after']));
  expect(spend(limiter).allowed).toBe(true);
  expect(spend(limiter).allowed).toBe(false);
});

test('one API key’s requests use up nothing of another key’s rate', () => {
  const limiter = createRateLimiter(1, fakeClock());
  while (spend(limiter, 1).allowed);
  expect(spend(limiter, 2).allowed).toBe(true);
});

test('showing the RateLimit headers uses up nothing, and a limit of 0 means no limit', () => {
  const limiter = createRateLimiter(1, fakeClock());
  const call = newCall();
  for (let count = 0; count < 10; count += 1) limiter.show(1, call);
  expect(call.headers['ratelimit']).toBe('"key";r=2;t=0');
  const off = createRateLimiter(0, fakeClock());
  for (let count = 0; count < 1000; count += 1) expect(spend(off)).toEqual({ allowed: true, headers: {} });
});

test('a change of the wall clock does not affect the limit', () => {
  const clock = fakeClock();
  const limiter = createRateLimiter(1, clock);
  while (spend(limiter).allowed);
  clock.set(clock.now() + 1e9);
  expect(spend(limiter).allowed).toBe(false);
});

test('at most burst + rate x seconds requests pass within any span of time', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), pauses, (rate, waits) => {
      const clock = fakeClock();
      const limiter = createRateLimiter(rate, clock);
      let passed = 0;
      for (const wait of waits) {
        clock.advance(wait);
        if (spend(limiter).allowed) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(2 * rate + (clock.monotonic() / 1000) * rate + 1e-6);
    }),
  );
});
