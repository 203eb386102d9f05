import type { Clock } from '../base/index.ts';

/** Below it a step is no step but the clock being kept right. */
const LEAST_STEP_MS = 1_000;

/**
 * Tells when the wall clock was set back, by holding it against the one that never does. Set forward it is left alone:
 * a machine that slept looks the same, and what became due meanwhile goes out at once.
 *
 * @returns asked again and again: by how many milliseconds the clock went back since the last time, or 0
 */
export function watchClock(clock: Clock): () => number {
  let offsetMs = clock.now() - clock.monotonic();
  return () => {
    const nowOffsetMs = clock.now() - clock.monotonic();
    const backMs = offsetMs - nowOffsetMs;
    if (backMs > 0 && backMs < LEAST_STEP_MS) return 0;
    offsetMs = nowOffsetMs;
    return Math.max(0, Math.round(backMs));
  };
}
