import type { HttpDeps } from '../deps.ts';

/** A probe costs an fsync; asked more often, the last answer holds. */
const PROBE_VALID_MS = 1_000;

/** Throws `unavailable` from the first commit that failed, anyone's, to the first that holds again (contract, section 6). */
export function createReadiness(deps: HttpDeps): () => Promise<void> {
  let probe: Promise<void> = Promise.resolve();
  let probedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = deps.world.clock.monotonic();
    if (nowMs - probedMs >= PROBE_VALID_MS) {
      probedMs = nowMs;
      // Its outcome is among those of the last commits.
      probe = deps.storage.probe().catch(() => undefined);
    }
    await probe;
    const trouble = deps.storage.trouble();
    if (trouble !== undefined) throw trouble;
  };
}
