import type { World } from '../base/index.ts';
import { recordKeyUse } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';

/** Gathers the times of key uses and writes them now and then. */
export interface KeyUse {
  note(keySeq: number): void;
  /** Writes the gathered times. A failed write is repeated with the next one. Never rejects. */
  flush(): Promise<void>;
}

/**
 * A key's use is written at once if the last write for it is at least this old. A person who tries the key then sees
 * the use.
 */
const AT_ONCE_AFTER_MS = 30_000;

export function createKeyUse(storage: Storage, { clock, log }: World): KeyUse {
  let lastUsed = new Map<number, number>();
  /** The time when each key's use was last written, on the monotonic clock. */
  const writtenMs = new Map<number, number>();

  async function flush(): Promise<void> {
    if (lastUsed.size === 0) return;
    const gathered = lastUsed;
    lastUsed = new Map();
    const nowMs = clock.monotonic();
    for (const keySeq of gathered.keys()) writtenMs.set(keySeq, nowMs);
    try {
      await recordKeyUse(storage, gathered);
    } catch (error) {
      // The map has one entry for each key, however often writes fail. A use is not put back if a later write has a
      // newer one.
      for (const [keySeq, at] of gathered) {
        if (writtenMs.get(keySeq) === nowMs && !lastUsed.has(keySeq)) lastUsed.set(keySeq, at);
      }
      log.warn('the last use of keys could not be recorded yet', { reason: String(error) });
    }
  }

  return {
    note(keySeq) {
      lastUsed.set(keySeq, clock.now());
      const isIdle = clock.monotonic() - (writtenMs.get(keySeq) ?? Number.NEGATIVE_INFINITY) >= AT_ONCE_AFTER_MS;
      if (isIdle) void flush();
    },
    flush,
  };
}
