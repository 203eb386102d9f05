export interface Foldable {
  readonly id: string;
  readonly count: number;
  readonly group: string;
}

/** The widths and the gap are those in board.css. */
const OPEN_PX = 240;
const FOLDED_PX = 44;
const GAP_PX = 6;

/**
 * Returns the columns in the sequence of folding: canceled ones first, then done, then empty, then the others. Within
 * each kind, the rightmost column is first.
 */
const inTurn = (columns: readonly Foldable[]): Foldable[] => {
  const rank = ({ count, group }: Foldable): number =>
    group === 'cancelled' ? 0 : group === 'done' ? 1 : count === 0 ? 2 : 3;
  return columns.toReversed().toSorted((a, b) => rank(a) - rank(b));
};

/** Returns the columns to fold so that all fit into `room` px. A column that a user folded or opened stays as it is. */
export function chooseFolded(
  columns: readonly Foldable[],
  chosen: Readonly<Record<string, boolean>>,
  room: number,
): ReadonlySet<string> {
  const folded = new Set(columns.filter(({ id }) => chosen[id] === true).map(({ id }) => id));
  const candidates = inTurn(columns).filter(({ id }) => chosen[id] === undefined);
  for (const { id } of candidates) {
    if (widthOf(columns.length, folded.size) <= room || folded.size >= columns.length - 1) break;
    folded.add(id);
  }
  return folded;
}

export const widthOf = (columns: number, folded: number): number =>
  (columns - folded) * OPEN_PX + folded * FOLDED_PX + (columns - 1) * GAP_PX;
