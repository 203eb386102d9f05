import { sql } from 'drizzle-orm';

import { type ReadCtx, readSlots, type Slot } from '../../workspaces/index.ts';
import { keptStatuses, listStatuses } from '../statuses.ts';
import { rowsOf, STARTS } from './overview-day.ts';

export interface DaySlot extends Slot {
  /** The number of orders that still fit into the slot that day; null without a limit. */
  readonly left: number | null;
}

/**
 * Lists the slots of the shop with the room left in each on one day. Orders that begin within a slot take up its room,
 * unless they are canceled. For each slot, it reads no more rows than the slot's capacity.
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
