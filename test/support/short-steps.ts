import { spyOn } from 'bun:test';
import { turnsMeanwhile } from './turns-meanwhile.ts';

/**
 * The last reading of the fake clock. The next work starts from this reading, because no step would end if the clock
 * went backwards.
 */
let nowMs = 0;

/**
 * Runs work whose steps are as short as they can be: each reading of the clock ends a step. `look` is called between
 * the steps.
 * @returns the number of turns that another workspace had
 */
export async function inShortSteps(work: () => Promise<unknown>, look?: () => void): Promise<number> {
  nowMs = Math.max(nowMs, performance.now());
  using _now = spyOn(performance, 'now').mockImplementation(() => (nowMs += 2));
  return await turnsMeanwhile(work, look);
}

/** Returns the largest number of JSON characters that any step of `work` writes. */
export async function mostWritten(work: () => Promise<unknown>): Promise<number> {
  let [written, most] = [0, 0];
  const { stringify } = JSON;
  using _stringify = spyOn(JSON, 'stringify').mockImplementation((value, replacer, space) => {
    const json = stringify(value, replacer as undefined, space);
    written += json?.length ?? 0;
    return json;
  });
  await inShortSteps(work, () => {
    [most, written] = [Math.max(most, written), 0];
  });
  return Math.max(most, written);
}
