import { timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 in lower-case hex. The tokens have 256 random bits, so no slow hash is needed. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

export function tokenText(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
}

export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(digestOf(a), digestOf(b));

const digestOf = (text: string): Uint8Array => new Bun.CryptoHasher('sha256').update(text).digest();

/** Hashes with argon2id and Bun's defaults (64 MiB, t = 2). */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password);

export const verifyPassword = (password: string, hash: string): Promise<boolean> => Bun.password.verify(password, hash);
