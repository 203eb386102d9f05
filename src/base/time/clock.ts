/** Time as an argument: nothing above this folder reads the clock of the machine itself. */
export interface Clock {
  /** Milliseconds since the epoch; may jump in both directions. */
  now(): number;
  /** Milliseconds from an arbitrary start; never runs backwards. For durations and rates. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
