import type { Tx } from './batch.ts';
import type { Storage } from './storage.ts';
import type { Change } from './write.ts';

/**
 * Returns the same storage, except that its first change runs together with `before`. That runs first, in the same
 * transaction. An error in either undoes both.
 */
export function beforeFirstWrite(storage: Storage, before: (tx: Tx) => void): Storage {
  let isDone = false;
  const begin = (tx: Tx): void => {
    if (!isDone) before(tx);
  };
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
    write: <T>(change: Change<T>) =>
      note(
        storage.write<T>((tx) => {
          begin(tx);
          return change(tx);
        }),
      ),
    writeInPieces: (pieces) =>
      note(
        storage.writeInPieces(function* (tx) {
          begin(tx);
          return yield* pieces(tx);
        }),
      ),
  };
}
