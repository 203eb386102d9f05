/**
 * The seal keys of an installation: `seal.key` is current, `seal.NAME.key` are earlier ones. No backup contains them.
 * Keys are never removed and `seal.key` changes last, so no lock is needed. Neither a crash nor two simultaneous
 * changes lose a key that sealed something.
 */

import { hkdfSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError, errorCode, paperKey, readPaperKey, SEAL_KEY_BYTES, toBase32 } from '../../base/index.ts';
import { ensureFile, putFile } from './key-file.ts';

export interface SealKey {
  /** The 8 characters by which people distinguish keys. They reveal nothing about the key's bytes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The keys of an installation, the current one first. */
export type SealRing = readonly [SealKey, ...SealKey[]];

const NAME_BYTES = 5;
const CURRENT = 'seal.key';
const FORMER = /^seal\.[A-Z2-7]{8}\.key$/;

export const sealKeyPath = (databasePath: string): string => join(dirname(databasePath), CURRENT);

/** The purposes of a seal key. HKDF (RFC 5869) derives a separate key for each. */
type Purpose = 'backups' | 'links' | 'name' | 'secrets';

export const subkey = (bytes: Uint8Array, purpose: Purpose, length = SEAL_KEY_BYTES): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', bytes, '', `docket ${purpose}`, length));

export const sealKeyOf = (bytes: Uint8Array): SealKey => ({
  name: toBase32(subkey(bytes, 'name', NAME_BYTES)),
  bytes,
});

const fileOf = ({ bytes }: SealKey): Uint8Array => new TextEncoder().encode(`${paperKey(bytes)}\n`);

/**
 * Reads all keys, the current one first. Empty if `seal.key` is missing or damaged and there is no earlier key.
 * @throws unavailable if a file exists but cannot be read: the key is not lost, only its permissions are wrong
 */
export function readSealKeys(path: string): readonly SealKey[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => FORMER.test(name));
  const found = [basename(path), ...names.toSorted()].flatMap((name) => readSealKey(join(folder, name)) ?? []);
  return found.filter((key, at) => found.findIndex(({ name }) => name === key.name) === at);
}

function readSealKey(path: string): SealKey | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new AppError({ rule: 'key_file_unreadable', file: path }, undefined, error);
  }
  const read = readPaperKey(text);
  return 'key' in read ? sealKeyOf(read.key) : undefined;
}

/**
 * Reads all keys, and creates a missing current one. A test's predictable `World` must never make that key.
 * @throws unavailable
 */
export function ensureSealRing(path: string): SealRing {
  const fresh = sealKeyOf(crypto.getRandomValues(new Uint8Array(SEAL_KEY_BYTES)));
  const current = ensureFile(path, () => readSealKey(path), fileOf(fresh));
  return [current, ...readSealKeys(path).filter(({ name }) => name !== current.name)];
}

/** @throws unavailable */
export function putSealKey(path: string, key: SealKey): void {
  const before = readSealKey(path);
  for (const kept of before === undefined ? [key] : [before, key]) {
    const named = join(dirname(path), `seal.${kept.name}.key`);
    ensureFile(named, () => readSealKey(named), fileOf(kept));
  }
  putFile(path, fileOf(key), (fresh) => renameSync(fresh, path));
}

/**
 * Returns a value that changes whenever the keys change. Checking only the file at `path` is enough, because
 * `putSealKey` always writes that file last.
 */
export function sealKeyMark(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.ctimeNs}`;
}
