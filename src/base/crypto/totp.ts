/**
 * One-time codes of an authenticator app: HOTP (RFC 4226) over time steps (RFC 6238), with SHA-1 as in every such app.
 */

import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
const COUNTER_BYTES = 8;
const SIGN_BIT = 0x7fff_ffff;
const LOW_NIBBLE = 0x0f;

export const stepAt = (epochMs: number): number => Math.floor(epochMs / STEP_MS);

/** Returns the code of a time step. Values of `digits` other than 6 are for the test vectors of the RFC. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = new DataView(new ArrayBuffer(COUNTER_BYTES));
  counter.setBigUint64(0, BigInt(step));
  const digest = createHmac('sha1', secret).update(new Uint8Array(counter.buffer)).digest();
  // Dynamic truncation (RFC 4226, section 5.3).
  const offset = (digest.at(-1) ?? 0) & LOW_NIBBLE;
  const number = digest.readUInt32BE(offset) & SIGN_BIT;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;
const BYTE_BITS = 8;

/** Encodes bytes as Base32 (RFC 4648) without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(BYTE_BITS, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(BITS, '0'), 2)]).join('');
}

/** @throws Error on a letter that is not in base32 */
export function fromBase32(text: string): Uint8Array {
  const values = [...text].map((letter) => ALPHABET.indexOf(letter));
  if (values.includes(-1)) throw new Error('this is no base32');
  const bits = values.map((value) => value.toString(2).padStart(BITS, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
