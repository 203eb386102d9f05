import { AppError } from '../errors/index.ts';
import type { Clock } from '../time/index.ts';

/** The minimum rate at which the body of a request must arrive. Even a phone with poor reception sends faster. */
const LEAST_BYTES_A_SECOND = 2_048;
/** The longest wait for a silent sender. Arriving bytes never raise `leftMs` above this value. */
const STALL_MS = 30_000;
const LOOK_MS = 500;

export interface Patience {
  /**
   * Waits for the next part. Time spent on storing a part does not count.
   * @throws too_slow after 30 s without a part, below the least rate, at the time limit, or at a disconnection
   */
  next<T extends { readonly value?: Uint8Array | undefined }>(part: Promise<T>): Promise<T>;
}

const fileCut = (cause?: unknown): AppError => new AppError({ rule: 'file_cut' }, undefined, cause);

/** @param mostMs the time limit for the whole body of the request, counted from this call */
export function createPatience(clock: Clock, mostMs: number): Patience {
  const startMs = clock.monotonic();
  /** The milliseconds left to wait: waiting uses them up, and arriving bytes restore them. */
  let leftMs = STALL_MS;

  function refusalAfter(waitedMs: number): AppError | undefined {
    if (clock.monotonic() - startMs > mostMs) return new AppError({ rule: 'file_late', seconds: mostMs / 1_000 });
    return waitedMs > leftMs ? fileCut() : undefined;
  }

  return {
    async next(part) {
      const beganMs = clock.monotonic();
      const waited = (): number => clock.monotonic() - beganMs;
      const found = await unlessOver(part, () => refusalAfter(waited()), fileCut);
      const bytes = found.value?.length ?? 0;
      leftMs = Math.min(STALL_MS, leftMs - waited() + (bytes * 1_000) / LEAST_BYTES_A_SECOND);
      return found;
    },
  };
}

/** Waits for `part`, but rejects if `look` returns an error. `look` is called regularly and when `part` arrives. */
export function unlessOver<T>(
  part: Promise<T>,
  look: () => AppError | undefined,
  broken: (error: unknown) => AppError,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = (): boolean => {
      const refusal = look();
      if (refusal !== undefined) reject(refusal);
      return refusal !== undefined;
    };
    const looking = setInterval(() => {
      if (refuse()) clearInterval(looking);
    }, LOOK_MS);
    part
      .finally(() => clearInterval(looking))
      // The timer alone would miss a sender that drips one byte before each check.
      .then(
        (found) => refuse() || resolve(found),
        (error) => reject(broken(error)),
      );
  });
}
