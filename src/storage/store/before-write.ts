import type { Tx } from './batch.ts';
import type { Storage } from './storage.ts';
import type { Change } from './write.ts';

/**
 * The same storage, whose first change is one with another: `before` runs ahead of it in its transaction, and what either of
 * them throws undoes both.
 */
export function beforeFirstWrite(storage: Storage, before: (tx: Tx) => void): Storage {
  let isDone = false;
  const write = async <T>(change: Change<T>): Promise<T> => {
    if (isDone) return storage.write(change);
    const result = await storage.write<T>((tx) => {
      before(tx);
      return change(tx);
    });
    isDone = true;
    return result;
  };
  return {
    ...storage,
    get read() {
      return storage.read;
    },
    write,
  };
}
