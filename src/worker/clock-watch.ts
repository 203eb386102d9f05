import type { Clock } from '../base/index.ts';

/** The smallest backward step that `watchClock` reports. Time services make smaller steps to correct the clock. */
const LEAST_BACK_MS = 1_000;
/** The smallest forward step that `watchClock` reports. A smaller step can be the delay of a busy machine. */
const LEAST_FORWARD_MS = 5_000;

/**
 * Watches for steps of the wall clock. A machine that slept looks like one with a clock set forward.
 * @returns a function that returns the step since its last call, in milliseconds; below zero for a step back
 */
export function watchClock(clock: Clock): () => number {
  let offsetMs = clock.now() - clock.monotonic();
  return () => {
    const nowOffsetMs = clock.now() - clock.monotonic();
    const stepMs = nowOffsetMs - offsetMs;
    if (stepMs < 0 && stepMs > -LEAST_BACK_MS) return 0;
    offsetMs = nowOffsetMs;
    return stepMs > 0 && stepMs < LEAST_FORWARD_MS ? 0 : Math.round(stepMs);
  };
}
