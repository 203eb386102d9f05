/**
 * A secret key for paper: four lines of four groups. Each line has 8 bytes of the key and 2 check bytes, which also
 * cover the lines before. So typing errors and swapped lines are found.
 */

import { fromBase32, toBase32 } from './totp.ts';

const KEY_BYTES = 32;
const LINE_BYTES = 8;
const CHECK_BYTES = 2;
const LINE_LETTERS = 16;
const LINES = KEY_BYTES / LINE_BYTES;

export function paperKey(key: Uint8Array): string {
  const lines = Array.from({ length: LINES }, (_, at) => {
    const end = (at + 1) * LINE_BYTES;
    const part = key.subarray(end - LINE_BYTES, end);
    return toBase32(Uint8Array.from([...part, ...checkOf(key.subarray(0, end))]));
  });
  return lines.map((line) => line.replaceAll(/.{4}(?=.)/g, '$&-')).join('\n');
}

const checkOf = (bytes: Uint8Array): Uint8Array =>
  new Bun.CryptoHasher('sha256').update('docket paper key').update(bytes).digest().subarray(0, CHECK_BYTES);

/** The outcome of reading a typed key: the key, or the first wrong line with its actual and its required length. */
type ReadKey =
  | { readonly key: Uint8Array }
  | { readonly line: number; readonly letters: number; readonly wanted: typeof LINE_LETTERS };

/** Reads a typed key. Case, blanks and hyphens are ignored. The whole key may also be typed on one line. */
export function readPaperKey(text: string): ReadKey {
  const lines = linesOf(text);
  const key = new Uint8Array(KEY_BYTES);
  for (let at = 0; at < Math.max(LINES, lines.length); at += 1) {
    const line = lines[at] ?? '';
    const refused = { line: at + 1, letters: line.length, wanted: LINE_LETTERS } as const;
    if (at >= LINES || line.length !== LINE_LETTERS || !/^[A-Z2-7]+$/.test(line)) return refused;
    const bytes = fromBase32(line);
    key.set(bytes.subarray(0, LINE_BYTES), at * LINE_BYTES);
    const check = checkOf(key.subarray(0, (at + 1) * LINE_BYTES));
    if (!bytes.subarray(LINE_BYTES).every((byte, place) => byte === check[place])) return refused;
  }
  return { key };
}

/**
 * Splits a typed key into lines without blanks and hyphens. Digits that base32 does not have are read as the letters
 * they resemble.
 */
function linesOf(text: string): string[] {
  const plain = text.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
  const lines = plain
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/[\s\p{Pd}_.]/gu, ''))
    .filter((line) => line !== '');
  return lines.length === 1 ? ((lines[0] ?? '').match(/.{1,16}/gu) ?? []) : lines;
}
