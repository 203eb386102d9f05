import type { Clock } from '../base/index.ts';

/** Below it a step back is no step but the clock being kept right. */
const LEAST_BACK_MS = 1_000;
/** A smaller step forward is ignored: a busy machine looks the same. */
const LEAST_FORWARD_MS = 5_000;

/**
 * Tells when the wall clock was set, by holding it against the one that never is. A machine that slept looks the same as
 * one whose clock was set forward.
 *
 * @returns asked again and again: by how many milliseconds the clock was set since the last time, below zero when it
 * was set back; or 0
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
