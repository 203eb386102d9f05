/**
 * Encrypts numbers that callers get and send back, such as a position in a list. Nobody without the key can read or
 * forge the text. The method is RFC 5297 (SIV), with HMAC-SHA256 for the tag and for the mask derived from it. Equal
 * numbers result in equal texts.
 */

import { timingSafeEqual } from 'node:crypto';

const TAG_BYTES = 16;
/**
 * Each number is written as a double, which represents every safe integer. So the length of a text depends only on the
 * count of numbers.
 */
const NUMBER_BYTES = 8;
const MASK_BYTES = 32;

const hmac = (key: Uint8Array, purpose: string) => new Bun.CryptoHasher('sha256', key).update(purpose);

const tagOf = (key: Uint8Array, plain: Uint8Array, bound: string): Uint8Array =>
  hmac(key, 'tag').update(plain).update(bound).digest().subarray(0, TAG_BYTES);

/** Masks bytes; masking the result again restores them. */
function mask(key: Uint8Array, tag: Uint8Array, bytes: Uint8Array): Uint8Array {
  const masked = Uint8Array.from(bytes);
  for (let from = 0; from < masked.length; from += MASK_BYTES) {
    const stream = hmac(key, `mask${from}`).update(tag).digest();
    for (const [at, byte] of stream.entries()) {
      if (from + at < masked.length) masked[from + at] = (masked[from + at] ?? 0) ^ byte;
    }
  }
  return masked;
}

/**
 * Encrypts numbers with a 32-byte `key`. The text can be decrypted only with the same `bound`.
 * @returns base64url whose length depends only on the count of numbers
 */
export function hideNumbers(key: Uint8Array, numbers: readonly number[], bound: string): string {
  const plain = new Uint8Array(Float64Array.from(numbers).buffer);
  const tag = tagOf(key, plain, bound);
  const text = new Uint8Array(TAG_BYTES + plain.length);
  text.set(tag);
  text.set(mask(key, tag, plain), TAG_BYTES);
  return text.toBase64({ alphabet: 'base64url', omitPadding: true });
}

/** Decrypts the numbers; undefined unless `hideNumbers` made the text with the same key, count and binding. */
export function showNumbers(key: Uint8Array, text: string, bound: string, count: number): number[] | undefined {
  const bytes = bytesOf(text);
  if (bytes?.length !== TAG_BYTES + count * NUMBER_BYTES) return undefined;
  const tag = bytes.subarray(0, TAG_BYTES);
  const plain = mask(key, tag, bytes.subarray(TAG_BYTES));
  if (!timingSafeEqual(tag, tagOf(key, plain, bound))) return undefined;
  return [...new Float64Array(plain.buffer)];
}

/**
 * Decodes the text. Returns undefined if Docket would encode the same bytes differently. Otherwise a caller could write
 * a used passkey challenge in another form and use it again.
 */
function bytesOf(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    return bytes.toBase64({ alphabet: 'base64url', omitPadding: true }) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
