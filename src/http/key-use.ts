import type { World } from '../base/index.ts';
import { recordKeyUse } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';

export interface KeyUse {
  note(keySeq: number): void;
  /**
   * Writes the collected times at which API keys were used. A failed write is repeated with the next one. Never
   * rejects.
   */
  flush(): Promise<void>;
}

/**
 * The minimum time between two immediate writes for one key. Other uses of the key are collected and written together.
 * A new key's first use is written at once, because somebody trying the key wants to see it.
 */
const AT_ONCE_AFTER_MS = 30_000;

export function createKeyUse(storage: Storage, { clock, log }: World): KeyUse {
  let lastUsed = new Map<number, number>();
  /** The time at which the use of each API key was last written to the database, on the monotonic clock. */
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
      // Puts the times back, so that the next flush writes them. If the key was used since, the newer time is kept
      // instead. The map has one entry for each key, so repeated failures do not make it grow.
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
