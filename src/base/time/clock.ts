/** The current time. A clock is passed as an argument, so that a test can set the time. */
export interface Clock {
  /** Returns milliseconds since the epoch; the value may jump in both directions. */
  now(): number;
  /** Returns milliseconds from an arbitrary start, for durations and rates. The value never decreases. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
