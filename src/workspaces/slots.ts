import { type Issue, isTimeOfDay, validationFailed } from '../base/index.ts';

export interface Slot {
  /** The start as HH:mm, like the end. A slot past midnight ends at an earlier time of day than it starts. */
  readonly timeStart: string;
  readonly timeEnd: string;
  /** The number of orders that the slot is meant for; null for any number. */
  readonly capacity: number | null;
}

const MOST_SLOTS = 24;
const MOST_ORDERS = 999;
const ONE = /^(\d\d:\d\d)-(\d\d:\d\d)(?: \((\d+)\))?$/;

/** @param text a text that `writeSlots` has written */
export const readSlots = (text: string): readonly Slot[] =>
  text.split(', ').flatMap((one) => {
    const [, timeStart, timeEnd, capacity] = ONE.exec(one) ?? [];
    if (timeStart === undefined || timeEnd === undefined) return [];
    return [{ timeStart, timeEnd, capacity: capacity === undefined ? null : Number(capacity) }];
  });

const keyOf = ({ timeStart, timeEnd }: Slot): string => `${timeStart}-${timeEnd}`;

/**
 * Writes the slots for the history in order of time: "10:00-12:00 (5), 14:00-16:00", where 5 is the capacity.
 * @throws validation_failed on an invalid time, an empty slot, or a duplicate
 */
export function writeSlots(slots: readonly Slot[]): string {
  const issues: Issue[] = slots.length > MOST_SLOTS ? [{ path: 'slots', rule: 'items_at_most', most: MOST_SLOTS }] : [];
  const seen = new Set<string>();
  for (const [at, slot] of slots.entries()) {
    const path = `slots.${at}`;
    for (const field of ['timeStart', 'timeEnd'] as const) {
      if (!isTimeOfDay(slot[field])) issues.push({ path: `${path}.${field}`, rule: 'time_of_day' });
    }
    if (seen.has(keyOf(slot)) || slot.timeStart === slot.timeEnd) {
      issues.push({ path: `${path}.timeEnd`, rule: 'given_twice' });
    }
    seen.add(keyOf(slot));
    const { capacity } = slot;
    if (capacity !== null && (!Number.isInteger(capacity) || capacity < 1 || capacity > MOST_ORDERS)) {
      issues.push({ path: `${path}.capacity`, rule: 'whole_between', least: 1, most: MOST_ORDERS });
    }
  }
  if (issues.length > 0) throw validationFailed(issues);
  return slots
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((slot) => (slot.capacity === null ? keyOf(slot) : `${keyOf(slot)} (${slot.capacity})`))
    .join(', ');
}
