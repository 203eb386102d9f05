/** A workspace rests after a change that took longer than this, in milliseconds. A plain change takes 0.1 ms. */
const SLOW_MS = 5;
/**
 * The limit on the rest after one change. Otherwise the rest could take hours, if the machine was suspended during the
 * change.
 */
const MOST_MS = 1_000;

/** The time at which each workspace may write again, by its seq, on the clock of `performance.now()`. */
const restUntil = new Map<number, number>();

const leftOf = (workspaceSeq: number, nowMs: number): number => Math.max(0, (restUntil.get(workspaceSeq) ?? 0) - nowMs);

export async function rested(workspaceSeq: number): Promise<void> {
  for (let ms = leftOf(workspaceSeq, performance.now()); ms > 0; ms = leftOf(workspaceSeq, performance.now())) {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  restUntil.delete(workspaceSeq);
}

/**
 * Runs a change. If the change is slow, the workspace then rests for as long as the change took. So half of the time
 * for changes is left to other workspaces.
 */
export function withRest<T>(workspaceSeq: number, change: () => T): T {
  const begunMs = performance.now();
  try {
    return change();
  } finally {
    const endedMs = performance.now();
    const tookMs = endedMs - begunMs;
    if (tookMs > SLOW_MS) {
      restUntil.set(workspaceSeq, endedMs + Math.min(tookMs, MOST_MS) + leftOf(workspaceSeq, begunMs));
    }
  }
}
