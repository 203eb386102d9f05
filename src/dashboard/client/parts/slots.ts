import { ask } from '../data/api.ts';
import { type Loaded, useLoaded } from '../data/use-loaded.ts';
import { localClock } from '../ui/format.ts';
import { ordersOf } from './orders.ts';

export const loadSlots = async (day: string) => (await ask(ordersOf().slots.get({ query: { day } }))).slots;
export type Slot = Awaited<ReturnType<typeof loadSlots>>[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** @param day the value of a date field; there are no slots without a valid day */
export const useSlots = (day: string): Loaded<readonly Slot[]> =>
  useLoaded(async () => (DAY.test(day) ? loadSlots(day) : []), day, { on: ['orders', 'settings'], calm: true });

export const isOver = (slots: readonly Slot[], day: string): boolean =>
  slots.length > 0 && slots.every((one) => doubtOf(one, day) === 'over');

export function doubtOf({ timeStart, timeEnd, left }: Slot, day: string): 'over' | 'full' | undefined {
  const now = localClock(new Date());
  const isOver = timeEnd > timeStart ? `${day}T${timeEnd}` <= now : day < now.slice(0, 10);
  return isOver ? 'over' : left === 0 ? 'full' : undefined;
}
