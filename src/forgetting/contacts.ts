/**
 * This file finds phones and e-mail addresses in a text and normalizes them. A text may be a field, a comment or a
 * whole payload. The phones found may include numbers that only look like phones.
 */

import { emailKey, mayHavePhoneKey, phoneKey } from '../base/index.ts';

/**
 * Patterns for the parts of an e-mail address before and after its @. An address may be part of an encoded form:
 * `email=a@b.c&name=`. So the plain patterns stop at signs such as `=` and `&`.
 */
const NO_ADDRESS = /[\s"<>(),:;[\]\\@]/u;
const LOCAL_CHARS = 64;
const PLAIN_LOCAL = /[\p{L}\p{N}\p{M}._+-]+$/u;
const DOMAIN = /^[^\s"<>(),:;[\]\\@]{1,255}/u;
const PLAIN_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+/u;
/** A JSON escape. It may have several backslashes, because a text may contain JSON within JSON. */
const ESCAPED = /\\+(?:u([\da-fA-F]{4})|(.))/gsu;
/** Digits, with the characters that people put between them or between two numbers. */
const NUMBER = /\+?\d[\d\s().\-‐-―/]{3,}\d/gu;
/**
 * Unusual digits and signs that `phoneKey` accepts. Without them here, forgetting a client would miss a phone in Arabic
 * digits.
 */
const ODD_SIGN =
  /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19\uff0b[\]~\u00ad\u200b\u2053\u2060\u2212\u223c\u30fc\uff08\uff09\uff0d-\uff0f\uff3b\uff3d\uff5e]/gu;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
/** The number of final digits of a phone that are compared before the whole phone, to exclude most numbers quickly. */
const TAIL_DIGITS = 3;
const KNOWN_AT_MOST = 20_000;
const known = new Map<string, string>();

/**
 * Returns the key of a phone, such as `tel:+79123456789`, whatever its spelling. A number outside every numbering plan
 * is compared by its digits. Returns undefined if the text is not a phone.
 */
export function telKey(text: string): string | undefined {
  const before = known.get(text);
  if (before !== undefined) return before;
  const own = phoneKey(text);
  if (own === undefined) return undefined;
  // A foreign number may be written without its plus.
  const foreign = own.startsWith('+') ? own : (phoneKey(`+${own}`) ?? own);
  const key = `tel:${foreign.startsWith('+') ? foreign : own}`;
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(text, key);
  return key;
}

export const addressKey = (email: string): string => `mail:${emailKey(email)}`;

export const tailKey = (tel: string): string => `tail:${tel.slice(-TAIL_DIGITS)}`;
export const isTailKey = (key: string): boolean => key.startsWith('tail:');

/**
 * The limit on the characters of a piece. A long text is split into such pieces, which are searched one by one.
 * Searching a piece takes less than a millisecond, plus some time for each phone or address in it.
 */
const PIECE_CHARS = 4_096;
/**
 * Matches the last quotation mark, angle bracket, comma or semicolon of a text. No phone or address contains such a
 * character, so a piece can end before it. Only the last `LAST_CHARS` characters of a piece are searched.
 */
const BREAKS = /["<>,;](?=[^"<>,;]*$)/u;
const LAST_CHARS = 1_024;
/**
 * The number of characters that two neighboring pieces share. No phone or address is longer, so at least one of the two
 * pieces contains it whole. Two pieces share nothing if the first one ends at a character of `BREAKS`.
 */
const SHARED_CHARS = 512;

/** Splits a text into pieces without cutting a phone or an address. */
export function* piecesOf(text: string): Generator<string, void> {
  let from = 0;
  while (text.length - from > PIECE_CHARS) {
    const end = from + PIECE_CHARS;
    const found = BREAKS.exec(text.slice(end - LAST_CHARS, end))?.index;
    const to = found === undefined ? end : end - LAST_CHARS + found;
    yield text.slice(from, to);
    from = found === undefined ? beforeDigits(text, end - SHARED_CHARS) : to;
  }
  yield text.slice(from);
}

/**
 * Moves a cut to a place before the digits around it. A piece that begins inside a phone could be read as another
 * phone.
 */
function beforeDigits(text: string, at: number): number {
  let from = at;
  while (at - from < SHARED_CHARS && /\d/.test(text.charAt(from))) from -= 1;
  return from;
}

/**
 * Checks whether a key belongs to a phone or an address that the search looks for. A `tailKey` belongs to each phone
 * that ends with its digits.
 */
type IsWanted = (key: string) => boolean;

/**
 * Yields the keys of all possible addresses in a text, and of the phones that may be wanted. The caller must check each
 * key; a key may be yielded twice. Yields undefined where the caller can pause.
 */
export function* contactsIn(text: string, isWanted: IsWanted): Generator<string | undefined, void> {
  yield* contactsInPlain(text, isWanted);
  if (text.includes('\\')) yield* contactsInPlain(text.replaceAll(ESCAPED, unescaped), isWanted);
}

const unescaped = (_all: string, code: string | undefined, sign = ''): string => {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return 'nrtbf'.includes(sign) ? ' ' : sign;
};

function* contactsInPlain(text: string, isWanted: IsWanted): Generator<string | undefined, void> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) yield* addressesAt(text, at);
  for (const [run] of text.replaceAll(ODD_SIGN, plainSign).matchAll(NUMBER)) yield* phonesIn(run, isWanted);
}

function plainSign(sign: string): string {
  // For every digit in ODD_SIGN, the last four bits of the character code are the value of the digit.
  if (/\p{Nd}/u.test(sign)) return String(sign.charCodeAt(0) % 16);
  return sign === '\uff0b' ? '+' : '-';
}

function* addressesAt(text: string, at: number): Generator<string, void> {
  const local = localBefore(text, at);
  if (local === '') return;
  const [domain = ''] = DOMAIN.exec(text.slice(at + 1, at + 256)) ?? [];
  const [plain = ''] = PLAIN_LOCAL.exec(local) ?? [];
  const domains = new Set([
    domain.replace(/[.!?…]+$/u, ''),
    PLAIN_DOMAIN.exec(domain)?.[0].replace(/[.-]+$/u, '') ?? '',
  ]);
  for (const one of new Set([local, plain, plain.replace(/^[._+-]+/u, '')])) {
    for (const end of domains) if (one !== '' && end !== '') yield addressKey(`${one}@${end}`);
  }
}

function localBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < LOCAL_CHARS && !NO_ADDRESS.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from, at);
}

/**
 * Yields the keys of the wanted phones in a run of digits. The run may contain other numbers, such as a time. Parsing
 * every possible phone would take too long, so `mayHavePhoneKey` excludes most of them first.
 */
function* phonesIn(run: string, isWanted: IsWanted): Generator<string | undefined, void> {
  const isWantedPhone = (key: string): boolean => isWanted(`tel:${key}`);
  const groups = run.match(/\d+/gu) ?? [];
  const digits = groups.join('');
  const starts: number[] = [];
  let end = 0;
  for (const [at, group] of groups.entries()) {
    starts.push(end);
    end += group.length;
    if (end < LEAST_DIGITS || !isWanted(tailKey(digits.slice(end - TAIL_DIGITS, end)))) continue;
    for (let from = at; from >= 0; from -= 1) {
      const number = digits.slice(starts[from], end);
      if (number.length > MOST_DIGITS) break;
      if (number.length < LEAST_DIGITS || !mayHavePhoneKey(number, isWantedPhone)) continue;
      yield telKey(from === 0 && run.startsWith('+') ? `+${number}` : number);
    }
    yield undefined;
  }
}
