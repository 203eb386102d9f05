import { emailKey, phoneKey } from '../base/index.ts';

/**
 * Phones and addresses in a text, each in the one spelling by which it is known again. A text is anything: a field, a comment, a whole
 * payload. Numbers in it that are no phones are tried as well, which costs time and finds nobody.
 */

const EMAIL = /[^\s"'<>(),:;[\]\\@]{1,64}@[^\s"'<>(),:;[\]\\@]{1,255}/gu;
/** Digits with what people put between them. */
const NUMBER = /\+?\d[\d\s().\-‐-―/]{3,40}\d/gu;
const BREAKS = /\s+/u;
const LEAST_DIGITS = 7;
const MOST_DIGITS = 15;
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

/** All that may be a phone or an address in a text; a key may come twice. */
export function* contactsIn(text: string): Generator<string, void> {
  for (const [email] of text.matchAll(EMAIL)) yield addressKey(email.replace(/[.!?…]+$/u, ''));
  for (const [run] of text.matchAll(NUMBER)) yield* phonesIn(run);
}

/** A time or a count may stand before a number, or behind it. */
function* phonesIn(run: string): Generator<string, void> {
  const groups = run.trim().split(BREAKS);
  for (let from = 0; from < groups.length; from += 1) {
    for (let to = from + 1; to <= Math.min(groups.length, from + MOST_GROUPS); to += 1) {
      const number = groups.slice(from, to).join('');
      const count = number.replaceAll(/\D/g, '').length;
      if (count > MOST_DIGITS) break;
      const key = count < LEAST_DIGITS ? undefined : telKey(number);
      if (key !== undefined) yield key;
    }
  }
}
