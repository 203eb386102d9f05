import type { Tx } from './batch.ts';
import type { Storage } from './storage.ts';

export const withParts = (storage: Storage, parts: Partial<Storage>): Storage =>
  Object.create(storage, Object.getOwnPropertyDescriptors(parts)) as Storage;

/** Returns the same storage, except that its changes take turns with those of other workspaces. */
const inLane = (storage: Storage, workspaceSeq: number): Storage =>
  viewOf(storage, {
    write: (change) => storage.write(change, workspaceSeq),
    writeInPieces: (pieces) => storage.writeInPieces(pieces, workspaceSeq),
  });

/**
 * Returns the storage without the check that the caller still has access, for the remaining steps of a task. A caller
 * may sign out after the first step. With the check, the task would then be left half done.
 */
export const uncheckedOf = (storage: Storage): Storage => storage.unchecked?.() ?? storage;

/**
 * Returns the same storage, except that `before` runs first in the transaction of each change. An error in either
 * undoes both.
 * @param workspaceSeq the workspace that makes the changes; undefined if `storage` already has a workspace, or if no
 * workspace makes the changes. Changes of different workspaces take turns.
 */
export const beforeWrites = (storage: Storage, before: (tx: Tx) => void, workspaceSeq?: number): Storage =>
  viewOf(storage, {
    unchecked: () => (workspaceSeq === undefined ? uncheckedOf(storage) : inLane(uncheckedOf(storage), workspaceSeq)),
    write: (change) =>
      storage.write((tx) => {
        before(tx);
        return change(tx);
      }, workspaceSeq),
    writeInPieces: (pieces) =>
      storage.writeInPieces(function* (tx) {
        before(tx);
        return yield* pieces(tx);
      }, workspaceSeq),
  });

/**
 * Returns a view of the same storage in which the functions in `parts` replace its own. A view is created for each
 * call, so creating it must be cheap. Creating it with property descriptors would add 8 µs to each change.
 */
const viewOf = (storage: Storage, parts: Pick<Storage, 'write' | 'writeInPieces'> & Partial<Storage>): Storage =>
  Object.assign(Object.create(storage) as Storage, parts);

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
  return viewOf(storage, {
    write: (change) => note(write(change)),
    writeInPieces: (pieces) => note(writeInPieces(pieces)),
  });
}
