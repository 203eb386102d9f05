/** Texts that mean a time but name no hour of the clock: "evening", "in 2 hours", "после обеда". */

import { goodOf } from './goods.ts';
import { END, type Scan, START } from './scan.ts';
import { clock, type Hours } from './when.ts';

/** Words for a part of the day. They must not become part of an address: "tomorrow morning Baker Street 12". */
const PART_OF_DAY = new RegExp(
  `${START}(?:(?:(?:in the|this|for the) )?(?:morning|afternoon|evening)|(?<!\\d\\s*)pm|(?:before |after |at )?noon|(?:с |к |на )?(?:утр[оуа]м?|вечер(?:ом|у|а)?)|(?<!с )дн[её]м|(?:(?:с|к|до|после|перед|в) )?обед(?:а|у|ом)?|(?:at )?lunch ?time|(?:до |после |в )?полд(?:ень|ня))${END}`,
  'giu',
);
export const takePartsOfDay = (scan: Scan) => scan.take(PART_OF_DAY, ([text]) => text);

const [DAWN, MIDNIGHT] = ['05:00', '24:00'];
/** The parts of the day. A slot belongs to a part if it starts at `from` or later, but earlier than `before`. */
const PARTS: readonly (readonly [RegExp, from: string, before: string])[] = [
  [/morn|утр|(?:before|до|перед) /iu, DAWN, '12:00'],
  [/вечер|even/iu, '17:00', MIDNIGHT],
  [/after |после /iu, '13:00', '17:00'],
  [/дн[её]м|afternoon|pm/iu, '12:00', '17:00'],
  [/обед|noon|полд|lunch/iu, '11:00', '14:00'],
];
function hoursOf(text: string): readonly [from: string, before: string] | undefined {
  const [match] = text.matchAll(PART_OF_DAY);
  const [, from, before] = (match?.[0] === text && PARTS.find(([words]) => words.test(text))) || [];
  return from === undefined || before === undefined ? undefined : [from, before];
}

/** True for words such as "evening". */
export const isPartOfDay = (text: string): boolean => hoursOf(text) !== undefined;

export function slotsIn<T extends Hours>(text: string, slots: readonly T[]): T[] {
  const [from, before] = hoursOf(text) ?? ['', ''];
  return slots.filter(({ timeStart }) => timeStart >= from && timeStart < before);
}

/** Returns the minutes of "через полчаса" and "in 2 hours"; undefined for days and other words. */
export function waitIn(text: string): number | undefined {
  const [, wait = '', unit = ''] = /^(?:через|in)\s+(.*?(час|hour|мин|min)\p{L}*)$/iu.exec(text) ?? [];
  if (unit === '') return undefined;
  if (/полчас|half/iu.test(wait)) return HALF_HOUR;
  const count = Number(goodOf(wait)?.quantity ?? 1);
  return /мин|min/iu.test(unit) ? count : count * 2 * HALF_HOUR;
}
const HALF_HOUR = 30;
const STEP = 5;

/** True for a text such as "evening" or "in 2 hours", for which the user can choose a time. */
export const isTimed = (text: string): boolean => isPartOfDay(text) || waitIn(text) !== undefined;

/** The opening hours that are assumed for a shop without slots. */
const [OPEN, CLOSED] = ['08:00', '21:00'];
/** Returns the times that a text such as "evening" or "in 2 hours" may mean. @param now HH:mm */
export function timesFor(text: string, slots: readonly Hours[] | undefined, now: string): readonly Hours[] {
  const wait = waitIn(text);
  if (wait !== undefined) {
    const [hours = 0, minutes = 0] = now.split(':').map(Number);
    const at = Math.ceil((hours * 2 * HALF_HOUR + minutes + wait) / STEP) * STEP;
    return at < DAY ? [{ timeStart: clock(at), timeEnd: '' }] : [];
  }
  const [from, before] = hoursOf(text) ?? [];
  if (from === undefined || before === undefined || slots === undefined) return [];
  const known = slotsIn(text, slots);
  const usual = { timeStart: from.replace(DAWN, OPEN), timeEnd: before.replace(MIDNIGHT, CLOSED) };
  return known.length > 0 ? known : [usual];
}
const DAY = 1440;
