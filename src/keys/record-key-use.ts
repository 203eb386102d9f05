import { eq } from 'drizzle-orm';
import { apiKeys, type Storage } from '../storage/index.ts';

/**
 * Records when keys were last used. The caller collects uses and records them now and then. Recording each use with its
 * request would double the number of writes.
 * @param lastUsed milliseconds since the epoch, by the key's seq
 */
export function recordKeyUse(storage: Storage, lastUsed: ReadonlyMap<number, number>): Promise<void> {
  return storage.write((tx) => {
    for (const [seq, lastUsedAt] of lastUsed) {
      tx.db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.seq, seq)).run();
    }
  });
}
