import { expect, test } from 'bun:test';
import { pauseOf } from '../../src/worker/tidy.ts';

test('a clean-up is slow for its first thousand steps, then deletes faster than a server writes', () => {
  const ROWS_A_STEP = 50;
  expect([pauseOf(0, false), pauseOf(0, true), pauseOf(999, true)]).toEqual([100, 500, 500]);
  for (const isBusy of [false, true]) expect((ROWS_A_STEP * 1_000) / pauseOf(1_000, isBusy)).toBeGreaterThan(2_000);
});
