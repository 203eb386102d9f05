/**
 * A signature file of minisign (https://jedisct1.github.io/minisign/#signature-format) contains two Ed25519 signatures.
 * The file signature signs the BLAKE2b-512 digest of the file. The global signature signs the file signature and the
 * trusted comment. A file signature of the older form is refused, because it signs the file itself instead of a digest.
 */

import { createHash, createPublicKey, verify } from 'node:crypto';

export interface PublicKey {
  readonly keyId: string;
  /** The key as it was read, in one line without its comment. */
  readonly text: string;
  readonly bytes: Buffer;
}

interface Signature {
  readonly keyId: string;
  readonly bytes: Buffer;
  /** The comment that is signed along with the file, unlike the untrusted comment above it. */
  readonly trustedComment: string;
  readonly globalBytes: Buffer;
}

const KEY_ALGORITHM = 'Ed';
const PREHASHED = 'ED';
const KEY_BYTES = 2 + 8 + 32;
const SIGNATURE_BYTES = 2 + 8 + 64;
/**
 * The maximum number of characters of a signature file. This is enough, because minisign limits a trusted comment to
 * 8192 bytes.
 */
const LONGEST_FILE = 16_384;
const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';
/** The bytes before the key in the DER form of an Ed25519 public key (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function fromBase64(text: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined;
}

const algorithmOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 2);
/** Returns the key's id as minisign prints it. The eight bytes are a little-endian number. */
const keyIdOf = (bytes: Buffer): string => Buffer.from(bytes.subarray(2, 10)).reverse().toString('hex').toUpperCase();

/**
 * Parses a public key: its one line, or the whole .pub file with its comment. @throws Error with a message for people
 */
export function parsePublicKey(text: string): PublicKey {
  const line = text.trim().split(/\r?\n/).at(-1) ?? '';
  const bytes = fromBase64(line, KEY_BYTES);
  if (bytes === undefined || algorithmOf(bytes) !== KEY_ALGORITHM) {
    throw new Error('it is no public key of minisign (one line of 56 characters that begins with RW)');
  }
  return { keyId: keyIdOf(bytes), text: line, bytes: Buffer.from(bytes.subarray(10)) };
}

/** @throws Error with a message for people */
export function parseSignature(text: string): Signature {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const [untrusted = '', signature = '', trusted = '', global = ''] = lines;
  const shaped = text.length <= LONGEST_FILE && lines.length === 4;
  if (!shaped || !untrusted.startsWith(UNTRUSTED) || !trusted.startsWith(TRUSTED)) {
    throw new Error('it is no signature of minisign (four lines, the first and the third being comments)');
  }
  const bytes = fromBase64(signature, SIGNATURE_BYTES);
  const globalBytes = fromBase64(global, 64);
  if (bytes === undefined || globalBytes === undefined)
    throw new Error('a line of the signature is cut short or damaged');
  if (algorithmOf(bytes) !== PREHASHED) {
    throw new Error('it is a signature of the old form, over the file itself; sign with minisign 0.11 or newer');
  }
  return {
    keyId: keyIdOf(bytes),
    bytes: Buffer.from(bytes.subarray(10)),
    trustedComment: trusted.slice(TRUSTED.length),
    globalBytes,
  };
}

/** @returns the fault in words; undefined if the key's holder signed exactly these bytes and this comment */
export function refusalOfSignature(file: Uint8Array, signature: Signature, key: PublicKey): string | undefined {
  if (signature.keyId !== key.keyId) {
    return `it is signed with the key ${signature.keyId}, this executable trusts ${key.keyId}`;
  }
  const der = Buffer.concat([DER_PREFIX, key.bytes]);
  const trusted = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const digest = createHash('blake2b512').update(file).digest();
  if (!verify(null, digest, trusted, signature.bytes))
    return 'the signature is not of this file: it was changed or cut short';
  const comment = Buffer.concat([signature.bytes, Buffer.from(signature.trustedComment)]);
  if (!verify(null, comment, trusted, signature.globalBytes)) return 'the comment of the signature was changed';
  return undefined;
}
