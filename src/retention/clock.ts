import { DAY_MS } from '../base/index.ts';

/** The greatest pace of the judged time against machine time: a server off at night and weekends catches up. */
const FASTEST = 12;
/** A lag behind the clock of this length is worth a word. */
export const DISTRUSTED_MS = 2 * DAY_MS;

/**
 * A time that follows the clock, but never jumps with it, in either direction. Suppose that a clock goes forward by a
 * year. Things kept for half a year then go away over a month, which leaves time to notice. If it goes back for an hour
 * and is set right again, half a day is lost, not a year. Pure.
 *
 * @param before its value at the last look; null: never looked
 * @param newestMs the newest time in the file, for a first look; null: none
 * @param steadyMs the machine's running time since the last look
 * @returns milliseconds since the epoch
 */
export function followClock(before: number | null, nowMs: number, newestMs: number | null, steadyMs: number): number {
  const from = before ?? newestMs ?? nowMs;
  const most = FASTEST * Math.max(0, steadyMs);
  return from + Math.max(-most, Math.min(most, nowMs - from));
}

/** The time by which ages are judged: never ahead of the clock. Pure. */
export const judgeTime = (followedMs: number, nowMs: number): number => Math.min(nowMs, followedMs);
