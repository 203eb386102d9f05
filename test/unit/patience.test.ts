import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { createPatience } from '../../src/base/limits/index.ts';
import { fakeClock } from '../support/world.ts';

const KIB = 1_024;

/**
 * Sends each part's bytes after its pause.
 * @returns the seconds until the upload was refused, and the rule of the refusal; undefined if it was accepted
 */
async function send(parts: Iterable<readonly [pauseMs: number, bytes: number]>, mostMs = 300_000) {
  const clock = fakeClock();
  const patience = createPatience(clock, mostMs);
  for (const [pauseMs, bytes] of parts) {
    try {
      const coming = Promise.withResolvers<{ value: Uint8Array }>();
      const next = patience.next(coming.promise);
      clock.advance(pauseMs);
      coming.resolve({ value: new Uint8Array(bytes) });
      await next;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [clock.monotonic() / 1_000, error.refusal.rule];
    }
  }
  return undefined;
}

const repeat = (count: number, pauseMs: number, bytes: number) =>
  Array.from({ length: count }, () => [pauseMs, bytes] as const);

test('an upload of 3 KiB a second with pauses is accepted, unless the whole upload takes too long', async () => {
  expect(await send(repeat(29, 10_000, 30 * KIB))).toBeUndefined();
  // The upload pauses for 25 seconds again and again, as in a tunnel.
  expect(await send(repeat(11, 25_000, 75 * KIB))).toBeUndefined();
  expect(await send(repeat(31, 10_000, 30 * KIB))).toEqual([310, 'file_late']);
});

test('a silent sender is given up after 30 seconds, whatever its earlier speed', async () => {
  expect(await send(repeat(1, 30_000, 0))).toBeUndefined();
  expect(await send(repeat(1, 30_001, 0))).toEqual([30.001, 'file_cut']);
  expect(await send([...repeat(50, 10, 1_024 * KIB), [30_500, 1]])).toEqual([31, 'file_cut']);
});

test('a sender far below the slowest allowed rate is given up after 30 to 40 seconds', async () => {
  expect(await send(repeat(100, 1_000, 1))).toEqual([31, 'file_cut']);
  // At a quarter of the slowest allowed rate, the arriving bytes extend the wait to 40 seconds.
  expect(await send(repeat(1_000, 1_000, 512))).toEqual([40, 'file_cut']);
});

test('a broken connection is reported as a truncated file', async () => {
  const coming = Promise.withResolvers<{ value: Uint8Array }>();
  const next = createPatience(fakeClock(), 1_000).next(coming.promise);
  coming.reject(new Error('reset'));
  const error = await next.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'too_slow', refusal: { rule: 'file_cut' } });
});
