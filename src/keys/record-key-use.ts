import { eq } from 'drizzle-orm';
import { apiKeys, type Storage } from '../storage/index.ts';

/**
 * Records when keys were last used. It is called now and then with the collected uses. A write for each request would
 * double the writes, for a time that is rarely read.
 *
 * @param lastUsed milliseconds since the epoch, by the key's seq
 */
export function recordKeyUse(storage: Storage, lastUsed: ReadonlyMap<number, number>): Promise<void> {
  return storage.write((tx) => {
    for (const [seq, lastUsedAt] of lastUsed) {
      tx.db.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.seq, seq)).run();
    }
  });
}
