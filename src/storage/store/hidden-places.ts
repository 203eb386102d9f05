/**
 * Encrypts list positions as cursors, because readable row numbers would tell one shop how much the others sell. Client
 * ids use the same key.
 */

import { hideNumbers, showNumbers } from '../../base/index.ts';
import { clientId, installation } from '../schema/index.ts';
import type { ReadCache } from './kept.ts';
import type { Db } from './open.ts';
import { prepared } from './statements.ts';

interface KeyHolder {
  readonly read: Db;
  readonly keep: ReadCache['keep'];
}

const keys = prepared((db) => db.select({ key: installation.cursorKey }).from(installation).prepare());

export function cursorKeyOf(db: Db): Uint8Array {
  const key = keys(db).get()?.key ?? null;
  if (key === null) throw new Error('the key of the cursors is gone');
  return key;
}

const keyOf = (storage: KeyHolder): Uint8Array =>
  storage.keep('cursor key', ['installation'], () => cursorKeyOf(storage.read));

/**
 * Encrypts a position in a list as a cursor.
 * @param list identifies the list that the position belongs to: its workspace and filters
 */
export const hidePlace = (storage: KeyHolder, place: readonly number[], list: string): string =>
  hideNumbers(keyOf(storage), place, list);

/**
 * Decrypts a cursor into a position in the list. Returns undefined unless `hidePlace` made the cursor for this list.
 * @param count the number of values in the position
 */
export const findPlace = (storage: KeyHolder, cursor: string, list: string, count: number): number[] | undefined =>
  showNumbers(keyOf(storage), cursor, list, count);

export const clientIdIn = (db: Db, workspaceSeq: number, key: string): string =>
  clientId(cursorKeyOf(db), workspaceSeq, key);
