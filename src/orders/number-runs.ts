import { nextTurn } from '../base/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import {
  type NumberRun,
  type NumberSeries,
  numberOf,
  passUsed,
  readNumberSeries,
  SHORTEST_RUN,
} from './number-series.ts';

/** The number of lookups after which other requests are served, about a millisecond of work. */
const STEP = 250;

/**
 * Finds long runs of consecutive used numbers. A number is used if the file contains it or the workspace already uses
 * it. The runs are stored, so that creating an order need not check each number of a run.
 */
export async function findRuns({ storage, workspace }: ReadCtx, nums: Iterable<string>): Promise<NumberRun[]> {
  const series = readNumberSeries(storage.read, workspace.seq);
  const { prefix, padding } = series;
  const sorted = await sortNumbers(workspace.seq, series, nums);
  const runs: NumberRun[] = [];
  let looked = 0;
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] ?? 0;
    let last = first;
    for (let isOver = false; !isOver; ) {
      for (; at < sorted.length && (sorted[at] ?? 0) <= last + 1; at += 1) last = Math.max(last, sorted[at] ?? 0);
      const { next, isFree } = passUsed(storage.read, workspace.seq, { ...series, next: last + 1 }, STEP);
      isOver = isFree && (sorted[at] ?? Number.POSITIVE_INFINITY) > next;
      looked += next - last;
      last = next - 1;
      if (looked < STEP) continue;
      looked = 0;
      await nextTurn(workspace.seq);
    }
    if (last - first >= SHORTEST_RUN) runs.push({ prefix, padding, first, last });
  }
  return runs;
}

/** Sorts the numbers that the series itself could produce, and drops all others. */
async function sortNumbers(workspaceSeq: number, series: NumberSeries, nums: Iterable<string>): Promise<Float64Array> {
  const numbers: number[] = [];
  let seen = 0;
  for (const num of nums) {
    const number = numberOf(series, num);
    if (number !== undefined) numbers.push(number);
    seen += 1;
    if (seen % STEP === 0) await nextTurn(workspaceSeq);
  }
  return Float64Array.from(numbers).sort();
}
