/**
 * An entry of the list of forgotten clients. The list is a file next to the database, so that restoring an older backup
 * removes no entry. It contains keyed hashes, never a phone or an address. The key of the hashes is in another file of
 * the same folder, and in no backup.
 */

import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../base/index.ts';
import type { Mentions } from '../orders/index.ts';
import { ensureKeyFile, putFile } from '../storage/index.ts';
import { contactsIn, isTailKey, piecesOf } from './contacts.ts';

export interface Forgotten {
  readonly id: string;
  readonly workspaceId: string;
  readonly hashes: readonly string[];
}

const listPath = (databasePath: string): string => join(dirname(databasePath), 'forgotten.list');
const keyPath = (databasePath: string): string => join(dirname(databasePath), 'forgotten.key');

/** The length of a hash: 128 bits in hexadecimal digits. */
const HASH_CHARS = 32;

/** Returns a function that hashes a normalized phone or address of a client of the workspace. @throws unavailable */
export function hashing(databasePath: string, workspaceId: string, random: Random): (contact: string) => string {
  const key = ensureKeyFile(keyPath(databasePath), random);
  const begun = new Bun.CryptoHasher('sha256', key).update(`${workspaceId}\n`);
  return (contact) => begun.copy().update(contact).digest('hex').slice(0, HASH_CHARS);
}

/**
 * Returns a function that checks whether a text mentions a contact with one of these hashes. The check runs in steps,
 * because it can take long: half a second for a megabyte of addresses, and a second for a megabyte of digits in groups.
 */
export function mentionsOf(hashes: readonly string[], hash: (contact: string) => string): Mentions {
  const wanted = new Set(hashes);
  // The results for tails, the last three digits of phones. There are only a thousand tails, so their results are
  // remembered. A text can have a great many whole phones. Remembering their results would take longer than hashing the
  // phones again.
  const tails = new Map<string, boolean>();
  const isWanted = (contact: string): boolean => {
    if (!isTailKey(contact)) return wanted.has(hash(contact));
    let is = tails.get(contact);
    if (is === undefined) {
      is = wanted.has(hash(contact));
      tails.set(contact, is);
    }
    return is;
  };
  return function* (text) {
    for (const piece of piecesOf(text)) {
      yield undefined;
      for (const contact of contactsIn(piece, isWanted)) {
        if (contact !== undefined && isWanted(contact)) return true;
        // A piece of the text may contain some 2,000 addresses or possible phone numbers. The function yields after
        // each address or number, so that other work does not wait.
        yield undefined;
      }
    }
    return false;
  };
}

/** Reads the list, skipping damaged lines. */
export const readForgotten = (databasePath: string): Forgotten[] =>
  textOf(listPath(databasePath))
    .split('\n')
    .flatMap((line): Forgotten[] => {
      const [id, workspaceId, ...hashes] = line.split(' ');
      return id && workspaceId && hashes.length > 0 ? [{ id, workspaceId, hashes }] : [];
    });

/**
 * Reads the text of the list. Only a missing file counts as an empty list. If the file exists but cannot be read, this
 * throws, because the next write would lose every entry.
 */
function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/**
 * Appends entries to the list. The caller passes only entries that the list lacks. The existing entries are not parsed,
 * because there may be many thousands. The new entries are on the disk when this returns.
 * @throws unavailable
 */
export function noteForgotten(databasePath: string, fresh: readonly Forgotten[]): void {
  if (fresh.length === 0) return;
  const path = listPath(databasePath);
  const text = textOf(path);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const lines = fresh.map(({ id, workspaceId, hashes }) => `${[id, workspaceId, ...hashes].join(' ')}\n`);
  putFile(path, new TextEncoder().encode(before + lines.join('')), (made) => renameSync(made, path));
}
