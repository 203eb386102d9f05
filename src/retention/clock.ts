import { DAY_MS } from '../base/index.ts';

/**
 * The greatest speed at which the time of `followClock` catches up with the clock: 12 hours for each hour that the
 * machine runs. This is enough even for a server that is off at night and on weekends.
 */
const FASTEST = 12;
/** The tolerated lag of `followClock` behind the clock. A longer lag is logged and shown to the owner. */
export const DISTRUSTED_MS = 2 * DAY_MS;

/**
 * Returns a time that follows the clock slowly instead of jumping. For example, if the clock jumps forward by a year,
 * this time needs about a month to catch up. So an owner can notice the wrong clock before all old data is removed.
 * @param before the value at the last call; null at the first one
 * @param newestMs the newest time in the database, for a first call; null if it has none
 * @param steadyMs the machine's running time since the last call, in milliseconds
 * @returns milliseconds since the epoch
 */
export function followClock(before: number | null, nowMs: number, newestMs: number | null, steadyMs: number): number {
  const from = before ?? newestMs ?? nowMs;
  const most = FASTEST * Math.max(0, steadyMs);
  return from + Math.max(-most, Math.min(most, nowMs - from));
}

/** Returns the time to measure age from: the earlier of the two, so that no row is removed too early. Pure. */
export const judgeTime = (followedMs: number, nowMs: number): number => Math.min(nowMs, followedMs);
