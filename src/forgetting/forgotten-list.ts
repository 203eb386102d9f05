import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from '../base/index.ts';
import type { Mentions } from '../orders/index.ts';
import { ensureKeyFile, putFile } from '../storage/index.ts';
import { contactsIn, piecesOf } from './contacts.ts';

/**
 * The list of those who were forgotten, in a file beside the database: a backup that is put back knows nothing of them. It holds keyed
 * hashes, never a phone or an address; their key lies beside it, and in no backup.
 */

export interface Forgotten {
  readonly id: string;
  readonly workspaceId: string;
  readonly hashes: readonly string[];
}

const listPath = (databasePath: string): string => join(dirname(databasePath), 'forgotten.list');
const keyPath = (databasePath: string): string => join(dirname(databasePath), 'forgotten.key');

/** 128 bits. */
const HASH_CHARS = 32;

/** @returns what makes the hash of a phone or an address, in one spelling, of a workspace's client @throws unavailable */
export function hashing(databasePath: string, workspaceId: string, random: Random): (contact: string) => string {
  const key = ensureKeyFile(keyPath(databasePath), random);
  return (contact) =>
    new Bun.CryptoHasher('sha256', key).update(`${workspaceId}\n${contact}`).digest('hex').slice(0, HASH_CHARS);
}

/** The most hashes that are remembered: the same numbers come again and again. */
const TRIED_AT_MOST = 50_000;

/** The look through a text for anyone of the hashes, in steps: a text of addresses costs a second a megabyte. */
export function mentionsOf(hashes: readonly string[], hash: (contact: string) => string): Mentions {
  const wanted = new Set(hashes);
  const tried = new Map<string, boolean>();
  const isWanted = (contact: string): boolean => {
    const before = tried.get(contact);
    if (before !== undefined) return before;
    const is = wanted.has(hash(contact));
    if (tried.size >= TRIED_AT_MOST) tried.clear();
    tried.set(contact, is);
    return is;
  };
  return function* (text) {
    for (const piece of piecesOf(text)) {
      for (const contact of contactsIn(piece, isWanted)) if (isWanted(contact)) return true;
      yield undefined;
    }
    return false;
  };
}

/** Skips lines that are damaged. */
export const readForgotten = (databasePath: string): Forgotten[] =>
  textOf(listPath(databasePath))
    .split('\n')
    .flatMap((line): Forgotten[] => {
      const [id, workspaceId, ...hashes] = line.split(' ');
      return id && workspaceId && hashes.length > 0 ? [{ id, workspaceId, hashes }] : [];
    });

/** Only a missing list is empty: one that cannot be read now would lose everybody with the next line. */
function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Adds to the list; on the disk when it returns. Those that it has already stay as they are. @throws unavailable */
export function noteForgotten(databasePath: string, more: readonly Forgotten[]): void {
  const before = readForgotten(databasePath);
  const fresh = more.filter(({ id }) => !before.some((one) => one.id === id));
  if (fresh.length === 0) return;
  const path = listPath(databasePath);
  const lines = [...before, ...fresh].map(
    ({ id, workspaceId, hashes }) => `${[id, workspaceId, ...hashes].join(' ')}\n`,
  );
  putFile(path, new TextEncoder().encode(lines.join('')), (made) => renameSync(made, path));
}
