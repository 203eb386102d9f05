import type { World } from '../base/index.ts';
import { recordKeyUse } from '../keys/index.ts';
import type { Storage } from '../storage/index.ts';

/** Gathers when keys were used and writes it down now and then. */
export interface KeyUse {
  note(keySeq: number): void;
  flush(): Promise<void>;
}

export function createKeyUse(storage: Storage, world: World): KeyUse {
  let lastUsed = new Map<number, number>();
  return {
    note: (keySeq) => {
      lastUsed.set(keySeq, world.clock.now());
    },
    async flush() {
      if (lastUsed.size === 0) return;
      const gathered = lastUsed;
      lastUsed = new Map();
      await recordKeyUse(storage, gathered);
    },
  };
}
