import { hkdfSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AppError, paperKey, readPaperKey, SEAL_KEY_BYTES, toBase32 } from '../../base/index.ts';
import { ensureFile, putFile } from './key-file.ts';

/**
 * The keys of an installation. They lie beside the database and are in none of its backups: `seal.key` is the present
 * one, `seal.NAME.key` are those before it. Each file holds the lines of the recovery sheet, so that it proves itself.
 *
 * Keys are never taken away, and `seal.key` is the last file to change. So no lock is needed. After a crash between two
 * steps, or after two changes at once, every key that sealed something is still there.
 */

/** One key, and what is derived from it: no key does two kinds of work. */
export interface SealKey {
  /** 8 letters by which people tell keys apart; they give nothing of it away. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The present key first. */
export type SealRing = readonly [SealKey, ...SealKey[]];

const NAME_BYTES = 5;
const CURRENT = 'seal.key';
const FORMER = /^seal\.[A-Z2-7]{8}\.key$/;

export const sealKeyPath = (databasePath: string): string => join(dirname(databasePath), CURRENT);

/** The uses of a key: HKDF (RFC 5869) makes a key of its own for each. */
type Purpose = 'backups' | 'links' | 'name' | 'secrets';

export const subkey = (bytes: Uint8Array, purpose: Purpose, length = SEAL_KEY_BYTES): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', bytes, '', `docket ${purpose}`, length));

export const sealKeyOf = (bytes: Uint8Array): SealKey => ({
  name: toBase32(subkey(bytes, 'name', NAME_BYTES)),
  bytes,
});

const fileOf = ({ bytes }: SealKey): Uint8Array => new TextEncoder().encode(`${paperKey(bytes)}\n`);

/**
 * The keys that are there, the present one first; none where `seal.key` is missing or damaged, and no former key is there.
 *
 * @throws unavailable where a file is there and may not be read: that is a matter of permissions, and no loss
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new AppError({ rule: 'key_file_unreadable', file: path }, undefined, error);
  }
  const read = readPaperKey(text);
  return 'key' in read ? sealKeyOf(read.key) : undefined;
}

/**
 * The same, with a present key that is made at first need. Chance is the system's own here, and not the world's: a key
 * or a nonce that a test has made predictable must not find its way into an installation.
 *
 * @throws unavailable
 */
export function ensureSealRing(path: string): SealRing {
  const fresh = sealKeyOf(crypto.getRandomValues(new Uint8Array(SEAL_KEY_BYTES)));
  const current = ensureFile(path, () => readSealKey(path), fileOf(fresh));
  return [current, ...readSealKeys(path).filter(({ name }) => name !== current.name)];
}

/**
 * Makes a key the present one, and keeps the one before under its name.
 *
 * @throws unavailable
 */
export function putSealKey(path: string, key: SealKey): void {
  const before = readSealKey(path);
  for (const kept of before === undefined ? [key] : [before, key]) {
    const named = join(dirname(path), `seal.${kept.name}.key`);
    ensureFile(named, () => readSealKey(named), fileOf(kept));
  }
  putFile(path, fileOf(key), (fresh) => renameSync(fresh, path));
}

/** Changes with every change of the present key, and so with every change of the keys. */
export function sealKeyMark(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.ctimeNs}`;
}
