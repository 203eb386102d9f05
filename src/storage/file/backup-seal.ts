/**
 * A backup contains a seal, `KEY.MAC.DIGEST`. DIGEST is the SHA-256 of the file, computed with zeros in place of the
 * seal. KEY names a seal key, and MAC is the HMAC-SHA256 of DIGEST with a subkey of that key. Anybody can compute
 * DIGEST, but only a holder of the seal key can compute MAC.
 */

import type { Database } from 'bun:sqlite';
import { fsyncSync, readSync, writeSync } from 'node:fs';
import { BackupError, OWN_FILE, openInBlock, sameSecret } from '../../base/index.ts';
import { readSealKeys, type SealKey, sealKeyPath, subkey } from '../seal/index.ts';

/** Older versions wrote only the digest, which does not prove who made the backup. */
const FORM = /^(?:([A-Z2-7]{8})\.([0-9a-f]{64})\.)?([0-9a-f]{64})$/;
export const BLANK = '0'.repeat(8 + 1 + 64 + 1 + 64);
const BLOCK_BYTES = 1024 * 1024;

/** The seal as read from a backup. It proves nothing until it is checked, because anybody may have written it. */
export interface BackupSeal {
  readonly digest: string;
  readonly key: string;
  readonly mac: string;
}

/**
 * The origin of a backup's seal: a seal key of this installation, a key of another installation, or no key. Backups of
 * older versions are not sealed with a key, and files that are not backups have no seal.
 */
export type SealOrigin = 'here' | 'elsewhere' | 'unsealed';

const macOf = ({ bytes }: Pick<SealKey, 'bytes'>, digest: string): string =>
  new Bun.CryptoHasher('sha256', subkey(bytes, 'backups')).update(digest).digest('hex');

/**
 * Finds out whether a seal key of this installation sealed a backup.
 * @throws unavailable if the seal keys cannot be read
 */
export function whoSealed(databasePath: string, seal: BackupSeal | null): SealOrigin {
  if (seal === null) return 'unsealed';
  const keys = readSealKeys(sealKeyPath(databasePath));
  return keys.some((key) => sameSecret(macOf(key, seal.digest), seal.mac)) ? 'here' : 'elsewhere';
}

/** @throws BackupError unless a seal key of this installation has sealed the backup */
export function refuseOtherSeal(databasePath: string, seal: BackupSeal | null, file: string): void {
  if (whoSealed(databasePath, seal) === 'here') return;
  throw new BackupError(
    seal === null ? { rule: 'backup_unsealed', file } : { rule: 'backup_other_seal', file, key: seal.key },
  );
}

export function readSeal(text: string): { readonly digest: string; readonly seal: BackupSeal | null } | undefined {
  const [, key, mac, digest] = FORM.exec(text) ?? [];
  if (digest === undefined) return undefined;
  return { digest, seal: key === undefined || mac === undefined ? null : { digest, key, mac } };
}

interface Digests {
  readonly bytes: number;
  /** The hexadecimal digest of the unchanged file, as printed by `sha256sum`. */
  readonly file: string;
  /** The digest of the file with its seal blanked. The seal must contain this digest. */
  readonly sealed: string;
}

/**
 * Finds the position of the seal in the file, in the root page of the seal's table.
 * @throws Error if the page does not contain the seal
 */
export function locateSeal(client: Database, path: string, seal: string): number {
  const root =
    client.query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 'backup_seal'").get()
      ?.rootpage ?? 0;
  const size = client.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 0;
  using file = openInBlock(path, 'r');
  const page = Buffer.alloc(size);
  readSync(file.fd, page, 0, size, (root - 1) * size);
  const at = page.indexOf(seal, 0, 'latin1');
  if (root < 2 || at < 0) throw new Error('the seal is not where its table says');
  return (root - 1) * size + at;
}

interface Place {
  readonly at: number;
  readonly length: number;
}

/**
 * Computes two digests of a file: one of all its bytes, and one with zeros in place of its seal.
 * @param seal the place of the seal; undefined for a file without a seal
 */
export function digestFile(path: string, seal: Place | undefined): Digests {
  const plain = new Bun.CryptoHasher('sha256');
  const sealed = new Bun.CryptoHasher('sha256');
  const block = Buffer.alloc(BLOCK_BYTES);
  using file = openInBlock(path, 'r');
  let bytes = 0;
  for (;;) {
    const read = readSync(file.fd, block, 0, BLOCK_BYTES, bytes);
    if (read === 0) break;
    const part = block.subarray(0, read);
    plain.update(part);
    if (seal !== undefined) blank(part, { ...seal, at: seal.at - bytes });
    sealed.update(part);
    bytes += read;
  }
  return { bytes, file: plain.digest('hex'), sealed: sealed.digest('hex') };
}

/**
 * Overwrites the seal with the character 0, as far as the seal is in the block.
 * @param at the position of the seal relative to this block; it may begin before the block or end after it
 */
function blank(block: Buffer, { at, length }: Place): void {
  if (at + length <= 0 || at >= block.length) return;
  block.fill('0', Math.max(0, at), Math.min(block.length, at + length), 'latin1');
}

/** Writes the seal over the blank one, and syncs the file. */
export function writeSeal(path: string, sealAt: number, key: SealKey): void {
  const { sealed: digest } = digestFile(path, { at: sealAt, length: BLANK.length });
  const sealed = `${key.name}.${macOf(key, digest)}.${digest}`;
  using file = openInBlock(path, OWN_FILE);
  writeSync(file.fd, sealed, sealAt, 'latin1');
  fsyncSync(file.fd);
}
