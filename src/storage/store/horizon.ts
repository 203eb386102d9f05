/**
 * Up to where commits are on the disk, for those who read with a connection of their own. They see a commit before it
 * is synced. Until it is, they may send or tell nothing on the ground of it. Two counters that threads share.
 */
export type SharedHorizon = SharedArrayBuffer;

const BEGUN = 0;
const SAFE = 1;

/** The writer's side. */
export interface Horizon {
  readonly shared: SharedHorizon;
  /** Said before a COMMIT, so that anyone who sees what it wrote finds it counted. */
  commit(): void;
  /** All commits so far are on the disk, or were undone. */
  reach(): void;
}

export function createHorizon(): Horizon {
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const counters = new Int32Array(shared);
  return {
    shared,
    commit: () => void Atomics.add(counters, BEGUN, 1),
    reach() {
      Atomics.store(counters, SAFE, Atomics.load(counters, BEGUN));
      Atomics.notify(counters, SAFE);
    },
  };
}

/** A reader's side. */
interface HorizonWatch {
  /** Called after reading: counts all commits that may have been seen. */
  seen(): number;
  /** Resolves when all of those are on the disk; undefined when they are. Never, once a sync has failed. */
  safe(seen: number): Promise<void> | undefined;
}

export function watchHorizon(shared: SharedHorizon): HorizonWatch {
  const counters = new Int32Array(shared);
  // The difference, for the counters begin again after 2^31.
  const isSafe = (seen: number): boolean => ((Atomics.load(counters, SAFE) - seen) | 0) >= 0;
  async function wait(seen: number): Promise<void> {
    while (!isSafe(seen)) {
      const safe = Atomics.load(counters, SAFE);
      if (!isSafe(seen)) await Atomics.waitAsync(counters, SAFE, safe).value;
    }
  }
  return {
    seen: () => Atomics.load(counters, BEGUN),
    safe: (seen) => (isSafe(seen) ? undefined : wait(seen)),
  };
}
