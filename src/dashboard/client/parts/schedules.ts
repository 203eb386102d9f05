import { ask } from '../data/api.ts';
import { given } from '../data/given.ts';
import { day } from '../ui/format.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words/words.ts';
import { type OrderAnswer, ordersOf } from './orders.ts';

export const SCHEDULES_PAGE = '/app/orders/schedules';

const scheduleOf = (id: string) => ordersOf()({ id }).schedule;

export const loadSchedules = (cursor?: string) => ask(ordersOf().schedules.get({ query: given({ cursor }) }));
type SchedulesAnswer = Awaited<ReturnType<typeof loadSchedules>>;
export type ScheduledOrder = SchedulesAnswer['schedules'][number];

export type Repetition = OrderAnswer['again'];
export type Schedule = NonNullable<Repetition['schedule']>;
export type Every = Schedule['every'];
export type DueDate = Schedule['due'][number];

interface KeptSchedule extends Pick<Schedule, 'every' | 'last' | 'daysBefore'> {
  readonly next: string;
}

export const keepSchedule = (id: string, kept: KeptSchedule) => ask(scheduleOf(id).post(kept));
export const pauseSchedule = (id: string, isPaused: boolean) => ask(scheduleOf(id).pause.post({ isPaused }));
export const endSchedule = (id: string) => ask(scheduleOf(id).end.post({}));

export const confirmAddress = (id: string, { date }: DueDate): string => `/app/orders/new?order=${id}&due=${date}`;

/** Skips a date and offers an undo. @param changed called after the skip and after the undo */
export async function skipDate(
  { id, num }: { readonly id: string; readonly num: string },
  { date }: DueDate,
  changed: () => void,
): Promise<void> {
  await ask(scheduleOf(id).skip.post({ due: date }));
  const undo = () => ask(scheduleOf(id).unskip.post({ due: date })).finally(changed);
  say(words.value.schedules.skipped(num, day(date)), undo);
  changed();
}

/** Describes a schedule: `every month, next on 12 Dec, until 12 Jun`. */
export function scheduleText({ every, next, last }: Pick<Schedule, 'every' | 'next' | 'last'>): string {
  const w = words.value.schedules;
  // Keeps the day and the month of a date on one line.
  const whole = (date: string): string => day(date).replaceAll(' ', '\u00a0');
  const when = next === null ? w.over : w.nextOn(whole(next));
  return [w.every[every], when, ...(last === null ? [] : [w.until(whole(last))])].join(', ');
}
