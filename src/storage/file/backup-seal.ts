import type { Database } from 'bun:sqlite';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { OWN_FILE } from '../../base/index.ts';

/**
 * A backup proves itself: it carries the SHA-256 of its own file, taken with 64 zeros where the digest stands. One wrong bit
 * anywhere shows, in a text that SQLite's own check never looks into just as well.
 */

export const BLANK = '0'.repeat(64);
const BLOCK_BYTES = 1024 * 1024;

interface Digests {
  readonly bytes: number;
  /** The digest of the file as it is, hexadecimal; what `sha256sum` says. */
  readonly file: string;
  /** With the seal blanked: what the seal must say. */
  readonly sealed: string;
}

/** Where in the file the seal stands, found by way of its table. @throws Error when it cannot be found */
export function locateSeal(client: Database, path: string, seal: string): number {
  const root =
    client.query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 'backup_seal'").get()
      ?.rootpage ?? 0;
  const size = client.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 0;
  const file = openSync(path, 'r');
  try {
    const page = Buffer.alloc(size);
    readSync(file, page, 0, size, (root - 1) * size);
    const at = page.indexOf(seal, 0, 'latin1');
    if (root < 2 || at < 0) throw new Error('the seal is not where its table says');
    return (root - 1) * size + at;
  } finally {
    closeSync(file);
  }
}

/** Reads the whole file once. @param sealAt offset of the seal; undefined of a file without one */
export function digestFile(path: string, sealAt: number | undefined): Digests {
  const plain = new Bun.CryptoHasher('sha256');
  const sealed = new Bun.CryptoHasher('sha256');
  const block = Buffer.alloc(BLOCK_BYTES);
  const file = openSync(path, 'r');
  let bytes = 0;
  try {
    for (;;) {
      const read = readSync(file, block, 0, BLOCK_BYTES, bytes);
      if (read === 0) break;
      const part = block.subarray(0, read);
      plain.update(part);
      if (sealAt !== undefined) blank(part, sealAt - bytes);
      sealed.update(part);
      bytes += read;
    }
  } finally {
    closeSync(file);
  }
  return { bytes, file: plain.digest('hex'), sealed: sealed.digest('hex') };
}

/** @param at where the seal begins, counted from this block; it may begin before it or end behind it */
function blank(block: Buffer, at: number): void {
  if (at + BLANK.length <= 0 || at >= block.length) return;
  block.fill('0', Math.max(0, at), Math.min(block.length, at + BLANK.length), 'latin1');
}

/** Writes the seal over the blank one, and has the file on the disk when it returns. */
export function writeSeal(path: string, sealAt: number): void {
  const { sealed } = digestFile(path, sealAt);
  const file = openSync(path, OWN_FILE);
  try {
    writeSync(file, sealed, sealAt, 'latin1');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
