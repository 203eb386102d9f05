import { sql } from 'drizzle-orm';

import { type ReadCtx, readSlots, type Slot } from '../../workspaces/index.ts';
import { keptStatuses, listStatuses } from '../statuses.ts';
import { rowsOf, STARTS } from './overview-day.ts';

export interface DaySlot extends Slot {
  /** The number of further orders that fit into the slot that day; null if any number fits. */
  readonly left: number | null;
}

/**
 * Returns the slots of the shop, with the room left in each on one day. Orders that begin within a slot and are not
 * cancelled take up its room. Reads no more rows of a slot than its capacity.
 * @param date YYYY-MM-DD
 */
export function findSlots({ storage, workspace }: ReadCtx, date: string): DaySlot[] {
  const db = storage.read;
  const statuses = keptStatuses(listStatuses(db, workspace.seq));
  const anyStatus = sql`json_each(${JSON.stringify(statuses)}) AS status CROSS JOIN`;
  return readSlots(workspace.slots).map((slot) => {
    const { timeStart, timeEnd, capacity } = slot;
    if (capacity === null) return { ...slot, left: null };
    const end = timeEnd > timeStart ? timeEnd : '~';
    const rows = rowsOf({ workspaceSeq: workspace.seq, date }, sql`status.value`, anyStatus);
    const [row] = db.all<{ taken: number }>(
      sql`SELECT count(*) AS taken FROM (SELECT 1 ${rows}
        AND ${STARTS} >= ${timeStart} AND ${STARTS} < ${end} LIMIT ${capacity})`,
    );
    return { ...slot, left: Math.max(capacity - (row?.taken ?? 0), 0) };
  });
}
