import type { HttpDeps } from '../deps.ts';

/** A probe costs an fsync; asked more often, the last answer stands. */
const PROBE_VALID_MS = 1_000;

/** Throws `unavailable` while the database cannot be written. */
export function createReadiness(deps: HttpDeps): () => Promise<void> {
  let probe: Promise<void> = Promise.resolve();
  let probedMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = deps.world.clock.monotonic();
    if (nowMs - probedMs >= PROBE_VALID_MS) {
      probedMs = nowMs;
      probe = deps.storage.probe();
    }
    return probe;
  };
}
