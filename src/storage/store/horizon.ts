/**
 * Counters that show which commits are on the disk. Another thread with its own connection can read a commit before the
 * commit is on the disk. Until then, that thread must not send anything that depends on the commit.
 */
export type SharedHorizon = SharedArrayBuffer;

const BEGUN = 0;
const SAFE = 1;

export interface Horizon {
  readonly shared: SharedHorizon;
  /** Counts a commit. Call it before the COMMIT, so that the commit is counted before anyone can see its rows. */
  commit(): void;
  /** Reports that all commits so far are on the disk, or were undone. */
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

interface HorizonWatch {
  /** Returns the number of commits so far. Call it after reading, so that it counts every commit that was read. */
  seen(): number;
  /**
   * Resolves when the commits up to this number are on the disk; returns undefined if they already are. After a failed
   * sync the promise never resolves.
   */
  safe(seen: number): Promise<void> | undefined;
}

export function watchHorizon(shared: SharedHorizon): HorizonWatch {
  const counters = new Int32Array(shared);
  // The difference is compared, because the counters wrap around after 2^31.
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
