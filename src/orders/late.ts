import { type SQL, sql } from 'drizzle-orm';
import { addDays, dayInZone, timeInZone } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { closedStatuses } from './statuses.ts';

/** The current day (YYYY-MM-DD) and time (HH:mm) in the shop's time zone. */
export interface ShopTime {
  readonly today: string;
  readonly now: string;
}

interface Slot {
  readonly date: string;
  readonly timeStart: string | null;
  readonly timeEnd: string | null;
}

export const shopTime = (nowMs: number, timeZone: string): ShopTime => ({
  today: dayInZone(nowMs, timeZone) ?? '',
  now: timeInZone(nowMs, timeZone),
});

export const endsNextDay = ({ timeStart, timeEnd }: Pick<Slot, 'timeStart' | 'timeEnd'>): boolean =>
  timeStart !== null && timeEnd !== null && timeEnd < timeStart;

/** A slot ends at `timeEnd`, or at `timeStart` if it has no end. Without times, the order's day must be over. */
export function isOver(slot: Slot, { today, now }: ShopTime): boolean {
  const { date, timeStart, timeEnd } = slot;
  const end = timeEnd ?? timeStart;
  if (end === null) return date < today;
  const day = endsNextDay(slot) ? addDays(date, 1) : date;
  return `${day} ${end}` <= `${today} ${now}`;
}

/** The SQL form of `isOver`, for a row of orders. */
export const overIn = ({ today, now }: ShopTime): SQL =>
  sql`iif(coalesce(time_end, time_start) IS NULL, date < ${today},
    iif(time_end < time_start, date(date, '+1 day'), date) || ' ' || coalesce(time_end, time_start) <= ${`${today} ${now}`})`;

/**
 * An order is late if its status is open and its delivery slot is over. Without a slot, the order's day must be over.
 */
export function lateAt(
  { storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  time: ShopTime,
): (order: Slot & { readonly statusId: string; readonly deletedAt: number | null }) => boolean {
  const closed = new Set(closedStatuses(storage.read, workspace.seq));
  return (order) => order.deletedAt === null && !closed.has(order.statusId) && isOver(order, time);
}
