import type { HttpDeps } from '../deps.ts';

/** The time for which the result of a probe is reused. A probe costs an fsync. */
const PROBE_VALID_MS = 1_000;

/** Returns a check that throws `unavailable` if the last commit failed, whoever made it (contract, section 6). */
export function createReadiness(deps: HttpDeps): () => Promise<void> {
  let probe: Promise<void> = Promise.resolve();
  let probedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = deps.world.clock.monotonic();
    if (nowMs - probedMs >= PROBE_VALID_MS) {
      probedMs = nowMs;
      // The probe makes a commit. If this commit fails, `trouble` returns the error, so the error is ignored here.
      probe = deps.storage.probe().catch(() => undefined);
    }
    await probe;
    const trouble = deps.storage.trouble();
    if (trouble !== undefined) throw trouble;
  };
}
