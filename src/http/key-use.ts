import type { World } from '../base/index.ts';
import { recordKeyUse } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';

/** Gathers when keys were used and writes it down now and then. */
export interface KeyUse {
  note(keySeq: number): void;
  /** Writes down what was gathered; what cannot be written waits for the next time. Never rejects. */
  flush(): Promise<void>;
}

/** The next use of a key after this time is written at once. A person who tries a key finds it used. */
const AT_ONCE_AFTER_MS = 30_000;

export function createKeyUse(storage: Storage, { clock, log }: World): KeyUse {
  let lastUsed = new Map<number, number>();
  /** By key, on the clock that never runs backwards. */
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
      // One entry a key, however often it fails. A later write has a newer use.
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
