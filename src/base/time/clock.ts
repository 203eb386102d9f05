/** Time as an argument: no code outside this folder reads the machine's clock itself. */
export interface Clock {
  /** Milliseconds since the epoch; the value may jump in both directions. */
  now(): number;
  /** Milliseconds from an arbitrary start; never runs backwards. For durations and rates. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
