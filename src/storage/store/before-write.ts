import type { Tx } from './batch.ts';
import type { Storage } from './storage.ts';
import type { Change } from './write.ts';

/**
 * Returns the same storage, except that `before` runs first in the transaction of each change. An error in either
 * undoes both.
 */
export function beforeWrites(storage: Storage, before: (tx: Tx) => void): Storage {
  return {
    ...storage,
    get read() {
      return storage.read;
    },
    write: <T>(change: Change<T>) =>
      storage.write<T>((tx) => {
        before(tx);
        return change(tx);
      }),
    writeInPieces: (pieces) =>
      storage.writeInPieces(function* (tx) {
        before(tx);
        return yield* pieces(tx);
      }),
  };
}

/** Returns the same storage, except that `before` runs first in the transaction of the first change. */
export function beforeFirstWrite(storage: Storage, before: (tx: Tx) => void): Storage {
  let isDone = false;
  const { write, writeInPieces } = beforeWrites(storage, (tx) => {
    if (!isDone) before(tx);
  });
  const note = async <T>(made: Promise<T>): Promise<T> => {
    const result = await made;
    isDone = true;
    return result;
  };
  return {
    ...storage,
    get read() {
      return storage.read;
    },
    write: (change) => note(write(change)),
    writeInPieces: (pieces) => note(writeInPieces(pieces)),
  };
}
