import { spyOn } from 'bun:test';
import { turnsMeanwhile } from './turns-meanwhile.ts';

interface Parses {
  readonly all: number;
  /** The largest number of texts that one step parsed. */
  readonly most: number;
}

/** The last reading of the clock. The next count continues from it, because the current step began then. */
let nowMs = 0;

/**
 * Counts the parsed texts that contain `part` and little else: less than twice its length. Each reading of the clock
 * ends a step.
 */
export async function countParses(part: string, work: () => Promise<unknown>): Promise<Parses> {
  let [parsed, most, all] = [0, 0, 0];
  nowMs = Math.max(nowMs, performance.now());
  const parse = JSON.parse;
  using _now = spyOn(performance, 'now').mockImplementation(() => (nowMs += 2));
  using _parse = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length < 2 * part.length && text.includes(part)) parsed += 1;
    return parse(text, reviver);
  });
  await turnsMeanwhile(work, () => {
    [all, most, parsed] = [all + parsed, Math.max(most, parsed), 0];
  });
  return { all, most };
}
