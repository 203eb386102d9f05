import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../ids/index.ts';

export const SEAL_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D) and a random nonce of 96 bits.
 * @param key 32 bytes
 * @param bound a text that names the secret's owner; `unseal` needs the same text, so a copy in another row is useless
 * @returns nonce, ciphertext and tag in one piece
 */
export function seal(key: Uint8Array, secret: string, bound: string, random: Random): Uint8Array {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  return Uint8Array.from(
    Buffer.concat([nonce, cipher.update(Buffer.from(secret, 'utf8')), cipher.final(), cipher.getAuthTag()]),
  );
}

/** Decrypts a sealed secret; undefined if the key or `bound` is wrong, or any byte was changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array, bound: string): string | undefined {
  if (key.length !== SEAL_KEY_BYTES || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    const opened = [decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return undefined;
  }
}
