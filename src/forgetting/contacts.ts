import { emailKey, phoneKey } from '../base/index.ts';

/**
 * Phones and addresses in a text, each in the one spelling by which it is known again. A text is anything: a field, a comment, a whole
 * payload. Numbers in it that are no phones are tried as well, which costs time and finds nobody.
 */

/** The two sides of an address, by what stands before and behind its sign. */
const NO_ADDRESS = /[\s"'<>(),:;[\]\\@]/u;
const LOCAL_CHARS = 64;
const DOMAIN = /^[^\s"'<>(),:;[\]\\@]{1,255}/u;
/** Digits with what people put between them. */
const NUMBER = /\+?\d[\d\s().\-‐-―/]{3,40}\d/gu;
const BREAKS = /\s+/u;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
/** The digits by which most numbers are passed over. To know one whole takes a library some 12 µs. */
const TAIL_DIGITS = 3;
/** Groups of one number: `+7 (912) 345 67 89`. */
const MOST_GROUPS = 8;
/** The same numbers come again and again. */
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

/**
 * What may be the phone or the address of somebody sought; a key may come twice.
 *
 * @param isTail whether a phone that is sought ends so, by its `tailKey`
 */
export function* contactsIn(text: string, isTail: (tail: string) => boolean): Generator<string, void> {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = localBefore(text, at);
    const [domain = ''] = (local === '' ? undefined : DOMAIN.exec(text.slice(at + 1, at + 256))) ?? [];
    if (domain !== '') yield addressKey(`${local}@${domain}`.replace(/[.!?…]+$/u, ''));
  }
  for (const [run] of text.matchAll(NUMBER)) yield* phonesIn(run, isTail);
}

function localBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < LOCAL_CHARS && !NO_ADDRESS.test(text.charAt(from - 1))) from -= 1;
  return text.slice(from, at);
}

/** A time or a count may stand before a number, or behind it. */
function* phonesIn(run: string, isTail: (tail: string) => boolean): Generator<string, void> {
  const groups = run.trim().split(BREAKS);
  let digits = '';
  for (const [at, group] of groups.entries()) {
    digits += group.replaceAll(/\D/g, '');
    if (digits.length < LEAST_DIGITS || !isTail(tailKey(digits))) continue;
    for (let from = at; from >= 0 && at - from < MOST_GROUPS; from -= 1) {
      const number = groups.slice(from, at + 1).join('');
      const count = number.replaceAll(/\D/g, '').length;
      if (count > MOST_DIGITS) break;
      const key = count < LEAST_DIGITS ? undefined : telKey(number);
      if (key !== undefined) yield key;
    }
  }
}
