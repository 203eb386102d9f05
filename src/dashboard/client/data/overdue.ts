/** The time when an order must leave, in the shop's time zone. */
export interface Due {
  readonly date: string;
  readonly timeStart: string | null;
  readonly timeEnd: string | null;
}

interface Overdue {
  readonly number: number;
  readonly unit: 'minute' | 'hour' | 'day';
}

const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * Returns the time since an order's slot ended or, without a slot, since the end of its day. An end before the start is
 * on the next day.
 * @param now the time in the shop's zone, `YYYY-MM-DDTHH:mm`
 */
export function overdue({ date, timeStart, timeEnd }: Due, now: string): Overdue {
  const end = timeEnd ?? timeStart;
  const isNextDay = end === null || (timeStart !== null && end < timeStart);
  const over = Date.parse(`${date}T${end ?? '00:00'}Z`) / MINUTE_MS + (isNextDay ? DAY : 0);
  const minutes = Math.max(Date.parse(`${now}Z`) / MINUTE_MS - over, 1);
  if (minutes < HOUR) return { number: minutes, unit: 'minute' };
  if (minutes < DAY) return { number: Math.floor(minutes / HOUR), unit: 'hour' };
  return { number: Math.floor(minutes / DAY), unit: 'day' };
}
