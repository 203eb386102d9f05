import { emailKey, phoneKey } from '../base/index.ts';

/**
 * Phones and addresses in a text, each in the one spelling by which it is known again. A text is anything: a field, a comment, a whole
 * payload. Numbers in it that are no phones are tried as well, which costs time and finds nobody.
 */

/** The two sides of an address, by what stands before and behind its sign. A form may stand around it: `email=a@b.c&name=`. */
const NO_ADDRESS = /[\s"<>(),:;[\]\\@]/u;
const LOCAL_CHARS = 64;
const PLAIN_LOCAL = /[\p{L}\p{N}\p{M}._+-]+$/u;
const DOMAIN = /^[^\s"<>(),:;[\]\\@]{1,255}/u;
const PLAIN_DOMAIN = /^[\p{L}\p{N}\p{M}.-]+/u;
/** JSON writes a line break as two signs, and JSON within JSON as more. */
const ESCAPED = /\\+(?:u([\da-fA-F]{4})|(.))/gsu;
/** Digits with what people put between them, and between one number and the next. */
const NUMBER = /\+?\d[\d\s().\-‐-―/]{3,}\d/gu;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
/** The digits by which most numbers are passed over. To know one whole takes a library some 12 µs. */
const TAIL_DIGITS = 3;
/** The most numbers that are remembered: the same ones come again and again. */
const KNOWN_AT_MOST = 20_000;
const known = new Map<string, string>();

/** `tel:+79123456789`; any spelling of a number gives the same. A number of no plan counts by its digits. */
export function telKey(text: string): string | undefined {
  const before = known.get(text);
  if (before !== undefined) return before;
  const own = phoneKey(text);
  if (own === undefined) return undefined;
  // The number of another country, without its plus.
  const foreign = own.startsWith('+') ? own : (phoneKey(`+${own}`) ?? own);
  const key = `tel:${foreign.startsWith('+') ? foreign : own}`;
  if (known.size >= KNOWN_AT_MOST) known.clear();
  known.set(text, key);
  return key;
}

export const addressKey = (email: string): string => `mail:${emailKey(email)}`;

/** The last digits of a phone, which those of each number in a text are held against first. */
export const tailKey = (tel: string): string => `tail:${tel.slice(-TAIL_DIGITS)}`;

/** The most characters of one piece: a few milliseconds where they are addresses from end to end. */
const PIECE_CHARS = 4_096;
/** A piece ends before such a sign, which is in no phone and no address. It is looked for in the last part of the piece. */
const BREAKS = /["<>,;](?=[^"<>,;]*$)/u;
const LAST_CHARS = 1_024;
/** Pieces without such a sign have as much in common: more than an address or a phone with what is around it. */
const SHARED_CHARS = 512;

/** A text in pieces that cut no phone and no address. */
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

/** A number must not begin in its midst: it would be another one. */
function beforeDigits(text: string, at: number): number {
  let from = at;
  while (at - from < SHARED_CHARS && /\d/.test(text.charAt(from))) from -= 1;
  return from;
}

/**
 * Texts that may be a phone or an address that is sought; a key may come twice.
 *
 * @param isTail whether a phone that is sought ends so, by its `tailKey`
 */
export function* contactsIn(text: string, isTail: (tail: string) => boolean): Generator<string, void> {
  yield* contactsInPlain(text, isTail);
  if (text.includes('\\')) yield* contactsInPlain(text.replaceAll(ESCAPED, unescaped), isTail);
}

const unescaped = (_all: string, code: string | undefined, sign = ''): string => {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return 'nrtbf'.includes(sign) ? ' ' : sign;
};

function* contactsInPlain(text: string, isTail: (tail: string) => boolean): Generator<string, void> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) yield* addressesAt(text, at);
  for (const [run] of text.matchAll(NUMBER)) yield* phonesIn(run, isTail);
}

/** Yields the address as it is written, and without signs that may belong to the text around it. */
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

/** A time or a count may stand before a number, or behind it, and so may another number. */
function* phonesIn(run: string, isTail: (tail: string) => boolean): Generator<string, void> {
  const groups = run.match(/\d+/gu) ?? [];
  let tail = '';
  for (const [at, group] of groups.entries()) {
    tail = (tail + group).slice(-LEAST_DIGITS);
    if (tail.length < LEAST_DIGITS || !isTail(tailKey(tail))) continue;
    let number = '';
    for (let from = at; from >= 0 && number.length <= MOST_DIGITS; from -= 1) {
      number = `${groups[from]}${number}`;
      if (number.length < LEAST_DIGITS || number.length > MOST_DIGITS) continue;
      const key = telKey(from === 0 && run.startsWith('+') ? `+${number}` : number);
      if (key !== undefined) yield key;
    }
  }
}
