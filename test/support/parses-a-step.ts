import { spyOn } from 'bun:test';
import { inShortSteps } from './short-steps.ts';

interface Parses {
  readonly all: number;
  /** The largest number of texts that one step parsed. */
  readonly most: number;
}

/** Counts the parsed texts that contain `part` and are less than twice as long as `part`. */
export async function countParses(part: string, work: () => Promise<unknown>): Promise<Parses> {
  let [parsed, most, all] = [0, 0, 0];
  const parse = JSON.parse;
  using _parse = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length < 2 * part.length && text.includes(part)) parsed += 1;
    return parse(text, reviver);
  });
  await inShortSteps(work, () => {
    [all, most, parsed] = [all + parsed, Math.max(most, parsed), 0];
  });
  return { all, most };
}
