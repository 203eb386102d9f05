import { useLoaded } from '../../data/use-loaded.ts';
import { loadPage, type Row, type Sort } from '../../parts/orders.ts';

interface Rows {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /**
   * The number of orders made since the rows loaded. They appear only on a press, so that nothing moves under the
   * user's finger.
   */
  readonly fresh: number;
  /** The server's sort of the rows; null for newest first. */
  readonly sort: Sort | null;
}

const firstRows = async (filter: string): Promise<Rows> => {
  const { orders, nextCursor, sort } = await loadPage(filter);
  return { rows: orders, nextCursor, fresh: 0, sort };
};

/** Updates the rows on the page in place. New rows are only counted. */
function merge(before: Rows, found: Rows): Rows {
  if (before.rows.length === 0) return found;
  const known = new Set(before.rows.map(({ id }) => id));
  const now = new Map(found.rows.map((row) => [row.id, row]));
  return {
    ...before,
    rows: before.rows.map((row) => now.get(row.id) ?? row),
    fresh: found.rows.filter(({ id }) => !known.has(id)).length,
  };
}

export function useRows(filter: string) {
  const loaded = useLoaded(() => firstRows(filter), filter, { on: ['orders'], merge });
  const more = (cursor: string): void =>
    loaded.add(
      () => loadPage(filter, cursor),
      (shown, { orders, nextCursor }) => ({ ...shown, rows: [...shown.rows, ...orders], nextCursor }),
    );
  return { ...loaded, more };
}
