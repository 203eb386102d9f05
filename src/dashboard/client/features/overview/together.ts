import { sum } from '../../data/sum.ts';

/** The numbers of orders that begin in an hour of the day; null: without a time. */
interface Hour {
  readonly hour: number | null;
  readonly open: number;
  readonly late: number;
  readonly done: number;
}

/** Pixels of a block, and between two. */
export const [BLOCK, GAP] = [10, 3];
export const CELL = BLOCK + GAP;
/** Higher blocks become a number. */
export const MOST_ROWS = 4;
/** For `+99` above the blocks. */
const NUMBER_ROOM = 30;

/** The number of blocks side by side. */
export const acrossOf = (room: number): number => Math.max(1, Math.floor((room - 2) / CELL));

/**
 * The hours as there is room for them. An hour that has more orders than blocks needs room for their number. Where it has
 * too little, hours that follow one another stand together.
 *
 * @param step px from one hour to the next
 * @returns `span`: how many hours stand together
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
