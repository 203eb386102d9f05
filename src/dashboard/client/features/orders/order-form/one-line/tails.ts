import { UNIT } from './goods-words.ts';
import type { Part } from './part.ts';
import { ADJECTIVE, HAS_STREET } from './place.ts';
import type { Scan, Span } from './scan.ts';

/** The last digits of the client's phone. */

/** Tried in turn: digits after words with capitals, digits that follow no word in small letters, digits anywhere. */
const TAILS = ["(?<=\\p{Lu}[\\p{L}'’-]*\\s+)", "(?<!(?<!\\p{L})\\p{Ll}[\\p{L}'’-]*\\s+)", ''].map(
  (behind) =>
    new RegExp(`(?<![\\p{L}\\p{N}.,:/+-])${behind}[*…]?(\\d{4,7})(?![\\p{L}\\p{N}/]|:\\S|[.,-]\\d|${UNIT})`, 'gu'),
);
const [, , ANY_TAIL = /(?!)/gu] = TAILS;
/** The last number of "15 roses 2990" may be a sum or a phone, so it is taken for neither. */
const AFTER_GOODS = /(?:^|[,;\n\ufffc])[^,;\n\ufffc]*(?<!\p{N})\d{1,3}\s+(?:\p{Ll}+\s+)+$/u;
/** @param name the client's known name; digits right after it come before all others */
export function takeTail(scan: Scan, name: Span | undefined): Part[] {
  const isBehindName = (at: number): boolean =>
    name !== undefined && name.at < at && scan.isBeside(name, { at, text: '' });
  const [behind] = scan.take(ANY_TAIL, ({ 1: digits, index }) => (isBehindName(index) ? digits : undefined), 1);
  if (behind !== undefined) return [{ ...behind, kind: 'tail' }];
  for (const pattern of TAILS) {
    const [tail] = scan.take(
      pattern,
      ({ 1: digits, index, input }) => (AFTER_GOODS.test(input.slice(0, index)) ? undefined : digits),
      1,
    );
    if (tail !== undefined) return [{ ...tail, kind: 'tail' }];
  }
  return [];
}

/** Matches a phone's last four digits in pairs: "Anna 44-29" at the start of the line, or "44-29" alone. */
const SPLIT_TAIL = /^((?:\p{Lu}[\p{L}'’.-]*\s+){1,3})?[*…]?(\d{2})[-–\s](\d{2})$/u;
const MOST_HOUR = 24;
export function takeSplitTail(scan: Scan): Part[] {
  for (const { at, text } of scan.pieces()) {
    const [, name = '', first = '', second = ''] = SPLIT_TAIL.exec(text) ?? [];
    // "14-12" may be a time that was mistyped, and a street has a house and a flat.
    if (first === '' || Math.max(Number(first), Number(second)) <= MOST_HOUR || HAS_STREET.test(name)) continue;
    if (name !== '' && (!scan.isFirst({ at, text }) || ADJECTIVE.test(name))) continue;
    const digits = { at: at + name.length, text: text.slice(name.length) };
    return [{ ...scan.drop(digits), kind: 'tail', value: first + second }];
  }
  return [];
}
