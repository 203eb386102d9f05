import { expect, test } from 'bun:test';
import { AppError } from '../../src/base/index.ts';
import { createCommitOutcomes } from '../../src/storage/store/commit-outcomes.ts';
import { fakeClock } from '../support/world.ts';

const FULL = new AppError({ rule: 'store_full' });
const AN_ORDER = 12;
const A_LAST_USE = 1;

function stage() {
  const clock = fakeClock();
  const outcomes = createCommitOutcomes(() => clock.monotonic());
  return { clock, ...outcomes };
}

test('trouble() returns the error of a failed commit until a commit of the same size succeeds', () => {
  const { held, failed, trouble } = stage();
  expect(trouble()).toBeUndefined();
  failed(FULL, AN_ORDER);
  expect(trouble()).toBe(FULL);
  held(AN_ORDER);
  expect(trouble()).toBeUndefined();
});

test('the disk trouble continues after a successful commit that is much smaller than the failed one', () => {
  const { clock, held, failed, trouble } = stage();
  failed(FULL, AN_ORDER);
  held(A_LAST_USE);
  held(0);
  expect(trouble()).toBe(FULL);
  // If only small commits have failed, a small commit ends the trouble at once.
  held(AN_ORDER);
  failed(FULL, A_LAST_USE);
  held(A_LAST_USE);
  expect(trouble()).toBeUndefined();
  failed(FULL, AN_ORDER);
  clock.advance(1_000);
  held(0);
  expect(trouble()).toBe(FULL);
});

test('a small commit ends the disk trouble one second after the last failed commit', () => {
  const { clock, held, failed, trouble } = stage();
  failed(FULL, AN_ORDER);
  clock.advance(999);
  held(A_LAST_USE);
  expect(trouble()).toBe(FULL);
  clock.advance(1);
  held(A_LAST_USE);
  expect(trouble()).toBeUndefined();
});

test('with only small commits, the disk trouble lasts twice as long each time it returns, up to 32 seconds', () => {
  const { clock, held, failed, trouble } = stage();
  const took: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    failed(FULL, AN_ORDER);
    let seconds = 0;
    for (; trouble() !== undefined; seconds += 1) {
      clock.advance(1_000);
      held(A_LAST_USE);
    }
    took.push(seconds);
  }
  expect(took).toEqual([1, 2, 4, 8, 16, 32, 32]);
  held(AN_ORDER);
  failed(FULL, AN_ORDER);
  clock.advance(1_000);
  held(A_LAST_USE);
  expect(trouble()).toBeUndefined();
});
