import { sum } from '../../data/sum.ts';

/** `hour` is null for orders without a time. */
interface Hour {
  readonly hour: number | null;
  readonly open: number;
  readonly late: number;
  readonly done: number;
}

/** The size of a block and the gap between two blocks, in pixels. */
export const [BLOCK, GAP] = [10, 3];
export const CELL = BLOCK + GAP;
/**
 * The maximum number of rows of blocks in a column. If a column needs more rows, a number such as `+7` replaces the top
 * row.
 */
export const MOST_ROWS = 4;
/** The room for `+99` above the blocks, in pixels. */
const NUMBER_ROOM = 30;

export const acrossOf = (room: number): number => Math.max(1, Math.floor((room - 2) / CELL));

/**
 * Combines consecutive hours into one column if any hour has more orders than its column has room for. Each order is a
 * block. A number such as `+7` replaces the blocks that do not fit.
 * @param step px from one hour to the next
 * @returns `span`: the number of hours combined in one column
 */
export function together(hours: readonly Hour[], from: number, step: number) {
  const timed = hours.flatMap(({ hour, ...it }) => (hour === null ? [] : [{ ...it, hour }]));
  const isCrowded = timed.some(({ open, done }) => open + done > acrossOf(step) * MOST_ROWS);
  const span = isCrowded && step > 0 ? Math.max(1, Math.ceil(NUMBER_ROOM / step)) : 1;
  const groups = Map.groupBy(timed, ({ hour }) => hour - ((hour - from) % span));
  const all = (of: typeof timed, kind: 'open' | 'late' | 'done'): number => sum(of.map((it) => it[kind]));
  return {
    span,
    hours: [...groups].map(([hour, of]) => ({
      hour,
      open: all(of, 'open'),
      late: all(of, 'late'),
      done: all(of, 'done'),
    })),
  };
}
